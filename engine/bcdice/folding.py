"""Letters, digits and signs as a Japanese keyboard types them, folded to plain upper case."""

_WIDE = {0xFF01 + place: chr(0x21 + place) for place in range(94)}
_LOWER = {code: chr(code - 0x20) for code in range(0x61, 0x7B)}
_WIDE_LOWER = {0xFF41 + place: chr(0x41 + place) for place in range(26)}
_BLANK = {0x3000: " "}
_MINUS = dict.fromkeys(map(ord, "−‐‑–—―ーｰ"), "-")
_SIGNS = {ord("×"): "*", ord("÷"): "/", ord("、"): ",", ord("､"): ","}
_COMPARED = {
    **dict.fromkeys(map(ord, "≦≤⩽"), "<="),
    **dict.fromkeys(map(ord, "≧≥⩾"), ">="),
    ord("≠"): "<>",
}
_LETTERS = {**_WIDE, **_LOWER, **_WIDE_LOWER, **_BLANK}
_WHOLE = {**_LETTERS, **_MINUS, **_SIGNS, **_COMPARED}


def fold_letters(text: str) -> str:
    """Return letters, digits and marks folded one for one, so that places stay what they are."""
    return text.translate(_LETTERS)


def fold_word(text: str) -> str:
    """Return a command folded whole: `２ｄ６≧７` becomes `2D6>=7`."""
    return text.translate(_WHOLE)
