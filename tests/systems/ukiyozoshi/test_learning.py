"""Skills that know rather than roll: 読み書き, ammunition, and what they refuse."""

import pytest
from edo import begin, make_figure

from tenmatsu.systems.ukiyozoshi.commands.learning import Converse, MakeAmmunition, ReadText, Script
from tenmatsu.systems.ukiyozoshi.events.learning import AmmunitionMade, Conversed, TextRead


@pytest.mark.parametrize("script, levels", [("kana", (0, 1)), ("mixed", (1, 2)), ("kanbun", (3, 4))])
def test_literacy_reads_kana_from_1_kanji_from_2_chinese_from_4(
    script: Script, levels: tuple[int, int]
) -> None:
    for level, read in zip(levels, (False, True), strict=True):
        play = begin(oryu=make_figure(skills={"読み書き": level} if level else {}))
        play.when(ReadText(character="oryu", script=script))
        play.then(TextRead(character="oryu", script=script, level=level, read=read))


def test_a_foreign_text_needs_literacy_in_its_tongue() -> None:
    play = begin(oryu=make_figure(skills={"読み書き": 5, "読み書き:蘭語": 1}))
    assert play.when(ReadText(character="oryu", script="foreign", tongue="蘭語")).only(TextRead).read
    assert not play.when(ReadText(character="oryu", script="foreign", tongue="英語")).only(TextRead).read


def test_a_tongue_is_named_for_foreign_texts_and_for_no_others() -> None:
    play = begin(oryu=make_figure())
    play.when(ReadText(character="oryu", script="foreign")).refused("ukiyozoshi.which_tongue")
    play.when(ReadText(character="oryu", script="kana", tongue="蘭語")).refused("ukiyozoshi.which_tongue")
    play.when(Converse(character="oryu", tongue="")).refused("ukiyozoshi.which_tongue")


@pytest.mark.parametrize("level, understood", [(3, False), (4, True)])
def test_a_foreign_tongue_is_spoken_from_level_4(level: int, understood: bool) -> None:
    play = begin(oryu=make_figure(skills={"読み書き:蘭語": level}))
    play.when(Converse(character="oryu", tongue="蘭語"))
    play.then(Conversed(character="oryu", tongue="蘭語", understood=understood))


@pytest.mark.parametrize(
    "skill, ammunition", [("弓術", "矢"), ("手裏剣術", "十字手裏剣"), ("手裏剣術", "小柄"), ("鉄砲術", "弾")]
)
def test_missile_skills_make_ammunition_from_level_4(skill: str, ammunition: str) -> None:
    command = MakeAmmunition(character="oryu", ammunition=ammunition, count=10)
    begin(oryu=make_figure(skills={skill: 3})).when(command).refused("ukiyozoshi.level_too_low")
    play = begin(oryu=make_figure(skills={skill: 4}, belongings={ammunition: 2})).when(command)
    play.then(AmmunitionMade(character="oryu", ammunition=ammunition, count=10, now=12))
    assert play.state.characters["oryu"].belongings == {ammunition: 12}


@pytest.mark.parametrize("ammunition", ["クナイ", "石"])
def test_what_no_missile_skill_makes_is_refused(ammunition: str) -> None:
    play = begin(oryu=make_figure(skills={"忍具": 5}))
    play.when(MakeAmmunition(character="oryu", ammunition=ammunition)).refused("ukiyozoshi.cannot_be_made")
