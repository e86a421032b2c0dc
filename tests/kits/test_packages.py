"""What the kit for TypeScript installs is fixed, and from wherever its user gets packages."""

import json
import re
from typing import Any

from tests.kits.built import SOURCES


def read(name: str) -> Any:  # noqa: ANN401 - JSON
    """A file of the package."""
    return json.loads((SOURCES / name).read_text(encoding="utf-8"))


def test_versions_are_exact() -> None:
    """Everybody installs the same."""
    package = read("package.json")
    for kind in ("dependencies", "devDependencies"):
        assert package[kind]
        assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package[kind].values())
        assert package[kind] == read("package-lock.json")["packages"][""][kind]


def test_every_package_is_known_by_its_hash_and_by_no_address() -> None:
    """The lock file says what to install, not where from."""
    packages = {
        name: about for name, about in read("package-lock.json")["packages"].items() if name
    }

    assert packages
    assert [] == [name for name, about in packages.items() if "integrity" not in about]
    assert [] == [name for name, about in packages.items() if "resolved" in about]
