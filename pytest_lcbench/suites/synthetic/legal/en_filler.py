"""What fills a long English judgment between its facts: sentences with slots, of which each is used in many forms.

No sentence here states an amount awarded, a share, an outcome or a cause.
"""
# ruff: noqa: E501 - a template is one line

from __future__ import annotations

PROCEDURE = """
* [By a direction of|On] {hdate} the parties [exchanged lists of documents|were told to exchange lists of documents]; {D}'s list [ran to {nn} items|had {nn} entries], of which {n} [were withdrawn|turned out to be copies].
[The hearing fixed for|A hearing listed on] {hdate} [was put off|was moved] because {wit} [was at sea|had been taken ill|was needed elsewhere], and [the time estimate was enlarged by {m} hours|counsel agreed a new date {n} days later].
On {hdate} [an application by {P} to add {thing}|{P}'s request to rely on {thing}] was [allowed on terms|granted, {D} not opposing it], with {n} days for a reply.
{lawyerD} [asked on {hdate} for|sought on {hdate}] an order that {wit} produce {thing}; [the parties settled that between themselves|production followed within {n} days], and [nothing now turns on it|the bundle was repaged from page {nn}].
* The court [viewed {place} on {hdate}|sat at {place} for part of {hdate}], in the presence of {wit} and [both counsel|{n} others], for about {nn} minutes, and [a note of the view was agreed|a sketch was added to the bundle as page {nnn}].
* [An earlier judge had|Judge {judge} had earlier] ordered on {hdate} that [expert questions be put in writing|experts meet without the parties]; {exp} [answered {n} of them|put in a note of {n} pages], and [the rest fell away|{lawyerP} had no further questions].
[Talks between the parties|A meeting of the parties before {wit}] on {hdate} [did not lead to agreement|came to nothing after {m} hours]; what was said there is [privileged and was not put before the court|left out of account].
{lawyerP} [complained|objected] on {hdate} that page {nnn} of the bundle [was illegible|had come late]; [a better copy was handed up|the objection was not pressed after {wit} had explained it].
On {hdate} {P} [sought leave to have the hand in {thing} examined|asked for an expert on the ink of {thing}]; [leave was refused as out of proportion|the request was dropped after {m} days], [and page {nnn} of the bundle records why|which {lawyerD} had opposed].
A [request for information|list of {n} questions] from {lawyerD}, dated {hdate}, was [answered in part|answered by {wit}]; [question {m} was said to be about {thing2}|the answer to question {m} ran to {n} lines].
* By {hdate} the parties had [agreed {n} facts|signed a note of what was not in dispute], among them [that {thing} is what it seems|where {wit} was at the time]; [the rest was left for trial|{m} others were withdrawn].
An earlier sitting, on {hdate}, [was taken up with {wit}|lasted until {hour} o'clock]; Judge {judge} [put some questions about {thing}|asked that {thing} be read again], and [{n} corrections were made to the note|{lawyerP} handed up a chart].
[A change of address of {wit}|A new address for {wit}], {wit.new}, was [notified on {hdate}|put on the file on {hdate}], after which [{n} letters that had gone astray were sent again|{thing} was served once more].
"""

CLAIMANT = """
{P}'s case [is further|goes on to say] that on {date} {wit} [went to {place}|called at {street}] [about {thing}|to look at {thing}], [spent some {nn} minutes there|stayed for half a day], and [was told by {wit2} to come back in {n} days|heard no objection from anyone].
{lawyerP} [pointed to|relied on] {thing}, [page {m}|at tab {n}], where {wit} [had written the date {thing.made}|initialled an entry], and [submitted|argued] that [nobody would have done so in {D}'s absence|it was made when memories were fresh].
* It was [said for {P}|urged on {P}'s behalf] that [between {date} and the hearing|since {date}] there had been {nn} [messages|letters and calls] about {item}, [none of which mentions {thing}|in {m} of which {thing} is mentioned].
[On {thing2}|As to {thing2}], {P} [explained|said] that {wit} [had mislaid a page|copied out a page again on {date}], which [was why entry {n} is in another hand|accounts for the gap at line {nn}].
{lawyerP} [invited the court to prefer|said that one should prefer] {wit}, who [has no stake in the matter|had worked at {wit.work} for {wit.years} years], to {wit2}, [whose note was made {m} months afterwards|who remembered little of {date}].
* In a note of {hdate} {lawyerP} [set out {n} dates|listed {n} steps], each with [a reference to {thing}|the name of who was present], and [remarked that {D} answers only {m} of them|said that {wit} and {wit2} agree on all but one].
{P} says that {D} [confuses|treats as one] {thing} and {thing2}: the first was [got by {wit} on {date}|made on {thing.made}], the second [printed at {thing2.by}'s desk|put together on {thing2.made}].
Why [nothing was done sooner|the claim was not brought sooner] {P} explains thus: after {date} [{wit} went between the parties|{D} had asked for {n} days], [and there was goodwill still|and {thing} had not yet come to light].
{lawyerP} [drew attention to|read out] what {wit2} wrote on {date}, "[give it {n} more days|go by {thing} for now]", and [asked what that could mean if {D} were right|said that it speaks for itself].
[Three things|Several things], said {lawyerP}, stand out: {wit} [signed for {thing}|handled {thing}]; {wit2} was [there on {date}|at {street} on {date}]; and {D} [raised nothing before {hdate}|never sent back {thing2}].
"""

DEFENDANT = """
{D} [answered|said in reply] that on {date} {wit} [had already raised a doubt about {thing}|had told {P} at {place} that {thing} was missing], and that {P} [let {n} days pass|did nothing about it until {wit2} wrote].
{lawyerD} [criticised|was critical of] {thing}: it [bore no date but {thing.made}|was in more than one hand], [some of its pages were not numbered|{wit} could not say who had kept it], and [the original came late|the copy was cut off at the foot].
[On {D}'s side it was urged|It was submitted for {D}] that {wit} [was not at {street} at all on {date}|had left by {date}] and that [what was said about {item} came from {wit2}|the account of {item} was second-hand].
{D} [also says|adds] that [the meeting of {date}|a telephone call on {date}] lasted [no more than {nn} minutes|a few minutes], [was about {thing} only|touched on {thing} and nothing else], and [left everything open|ended without any promise].
[Even on {P}'s own account|Taking {P}'s evidence at its highest], said {lawyerD}, {wit} had [the keys to {street}|charge of {thing}] from {date} on, so that [what followed cannot all be laid at {D}'s door|others were in a position to interfere].
{D} stresses that {thing} [has an altered date on page {m}|is signed on one side only], while {wit2} [was not at {place}|could not say what the weather was on {date}], so that [it looks pieced together|it should be read with caution].
Silence after {date}, {D} says, [meant nothing|was no assent]: {wit} was [in hospital for {n} days|busy at {street}], and [nobody else dealt with {thing}|{P} knew it].
* Of the {n} [dates|occasions] on {P}'s list {D} [accepts {m}|disputes all but {m}], saying that [{wit2} acted alone on the others|{wit} had no authority to speak].
{lawyerD} contrasted what {P} wrote on {date} with [the evidence of {hdate}|what was said on {hdate}]: [first it was {street}, then {place}|the order of the sheets in {thing} was given in two ways].
{lawyerD} put in {thing2} [to show that {wit} had other duties from {date}|as proof that nobody was at {place} about {date}]; {P} [does not accept it|calls it beside the point].
"""

EXHIBITS = """
[Exhibit {thing.no}|Item {thing.no} of the bundle] is {thing}, [dated {thing.made}|said to have been made on {thing.made}]. {P} [put it in to show|tendered it to show] that {wit} [had been at {place}|knew of {item}]; {D} {thing.stand}. [It is accepted as a record made at the time|It is read together with {thing2}].
[Next comes|There is also] {thing2}, [kept by {thing2.by}|found with {thing2.by}], [of {thing2.pages} pages|running to {thing2.pages} pages]. [Page {m} and the last page do not agree about the hour|An entry on page {m} has been written over], and [nobody could explain it|{wit2} put it down to haste]. [The first version is the likelier|Nothing important hangs on it].
{wit} took {n} photographs at {street} on {date}, [exhibit {nnn}|marked {nnn}], which [show {place} from the road|show the state of things at {hour} o'clock]; {lawyerD} [said that they leave out the yard|pointed out that the light was poor], and [that is fair comment|that goes to weight].
[A comparison of|Setting side by side] {thing} and {thing2} [shows some difference|shows that most entries match and a few do not]; [the former was made by {thing.by}|the former was put together by {thing.by}] [on {thing.made}|about {thing.made}], and [was preferred on that point|is the less safe guide].
{thing} [was sealed by {thing.by}|was in {thing.by}'s custody] and [opened before the parties|looked at by both sides] on {hdate}; [its number is {thing.no}|it had been given number {thing.no}], and [the seal was whole|all {thing.pages} sheets were there].
Of {thing2} there are [two copies|two prints], [one of them less clear|which differ on page {m}]; [the difference is a remark by {wit}|the hand on the margin is {wit}'s], and [the one with {thing2.by}'s initials is followed|for present purposes they are the same].
[A recording|A video] of {nn} minutes, [exhibit {nnn}|number {nnn}], was made by {wit} on {date}. [Some {m} passages cannot be made out|One hears {wit2} in the background]. {lawyerD} [did not ask for it to be examined|said that it begins too late], and [what is audible is taken as said|it is of use together with {thing}].
{thing} was [compared with the original|laid beside the original], with [the name of {thing.by} at the foot|the number {thing.no}]. {D} [says that {thing.by} had no business with it|puts it later than {thing.made}], but [called nobody to say so|nothing else supports that].
It may be noted that {thing} and {thing2} [both speak of {n} matters of {date}|share a hand in {m} places]. [One was kept by {thing.by}, the other by {thing2.by}|Neither had been shown before the hearing]; [each throws some light on the other|more cannot be got out of that].
Much was made of {thing}. It [is in the hand of {thing.by}|was dictated by {thing.by}], [bears the date {thing.made}|was ready by {thing.made}], and [runs over the edge on page {m}|breaks off after line {nn}]; {lawyerD} [thinks that a leaf was changed|asked who ruled the margin], and [the thread of the binding shows nothing of the kind|no answer was to be had].
[Folded into|Lying between the sheets of] {thing} was {thing2}, which [nobody had looked for|came out only when the bundle was made up]. [There is a line in pencil on the back|A corner is creased]; {wit} [takes it for a draft|knows the pencil], and [it is put no higher than that|it has the number {thing2.no}].
[For the days about|For the week of] {date} there is [nothing but {thing}|{thing} and no more]; {wit} [was on leave|had charge of the office] then. [An omission proves little|Silence may mean several things], and [{thing2} takes up the thread {m} days later|both sides were content to leave it so].
The ink of {thing} [has run|has faded] [on a few sheets|at the foot of page {m}]. {wit} had [left it on a sill at {street}|carried it through the rain on {date}]; [what can be made out is agreed|a typed copy of {n} lines was handed up], and [the rest was not argued about|{lawyerP} built nothing on the rest].
"""

TESTIMONY = """
{wit}, [who lives at {wit.home}|of {wit.home}], [gave evidence for about {nn} minutes|was called by {lawyerP}]. The witness [had seen {wit2} with {thing} on {date}|had been asked on {date} to carry {thing} to {place}], [did not look at it closely|remembered its {thing.pages} pages], and [agreed under questions from {lawyerD} that the light was failing|was not moved by {lawyerD}'s questions].
[Then came|The court also heard] {wit}, [who knew {wit2} from work|who knew {wit2} from the street], whose [recollection of {date} was hazy|memory of {date} was good on times and bad on names]. [At about {hour} o'clock|Towards {hour} o'clock] somebody [spoke of {item}|asked for {thing}]; [it may have been {wit2}|the witness thought it was {wit2}].
Asked by {lawyerP} about {thing} "[Who wrote it|Who filled it in]?", {wit} [answered|said] "[{thing.by}, so I was told|{thing.by}; everybody in the room knew it]". Asked "[Why does it bear the date {thing.made}?", the answer was "Because it was written that day"|How do you know that it was {thing.made}?", the answer was "The power was off at {wit.work} that day"].
{wit} [gave evidence by video|was heard by telephone], [being abroad|having moved to {wit.new}]. [What was said about {item} came from {wit2}|The witness had signed for {thing} on behalf of {wit2}]; [so far as it is hearsay it adds little|on that it agrees with {thing2}].
{wit} was [a careful|an anxious|a talkative] witness who [did not claim to know more than could be known|readily admitted {m} mistakes in a statement]. On [the visit to {street}|the events at {place}] on {date} the account [matches {thing}, which speaks for it|departs from {wit2}'s by some {nn} minutes, which is what one would expect|departs from {wit2}'s in one detail, which does not trouble the court].
{wit}, [in charge of a shop at {wit.work}|{wit.years} years at {wit.work}], [recalled|spoke of] {date}, when {thing} was [handed to {wit2}|left with {wit2}]; [after some {nn} minutes everybody went home|it was fetched the next day]. Of {item} the witness [knew nothing at first hand|knew what others said].
[Shown {thing}|Taken to page {m} of {thing}], {wit} [corrected an earlier answer|recognised the hand of {thing.by}], and [put the slip down to the lapse of time|said the light had been poor]. {lawyerD} [made something of that|left it there].
{wit} and {wit2} were [heard one after the other|asked the same {n} questions]. They [part company on who came first to {place}|differ on who held {thing}], and [are otherwise at one|agree on {m} other details].
{wit}, [who lives at {wit.home}|who had business with {wit2}], [heard a knock at about {hour} o'clock on {date}, but saw nobody|saw {thing} on {date} in the hands of somebody who gave the name of {wit2}]. [Nothing was asked in cross-examination|{lawyerD} had {n} questions].
[Nobody had a better view than|Nearest to it all stood] {wit}, [mending a gutter at {wit.work}|waiting for {wit2} at {street}] on {date}. [Of the talk only scraps were heard|The wind took most of the words], but [{thing} changed hands|somebody read aloud from {thing}], [and then all went off in two directions|after which a door fell shut].
{wit} [speaks of {date} with some heat|remembers {date} for a private reason]: [a child was born that night|the roof at {wit.home} had been taken off]. That {thing} [was on the table then|had not yet been signed] [is said without hesitation|is repeated whatever is put], and [{lawyerD} did not shake it|the court has no reason to doubt it].
To {lawyerP} {wit} [admitted|allowed] that [{thing} had been read through with {wit2} beforehand|a talk with {wit2} had gone before], [for about {nn} minutes|over a meal]. [It is better avoided|There is no rule against it], and [on {date} the two still differ|the account was not the smoother for it].
{wit} [brought an almanac|had looked up the tides] and [put the visit to {street} on {date}|moved the visit by {n} days]. [{wit2} shrugged at that|{wit2} would not be moved], [having gone by {thing}|having made no notes], and [the almanac is the safer guide|the difference leads nowhere].
"""

CHRONOLOGY = """
On {date} {wit}, [acting for {P}|sent by {P}], [went to see {place}|collected {thing}], [took {n} photographs|stayed some {nn} minutes] and [met {wit2} there|found nobody of {D}'s side].
{D} [let it be known through {wit}|sent word by {wit}] on {date} that {thing} [was not complete|would follow in {n} days]; {P} [replied within {m} days|did not reply].
On {date} there was a meeting at {street}, [attended by {n} people|with {n} present], [{wit} taking the note|of which {wit} made a note]; [the matter of {item} came up|{thing} was gone through], and [nothing was signed|{wit2} declined to initial page {m}].
[After that|Some time later], on {date}, {wit} [posted {thing}|sent {thing} to {street}]; the slip is numbered {nnn}, and [it was signed for by {wit2}|the name on it may be that of {wit2}].
[Heavy rain|Roadworks|A loss of power for {n} hours] on {date} [made {place} hard to reach|kept people away from {place}], and [the check was held {n} days later|{wit} rearranged matters with {wit2}].
On {date} {wit} [marked {thing} 'to be checked'|sent {wit2} {n} pictures], [noting a point on page {m}|with a remark about page {m}], [which {P} answered the next day|which {P} says never arrived].
* [It is common ground|Nobody disputes] that {wit} [moved to {wit.new} on {date}|left the post on {date}] and [is a cousin of {wit2}|had known {wit2} for years]; [it has no bearing on {item}|it explains who kept {thing}].
On {date} {wit} wrote to {wit2}: "[{thing} wants a signature, please see to it|I was at {street} today and found nobody]". {wit2} [answered after {m} days|did not answer].
At {hour} o'clock on {date} [the lock at {place} was changed|{n} parcels came to {place}]; {wit} [put it in the register|made a note of it], and [{thing} says the same|nobody disputes it].
* By {date} there had been {n} [letters|calls] about {item}, of which {m} were [dealt with by {wit}|answered by {wit2}]; [most were about when to meet|several concerned {thing}].
{wit} [counted|went through] {thing} on {date}, [found page {m} creased|made it {thing.pages} pages], and [gave it back to {wit2} at {street}|left it at {street}].
About {date} {D} [turned to {wit}|sent {wit} instead], who [asked for {n} days more|wished to see {thing} first]; {P} [asked for time to think|replied through {wit2}].
[In the meantime|Meanwhile], on {date}, {wit} [changed the place of {thing}|had {thing} copied], [since the office at {street} was being painted|as {wit2} had asked]; [one copy went to {D}|the copy has {thing.pages} sheets], and [nothing was heard of it for {m} weeks|{wit2} locked the original away].
{wit} [missed the train|was held up] on {date} and [came to {street} {nn} minutes late|found {street} empty]; [{wit2} had gone|the talk had to be had by telephone], and {thing} [stayed in the bag|was left with a neighbour].
[For a time the two sides dealt with one another through|Between the parties went] {wit}, who on {date} [carried {thing} to {street}|read {thing} out to {wit2}] and [came back with {n} remarks|was asked to wait {m} days].
On {date} [a stranger asked for {D} at {place}|two people looked at {place}], and {wit} [said nothing of {thing}|sent them on to {wit2}]; [who they were did not come out|they had come about something else].
"""

ANALYSIS = """
[As to the weight of|On the weight to be given to] {thing}, [it was made on {thing.made}, before anybody thought of a lawsuit|it came into being on {thing.made} and was kept by {thing.by}]; [its small errors|the crossings-out] [do not shake it|are what one finds in a working paper].
[{wit} and {wit2} differ|There is a difference between {wit} and {wit2}] about {date}, [by a matter of {nn} minutes|as to who came first to {street}]. [After so long that is natural|Neither was trying to mislead], and where {thing} bears one of them out [it is followed|the court goes with it].
{D} gave [an account of {date} in writing and another at the hearing|more than one account of {date}], and [{thing} was never explained|could not say where {thing} had been]; [some reserve is called for|that tells against it on this point].
* [How the parties usually went about it|Their habit] since {date} is of some help: [{thing} was as a rule initialled by {wit}|{wit} would send {thing} first and talk afterwards], and [the business of {item} was no exception|over {n} months nobody asked for a change].
{P} [would have it|argued] that what {wit} did on {date} [spoke for {D}|committed {D}]. [The witness looked after {thing} and no more|{thing2} shows how narrow the task was], and [one visit to {street} proves little|it must be seen with the rest].
{lawyerD}'s [point {n} in closing|note, at paragraph {nn},] concerned [who had the use of {place} after {date}|the state of {place} on {date}]; [little turns on it|it has been taken into account], [and it need not be gone into at length|so far as {wit} supports it].
[On the burden of proof|As to who must prove what], {thing} was [in {thing.by}'s keeping|at {thing.by}'s disposal] and [came late|was not shown at first]; [that calls for care but no more|it is not for that reason worthless], and {thing2} [fills the gap|is free from that objection].
{lawyerP} cites page {m} of {thing} and {lawyerD} another; [there is no contradiction|they speak of different days]. The first was [written on {thing.made}|filled in by {thing.by}], the second is [a later note of {wit2}|about the use of {place}].
What was said on {date} [nobody wrote down|is known from {wit} and {wit2} only]. [From {thing}|From what passed in the next {n} days] it seems that [views were exchanged and no more|nothing new was agreed].
The court [does not follow {wit} about {street}|puts {wit}'s account of {street} aside], since [it is {n} days out|it comes from {wit2}]; [the result does not depend on it|no reproach is meant].
[Whether {n} days matter|Whether the dates matter] turns on [when {thing} arrived|who kept {thing}]. [{wit}'s account is sensible|{thing2} points to {date}], and [the point was not pressed|no more need be said].
[It was put to the court|{lawyerD} put it] that {thing} [was got up for the occasion|is too tidy to be true]. [Tidiness is no vice|People who keep books keep them tidy], and [{thing.by}, who made it on {thing.made}, had no cause to improve it|the blot on page {m} would then be art].
[Where {wit} says one thing and {thing} another|Between a memory and a sheet of paper], [the sheet is followed for dates|the day after {date} is taken from the sheet], [the memory for who was at {street}|for the rest {wit} is believed]; [that is not inconsistent|both can be right in their own field].
[The court has not overlooked|It has been noticed] that {wit} [would not look at {thing2}|asked twice for {thing2}]; [it may have been shyness|a courtroom makes people so], and [no conclusion is drawn|what was said of {date} stands without it].
[From {date} on|After {date}] [each side wrote as if for a reader|the letters grew longer and said less]; [they are read with that in mind|{thing}, which is older, counts for more], and [what {wit} noted at the time is worth more than all {n}|{wit2}'s commentary adds nothing].
"""

PROCEDURE_CRIMINAL = """
* The indictment was [read|put] to {D} on {hdate}; {lawyerD} [asked for {n} days to consider {thing}|had no point on its form], and [{D} signed each of {n} sheets|the plea was entered on page {m}].
On {hdate} {lawyerD} [inspected|was given a copy of] {thing}, [of {thing.pages} pages|{thing.pages} sheets in all], and [returned it the same day|sent in a note of {m} pages].
* There was a [preliminary|short] hearing on {hdate}, at which [an objection to {thing} was heard and not pressed|{nn} matters were agreed]; [{wit}'s evidence was to be read|{n} witnesses were excused, {wit} among them].
The sitting of {hdate} was [put off by {n} days|adjourned], since [{wit} had not come|{thing} had been left at the office|a juror's relative knew {wit2}].
{hdate} was given over to [{thing.by}, who had made {thing}|{off}, an officer in the case], [for some {nn} minutes|until {hour} o'clock]; [page {m} was corrected|a slip at line {nn} was put right].
On {hdate} the prosecution [served {n} further pages|served {thing} again in legible form], and {lawyerD} [answered within {m} days|said that nothing turned on them].
[A note from|A letter of] {wit} [reached the court on {hdate}|was put on the file on {hdate}], [asking for another day|about the way to {street}]; [both sides were shown it|it was read out], and [the list of witnesses was changed|nothing came of it].
{lawyerD} [wished {thing} to be read on {hdate}|asked on {hdate} that {thing} be read]; [that was done, and took {nn} minutes|the prosecution agreed], [{off} following in the original|the rest being taken as read].
"""

CLAIMANT_CRIMINAL = """
The prosecution [read the statement of|called first] {wit}, who on {date}, at about {hour} o'clock, [had been at {street}|heard voices at {street}], and [produced {thing}, of {thing.pages} pages|identified {nn} photographs].
{lawyerP} [explained|told the court] that {thing} [was made on {thing.made} by {thing.by}|was made by {thing.by} in the ordinary course], [bears the number {thing.no}|has {thing.pages} sheets], and [fits {thing2}|follows on from {thing2}].
[Where {wit} and {thing} part company by {n} days|As to the {nn} minutes by which {wit} is out], the prosecution [put it down to memory|blamed the clock at {street}] and [relied on {wit2}|said that the charge does not depend on it].
* In closing {lawyerP} said that since {date} {D} had [told {m} stories|been seen {n} times at {street}] and [had no answer on {thing}|would not say where {thing} had been].
{lawyerP} [asked the court to compare|set side by side] page {m} of {thing} and what {wit} did on {date}, and [called {lawyerD}'s doubt about its source idle|said that {wit2} fills the gap].
The prosecution [drew attention to|made something of] what {D} [said to {wit} on {date}|wrote to {wit} on {date}], "[leave {thing} where it is|not a word at {street}]", and [invited the court to ask why|called it the remark of one who knew more].
[By way of background|To show how things lay], {lawyerP} [called {thing.by}, who had kept {thing}|put in {thing2}, {thing2.pages} sheets of it], [about the ways in and out of {street}|on who came and went at {street}]; [it was not contested|{lawyerD} asked {m} questions].
{lawyerP} [went through {date} hour by hour|laid out a plan of {street}]: {wit} [saw a light at {hour} o'clock|came by at {hour} o'clock], {wit2} [some {nn} minutes later|on the way home], and [between the two lies {thing}|{thing} fills the interval].
"""

DEFENDANT_CRIMINAL = """
{D} [said in evidence|told the court] that on {date} there had been [a visit to {street}|a meeting with {wit}] of [some {nn} minutes|no great length], but [had no memory of {thing}|denied having written on {thing}].
{lawyerD} [pointed out|stressed] that {thing} [does not say when it was taken|has no second signature on page {m}], and that {wit} [only repeats what {wit2} said|has given more than one version].
[According to {D}|On {D}'s account], what happened on {date} was [{wit}'s idea|first spoken of by {wit}]; {D} was [working at {street}|asleep until {hour} o'clock], and [{wit2} knows it|for {n} days there was no contact].
* {lawyerD} [handed up {n} letters|put in {thing2}], [which speak of {D}'s work at {street}|to show that {m} people depend on {D}]; [the prosecution did not dispute them|the prosecution called them beside the point].
{lawyerD} [argued|submitted] that {thing} and {thing2} [are not of one hand|are not numbered in sequence], and that [{wit} cannot mend that afterwards|any doubt must help the accused].
{D} [told of an errand|spoke of an errand] [for {wit}|to {street}] on {date}, [fetched {thing} for somebody else|met {wit2} by chance], and [thought nothing of it until the police came|had forgotten it until {thing2} was shown].
{lawyerD} [complained that|regretted that] {thing} was [handed over late|cut down for the bundle], and [said that {wit} might have cleared up the rest|asked that nothing be built on what is missing].
Nobody[, {lawyerD} said,|, as {lawyerD} put it,] [speaks of {D} at {street} on {date}|had looked through {thing} before {date}] [except {wit}, who wears glasses|except {wit}, who did so from memory]; [that is thin|a guess does not become proof by being repeated].
"""

CHRONOLOGY_CRIMINAL = """
On {date}, about {hour} o'clock, {D} [cycled to {street}|had a meal with {wit} at {street}], [took {n} calls|left after {nn} minutes], and [{thing} bears this out|{wit2} was there].
On {date} {wit} [asked {wit2} about the matter of {item}|heard from {wit2} about the matter of {item}], [thought no more of it|went to {place} the next day], and [put it on paper, {m} pages in all|told nobody].
{off}, an officer, [called at {street} on {date}|collected {thing} on {date}], [spoke to {n} people|made {m} notes] and [gave {thing} the number {thing.no}|filed it with {thing2}].
* [{D} moved to {street} on {date}; {lord}, the landlord, spoke of it|{D} bought a second telephone on {date}; {wit} was there when it was paid for], and [it proves little|it helps to place {D}].
[Counting things|Going through the papers] on {date}, {wit} found [a blank at number {nnn}|{n} items fewer than before] and [told {wit2} at once|told {wit2} after {n} days].
On {date} {wit} [knew {D} by sight at {street}|had words with {D} at {street}], [some {n} people looking on|for about {nn} minutes], until {wit2} [came between them|sent everybody home].
On {date} {wit} [lent {D} a bicycle|gave {D} a lift to {street}], [got it back {n} days later|was told not to wait], and [wondered at the mud on it|found {thing} on the seat].
{wit} [worked at {wit.work}|lives at {wit.home}] and [knew the regular faces|slept badly]; on {date}, towards {hour} o'clock, [a car stood there for {nn} minutes|somebody went by with a bag], and [{wit2} heard of it the same day|nobody was told for {m} weeks].
[A search of rooms at {street} on {date}|A visit to {street} with a warrant on {date}] [brought to light|yielded] {thing}, [{thing.pages} sheets of it|wrapped in a cloth]; {off} [sealed it|noted where it had lain], and {D} [said nothing|named {thing.by}].
"""

ANALYSIS_CRIMINAL = """
[On|As to] {thing}, {off} [has said how it was taken|signed for it], [its number {thing.no} is the same throughout|it is of {thing.made}], and [the slips in it have been explained|the seal held]; it [serves to show where people were|can be used for the times].
{wit} and {thing} [agree|are at one] [on the place|on the hour], [give or take {nn} minutes|nearly]. The witness [has nothing to gain|stood at {street} at the time] and [is believed on this|may be relied on so far].
What {D} says of {date} [has changed|does not go with {thing}], [finds no support in {wit}|leaves {thing2} unexplained], and [is not believed|cannot be accepted].
{lawyerD}'s [point {n}|note at page {nn}] [is about how {thing} was filed, not what it says|was met when {wit} came], and [changes nothing on the main facts|has been borne in mind].
[Since {wit} spoke so long after {date}|Because {wit} spoke from memory], [the order of events is not pressed|only what {thing} confirms is taken]; {wit2} [is treated in the same way|was more exact].
[A chain is not weaker for having {n} links|Each point taken alone might be chance]: {wit} [at {street}|on {date}], {thing}, and what {off} found. [Taken together they leave little room|It is their order in time that tells].
[That {wit} knew {D} before|The friendship of {wit} and {D}] [cuts both ways|was used by both sides]; [on {date} it was old and had cooled|it explains the visit to {street}], and [{thing} is independent of it|the hour does not depend on it].
[The court puts aside|Nothing is made of] [what was overheard at {street}|the remark of {date}], since [{wit} had it from {wit2}|{wit2} was {nn} paces away]; [without it the picture is the same|{thing} is enough].
"""

LETTERS = """
A letter of {date}, number {nnn}, [drafted|written] by {wit}, says: "[On the matter of {item}, kindly check {thing} within {n} days|You have had {thing}, {thing.pages} sheets; pray confirm]. [We can meet at {street}|Ask for {wit2}]." [The postmark is {m} days later|It is addressed to {D}].
{D} answered on {date}: "[{thing} must first be seen by {wit}|Point {m} of your letter is not what our notes say]. [Give us {n} days|More when we have looked]." [A list of what is in {thing2} is pinned to it|{wit2} signed].
{wit} [sent word|wrote] to {wit2} on {date}: "[I made {n} notes of what we said at {street}|I have looked at {thing}; page {m} is unclear]. [Go over it once more|Please pass it on]." [{P} says that it concerns {item}|{D} finds the meaning obscure].
There is also a slip of {date} [with the words 'have taken {thing}, {wit}'|asking {wit2} to ring back], [the number {nnn} on the back|on the same paper as {thing2}]; [the parties explain it differently|{wit} owns to having written it].
"""

EXPERT = """
* {exp}, [instructed by both sides|named by the court], reported on {hdate} after [{m} readings of {thing}|a reading of {thing}]. [The report, number {nnn},|The report] [runs to {nn} pages|has {nn} pages and {n} tables|has {nn} pages and {m} annexes]. {P} [accepts it|takes no point on it]; {D} [put {m} questions|sent a note of {m} points], which {exp} [answered in writing|answered without changing the result].
* {exp2}, called [for {D}|to comment], [thought|suggested] that {expa} had [left the weather out|overlooked conditions at {street}], [which might shift things by {n} days|but would not put it higher than {m} days]. [Both views are taken into account|The two came close in the end].
* To a supplementary question {expb} later [gave a supplementary note of {m} pages|sent in {m} pages more], [number {nnn}|under the number {nnn}], on the state of {thing2}; [it leaves the first report as it was|nobody asked for more].
{exp}'s report [finds|says] [that the order of entries in {thing2} is regular|that there is no gap about {date}], and [says nothing on the time when {wit} had it|gives its margin].
Asked by {lawyerD} [where the samples came from|about the samples], {exp} said: "[{thing} came from the court under seal {thing.no}|From several spots, each of them noted]." ["Did you see {thing2}?" "Page {m} of it."|"Could it be otherwise?" "It could, but for the entries of {date}."]
[Part {m} of the report of {exp}|At page {n} the report of {exp}] [deals with the state of {thing}|stops at the paper and ink of {thing2}]; [the rest was not gone into|{lawyerP} read it aloud], and [no word of it is about {place}|{wit} is not named in it].
[{lawyerP} took {exp} to|{lawyerD} took {exp} to] page {n} of the report, [where a word is crossed out|on the paper of {thing}]; the answer was that [the pen had slipped|a fresh look had been needed on {date}], and [that was the end of it|the point went no further].
[{exp} was asked whether|It was put to {exp} that] {thing} [could have been made in one sitting|could have lain in the damp]; "[Not on what I saw|That may be]," was the answer, "[and page {m} bears me out|but I was not asked to look into it]."
On {thing2} {exp} [kept to the paper|went no further than the paper]: [what {wit} remembers is for others|who held the pen is for others], and [{lawyerP} did not press it|that is as it should be].
[The method of {exp}|How {exp} went to work] was [explained in a few words|not in dispute]: {thing} [was laid beside {thing2}|was read line by line], and [what differed was noted|a second reading followed the next day].
"""
