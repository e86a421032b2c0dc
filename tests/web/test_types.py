"""The scripts of the pages keep to their types."""

import json
import subprocess
from importlib.resources import files
from pathlib import Path

from tests.web.npm_packages import npm_packages


def test_scripts_keep_to_their_types(tmp_path: Path) -> None:
    """`tsc --checkJs` finds nothing in any module, by the JSDoc comments."""
    packages = npm_packages()
    settings = {
        "compilerOptions": {
            "allowJs": True,
            "checkJs": True,
            "noEmit": True,
            "strict": True,
            "target": "es2023",
            "module": "es2022",
            "moduleResolution": "bundler",
            "lib": ["es2023", "dom", "dom.iterable"],
        },
        "include": [str(Path(str(files("bessemer.web"))) / "static" / "**" / "*.js")],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = subprocess.run(
        [packages / ".bin" / "tsc", "-p", tmp_path], capture_output=True, text=True, check=False
    )

    assert "" == done.stdout
    assert 0 == done.returncode
