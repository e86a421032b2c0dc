"""
What changed between two plain JSON values, as docs/frames.md has it.

A change is a list that begins with a path: `[path, value]` puts a value there, `[path]` takes a name
away, `[path, at, count, items]` replaces a part of a list.
"""

from operator import is_
from typing import Any

Change = list[Any]


def differences(before: Any, after: Any) -> list[Change]:  # noqa: ANN401 - any JSON value
    """What leads from `before` to `after`, in the order in which it is to be applied."""
    found: list[Change] = []
    _compare([], before, after, found)
    return found


def applied(changes: list[Change], value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """`value` with the changes; it is not changed itself, and what is equal is shared."""
    for path, *change in changes:
        value = _changed(value, path, change)
    return value


def _compare(path: list[str | int], before: Any, after: Any, found: list[Change]) -> None:  # noqa: ANN401
    if before is after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        if not before.keys() <= after.keys():
            found.extend([[*path, name]] for name in before if name not in after)
        for name, value in after.items():
            if name not in before:
                found.append([[*path, name], value])
            elif before[name] is not value:  # most are the same object
                _compare([*path, name], before[name], value, found)
    elif isinstance(before, list) and isinstance(after, list):
        _compare_lists(path, before, after, found)
    elif type(before) is not type(after) or before != after:
        found.append([path, after])


def _compare_lists(
    path: list[str | int], before: list[Any], after: list[Any], found: list[Change]
) -> None:
    if len(before) == len(after):
        if all(map(is_, before, after)):  # as most are
            return
        for at, (old, new) in enumerate(zip(before, after, strict=True)):
            if old is not new:
                _compare([*path, at], old, new, found)
        return
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    items = after[start : len(after) - end]
    found.append([path, start, len(before) - end - start, items])


def _changed(value: Any, path: list[str | int], change: list[Any]) -> Any:  # noqa: ANN401
    if len(change) == 3:
        return _replaced(value, path, change)
    if not path:
        return change[0]
    first, *rest = path
    copy = value.copy()
    if rest:
        copy[first] = _changed(value[first], rest, change)
    elif change:
        copy[first] = change[0]
    else:
        del copy[first]
    return copy


def _replaced(value: Any, path: list[str | int], change: list[Any]) -> Any:  # noqa: ANN401
    copy = value.copy()
    if path:
        copy[path[0]] = _replaced(value[path[0]], path[1:], change)
    else:
        at, count, items = change
        copy[at : at + count] = items
    return copy
