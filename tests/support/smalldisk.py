"""A disk of a few megabytes in memory, which can be filled up to a few bytes and emptied again."""

import os
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


class NoRight(Exception):
    """The machine does not let this process mount a file system."""


class SmallDisk:
    """A file system of its own at a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def leave(self, size: int) -> None:
        """Fill the disk but for so many bytes, or a page more."""
        found = os.statvfs(self.folder)
        more = found.f_bavail * found.f_frsize - size
        if more > 0:
            with self._ballast.open("ab") as file:
                os.posix_fallocate(file.fileno(), file.tell(), more)

    def make_room(self) -> None:
        """Take away what filled the disk."""
        self._ballast.unlink(missing_ok=True)


@contextmanager
def small_disk(megabytes: int) -> Generator[SmallDisk]:
    """Give a new disk; `NoRight` where this process may not mount one."""
    # not below pytest's folder, which it closes to the user of a server
    with tempfile.TemporaryDirectory(prefix="tenmatsu-disk-") as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "tmpfs", folder]
        try:
            subprocess.run(mount, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise NoRight from error
        try:
            yield SmallDisk(Path(folder))
        finally:
            subprocess.run(["umount", "-l", folder], check=True)
