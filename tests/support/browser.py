"""A headless Chromium on a pipe, no port: load a page from disk, call its functions, look at it."""

import base64
import fcntl
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--remote-debugging-pipe",
)
_START = "import os, sys; os.dup2({read}, 3); os.dup2({write}, 4); os.execv(sys.argv[1], sys.argv[1:])"
"""The pipe's ends must have the numbers 3 and 4 in the browser."""


class Browser:
    """One page in a browser with a profile of its own."""

    def __init__(self, chromium: Path) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
        self._out, self._in = os.fdopen(ours_out, "wb", buffering=0), os.fdopen(ours_in, "rb")
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (theirs_in, theirs_out)]
        flags = (*FLAGS, f"--user-data-dir={self._profile.name}", "--lang=en-GB", "about:blank")
        start = _START.format(read=high[0], write=high[1])
        self._program = subprocess.Popen(
            [sys.executable, "-c", start, str(chromium), *flags],
            pass_fds=high,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for end in (theirs_in, theirs_out, *high):
            os.close(end)
        self._number = 0
        self._session: str | None = None
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.requests: list[str] = []
        """Every address that the page has asked for."""
        for domain in ("Page", "Runtime", "Network", "DOM"):
            self._ask(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session = None
        self._send("Browser.close", {})
        self._program.wait(timeout=30)
        self._out.close()
        self._in.close()
        self._profile.cleanup()

    def open(self, page: Path) -> None:
        """Load a page from disk."""
        self._ask("Page.navigate", url=page.as_uri())
        self._wait("Page.loadEventFired")

    def call(self, expression: str) -> Any:
        """Return the value of an expression in the page, awaited; `AssertionError` where it throws."""
        answer = self._ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def choose(self, selector: str, file: Path) -> None:
        """Choose a file in a file picker."""
        root = self._ask("DOM.getDocument")["root"]["nodeId"]
        node = self._ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self._ask("DOM.setFileInputFiles", nodeId=node, files=[str(file)])

    def prefer(self, scheme: str) -> None:
        """Prefer `light` or `dark`."""
        self._ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def resize(self, width: int, height: int = 900) -> None:
        """Give the page a window of this size."""
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def picture(self, file: Path) -> None:
        """Write what the page looks like."""
        answer = self._ask("Page.captureScreenshot", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(answer["data"]))

    def _ask(self, method: str, **params: Any) -> Any:
        self._send(method, params)
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def _send(self, method: str, params: dict[str, Any]) -> None:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        data = memoryview(json.dumps(message).encode() + b"\0")
        while data:
            data = data[self._out.write(data) :]

    def _wait(self, event: str) -> None:
        while self._read().get("method") != event:
            pass

    def _read(self) -> dict[str, Any]:
        data = bytearray()
        while (letter := self._in.read(1)) != b"\0":
            assert letter, "the browser is gone"
            data += letter
        message: dict[str, Any] = json.loads(data)
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(message["params"]["request"]["url"])
        return message
