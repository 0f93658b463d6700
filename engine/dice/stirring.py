"""Stir in: commit a chain of one's own, add a spoken word."""

from tenmatsu.engine.dice.chains import NonceChain
from tenmatsu.engine.dice.keyring import word_value
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.table.commands import AddWord, CommitNonces


def commit_chain(session: Session, chain: NonceChain, *, actor: str) -> Result:
    """Commit a chain of the actor's by its anchor; `RuleViolation` or `UsageError` as `Session.do` raises."""
    return session.do(CommitNonces(length=chain.length, anchor=chain.anchor), actor=actor)


def add_word(session: Session, word: str, *, actor: str) -> Result:
    """
    Stir in a word that was spoken at the table; only its hash is recorded.

    Raises `RuleViolation` for the keeper of the rings, and where the newest ring's first key is spent.
    """
    if not word.strip():
        raise UsageError("word_empty")
    try:
        value = word_value(word).hex()
    except UnicodeEncodeError as error:
        raise UsageError("text_wrong") from error
    return session.do(AddWord(value=value), actor=actor)


def next_link(session: Session, chain: NonceChain, *, actor: str) -> str | None:
    """
    Return the link that the actor's next command brings.

    None where the session's newest chain of theirs is another one, or used up, and on what-if lines.
    """
    last = session.last_link(actor)
    if last is None or session.is_whatif or last.length != chain.length or last.index >= last.length:
        return None
    if chain.link(last.index) != last.value:
        return None
    return chain.link(last.index + 1)
