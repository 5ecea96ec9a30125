"""ES modules of a library as one classic script, for a page that has no server to fetch them from.

Only the forms of ``import`` and ``export`` that the library uses are known; anything else raises. The files
themselves stay as they were published, so that anybody can compare them.
"""

import re
from pathlib import Path
from typing import Final

LIBRARY: Final = "noble"
FILES: Final = (
    "hashes/utils.js",
    "hashes/_u64.js",
    "hashes/_md.js",
    "hashes/sha2.js",
    "hashes/hmac.js",
    "curves/utils.js",
    "curves/abstract/modular.js",
    "curves/abstract/curve.js",
    "curves/abstract/der.js",
    "curves/abstract/hash-to-curve.js",
    "curves/abstract/tower.js",
    "curves/abstract/weierstrass.js",
    "curves/abstract/bls.js",
    "curves/bls12-381.js",
)
"""Each stands after those that it imports."""
WANTED: Final = ("curves/bls12-381.js", "bls12_381")
"""What the page uses of it."""

_IMPORT: Final = re.compile(r"^import (\{[^}]*\}|\* as \w+) from ['\"]([^'\"]+)['\"];$", re.M)
_AGAIN: Final = re.compile(r"^export \{([^}]*)\} from ['\"]([^'\"]+)['\"];$", re.M)
_LISTED: Final = re.compile(r"^export \{([^}]*)\};$", re.M)
_DECLARED: Final = re.compile(r"^export ((?:async )?function\*?|const|let|class) (\w+)", re.M)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*$", re.M)


def as_one(third_party: Path) -> str:
    """The library as one script, which leaves behind the name that is wanted of it."""
    root = third_party / LIBRARY
    parts = "\n".join(_wrapped(name, (root / name).read_text("utf-8")) for name in FILES)
    licence = (root / "LICENSE").read_text("utf-8").strip()
    file, wanted = WANTED
    return (
        f"/*\n@noble/curves and @noble/hashes, {(root / 'VERSION').read_text('utf-8').strip()}\n{licence}\n*/\n"
        f'const {wanted} = (() => {{\nconst modules = {{}};\n{parts}\nreturn modules["{file}"].{wanted};\n}})();'
    )


def _wrapped(name: str, text: str) -> str:
    exported: list[str] = []

    def imported(found: re.Match[str]) -> str:
        names, place = found[1], f'modules["{_place(name, found[2])}"]'
        if names.startswith("*"):
            return f"const {names.removeprefix('* as ')} = {place};"
        return f"const {names.replace(' as ', ': ')} = {place};"

    def again(found: re.Match[str]) -> str:
        place = f'modules["{_place(name, found[2])}"]'
        exported.extend(f"{each}: {place}.{each}" for each in _names(found[1]))
        return ""

    def listed(found: re.Match[str]) -> str:
        exported.extend(_names(found[1]))
        return ""

    def declared(found: re.Match[str]) -> str:
        exported.append(found[2])
        return f"{found[1]} {found[2]}"

    for pattern, change in (
        (_IMPORT, imported),
        (_AGAIN, again),
        (_LISTED, listed),
        (_DECLARED, declared),
    ):
        text = pattern.sub(change, text)
    if left := _LEFT.search(text):
        raise ValueError(f"{name}: this form is not known here: {left[0]}")
    return f'modules["{name}"] = (() => {{\n{text}\nreturn {{ {", ".join(exported)} }};\n}})();'


def _names(listed: str) -> list[str]:
    return [each.strip() for each in listed.split(",") if each.strip()]


def _place(name: str, source: str) -> str:
    """The file that an import of another one names."""
    if source.startswith("@noble/"):
        return source.removeprefix("@noble/")
    folder = Path(name).parent
    place = (folder / source).as_posix()
    parts: list[str] = []
    for part in place.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
