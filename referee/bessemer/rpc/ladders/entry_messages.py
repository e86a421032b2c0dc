"""What a ladder says of those who take part, as a message."""

from dataclasses import replace

from bessemer.errors import BadRequest
from bessemer.ladder.entry_terms import EntryTerms, quiet_hours, quiet_text
from bessemer.rpc.matches.match_messages import read_time, set_time
from bessemer.v1 import admin_service_pb2
from bessemer.v1 import ladder_service_pb2 as pb

QUOTAS = ("submissions_per_day", "challenges_per_day")
FIELDS = (*QUOTAS, "quiet_hours")


def entry_message(terms: EntryTerms) -> pb.LadderEntry:
    """Quotas, the deadline and quiet hours."""
    message = pb.LadderEntry(
        submissions_per_day=terms.submissions_per_day,
        challenges_per_day=terms.challenges_per_day,
        quiet_hours=quiet_text(terms.quiet),
    )
    if terms.locks:
        set_time(message.lock_time, terms.locks)
    return message


def read_entry(
    message: pb.LadderEntry | admin_service_pb2.SetLadderRequest, known: EntryTerms
) -> EntryTerms:
    """
    The terms that are asked for; what is not set is as `known`.

    Raises:
        BadRequest: naming the field.
    """
    given = {field.name: value for field, value in message.ListFields()}
    for name in QUOTAS:
        if given.get(name, 0) < 0:
            raise BadRequest(f"{name} is 0 or more, not {given[name]}", field=name)
    terms = replace(known, **{name: given[name] for name in QUOTAS if name in given})
    if "quiet_hours" in given:
        terms = replace(terms, quiet=quiet_hours(given["quiet_hours"]))
    if "lock_time" in given:
        terms = replace(terms, locks=read_time(given["lock_time"], "lock_time"))
    return terms
