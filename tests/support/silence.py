"""A network of a thread's own, which can fall silent: what is sent goes nowhere, and nothing is closed."""

import ctypes
import fcntl
import socket
import struct
import sys
import threading
from collections.abc import Callable

_NEW_NETWORK = 0x40000000
_GET_FLAGS, _SET_FLAGS = 0x8913, 0x8914
_UP = 1


class NoRight(Exception):
    """The machine does not let this process have a network of its own."""


def in_own_network(work: Callable[[], None]) -> None:
    """Do some work in a thread, and in threads that it starts, with a loopback that nobody else has."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            if sys.platform != "linux" or ctypes.CDLL(None).unshare(_NEW_NETWORK):
                raise NoRight
            set_network(up=True)
            work()
        except BaseException as error:  # noqa: BLE001  # raised again by whoever waits
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    for failure in failures:
        raise failure


def set_network(*, up: bool) -> None:
    """Let the loopback of this thread carry what is sent, or swallow it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, _GET_FLAGS, asked))[1]
        wanted = flags | _UP if up else flags & ~_UP
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh14x", b"lo", wanted))
