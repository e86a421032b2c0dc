"""`bessemer webhook`: URLs that are told of ended matches, finished stages and alerts."""

import argparse
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import add_commands, describe
from bessemer.cli.organise.command import NOTES, Answer, add_action, facts_of, table
from bessemer.v1 import admin_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

_KINDS: Final = ("match.ended", "stage.finished", "alert")
_EXAMPLES: Final = """\
bessemer webhook add https://club.example/bessemer
bessemer webhook add https://club.example/alerts --name alerts --event alert
bessemer webhook test alerts
bessemer webhook list
bessemer webhook remove alerts
"""
_NOTES: Final = f"""\
Each event is a signed POST of JSON, sent again with growing pauses for three days until the URL answers with
2xx. docs/webhooks.md shows what is sent and how a receiver checks the signature. URLs lead to public addresses
by https; the referee's operator allows others with serve --webhook-allow.

{NOTES}"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the commands."""
    describe(command, "Tell a URL of ended matches, finished stages and alerts.", _EXAMPLES, _NOTES)
    add_commands(
        command,
        {
            "add": ("add a webhook, and print its secret", _add_add),
            "list": ("list the webhooks, and how they are", _add_list),
            "test": ("send a webhook a test event, now", _add_test),
            "remove": ("remove a webhook", _add_remove),
        },
    )


def _add_add(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer webhook add https://club.example/bessemer
bessemer webhook add https://club.example/results --event match.ended --ladder main
bessemer webhook add http://127.0.0.1:8088/hook --name mine   # after serve --webhook-allow 127.0.0.1
"""
    describe(
        command, "Add a webhook, and print the secret that it is signed with.", examples, _NOTES
    )
    add = command.add_argument
    add("url", metavar="URL", help="where events are sent, as in https://host/path")
    add("--name", default="", help="its name (default: the host of the URL)")
    add(
        "--event",
        action="append",
        choices=_KINDS,
        default=[],
        help="only send events of this type; may be repeated (default: all)",
    )
    add(
        "--ladder",
        action="append",
        default=[],
        metavar="NAME",
        help="only send events of this ladder, and alerts of none; may be repeated (default: all)",
    )
    add_action(command, _add)


def _add_list(command: argparse.ArgumentParser) -> None:
    examples = "bessemer webhook list\nbessemer webhook list --json | tail -n 1"
    describe(command, "List the webhooks, and how they are.", examples, _NOTES)
    add_action(command, _list)


def _add_test(command: argparse.ArgumentParser) -> None:
    describe(command, "Send a webhook a test event, now.", "bessemer webhook test alerts", _NOTES)
    command.add_argument("name", metavar="NAME", help="its name")
    add_action(command, _test)


def _add_remove(command: argparse.ArgumentParser) -> None:
    describe(command, "Remove a webhook.", "bessemer webhook remove alerts", _NOTES)
    command.add_argument("name", metavar="NAME", help="its name")
    add_action(command, _remove)


async def _add(args: argparse.Namespace, calls: "Calls") -> Answer:
    request = pb.CreateWebhookRequest(
        name=args.name, url=args.url, kinds=args.event, ladders=args.ladder
    )
    created = await calls(request)
    name = created.webhook.name
    text = (
        f"The webhook {name} is added. Its secret is shown only here; the receiver checks "
        f"signatures with it:\n{created.secret}\nTry it: bessemer webhook test {name}"
    )
    return Answer(text, facts_of(created))


async def _list(_args: argparse.Namespace, calls: "Calls") -> Answer:
    found = (await calls(pb.ListWebhooksRequest())).webhooks
    rows = [("name", "url", "events", "waiting", "")]
    for one in found:
        of = f" of {', '.join(one.ladders)}" if one.ladders else ""
        state = f"failed {one.failures} times: {one.problem}" if one.failures else ""
        kinds = ", ".join(one.kinds) or "all"
        rows.append((one.name, one.url, kinds + of, str(one.waiting), state))
    text = table(rows) if found else "There is no webhook."
    return Answer(text, {"webhooks": [facts_of(one) for one in found]})


async def _test(args: argparse.Namespace, calls: "Calls") -> Answer:
    problem = (await calls(pb.TestWebhookRequest(name=args.name))).problem
    text = f"{args.name} was not reached: {problem}" if problem else f"{args.name} has answered."
    facts = {"name": args.name, "problem": problem}
    return Answer(text, facts, 1 if problem else 0)


async def _remove(args: argparse.Namespace, calls: "Calls") -> Answer:
    await calls(pb.DeleteWebhookRequest(name=args.name))
    return Answer(f"The webhook {args.name} is removed.", {"name": args.name})
