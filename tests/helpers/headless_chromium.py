"""A headless Chromium driven over its DevTools protocol by two pipes: no port, no library, nothing that leaves the machine."""

from __future__ import annotations

import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any, Self

COMMANDS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe"),
)
# Bash, because only it takes descriptors of several digits: Chromium reads from 3 and writes to 4.
_START = 'exec "$@" 3<&"$FROM_US" 4>&"$TO_US"'
_WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""


def find_chromium() -> str | None:
    """Return the command of a Chromium that is installed."""
    return next((found for name in COMMANDS if (found := shutil.which(name))), None)


class BrowserError(Exception):
    """What the browser, or a script in the page, says went wrong."""


class Browser:
    """A running Chromium; use as a context manager.

    Args:
        command: of the browser.
        profile: an empty folder for its data.

    """

    def __init__(self, command: str, profile: Path) -> None:
        browser_reads, self._to = (_high(end) for end in os.pipe())
        self._from, browser_writes = (_high(end) for end in os.pipe())
        environment = os.environ | {"FROM_US": str(browser_reads), "TO_US": str(browser_writes), "HOME": str(profile)}
        self._process = subprocess.Popen(  # noqa: S603 - the browser, on pages of ours
            ["/bin/bash", "-c", _START, "bash", command, *FLAGS, f"--user-data-dir={profile}"],
            pass_fds=(browser_reads, browser_writes),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(browser_reads)
        os.close(browser_writes)
        self._buffer = b""
        self._last = 0
        self.events: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.call("Browser.close")
            self._process.wait(10)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            pass
        finally:
            os.close(self._to)
            os.close(self._from)
            if self._process.poll() is None:
                os.killpg(self._process.pid, signal.SIGKILL)  # the group that was started here
                self._process.wait()

    def call(self, method: str, session: str | None = None, /, **params: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result; events that come meanwhile are kept."""
        self._last += 1
        number = self._last
        message = {"id": number, "method": method, "params": params, **({"sessionId": session} if session else {})}
        os.write(self._to, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + 60
        while True:
            found = self._receive(until)
            if found.get("id") == number:
                if "error" in found:
                    raise BrowserError(f"{method}: {found['error']['message']}")
                result: dict[str, Any] = found["result"]
                return result
            if "method" in found:
                self.events.append(found)

    def wait_for(self, method: str, session: str) -> None:
        """Wait for an event of *session* that has not been waited for yet."""
        until = time.monotonic() + 60
        while not any(event["method"] == method and event.get("sessionId") == session for event in self.events):
            found = self._receive(until)
            if "method" in found:
                self.events.append(found)

    def open(self, url: str, *, width: int = 1280, height: int = 900, dark: bool = False) -> Page:
        """Open *url* in a tab of its own and wait until it is loaded."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session: str = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable", session)
        self.call("Emulation.setDeviceMetricsOverride", session, width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", session, features=[scheme])
        self.call("Page.addScriptToEvaluateOnNewDocument", session, source=_WATCH)
        self.events.clear()
        began = time.monotonic()
        self.call("Page.navigate", session, url=url)
        self.wait_for("Page.loadEventFired", session)
        return Page(self, session, time.monotonic() - began)

    def _receive(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            if not select.select([self._from], [], [], max(0.0, until - time.monotonic()))[0]:
                raise BrowserError("no answer within a minute")
            got = os.read(self._from, 1 << 20)
            if not got:
                raise BrowserError("the browser ended")
            self._buffer += got
        message, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found


class Page:
    """A page that is open.

    Args:
        browser: where.
        session: the protocol's name of the tab.
        loaded_s: seconds from the start of the navigation to the load event, as seen from here.

    """

    def __init__(self, browser: Browser, session: str, loaded_s: float) -> None:
        self._browser = browser
        self._session = session
        self.loaded_s = loaded_s

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page, awaited if it is a promise. Raises ``BrowserError``."""
        done = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in done:
            raise BrowserError(str(done["exceptionDetails"]))
        return done["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until an expression holds in the page."""
        until = time.monotonic() + 30
        while not self.run(condition):
            if time.monotonic() > until:
                raise BrowserError(f"never came true: {condition}")
            time.sleep(0.02)

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press and let go a key."""
        common = {"key": key, "code": key, "windowsVirtualKeyCode": code, **({"text": text} if text else {})}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a method of the protocol in this tab."""
        return self._browser.call(method, self._session, **params)

    def complaints(self) -> list[str]:
        """Return what reached the console, what was thrown, dialogs, and violations of the page's policy."""
        self.run("0")  # what was sent before it has arrived with it
        said = [str(violation) for violation in self.run("window.violations")]
        for event in self._events():
            params = event["params"]
            if event["method"] == "Runtime.consoleAPICalled":
                said.append(str(params["args"]))
            elif event["method"] == "Runtime.exceptionThrown":
                said.append(str(params["exceptionDetails"]))
            elif event["method"] == "Log.entryAdded":
                said.append(str(params["entry"]["text"]))
            elif event["method"] == "Page.javascriptDialogOpening":
                said.append(f"dialog: {params['message']}")
        return said

    def requests(self) -> list[str]:
        """Return the address of everything that was asked for."""
        return [str(event["params"]["request"]["url"]) for event in self._events() if event["method"] == "Network.requestWillBeSent"]

    def close(self) -> None:
        """Close the tab."""
        self.call("Page.close")

    def _events(self) -> list[dict[str, Any]]:
        return [event for event in self._browser.events if event.get("sessionId") == self._session]


def _high(descriptor: int) -> int:
    """Move a descriptor out of the way of 3 and 4."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return moved
