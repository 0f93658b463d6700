"""Map the rooms at the top of the repository to `tenmatsu.<room>`; all else stands in pyproject.toml."""

from setuptools import find_packages, setup

ROOMS = ("events", "engine", "projections", "systems", "migrations", "tools")

setup(
    package_dir={f"tenmatsu.{room}": room for room in ROOMS},
    packages=[
        f"tenmatsu.{package}"
        for room in ROOMS
        for package in (room, *(f"{room}.{sub}" for sub in find_packages(room)))
    ],
)
