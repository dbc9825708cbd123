"""What a run was made with: everything that decides its numbers and stands above its tables."""

from __future__ import annotations

from pytest_lcbench.contexts.context import Fidelity
from pytest_lcbench.statistics.cells import Part

BUILT_IN = "built in"
"""Source of templates that are our own."""
PUBLISHED_JUDGE = "gpt-4-turbo-2024-04-09"
"""The judge of Loong's published table (its paper, section on evaluation)."""


PUBLISHED_CASES = {"loong": 1_600, "longbench-v2": 503}
"""Cases of the published suites: a file that holds fewer is a part of them."""


class SuiteInfo(Part):
    """A suite of the run: its name, and the hash that changes with its question file."""

    name: str
    fingerprint: str
    cases: int | None = None
    """How many it has, selected or not."""


class Shard(Part):
    """Part ``index`` of ``count`` of a run's cases, from 1."""

    index: int
    count: int
    selection: str = ""
    """A hash of the cases that were divided: parts of different selections are not parts of one whole."""

    @property
    def text(self) -> str:
        """As ``--lcbench-shard`` takes it."""
        return f"{self.index}/{self.count}"


class Selected(Part):
    """What was chosen of the items that the settings, the sample and the shard gave a run."""

    given: int
    """How many these are, by case and epoch."""
    collected: int
    """Of these, how many had a test, before any was deselected."""
    by: tuple[str, ...] = ()
    """What was in force to choose among them, such as ``-k set1``, whether or not it left any out."""
    paths: tuple[str, ...] = ()
    """Files and folders of the command line, seen from the project's; they choose where fewer are collected than given."""


class Drawn(Part):
    """When the answers of the model, or of the judge, were got; times in seconds since the epoch."""

    oldest: float
    again: float | None = None
    """The oldest of those that took the place of older ones (``--lcbench-fresh``, ``--lcbench-rejudge``); ``None`` where none did."""
    asked_anew: bool = False
    """Whether all were asked for anew, whether or not there were older ones."""
    replaced: float | None = None
    """The newest of the answers whose place was taken; ``None`` where none was, or none is there any more."""
    by: tuple[str, ...] = ()
    """Names of the askings anew that drew them."""
    replaced_by: tuple[str, ...] = ()
    """Names of those that had drawn the answers whose place was taken."""
    numbers: tuple[int, int] = (1, 1)
    """The how-manieth answers to their calls they are, at least and at most."""
    askings: tuple[tuple[str, int], ...] = ()
    """By which askings anew they were drawn: the name of the run that asked, and the how-manieth time it was under that name."""
    times_asked: tuple[int, int] | None = None
    """How often those that were asked anew have been asked for in all, at least and at most (of a judge: anew, and alone).
    ``None`` where none were, and in runs of before this field."""
    forgotten: bool = False
    """Whether an answer whose place was taken is no longer in the store, so that nobody knows when it was got."""


class Answered(Part):
    """When a run's answers were got."""

    model: Drawn | None = None
    judge: Drawn | None = None


class RunInfo(Part):
    """The settings of a run. Concurrency is not among them: it changes no result."""

    run_id: str
    model: str
    """As the user typed it."""
    route: str = ""
    """What is called for it."""
    server: str | None = None
    """A hash of the address that the model was asked at; ``None``: the provider's own."""
    judge: str | None = None
    """``None``: scored by rules."""
    judge_server: str | None = None
    """As *server*."""
    judge_prompt_hash: str | None = None
    judge_prompt_source: str = ""
    """``built in``: our own wording."""
    prompts_hash: str | None = None
    """Of the wording of the prompts."""
    prompts_source: str = ""
    """As for the judge."""
    fidelity: str = Fidelity.PAPER.value
    seed: int = 0
    window: int | None = None
    """In tokens; ``None``: unknown, and then nothing is cut."""
    window_source: str = ""
    window_set: bool = False
    """Whether the user set it over what is known of the model."""
    encoding: str = "cl100k_base"
    encoding_exact: bool = False
    """Whether that is the model's own tokenizer."""
    overlength: str = "documents"
    arm: str = "full"
    """Several arms of one run are joined with commas; each gets its own sections."""
    prompting: str = "direct"
    epochs: int = 1
    order: str = "suite"
    """Of the documents, as asked for."""
    max_output: int | None = None
    """Tokens of visible answer as asked for; ``None``: the suite's own limit."""
    reasoning_budget: int | None = None
    """Tokens added for hidden reasoning; ``None`` where the model does not reason, or it is not known."""
    arguments: str = "{}"
    """Further call arguments of the model as JSON, without header values."""
    judge_arguments: str = "{}"
    """The same of the judge."""
    suites: tuple[SuiteInfo, ...] = ()
    data_notes: tuple[str, ...] = ()
    """What the loaders remarked."""
    shard: Shard | None = None
    """The part of the selected cases that this run is; only its cases are expected."""
    missing_shards: tuple[Shard, ...] = ()
    """Of a merged run, the parts that were not there: their cases are expected nowhere, so its coverage is never reached."""
    selected: Selected | None = None
    """What the session chose of its items; ``None``: not known, as in runs of before this field and in imported ones."""
    gaps: tuple[str, ...] = ()
    """Of a merged run, why nobody knows whether cases of its parts are missing: its coverage is then never reached."""
    skipped: tuple[str, ...] = ()
    """Items left out as asked because they exceed the window; they are not expected."""
    not_needed: int = 0
    """Planned items that were not run because the gate's verdict was certain; they are not expected."""
    not_needed_items: tuple[str, ...] = ()
    """Which these are, so that merged runs tell those that another one ran or left out as well; empty in runs of before this field."""
    unfinished: str = ""
    """Why what was to be run last has not been run to its end, and what to do; empty where it has."""
    made_by: str = "run"
    """``run``, ``import`` or ``merge``."""
    answered: Answered | None = None
    """``None``: not known, as in runs of before this field and in imported ones, or nothing was answered."""
    kept: str = ""
    """Of a session that asked anew: which answers an earlier one had got that came to its end; empty where none."""
    parts: tuple[str, ...] = ()
    """Of a merged run, digests of the rows that it was made of, and of those that these were made of."""
    version: str = ""
    """Of this package, and so of its scorers; empty in runs of before this field."""
    dropped_parameters: tuple[str, ...] = ()
    """Parameters the provider rejected and that were left out."""
    minimum_coverage: float = 0.98
    """Share of items that must have points for the run to count."""

    @property
    def incomplete(self) -> str:
        """Why nothing may be concluded from the run, whatever its rows say; empty when something may."""
        lost = ", ".join(str(shard.index) for shard in self.missing_shards)
        missing = [f"of {self.missing_shards[0].count} shards these are missing: {lost}; run them and merge again"] if lost else []
        return "; ".join([*missing, *self.gaps, *([self.unfinished] if self.unfinished else [])])
