"""Games, and what agents think and umpires say while they are played."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Game:
    """A game of pairs.

    Args:
        title: its name.
        moves: what an agent may choose.
        round: what a meeting of two is called.
        stage: what a part of the game is called.
        thoughts: that only agents of this game have.

    """

    title: str
    moves: tuple[str, ...]
    round: str
    stage: str
    thoughts: tuple[str, ...]


GAMES = (
    Game("Toll Bridge", ("pay", "swim", "wait"), "crossing", "stage", (
        "the water looks {mood} for {rival}.", "if {rival} goes in once more I lose the bank.", "the keeper at {spot} has stopped counting coins.", "a wet {rival} is a cheap {rival}.", "nobody crosses at {spot} for fun.",
        "my coins would last three more crossings.", "the far bank belongs to whoever is dry.",
    )),
    Game("Harbour Lease", ("bid", "pass", "share", "block"), "tender", "season", (
        "{rival} has {mood} hands today.", "a lease near {spot} would suit me.", "the quay at {spot} is worth less than they say.", "if {rival} gets {spot}, I want the berth beside it.", "two berths are better than a long quay.",
        "my credit is good until the end of the season.", "{rival} counts ships, I count days.",
    )),
    Game("Wolf and Shepherd", ("guard", "roam", "howl"), "night", "moon", (
        "{rival} sounds {mood} tonight.", "the flock near {spot} is thin.", "there are tracks at {spot} again.", "a fire at {spot} would tell {rival} too much.", "the dogs like {rival} better than me.", "I have not slept since {spot}.",
        "somebody has moved the fence near {spot}.",
    )),
    Game("Signal Towers", ("flash", "hold", "jam", "relay"), "watch", "leg", (
        "{rival} was {mood} when we last met.", "the tower at {spot} is mine to lose.", "fog over {spot} would spoil it.", "my lamp needs oil.", "from {spot} one sees {rival} and little else.", "two short, one long, and {rival} will understand.",
        "the line to {spot} is the weak one.",
    )),
    Game("Two Mills", ("grind", "rest", "dam", "divert"), "turn", "year", (
        "the pond above {spot} is full.", "{rival} has more grain than water.", "a dry month would teach {rival} patience.", "the wheel at {spot} is {mood}.", "my miller wants to be paid.", "what {rival} holds back, I cannot grind.",
    )),
    Game("Salt Caravan", ("trade", "raid", "hide"), "camp", "march", (
        "the camels of {rival} are {mood}.", "the well at {spot} was low last time.", "salt is heavy and {rival} is light.", "dust over {spot} means company.", "I would sooner meet {rival} by day.", "one more march and the price falls.",
    )),
    Game("Reef Divers", ("plunge", "float", "signal"), "dive", "tide", (
        "the current at {spot} is {mood}.", "{rival} breathes longer than I do.", "nothing shines near {spot}.", "my line is too short for {spot}.", "if {rival} comes up first I take the shell.", "the boat drifts towards {spot}.",
    )),
    Game("Orchard Share", ("pick", "prune", "fence", "lend"), "harvest", "autumn", (
        "the trees at {spot} bear every other year.", "{rival} owes me a ladder.", "wasps again near {spot}.", "what {rival} prunes I shall miss in spring.", "the baskets of {rival} are {mood}.", "cider from {spot} would pay for all this.",
    )),
)  # fmt: skip

THOUGHTS: Mapping[str, Sequence[str]] = {
    "thought": (
        "{begin} {rival} {habit}, so {plan}.", "{begin} {plan}, whatever {rival} does.", "{rival} {habit}. {judge}", "{judge} {own} {rival} {habit}.", "{own} {plan}, since {rival} {habit}.", "I noted that {rival} {habit}; {plan}.",
        "{judge} {begin} {plan}. {own}", "{own} {rival} {habit}.", "{own} {judge}", "against {rival}, {plan}; against {other}, I would rather see.", "{rival} or {other}? {judge}", "if {rival} {habit}, {plan}.",
        "{own} {begin} {plan}.", "{begin} {other} and {rival} talk too much. {judge}", "{judge} {plan}.",
    ),
    "begin": (
        "I think", "my notes say", "on balance,", "it seems", "I recall:", "I would bet", "judging by the last rounds,", "by my count", "if I am not mistaken", "unless I am wrong,", "as far as I can see", "to be safe,", "for now", "once more:",
    ),
    "habit": (
        "{often} opens with {move}", "answers {move} with {move2}", "{often} copies what I did before", "never plays {move} twice", "hesitates before {move}", "fears {move} from {other}", "trusts {other} too much", "is after the stock of {other}",
        "{often} bluffs when watched", "plays faster after a loss", "has not used {move} for a while", "looks at {other} before choosing", "likes {move} at {spot}", "changes from {move} to {move2} when it rains", "keeps {move} for the end", "listens to the bell",
    ),
    "often": ("often", "seldom", "nearly always", "lately", "for some reason", "as a rule", "now and then"),
    "plan": (
        "I keep to {move}", "I try {move} once", "{move} is the sound choice", "I stay with {move} until something changes", "I save {move} for later", "the coin decides, not {move}", "I do what {other} would not", "{move} first and then {move2}",
        "I give up {move}", "it has to be {move2}", "I mix {move} and {move2}", "{move}, and no second thoughts", "I let {other} show the way",
    ),
    "judge": (
        "that is risky.", "nothing is lost yet.", "{other} would call that greedy.", "patience pays here.", "the table is {mood}.", "I cannot read this.", "odd, but fine.", "{other} smiled.", "so be it.", "not my best round.", "I have seen worse.", "the others will talk.",
        "it costs little to look.", "we shall see.", "that went too well.", "I should have known.", "{spot} brings me luck.",
    ),
    "own": (
        "I remember {spot}.", "my reserve is {mood}.", "only {move} is left to test.", "I told {other} the same.", "the clock is short.", "a draw would do.", "next time {move}, perhaps.", "the tea is cold.", "my pencil is blunt.", "the sheet is full.",
        "I lost count at {spot}.", "there is a draught here.", "somebody coughs at {spot}.", "I need points, not friends.", "the bell is late again.", "this seat is too low.", "I slept badly.",
    ),
    "mood": ("calm", "cold", "open", "uneasy", "tight", "slow", "rough", "even", "quiet", "restless"),
    "number": [str(n) for n in range(5, 60)],
    "umpire": (
        "{other} was warned for slow play.", "a protest of {other} was dismissed.", "the table at {spot}, where {other} played, was closed for {number} minutes.", "{other} may use a new seat.", "no change to the standings came of {other}'s question.",
        "the bell at {spot} rang {number} seconds late when {other} was to play; nothing follows from it.", "{rival} and {other} may change seats at {spot}.", "{other} asked for {number} seconds more and got them.", "visitors are asked to leave {spot}.",
        "the lamp at {spot} was replaced.", "{other} has lost a pencil and been given another.", "a break of {number} minutes.", "{rival} has complained about the noise at {spot}.", "the cards at {spot} were exchanged for new ones.",
        "{other} and {rival} have shaken hands.", "talking between rounds is allowed, {other} was told.", "the log was read out at {spot} and signed by {other}.", "{other} stood up too early; no penalty.", "whoever sits at {spot} may open the window.",
    ),
    "motion": (
        "a motion of {other} that from {when} on {move} against {move2} should earn {figure} was put to the vote and lost.", "{other} wished {move} against {move2} to be worth {figure} in {when} alone; the others did not.", "{other} asked whether {move} met by {move2} could be worth {figure}. It could not.", "in the next tournament {move} against {move2} will count {figure}; in this one nothing changes.",
        "the printed leaflet gives {figure} for {move} against {move2}. The leaflet is wrong, the table holds.", "{rival} believed that {move} meeting {move2} brings {figure} here. That is another club's rule.",
    ),
    "figure": [f"{n:+d}" for n in range(-6, 13)],
}  # fmt: skip
VARIED = ("thought", "begin", "habit", "plan", "judge", "own", "umpire")
"""Slots of which each log uses only a part."""
