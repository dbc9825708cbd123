"""English judgments of invented courts in the manner of the common law: civil at trial and on appeal, criminal, administrative."""
# ruff: noqa: E501 - a template is one line

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from functools import cache

from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal import en_filler as filler
from pytest_lcbench.suites.synthetic.legal.en_terms import court_below, court_of, day, term, tokens_of
from pytest_lcbench.suites.synthetic.legal.facts import Head, Lawsuit, loser
from pytest_lcbench.suites.synthetic.legal.grammar import Passage
from pytest_lcbench.suites.synthetic.legal.scribe import POOLS, Scribe, Telling, known, of_each_expert
from pytest_lcbench.suites.synthetic.legal.sections import Section, Style, assemble, pool

_SENTENCE_START = re.compile(r"(?:^|\n(?:\d+\. )?|[.?!] |: \"|[.?!]\" )[a-z]")
_ENTRIES = "[per {wit}, {proof}, page {m}|item {nnn}, seen by {wit}|{street}, entered by {wit}|{proof}, line {nn}|paid out by {wit}, slip {nnn}]"
_CAPTIONS: tuple[dict[str, str], ...] = (
    {
        "claim": "The claim",
        "defence": "The defence",
        "proof": "The evidence",
        "story": "The facts",
        "reasons": "Discussion",
        "order": "Disposition",
        "opening": "Introduction",
    },
    {
        "claim": "WHAT IS CLAIMED",
        "defence": "WHAT IS SAID IN ANSWER",
        "proof": "PROOF",
        "story": "FINDINGS",
        "reasons": "REASONS",
        "order": "ORDER",
        "opening": "THE PROCEEDINGS",
    },
    {
        "claim": "The case brought",
        "defence": "The answer to it",
        "proof": "Evidence",
        "story": "What happened",
        "reasons": "Conclusions on the issues",
        "order": "Result",
        "opening": "Procedural history",
    },
    {},
)

_WHY = {
    "full": "[The item of {head:claimed} crowns for {label}|As to {label}, the item of {head:claimed} crowns] [is borne out by {proof}|was not seriously challenged], and [is allowed|it is allowed as claimed].",
    "proof": "For {label}, {claimed} crowns were [asked|sought], but [{proof} supports only {head:allowed}|no more than {head:allowed} can be traced in {proof}]; [the rest is not proved|the balance fails].",
    "rate": "[The {claimed} crowns put forward for {label}|For {label}, the {claimed} crowns asked] [rest on too high a rate|are wrongly reckoned]; {head:allowed} [is the proper figure|is what the evidence bears].",
    "settled": "The sum of {claimed} crowns [asked|sought] for {label} [is within|falls under] the settlement between the parties; {head:refused}.",
    "none": "[Nothing was agreed or proved that would carry|There is no basis for] the {claimed} crowns [asked|sought] for {label}; {head:refused}.",
}
_NAMES = (
    " Whether to call it {one}, {other} or {last} [was argued at length|divided the two sides]; [the marks set out above decide, not the name|what was found decides that].",
    " [The argument from {one}|the reliance on {one}] [fails|is not accepted] [so far as it goes to costs|on the point of notice|as to the earlier months]; that from {other} [need not be taken so far|goes to costs alone], [and {last} came in by way of comparison|and {last} was touched upon].",
    " [On paper it comes near to {one}, and {other} and {last} are not far off|The court has asked itself whether it is {one}, and has weighed {other} and {last} against that|The court has considered {one}, as it has {last} and {other}]; [the answer lies in what has just been said|enough has been said to answer that].",
    " A further point made under {one}, [without a figure|of no weight], was [given up on {hdate}|not pressed]; [so was another, under {last}, and one under {other}|nothing more was heard of {last} or of {other}].",
    " [One side's authorities were on {one} and {last}, the other's on {other}|Of the authorities half were on {one}, the rest on {last} and {other}]; [they were read in the light of the facts found|none has facts like these].",
)
"""The own name and those of neighbours, alike: whichever is the right one, the sentence says no more of it."""

_PAID = (
    "[It is agreed that|Credit must be given, since] {D} has already paid {paid:paid} crowns[, which comes off what is due|, to be taken off the amount due].",
    "[Of this|Against that], {paid:paid} crowns [reached {P}|came from {D}] before the hearing and [are set off|are not due again].",
    "From this {paid:paid} crowns are to be taken, which {D} [handed over|remitted] [beforehand|in the meantime].",
    "[In reckoning what is left|In the end] there come off {paid:paid} crowns that {D} [sent in part payment|paid on account].",
)
_SHARE = (
    "[Both were at fault|Neither is free from blame]: {D} bears {share:share} per cent of the [loss|harm] and {P} the rest.",
    "[Weighing the faults of both|As both were careless], {share:share} per cent of the [loss|harm] [falls on|is laid on] {D} and the rest on {P}.",
)

_CRIMINAL_WHY = {
    "full": "On {label}, charged at {head:claimed} crowns, [the proof is complete|{proof} and the admissions agree].",
    "proof": "On {label}, charged at {claimed} crowns, [only {head:allowed} is proved|the proof reaches {head:allowed} and no further].",
    "rate": "On {label} the charge puts the value at {claimed} crowns; [something was counted twice and|the valuer used the wrong list, so that] {head:allowed} is found.",
    "none": "On {label}, charged at {claimed} crowns, [there is one uncertain witness|a doubt remains]; {head:refused}.",
}

_REPORT = "[{who} cited|{who} relied on|{who} handed up|{who} took the court to|Reference was made by {who} to|Among the authorities of {who} was|{who} read from] [a decision|a judgment|an old decision|a unanimous decision] of {year}, [volume {m} of the reports, page {nnn}|reported at page {nnn} of volume {m}|number {nnn} in the reports]"
_ENDS = "[{against} called it old law|{against} said that its facts were others|It has been borne in mind|How far it goes was disputed|{against} had nothing to add|{against} read the same pages differently|It is not binding here|{against} doubted that it would be decided so today|The parties drew opposite lessons from it|It was cited for one sentence]."
_FOUND = "[The court finds the following|These are the facts as the court finds them|What follows is found on the evidence|On the evidence the court finds this]."


def _roles(claimant: str, defendant: str) -> Callable[[str], tuple[str, str, str]]:
    return lambda sides: (claimant, defendant, "a third person")  # noqa: ARG005 - English roles are the same for all


_TELLING = Telling(
    cited=(
        _REPORT
        + '. [The facts there were these|The report gives the facts thus]: "{facts}" [The judges said|It was then held]: "{reason}" '
        + _ENDS,
        _REPORT + ', where one reads: "{facts}" [And further on|And in the reasons]: "{reason}" ' + _ENDS,
    ),
    cited_facts=(_REPORT + '. [The facts there were these|One reads there]: "{facts}" ' + _ENDS,),
    cited_reason=(_REPORT + ', [in which it was said|from which this was read]: "{reason}" ' + _ENDS,),
    version=(
        "[The events, as {teller} tells them, were these|{teller}'s account of the events is as follows]. {facts}",
        "[The court was told by {teller} the following account of the events|As {teller} would have it, the events were these]. {facts}",
    ),
    unproved=(
        "[The account that {teller} gave of the events was not proved|The evidence does not bear out what {teller} told of the events]; [the facts are as found|the findings stand against it].",
        "[That the events were as {teller} tells them|{teller}'s story] [cannot be believed in the light of what has been found|was not made good].",
    ),
    roles={
        "civil": ("the claimant", "the defendant"),
        "criminal": ("the prosecution", "the accused"),
        "administrative": ("the applicant", "the authority"),
    },
    cited_roles={
        "civil": _roles("the claimant", "the defendant"),
        "criminal": _roles("the prosecution", "the accused"),
        "administrative": _roles("the applicant", "the authority"),
    },
    stands=("accepted that it is genuine but not what it proves", "required it to be proved", "left its weight to the court"),
    tokens=tokens_of,
    gap=" ",
)


def write(suit: Lawsuit, tokens: int, *, opened: bool) -> Written:
    """Return the judgment of *suit* at about *tokens*; *opened* leaves the disposition out."""
    draw = Draw("legal en", suit.key, suit.docket, suit.claimant.name, tokens)
    written = _Judgment(suit, draw, tokens, opened=opened).written()
    # A short name may begin with a small letter. Length stays, and so do the facts' places.
    return Written(_SENTENCE_START.sub(lambda found: found.group()[:-1] + found.group()[-1].upper(), written.text), written.facts)


@cache
def _pools(kind: str) -> dict[str, tuple[str, ...]]:
    """Return the pools by name; a trial for a crime has some of its own."""
    own = "_CRIMINAL" if kind == "criminal" else ""
    found = {name: pool(getattr(filler, name + own, "") or getattr(filler, name)) for name in POOLS}
    return {**found, "EXPERT": of_each_expert(found["EXPERT"])}


class _Judgment(Scribe):
    def __init__(self, suit: Lawsuit, draw: Draw, tokens: int, *, opened: bool) -> None:
        self.refused = draw.pick(("it is refused", "nothing is allowed"))
        own: dict[str, str | Callable[[Draw], str] | Mapping[str, str]] = {
            "lawyerP": suit.lawyers[0].split(" ")[1],
            "lawyerD": suit.lawyers[1].split(" ")[1],
            "label": suit.cause.label.lower(),
            "refused": self.refused,
            "hour": lambda draw: str(draw.between(1, 12)),
        }
        super().__init__(suit, draw, tokens, opened=opened, pools=_pools(suit.cause.kind), day=day, own=own, telling=_TELLING)
        self.first = draw.chance(0.5)

    def money(self, amount: int) -> str:
        return f"{amount:,}"

    def written(self) -> Written:
        suit, draw = self.suit, self.draw
        pools = self.pools
        civil = suit.cause.kind == "civil"
        sections = {
            "opening": Section("", [self._opening()], pools=(pools["PROCEDURE"],), weight=3, rising=self.rising("hdate", 2, 3)),
            "claim": Section("", [self._claim()], pools=(pools["CLAIMANT"],), weight=4),
            "defence": Section("", [self._defence()], pools=(pools["DEFENDANT"],), weight=4),
            "proof": Section("", [], pools=self.proofs(), weight=10),
            "story": Section(
                "",
                self._story(),
                pools=(pools["CHRONOLOGY"],),
                weight=6,
                scheduled=civil,
                rising=self.rising("date", 0, self.told_until),
            ),
            "reasons": Section("", self._reasons(), pools=(pools["ANALYSIS"],), weight=5, after=self._heads()),
        }
        if self.roomy:
            sections["proof"].before = [
                self.say(
                    "The court [had before it|was taken through] {thing}, {thing2}, {late} and [other papers|much besides]; [the witnesses are taken in the order in which they were called|what follows is confined to what matters]."
                )
            ]
        order = draw.pick(
            (
                ("opening", "story", "claim", "defence", "proof", "reasons"),
                ("opening", "claim", "defence", "proof", "story", "reasons"),
                ("opening", "claim", "defence", "story", "proof", "reasons"),
                ("story", "opening", "claim", "proof", "defence", "reasons"),
                ("claim", "defence", "opening", "proof", "story", "reasons"),
                ("story", "claim", "defence", "opening", "proof", "reasons"),
            )
        )
        captions = draw.pick(_CAPTIONS) if self.roomy else {}
        shown = [Section("", self._head(), plain=True)]
        if self.roomy and not self.opened and civil and suit.award and draw.chance(0.3):
            shown.append(Section("", [self._summary()]))
        for name in order:
            section = sections[name]
            if self.roomy or section.before or section.after:
                section.heading = captions.get(name, "")
                shown.append(section)
        if not self.opened:
            shown.append(Section(captions.get("order", ""), self._disposition()))
        shown.append(Section("", self._tail(), plain=True))
        self.tell_of_others(shown, sections["claim"], sections["defence"], sections["reasons"])
        style = Style(
            tokens=tokens_of,
            money=self.money,
            date=day,
            schedule=draw.pick(
                (
                    ("[Schedule of|Table put in for] {label}", "| No. | Date | Entry | Crowns |"),
                    ("[Particulars of|Breakdown of] {label} as claimed", "| Item | When | What for | Amount (crowns) |"),
                )
            ),
            total=draw.pick(("Total", "Sum", "In all")),
            entry=_ENTRIES,
            numbered=draw.chance(0.5),
            sentences=draw.between(1, 4),
            gap=" ",
        )
        return assemble(shown, self.tokens, style, self.slots, draw, suit)

    def _head(self) -> list[Passage]:
        suit = self.suit
        p, d = self._roles()
        lines = [self.say("[In the {court:held}|The {court:held}|{court:held}]", held=court_of(suit))]
        lines.append(Passage().add(f"{suit.town[:2].upper()} {suit.dates[2].year}/{suit.docket}", "docket"))
        if suit.cause.kind == "criminal":
            lines.append(Passage().add(f"{suit.claimant.name} v {suit.defendant.name}"))
        else:
            lines.append(Passage().add(f"{suit.claimant.name} ({p}) v {suit.defendant.name} ({d})"))
        if self.roomy:
            lines.append(self.say("[Heard|Hearing]: {hearing}. {lawyerP} for {P}; {lawyerD} for {D}.", hearing=day(suit.dates[3])))
        if self.first:
            lines.append(
                self.say(
                    "[[Judgment given|Judgment of|Delivered on] {date:held}, {judge} [presiding|in the chair]|Before {judge}, presiding; [judgment given|handed down] {date:held}]",
                    held=day(suit.decided),
                    judge=suit.judges[0],
                )
            )
        return lines

    def _roles(self) -> tuple[str, str]:
        suit = self.suit
        if suit.instance == "appeal":
            return (
                ("respondent, claimant below", "appellant, defendant below")
                if suit.below > suit.award
                else ("appellant, claimant below", "respondent, defendant below")
            )
        if suit.cause.kind == "administrative":
            return "applicant", "public body"
        return "claimant", "defendant"

    def _opening(self) -> Passage:
        suit = self.suit
        named = self.draw.chance(0.4)
        filed = day(suit.dates[2])
        if suit.cause.kind == "criminal":
            charge = "{one}" if named else "[certain offences|what the indictment sets out]"
            line = self.say("By an indictment [filed|laid] on {filed} {D} is charged with " + charge + ".", filed=filed)
        elif suit.cause.kind == "administrative":
            line = self.say(
                "{P} [applied|came to this court] on {filed} [for review of|against] "
                + ("what {D} did[ by way of {one}|, which {P} calls {one}]" if named else "[an act|a step taken] by {D}")
                + ".",
                filed=filed,
            )
        else:
            line = self.say(
                "{P} sued {D} on {filed}"
                + (
                    "[, as in a case of {one}| and put the case as one of {one}|, naming the matter {one}]"
                    if named
                    else "[ over what is set out below|]"
                )
                + ".",
                filed=filed,
            )
        if not named and suit.cause.kind != "criminal" and self.draw.chance(0.4):
            line.say(
                " [As first drawn the case was put as one of|At first it was pleaded as] {one}; [with leave {other} was put beside it before the hearing|the pleading was amended by leave, so as to speak of {other} too].",
                self.slots,
                self.draw,
            )
        if suit.instance == "appeal":
            line.say(
                " [In|By judgment of] the court below, {low}, {D} was ordered to pay {below:amount} crowns; {who} [appeals|brings this appeal].",
                {
                    **self.slots,
                    "low": court_below(suit),
                    "amount": self.money(suit.below),
                    "who": (suit.defendant if suit.below > suit.award else suit.claimant).short,
                },
                self.draw,
            )
        return line

    def _claim(self) -> Passage:
        suit, draw = self.suit, self.draw
        basis = draw.pick(suit.cause.claim)
        if suit.cause.kind == "criminal":
            counts = "; ".join(f"{head.label}, {self.money(head.claimed)} crowns" for head in suit.heads)
            return self.say(
                "[The prosecution says|It is alleged] that " + basis + ". [The values alleged are|The counts are]: " + counts + "."
            )
        if suit.cause.kind == "administrative":
            return self.say("{P} [says|contends] that " + basis + ".")
        items = "; ".join(f"{head.label}, {self.money(head.claimed)}" for head in suit.heads)
        line = self.say(
            "{P} [says|contends|submits] that "
            + basis
            + ". [The sums sought, in crowns, are|What is asked for, in crowns, is]: "
            + items
            + "; "
        )
        return line.say("[in all|together] {claimed:total}.", {"total": self.money(suit.claimed)}, draw)

    def _defence(self) -> Passage:
        suit = self.suit
        who = "[The defence is|{lawyerD} says for the defence]" if suit.cause.kind == "criminal" else "{D} [answers|replies|says]"
        line = self.say(who + " that " + self.draw.pick(suit.cause.defence) + ".")
        if self.draw.chance(0.6):
            line.say(
                " [The true nature of the matter, {lawyerD} argued, is|{lawyerD} submitted that this was properly a case of] {other}[ and not of {last}|][, and it should fail as brought|, wrongly presented|, if of anything].",
                self.slots,
                self.draw,
            )
        return line

    def _story(self) -> list[Passage]:
        steps = [self.find(step, "cause") for step in self.draw.pick((self.suit.cause.story, self.suit.cause.tale))]
        steps[0] = self.say(_FOUND).join(steps[0], " ")
        if self.roomy:
            return steps
        whole = Passage()
        for step in steps:
            whole.join(step, " ")
        return [whole]

    def _summary(self) -> Passage:
        return self.say(
            "[In short|To give the result first]: {D} must pay {P} {award:amount} crowns[ and the rest of what was asked is refused|]. [The reasons follow|What follows gives the reasons].",
            amount=self.money(self.suit.award),
        )

    def _reasons(self) -> list[Passage]:
        suit = self.suit
        line = self.find(self.reasoned[0], "cause", item=known(suit.item))
        line.say(self.draw.pick(_NAMES), self.slots, self.draw)
        if not self.roomy or self.draw.chance(0.4):
            return [line]
        issues = {
            "civil": "[The issues are|Three questions arise]: first, [what the nature of the matter is|on what footing the parties stood]; second, which of the sums [are made out|can be allowed]; third, [whether anything comes off|how the burden is to be divided].",
            "criminal": "[Two questions arise|The court has to decide]: first, what offence, if any, the facts disclose; second, [what is proved on each count|how much was taken].",
            "administrative": "[The questions are|It has to be decided] first what kind of act this was and second whether it [was lawful|can stand].",
        }[suit.cause.kind]
        return [self.say(issues), line]

    def _heads(self) -> list[Passage]:
        suit = self.suit
        if suit.cause.kind == "administrative":
            return self._grounds()
        lines = [self._one_head(at, head) for at, head in enumerate(suit.heads)]
        parts: list[Passage] = []
        if suit.outcome == "dismissed":
            parts.append(
                self.say(
                    "On {sdate} {P} and {D} [settled the whole matter|signed a settlement of everything between them], [each giving up all further claims|nothing more to be asked on either side]; the settlement was [carried out|performed], and {P}'s [case fails|claim cannot succeed].",
                    "outcome",
                )
            )
        elif suit.cause.kind == "civil":
            if suit.share < 100:  # noqa: PLR2004 - per cent
                parts.append(
                    self.say(
                        self.draw.pick(_SHARE),
                        share=str(suit.share),
                    )
                )
            if suit.paid:
                parts.append(
                    self.say(
                        self.draw.pick(_PAID),
                        paid=self.money(suit.paid),
                    )
                )
        else:
            parts.append(
                self.say(
                    "[The admissions made to the police count in {D}'s favour|{D}'s circumstances are taken into account][, although {D} was once convicted of {one} elsewhere and fined|; a fine of long ago, when {D} was convicted of {other}, is left out of account|]."
                )
            )
        if suit.instance == "appeal":
            parts.append(
                self.say(
                    "[The court below overlooked this|These points were missed below], and the appeal [succeeds to that extent|is well founded in part]."
                )
            )
        closing = Passage()
        for part in parts:
            closing.join(part, " ")
        if self.roomy:
            return [*lines, closing] if parts else lines
        whole = Passage()
        for part in (*lines, *([closing] if parts else [])):
            whole.join(part, " ")
        return [whole]

    def _one_head(self, at: int, head: Head) -> Passage:
        criminal = self.suit.cause.kind == "criminal"
        template = (_CRIMINAL_WHY if criminal else _WHY)["settled" if self.suit.outcome == "dismissed" else head.why].replace(
            "{head:", "{head." + str(at) + ":"
        )
        return self.say(
            template,
            label=head.label,
            proof=self.draw.pick(head.proofs),
            claimed=self.money(head.claimed),
            allowed=self.money(head.allowed),
            refused="no conviction follows on it" if criminal else self.refused,
        )

    def _grounds(self) -> list[Passage]:
        suit = self.suit
        line = self.say(
            "[The papers put {label} at {award:amount} crowns|{label}: {award:amount} crowns].",
            label=suit.heads[0].label,
            amount=self.money(suit.award),
        )
        if suit.outcome == "dismissed":
            line.join(
                self.say(
                    "{D} [heard {P} and gave reasons|followed the procedure laid down], and [the material bears it out|nothing said for {P} shows an error].",
                    "outcome",
                ),
                " ",
            )
        else:
            line.join(
                self.say(
                    "{D} [never told {P} what the case to be met was|went beyond what its material could bear], and [what was done cannot stand|the error goes to the root].",
                    "outcome",
                ),
                " ",
            )
        return [line]

    def _disposition(self) -> list[Passage]:
        suit = self.suit
        amount = self.money(suit.award)
        if suit.cause.kind == "criminal":
            return [
                self.say(
                    "[{D} is convicted of {label}|{D} is found guilty as set out above|{D} is found guilty on the facts stated|{D} is guilty of the offence so described] and sentenced to {months:term} of imprisonment, with a fine of {fine:fine} crowns.",
                    term=term(suit.months),
                    fine=self.money(suit.fine),
                ),
                self.say("{D} [shall restore|is to make good] {award:amount} crowns to those who lost it.", amount=amount),
            ]
        if suit.cause.kind == "administrative":
            if suit.outcome == "dismissed":
                return [self.say("[The application is dismissed|The application fails].", "outcome")]
            return [self.say("[What {D} did on the dates stated is set aside|The act of {D} is quashed].", "outcome")]
        if suit.outcome == "dismissed":
            return [self.say("[The claim is dismissed|There is judgment for {D}].", "outcome")]
        lines = []
        if suit.instance == "appeal":
            lines.append(
                self.say(
                    "[The appeal is allowed in part and the order below set aside|The order below is set aside]. [Instead|In its place] {D} [shall pay|is ordered to pay] {P} {award:amount} crowns.",
                    amount=amount,
                )
            )
        else:
            lines.append(
                self.say(
                    "[There will be judgment for {P} against {D} in the sum of {award:amount} crowns|{D} [shall pay|is ordered to pay] {P} {award:amount} crowns within [fourteen|twenty-one] days|Within [fourteen|twenty-one] days {award:amount} crowns are due from {D} to {P}].",
                    amount=amount,
                )
            )
        fee = 40 + suit.claimed * 2 // 100
        lines.append(
            self.say(
                "The [rest of the claim|remainder] [is dismissed|fails]. [Court fees|Costs], fixed at {fee} crowns, [are borne by {who}|fall on {who}].[ Leave to appeal may be sought until {later}.| Interest runs from {later}.|]",
                fee=self.money(fee),
                who=loser(suit).short,
                later=day(suit.decided + dt.timedelta(days=self.draw.between(21, 60))),
            )
        )
        return lines

    def _tail(self) -> list[Passage]:
        suit = self.suit
        if self.first:
            return []
        return [
            self.say(
                "[{judge}[, presiding judge|, president]. {date:held}.|Given on {date:held} by {judge}, [presiding|president].]",
                judge=suit.judges[0],
                held=day(suit.decided),
            )
        ]
