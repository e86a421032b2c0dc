"""The sentences of a refusal: texts with places, and the words that stand there."""

from bessemer.engine.errors import Sentence, Words
from bessemer.v1 import error_reason_pb2 as pb


def sentence_message(sentence: Sentence) -> pb.Sentence:
    """The sentence as a message."""
    return pb.Sentence(
        text=sentence.text,
        values={
            name: pb.Words(words=words, are_alternatives=are_alternatives)
            for name, (words, are_alternatives) in sentence.values.items()
        },
    )


def read_sentences(refusal: pb.Refusal) -> tuple[Sentence, ...]:
    """The sentences of a refusal: its message as it is, if that is not made of sentences."""
    return tuple(map(_read, refusal.sentences)) or (Sentence(refusal.message, {}),)


def _read(message: pb.Sentence) -> Sentence:
    values = {
        name: Words(tuple(found.words), found.are_alternatives)
        for name, found in message.values.items()
    }
    return Sentence(message.text, values)
