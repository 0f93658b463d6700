"""Texts that would be orders if anything obeyed them: SQL, templates, markup, terminals, log lines."""

INJECTIONS = (
    "'; DROP TABLE events; --",
    "\"; DELETE FROM commits WHERE ''='",
    "x' OR '1'='1' UNION SELECT token_hash FROM participants --",
    "$$; SELECT pg_sleep(60); $$ \\'; COPY sessions TO PROGRAM 'id'",
    "%s %(session)s :session ? $1 %% %c",
    "{0.__class__.__mro__} {names!r} {by:>99999999} {{7*7}} ${7*7} <%= 7*7 %> #{7*7}",
    "</title></style><script>alert(1)</script><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x="&#106;avascript:&lt;b&gt;',
    "![x](http://example.com/x.png) [y](javascript:alert(1)) <http://example.com>",
    "\x1b]0;owned\x07\x1b[2J\x9b31m\u202etxt.exe\u2066",
    '2026-11-29 20:00:00 [info] {"event": "appended"} level=info session=x',
    "=cmd|' /C calc'!A0 @SUM(1+1)*cmd",
    "../../../etc/passwd\\..\\windows|`id`$(id)",
)
"""Each in one line, so that it can be a name too."""
LINES = "\n".join(INJECTIONS)
"""All of them, for texts that may have line feeds."""
