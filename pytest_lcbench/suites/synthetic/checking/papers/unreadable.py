"""The one way in which a text is no paper that the checker knows."""


class Unreadable(Exception):  # noqa: N818 - it names the text's state; the caller turns it into a fault, a line for the report
    """A text does not read as a paper, or a question as one about papers; the message says what and where."""
