"""English causes of action in the notation of ``causes``."""
# ruff: noqa: E501 - a template is one line

from __future__ import annotations

POOLS = """
sum
things: the signed note / bank statements / text messages / an email chain / ledger pages / receipts / photographs / a telephone log / a diary / the key register / an inventory / invoices / delivery notes / meter readings / a valuation / a surveyor's drawing / an intake form / a schedule of terms / draft accounts / time sheets / a removal note / an order form / repair bills / a notebook / a minute of a meeting / a police log / cheque stubs / a statement of account / an insurance certificate / camera stills / a reconciliation / a carrier's docket / a voicemail recording / the rent book / a noise log / pay slips / the staff handbook / the policy schedule / a price list / the takings book
heads: [the main debt|what is said to be due|the principal] 20000 400000 by a statement of account, bank statements, ledger pages, a reconciliation / [interest to the date of claim|a charge for the delay|loss from late payment] 1000 20000 by a statement of account, a reconciliation, bank statements / [expenses laid out|outlay on inquiries|costs before action] 600 9000 by receipts, cheque stubs, invoices / [storage and carriage|clearing and cleaning|repairs] 300 6000 by receipts, invoices, cheque stubs
late: a letter before claim / a reminder letter / an expert's note / a reconciliation made for the hearing
claim: {D} [has not met what was owed|left a duty unmet] and must [pay what was withheld|make it good] with [what follows from the delay|all that it led to]
claim: {P} [did all that could be asked|kept every promise made], and {D} [has given nothing for it|keeps what should not be kept]
claim: [on any view of the facts|whatever name is given to the matter] {D} [owes the sums set out|must answer for the sums set out]
claim: the affair of {item} [left {P} out of pocket|cost {P} what is set out below], and {D} [must bear it|has to answer for it]
claim: [a promise was given and not kept|a bargain was broken]; if there was none, {D} [holds what belongs to {P}|has done a wrong that must be paid for]
claim: {D} [acted without any right|had no right to act so] and [refuses to put it straight|has put nothing straight since]
defence: nothing of what {P} says [amounts to a promise|binds anybody], [the sums are inflated|the sums are guesses], and {P} [came too late|waited too long]
defence: [whatever passed between the two|what happened about {item}] was [part of a common undertaking|a plain purchase|an advance among friends|a matter of keeping and giving back|ordinary business between neighbours], and [nothing more is due|accounts were settled long ago]
defence: {P} [agreed to it all|knew and approved of it], [the papers were signed for form's sake|the papers say something else], and [no loss is shown|the loss is of {P}'s making]
defence: [a third person|somebody else] [is the right party to sue|brought it about], and {P} [has been paid by others|should look there first]
defence: {P} [broke the terms first|did not keep to the terms], so that [nothing can be asked|the bill must be cut]
defence: {D} [had every right to act so|acted as anybody would], and [the matter was closed by word of mouth|{P} raised nothing at the time]

harm
things: medical notes / photographs / pay records / a maintenance log / a police sketch / camera footage / the accident book / training records / repair estimates / a batch label / an instruction leaflet / a bystander's note / the rota / an expense sheet / a telephone log / a ward diary / a delivery slip / a sketch of the spot
heads: [pain and suffering|the injury itself|bodily harm] 8000 120000 judged by medical notes, a surgeon's letter, a physiotherapist's card / [loss of earnings|earnings lost] 4000 80000 by pay records, the rota, a letter from the pay office / [treatment|medical costs] 800 20000 by hospital bills, chemist's receipts, a surgeon's account / [care by relatives|damage to belongings|repairs and replacement] 600 12000 by an expense sheet, a list of outlays, receipts
late: a surgeon's letter / an engineer's report / an insurer's letter / a laboratory report / a safety audit
claim: {D} [did not take care|failed in care] and [must make good the harm|has to answer for what followed]
claim: the harm [would not have come|could have been spared] had {D} [acted as prudence asks|done what everybody does]
claim: {D} [knew or ought to have known of the danger|could have seen what would come] and [let things take their course|did nothing]
claim: [body and belongings suffered|{P} was hurt] [through no act of {P}|while behaving as one should], and {D} [must pay for it|is answerable]
claim: {item} [was a danger|brought harm], and {D} is [answerable for it|the one who must pay]
defence: {P} [was careless too|took no care], [the harm is exaggerated|others are to blame], and [the sums are inflated|some of the loss is not proved]
defence: {P} [should look to the insurers|should go to the seller|should go to the employer] first, and [ignored what was written|ignored what was said]
defence: [nobody could have foreseen it|such things happen without fault], {P} [was off work for other reasons|had been ill before], and [no bargain joined the parties|nothing had been promised]
defence: {D} [did what was usual|kept to the rules], and {P} [did not look|was in a hurry|had been told to take care] that day

crime
things: camera footage / telephone location data / the cash book / duplicate receipts / bank records / a job description / messages / transfer records / a forged letterhead / a diary / a stock sheet / a printer's invoice / a door log / a list of keys / a notebook / a street plan
heads: the first count 3000 90000 by a valuer's list, a reconciliation, an auditor's letter / the second count 2000 60000 by a valuer's list, a reconciliation, victims' statements / the third count 1500 40000 by a valuer's list, victims' statements, an auditor's letter
late: a valuer's list / a buyer's statement / a seizure list / an auditor's letter / victims' statements / an identification record / an interview record / an officer's notebook
claim: {D} [took what belonged to others|made away with the property of others], [by whatever means came to hand|over many months]
claim: {D} [abused the confidence of others for gain|used a position for gain] and [kept the proceeds|turned the proceeds to private use]
claim: {D} [deceived those who dealt with the undertaking|misled those concerned] and [removed property by stealth|took what could be had]
claim: what was [lost by the owners|missing at the end] [went to {D}|was turned by {D} to private use], [as the papers show|as admissions show]
defence: {D} [admits some but not all of it|disputes the figures], and [has a clean record|acted in want]
defence: {D} [meant to put things right|hoped to make it good], and [others had access|accounts were chaotic]
defence: [it was a private debt|it was a misunderstanding], [some was returned|part was made good], and [the values are too high|the count is wrong]
defence: {D} [says that others did it|was led on by others], and [has apologised|regrets it]

review
things: an inspection note / an interview record / a warning letter / a committee minute / photographs / a laboratory slip / the register / an internal email / a video / an inventory / a warrant / a store receipt / a weighing slip / an application form / a fee receipt / an officer's report / the standing guidance / a site plan / references / a certificate of training
heads: [the amount at stake|the sum involved|the value of the matter] 2000 80000
late: proof of service / a request for return / an extension notice / a summary of the file
claim: {D} [got the facts wrong|misread its own rules] and what it did about {item} should be set aside
claim: {D} [acted without hearing {P}|left out what mattered] and must [think again|undo it]
claim: {D} [had no ground to act|went beyond what the law allows], and {P} [bears the loss|is out of business meanwhile]
claim: what was done was [out of proportion|not in the due form] and [nobody gave reasons|the reasons came late]
defence: what was done was [a mere holding of evidence|in substance a sanction|no more than a refusal of leave], and [was in proportion|was regular]
defence: {P} [was heard|could have spoken], [every paper was looked at|the report was full], and [the challenge is late|the papers were doubtful]
defence: it [followed from past conduct|served only to keep things safe|rested on the standing guidance], and [the rules were kept|the time allowed was kept]
"""

CAUSES = """
loan; Loan; civil; sum; pp; venture mistake sale
objects: the refit of a fishing boat / a deposit on a house / the stock of a new bakery / the purchase of a lorry / a mussel farm / a cider press / a second-hand book barge
story: On {d1} {D} asked {P} for money for {item}. {P} [handed it over by two transfers|transferred it in instalments], and {D} signed a paper [that named a day for giving the same sum back|that fixed a day of repayment|under which as much was to be returned] with a monthly charge.
story: The day [came and went|passed]; {D} paid [a little|some of it] and on {d2} [signed a revised timetable|acknowledged in writing that more was due].
tale: {item} had to be paid for, and {D} had not the means. [At a family supper|Over the telephone] on {d1} {P} agreed to help out [until the next season|for a year and a half]; the bank moved the sum [the same week|in two parts], and a card in {D}'s hand says [how much was owed and from when it would bear a charge|how much was to come back and at what charge a month].
tale: [When the time was up|At the end of it] {D} asked for patience. On {d2} a fresh card was written with [a longer time|smaller rates], and [after the second of them|soon afterwards] nothing more came.
reason: The money passed on terms that the same sum would come back on a fixed day whatever became of {item}. {P} had no say in the undertaking and no share of its gains, and both knew why the money was moving when it moved.
reason: What {D} signed was a promise to hand back, by a day named, as much as had been received, and to pay for the time in between. No profit was to be shared, no article changed hands, and there was nothing accidental about the transfer.
reason: There was much talk of a common undertaking, of shares and of gains. But {P} never had a share, saw no accounts and had only the day to wait for; whether the undertaking throve was the affair of {D} alone.
reason: If {item} had failed altogether the sum would have been due none the less, with the charge for the months. It was to come home undiminished, and that decides the matter.
reason: The transfer was meant for {D} and for nobody else, nothing was bought with it from {P}, and {D} knew from the first that it was not to be kept. What remains is to count what came back and what did not.
reason: One looks for a slip in the transfer and finds none; one looks for goods and finds none; one looks for a partnership and finds no vote and no profit. A sum was let out for a time and its use was paid for by the month.

mistake; Money paid by mistake; civil; sum; pp; loan sale
objects: a deposit on a house / the purchase of a lorry / a salary run / a quarter's invoices / a legacy / the stock of a new bakery
story: On {d1} {P}, meaning to pay {T} a sum for {item}, [keyed in|selected] the account of {D}. [The two accounts differed by one digit|{D} bore nearly the same name as {T}|{D} stood next in the list of payees].
story: {P} [told the bank the same day|rang the bank within hours] and on {d2} wrote to {D}, who [agreed that the money had come|did not deny having it] but [kept it|then stopped answering].
tale: {P} had a sum to send to {T} for {item}. On {d1} the form was filled in [hastily|late at night] with [last year's list at hand|a number copied from an old slip], and so it went to {D}, [with whom there had been no business of any kind|a name that meant nothing to {P}].
tale: It came to light [at the month's end|when {T} asked where it was]. On {d2} {D} was shown [the form|the slip] and said that [what lies in one's account is one's own|it had been spent in good faith].
reason: The two had never dealt with one another. Nothing was promised on either side, {D} could name no ground for the receipt, and {P}'s right to have the sum back springs from the receipt itself and from no bargain.
reason: When {P} pressed the button the person in mind was {T}. {D} had given nothing and promised nothing; no day for return had ever been discussed, because neither knew of the other. A receipt without a ground must be undone.
reason: It is said that the money was an advance, or the price of something. An advance has a day for its return and a price has goods; here the sum simply went astray, and {D} had nothing to set against it.
reason: {D} speaks of a promise, a note and a repayment long agreed; no note was shown, no promise proved, and no talk of lending is in evidence. Another was to have it, and whoever receives what was meant for another gives it up.
reason: Had {P} looked twice, {T} would have been paid and these two would never have heard of one another. The law does not let a windfall lie where chance has dropped it.
reason: Asked what the sum was for, {D} could not say. There was no work, no goods and no bargain behind it; it had no business to be there, and that is enough.

venture; Joint venture account; civil; sum; pp; loan services
objects: a mussel farm / a touring theatre show / a cider press / a holiday lodge park / a second-hand book barge / the refit of a fishing boat / the stock of a new bakery
story: On {d1} {P} and {D} [wrote down|agreed in writing] what they would do about {item}, each [putting in money and labour|contributing in cash and in kind], [gains and losses to be split once a year|each to take half of what was left after a year|the result to fall on both alike].
story: {D} [kept the takings|held the mandate on the account] and from {d2} [rendered no accounts|drew on it without telling {P}], after which it all [was wound down|came to an end].
tale: {P} and {D} [had known each other from school|met through a notice]. On {d1} they shook hands on {item}: [one brought the money, the other the hands|both brought what they had], and [every spring they would see what was over and halve it|whatever a year left, or cost, was for both].
tale: [Two good years came|A thin year came], and then {D} [had the box moved elsewhere|stopped showing the book]; since {d2} {P} has [seen no figure|been told nothing of the takings].
reason: Both decided upon {item} together, both stood to lose what they had put in, and what either was to receive hung on the yearly result. No day was set on which a fixed sum had to come back.
reason: Each of the two was to gain if {item} did well and to lose if it did badly, and both had a voice in how it was run. A person who puts in money on such terms is no creditor for a fixed sum; what is due can only be known when the takings are laid open.
reason: {D} says that {P} lent: that there was a lender, an advance, a fixed return and a day to pay it. None of that was written, and a bad year would have cost both; the books are therefore open to both.
reason: Money moved from {P} to {D}, as it does when one lends; fee notes passed, as they do when one serves. Yet the two sat at the same table when prices were set and hands hired, and each was to live on what {item} left over.
reason: {P} was not hired by {D} and did not hire {D}. They had thrown in their lot together, and neither could claim a penny before it was known what {item} had brought in.
reason: There was no fixed sum to return and no fee to earn. What there was is a common pot, filled by both and emptied by one, and {D} must say where the contents went.

sale; Sale of goods; civil; sum; cc; work product mistake
objects: steel racking / shop counters / stage flats / garden slabs / oak shelving / enamel signs / storage tanks / canvas awnings
story: By an order of {d1} {D} took {item} of {P} at [a price for each unit|listed prices], payment [thirty days after each delivery|at the end of the month following]. {P} sent [the consignments from its stock|what lay ready in its warehouse|the numbers ordered off the shelf], beginning on {d2}, to {D}'s yard at {place}.
story: There they were [counted and signed for|taken in without protest]; [the first invoices were met|early invoices were paid], the later ones not.
tale: {D} needed {item} in a hurry. [A list of {P}'s|{P}'s printed list] showed what was [ready|to be had at once]; on {d1} {D} [rang and gave numbers from it|ticked the lines wanted], and a van brought it all to {place} [in the same week|by the first of the month].
tale: [Two bills were paid|The first bill was paid], and [three were not|the later ones were not]. On {d2} {D} wrote that [trade was slow|the rest would have to wait], without [finding fault with anything|sending anything back].
reason: The {item} came from stock and could have gone to any customer. {P} undertook to pass the ownership of existing things for a price; no drawings of {D} were followed and none of {D}'s materials used.
reason: The bargain was for things already on {P}'s shelves, described by a number in a list. {P} did not shape them to anybody's wishes, {D} brought in no material, and the one question was whether the price of what had been carried over was paid.
reason: {D} speaks of drawings, of measurements, of stages and of approvals. Nobody produced a drawing or an approval, and the next caller would have been served the same {item}; a price was named and the price is owing.
reason: Nothing had to be made. {P} gave up its property in {item} and was to have money for it; property on one side and price on the other is all there was.
reason: Whether the craft was good does not arise, for no craft was asked for. It was a matter of number and price, and the number was counted at the gate.
reason: Nobody was hurt, so that a maker's fault is not in question, and no payment went astray. They were on the list before {D} asked, and they were carried over as the list described them.

work; Work and materials; civil; sum; cc; sale services
objects: steel racking / shop counters / stage flats / garden slabs / oak shelving / enamel signs / storage tanks / canvas awnings
story: On {d1} {D} engaged {P} over {item}, [to {D}'s own measurements|after a pattern that {D} supplied|from drawings that {D} brought], {D} [furnishing|supplying] the main materials; the reward was fixed by [stages|the piece].
story: {P} did this in its own workshop with its own people and [brought the result|handed the result over] on {d2}; {D} [listed some snags and then used it|asked for changes and put it to use].
tale: {D} wanted {item} for {place}, [where nothing standard would go|a place of odd shape]. On {d1} its people brought {P} [material of their own and a sketch|what was to be used and a rough plan]; {P} was to [turn that into what had been sketched|work it up], for a reward due [when it stood|on approval].
tale: [It took eleven weeks at the bench|There were three fittings]. On {d2} it was put up; {D} [asked for one corner to be done again|had one part done over] and has used it since.
reason: What {D} paid for was skill and labour spent on one object, made to its measurements largely from its own materials and of use to nobody else. {P} answered for a result, and not merely for hours worked.
reason: Without {D}'s measurements the thing would not exist, and with them it fits nowhere else. The material was mostly {D}'s; what {P} put in was craft. The reward was for a finished result, not for an article out of stock or for time spent.
reason: {D} calls it a purchase: goods, a price, a seller and a buyer. But a seller has the goods before the buyer comes; {P} had nothing but benches and hands until {D} brought material and said what was wanted.
reason: It is no matter of hours, for {P} could take as long as it liked; it is no matter of goods, for there were none. The thing had first to be brought into being for {D}, and for its success {P} stood.
reason: Price list, catalogue, stock and delivery were spoken of at length. They lead nowhere: had {D} not come, nothing would have been made, and now that it is made no other customer would have it.
reason: {P} had to bring about what {D} had in mind, at its own risk if it failed. Whose people did it and how long they took were no concern of {D}.

services; Contract for services; civil; sum; pc; dismissal work
objects: the translation of safety manuals / bookkeeping two days a week / guided harbour tours / piano tuning at five venues / photography of the catalogue / the care of the gardens
story: From {d1} {P} saw to {item} for {D}, [paid against fee notes|sending in a bill for each turn|paid by the day as billed], [free to refuse any day|taking only the days that suited] and working for others meanwhile.
story: {P} [was paid until|had been settled with up to] {d2}; then {D} [queried the hours|said that money was short] and paid no more.
tale: {D} had {item} done [by people from outside|by whoever was free]. From {d1} that was mostly {P}, [who named a day rate on a card|whose rate for a turn was agreed by letter], [came with {P}'s own equipment|made use of a helper at times] and [sent a cousin when otherwise engaged|stayed away without a word in summer].
tale: By {d2} [five bills lay open|the bills of a quarter lay open]. {D} said that [it had not asked for so many turns|the season had been poor].
reason: {P} could decline work, send another in {P}'s place, and served other customers with tools of {P}'s own. {D} controlled neither the manner nor the hours, and no notice of termination was ever at issue.
reason: {P} chose which days to take, could send somebody else, wrote out fee notes and had other customers. That is a person in business, paid for work done; there was no rota, no handbook and no dismissal, and no single object had to be produced.
reason: Wages, rota, handbook, notice and dismissal were argued over for a day. Wages were never paid, no rota was kept and nobody was dismissed: one customer among several stopped paying.
reason: {P} came when it suited, with tools bought by {P}, and {D} could ask for the work but not for the person. What {D} may owe is the charge for what was done.
reason: No object was to be made and no result was promised; care was promised, for a charge. The hours stood in a diary that nobody else kept but {P}.
reason: {D} could not have ordered {P} to come on a Monday. Where nobody can be ordered about there is no employer, and the bills are claims of one trader on another.

dismissal; Wrongful dismissal; civil; sum; pc; services employer
objects: the translation of safety manuals / bookkeeping two days a week / guided harbour tours / piano tuning at five venues / photography of the catalogue / the care of the gardens
story: On {d1} {P} was taken on by {D} for {item}, [on a monthly wage|paid by the month less deductions], under the manager, bound by the handbook and [forbidden to work for others|with leave to be asked for each absence|at hours the manager fixed].
story: On {d2} {D} [told {P} to leave at once|sent {P} home for good], giving [misconduct|a reorganisation] as the ground and [nothing|a week's pay] in place of the months in the letter.
tale: A letter of {d1} gave {P} a place with {D}, [in a department with a head|with a desk and a number], for {item}: [so many hours, so much a month, so many weeks' holiday|hours, pay and holiday all laid down], and no outside work.
tale: On {d2}, [at the end of a shift|before lunch], the head [took the pass back|walked {P} to the gate]; there was talk of [a till that was short|fewer orders], and [no further pay|nothing for the time that the letter promised].
reason: {P} was told when, where and how to work, could send nobody else, was paid by the month and formed part of {D}'s organisation. What is complained of is the ending without notice, not an unpaid bill, nor any injury.
reason: The rota, the handbook and the monthly wage all point one way: {P} was under orders and part of the staff. The wrong complained of is that the engagement was ended from one day to the next; no fee note is in question and nobody was hurt.
reason: {D} says that {P} was a contractor with customers, fee notes and a free choice of days. No customer was named and no fee note was found; {P} belonged to the house and was put out of it overnight.
reason: {P} was not hurt and no bill for work was left unpaid. The complaint is that the door was shut without the months that the letter gave, and the letter binds.
reason: {P} stood under orders from morning to evening, for one paymaster. Such a tie cannot be cut in a day unless there is a grave reason, and none is shown.
reason: It was the time to find another place of which {P} was deprived. That a contractor may be sent away at will is true, but a contractor is not told when to take a holiday.

employer; Accident at work; civil; harm; pcf; dismissal product
objects: a bench saw / a hedge trimmer / a gas heater / an electric hoist / a pressure vessel / a delivery van / a milk lorry
story: On {d1} {P}, at work for {D} at {place}, was [set to a task|sent] close to {item}, [as had been reported before unsafe|about which staff had complained|on which a warning had lain for weeks], and was hurt.
story: {P} was [in hospital|under treatment] and by {d2} [had a lasting weakness of the hand|walked with a limp]; {D} [put it right the week after|changed the procedure later].
tale: {P} had been with {D} for years. On {d1} the foreman, [short of people|pressed for time], put {P} to {item} at {place}, though [a part of it had been wanting since spring|it had been written up in the book twice], and [within the hour|before noon] {P} was carried out.
tale: {P} [was eleven weeks away|lay in plaster] and on {d2} was still [not able to lift|under a doctor]. [A new part was fitted the next day|Orders about it were changed within the week].
reason: {P} does not complain of how the engagement ended, nor of a fault in a thing put on the market, but that the one who directed the work let a known danger stay. Each side's want of care is to be weighed.
reason: {P} was where {D} had sent {P}, doing what {D} had asked, when the harm came, and {D} had been told of the danger. The post itself was not lost, and the thing that did the harm was not sold to the public by {D}.
reason: Of design, of makers, of leaflets and of what is put on the market there was a great deal. But {D} made nothing; {D} gave the order, and who gives orders must see to the safety of those who obey.
reason: The wage and the post are not in dispute, and nothing turns on how the engagement ended or may end. {P} was hurt in obeying, and the question is what the one obeyed ought to have done.
reason: No stranger and no buyer was harmed, but one of {D}'s own people, at a place of {D}'s choosing. A guard would have cost little and would have been enough.
reason: {D} chose the place, the task and the time; {P} chose nothing. The care owed to one's own people was wanting, though {P} too might have looked better.

product; Product liability; civil; harm; pcf; sale employer
objects: a bench saw / a hedge trimmer / a gas heater / an electric hoist / a pressure cooker / a folding bicycle / a step ladder
story: {P} had been [given|lent] {item} made by {D}; on {d1}, used [as the leaflet says|in the ordinary way], it [came apart|failed], and {P} was hurt [and things around it were damaged|along with things of the household|and the room was laid waste].
story: On {d2} a laboratory [found one part too weak|traced it to the design] and [thought it unsafe for ordinary use|held that the safeguard was missing].
tale: {item} stood at {P}'s home, [a present from {T}|left behind by {T}]; the mark on it is {D}'s. On {d1} it was [taken into use|handled] as on any other day and [broke in two|gave way], [cutting {P} about the arms|hurting {P}'s hand and knee] and spoiling [the furniture|what stood near].
tale: What was left of it was taken to pieces on {d2}. [A safety part had been left out of the plan|A holding part was thinner than it ought to be], the engineer wrote, and [every one of that type is alike|the same would happen again].
reason: {P} bought nothing from {D} and asks neither for the price nor for a replacement. What is sought is the harm that the article did to a person and to other things, for which a maker answers without any bargain.
reason: Between the two nothing was ever bought or sold, and {P} was not at work. {D} sent an article into the world which did harm when used as intended; that is the whole of the case, and the price of the article does not enter into it.
reason: Price, delivery, receipt and seller fill the pleadings. {P} was no buyer and {D} no seller to {P}; it left the works unsafe, and whoever was near it might have been hurt.
reason: {P} was in nobody's service when it happened, and no one had given an order. The wrong, if any, was done at the drawing board, long before {P} touched the switch.
reason: That the shop must take the thing back helps nobody, for {P} does not want its price. The maker must bear what its make has done to body and belongings, whether or not there was a bargain.
reason: The thing did what such a thing must not do. Whoever uses it may trust it, be it bought, borrowed or found.

road; Road traffic negligence; civil; harm; ppf; insurance employer
objects: a delivery van / a touring motorcycle / a milk lorry / a hired estate car / a horsebox / a touring coach
story: On {d1} {D}, with {item}, [came out of a side road|crossed the centre line] near {place} and [struck|ran into] {P}, who was [riding home|on the way to work].
story: [The police prepared a sketch|Two constables measured the skid|A patrol noted the positions] and [thought both to some extent at fault|attributed fault to both]; by {d2} {P} [was fit for light work|was back for a second operation].
tale: [It was getting dark|It had rained] on {d1} when {D} [turned {item} across the road|drew out with {item} to pass] by {place}. {P} was coming the other way [on a bicycle and was thrown off|in a small car and could not stop].
tale: [There were skid marks of both|A constable took down both lines of travel], and [neither had gone slowly|each had seen the other late]; {P} was [some weeks in hospital|laid up] and on {d2} [could walk again with a stick|went back to work].
reason: There was no bargain of any sort between the two. The claim is that one user of the highway failed to look out for another; the terms of a policy decide nothing here, but the faults of both do.
reason: Two strangers met on the highway, and one of them did not look. Whether some insurer has promised to bear the loss is between others; nor was either of them at work for the other. How far each was to blame is the matter to be decided.
reason: Policies, premiums, cover and exceptions were gone through at length. None of the policies was made between these two, and {P} sues on none; {D} ought to have given way.
reason: {P} was in nobody's employment on that journey and {D} gave no orders. At the wheel one answers to everybody, whoever it may be, and the other traffic answers too.
reason: The case is short: a glance was not given, a brake was used late. The rule of the road was broken, and the other side was not free of blame.
reason: No promise and no service joined the parties before the impact. Each had to reckon with the other on the carriageway, and neither quite did.

insurance; Insurance indemnity; civil; sum; cc; road sale
objects: a grain store / a touring coach / a canal barge / a milk lorry / a horsebox / a delivery van
story: On {d1} {D}, [against a yearly premium|for a sum paid each spring|in return for quarterly instalments], undertook to bear loss to {item} belonging to {P}; the wording had [a clause on unattended property|a list of exceptions] that nobody [drew attention to|explained].
story: On {d2}, within the year, it was damaged at {place} [when a stranger's lorry ran into it|by a fire that a neighbour had started]; {P} [gave notice the next day|reported it at once], and {D} [declined|offered a fraction].
tale: {P} had {item} and did not wish to bear the risk of losing it. From {d1} {D} bore it, for [so much a quarter|a sum taken from the bank each year]; a booklet came by post in which [page nine took some cases out again|the small type took away a good deal], and [nobody went through it with {P}|{P} was not asked to sign it].
tale: On {d2} [a fire spread to it from next door|a reversing crane struck it] at {place}. {P} sent in the form; {D} replied that [it was one of the cases in the small type|a lock had been a weak one].
reason: {D} harmed nobody. It is asked to keep a promise paid for by premium, and the answer lies in the wording and in the measure of the loss, not in who was careless on the day.
reason: {D} took a premium and gave a promise, and it is the promise that is sued upon. It is no answer that a third person started the fire or drove the lorry; what counts is the wording, what was said about it, and the size of the loss.
reason: Much was said of the driver, the brake, the highway, the want of care and the shares of blame. That may be for another court; {D} sold peace of mind to {P} and is asked to deliver it.
reason: {D} neither bought nor sold the thing and did it no harm. The risk had been taken over for money, and the risk has come about.
reason: Which words in small print hold and which do not is the first question; what the damage comes to is the second. Who did it is no question at all between these two.
reason: A careless stranger is no defence to one who has been paid to stand in. The stranger may be pursued afterwards by whoever has paid.

tenancy; Residential tenancy; civil; sum; pp; trespass conversion
objects: a garden flat / a terraced cottage / two rooms above a shop / a converted loft / a bungalow / a boathouse with a sleeping loft
story: On {d1} {P} let {D} have {item} at {place} [for a year|for eighteen months] against a monthly payment and a deposit; [an inventory was checked and keys were handed over|the locks were shown and an inventory signed|{P} gave up the keys at the door].
story: Payment [stopped|fell behind] and on {d2} {P} gave notice; {D} [stayed on for some time|left late] and [the walls needed work|the place was left in disorder].
tale: Since {d1} {D} had lived in {item} of {P}'s at {place}. [They met on the step, where a list of what was in it was signed|An agent wrote it up]: [so much on the first of the month, two months' money as security|a monthly sum, a sum as security and a date of leaving].
tale: From {d2} [the first of the month brought nothing|half of it came, and then none]; asked to go, {D} [went three weeks after the date|left after the date], and [a wall had been painted black|carpets had to be taken up].
reason: {D} came in with {P}'s leave, in return for a periodic payment and for a time agreed, and was given the keys for that purpose. Nobody entered without permission; the dispute is about what was promised for the stay.
reason: Keys were given, a monthly sum was named, an inventory was gone through: {D} was there by agreement from the first day. The sums now in dispute all come out of that agreement and of the weeks after it ended.
reason: An entry without leave, a changed padlock, a bare intruder: so {D} would have it. Nobody changes a padlock to which the owner gave the key; the stay was paid for month by month until it was not.
reason: {D} makes much of the state of the walls. It may lessen what is due, but it shows too that {D} was there as of promise, and promises were made on both sides.
reason: What an owner may ask of an intruder is not what is asked here. The months are counted by the paper that both signed, and after them by the days that {D} stayed.
reason: {P} opened the door. Whoever is let in on terms pays on those terms, and for the weeks beyond them as much again.

trespass; Trespass to land; civil; sum; pp; tenancy nuisance
objects: a garden flat / a terraced cottage / two rooms above a shop / a converted loft / a bungalow / a boathouse with a sleeping loft
story: {P} owns {item} at {place}. On {d1} {D} [went in without asking|forced the padlock and moved in|put in new locks unbidden], [kept machinery there|left building waste about] and stayed; nothing was ever paid or promised for it.
story: {P} [wrote|called the police] and on {d2} [again demanded that it be cleared|put up a notice], but {D} [spoke of an old family right|went on as before].
tale: {item} at {place} has been {P}'s since [an aunt died|it was bought]. [It stood locked|Nobody lived there]. On {d1} a neighbour saw {D} [carry in boxes by a window|take the door off its hinges]; from then on [a lamp burned there at night|a van stood outside].
tale: {P} came on {d2} and was [sent away from the door|told that the place had been promised by a grandfather]. [Not a penny had been asked or given|Nobody had ever spoken of money].
reason: No leave was asked and none was given, no rent was ever named, and {D} was bodily on the ground itself. It is not a case of something escaping from a neighbour's ground, nor of a stay that began with consent.
reason: {D} never asked and was never told that the place could be used. There was no key, no sum and no term, and the wheels and boots were on {P}'s own soil. Nothing but the entry and the staying is complained of.
reason: Rent, deposit, term, keys and notice are the words of {D}'s answer. Nobody received rent or a deposit and no keys changed hands; an intruder cannot speak of terms.
reason: The owner had locked up; {D} unlocked. No welcome had been given, and one who is not welcome leaves or pays.
reason: Noise and smoke from next door would be another matter, for that is what comes over. Here {D} came over, and stood where only the owner may.
reason: It does not help that the place was empty, or that {D} looked after it. The threshold was crossed unasked, and the day's value of the use is owing for every day.

nuisance; Private nuisance; civil; sum; pcf; trespass product
objects: the smoke of a smokehouse / the hum of a cooling plant / dust from a stone yard / light from a sports ground / the smell of a rendering plant
story: Since {d1} {item}, from premises of {D} next to {P}'s house at {place}, has [reached the house on most days|entered the bedrooms], although {D} and its people [have never set foot there|kept to their side of the fence|never came through the gate].
story: {P} kept a log and on {d2} [complained|asked for abatement]; {D} [shifted the hours a little|put up a screen], with [some|little] effect.
tale: {P} sleeps [badly|little]. The works of {D} lie [across the lane|beyond the hedge] from {place}, and since {d1} {item} has come [with every east wind|from four in the morning], [all of it on {D}'s own land as it begins|from machines that stand well inside {D}'s land].
tale: A diary shows it for [two days in three|most nights]. On {d2} {D} promised [a higher wall|other hours]; {P} [noticed no change|thought it a little better].
reason: Nobody went on {P}'s ground; what crossed the boundary was {item}. The question is what one occupier must put up with from the lawful business of another, its length, strength and hour, not whether leave was given.
reason: {D} kept to its own side of the boundary. What came over was {item}, day after day, and the law asks how much of that a neighbour must bear; permission to enter was never in point, because nobody entered.
reason: Entry, leave, padlock, occupation: the answer speaks of little else. But nobody entered and nobody occupied; what drifts over a fence is judged by how much of it there is.
reason: {D} may carry on a lawful trade and {P} may sleep. Give and take between neighbours is the rule, and {D} took more than was given.
reason: No article was sold and none was faulty. The air of a house may be troubled only as far as the district makes usual, and it was troubled further.
reason: It was not a foot but {item} that came across. Its hours and its strength are set out in the log, and they are past what can be asked of anybody.

conversion; Conversion; civil; sum; pp; bailment mistake
objects: a vintage tractor / a harp / a collection of barometers / a grand piano / a pair of carved doors / a stamp collection / a fur coat / a dismantled loom
story: {P} owns {item}. On {d1} {D}, who had [never been asked to look after it|no dealings with {P}], [took it from {place}|had it fetched from {place}] and [gave out that it was abandoned|called it a family piece].
story: On {d2} {D} [sold it through a dealer|put it up at auction]; {P} [saw the advertisement|learned of it from {T}] and [demanded it back in vain|asked for it to no purpose|was refused it to the last].
tale: {item} had come to {P} from {T}. [While {P} was abroad|During a removal] on {d1} it was standing at {place}; {D}, [who was clearing the yard next door|a stranger to both], loaded it up and [had a bill of sale printed|put a name-plate on it].
tale: On {d2} it [went under the hammer|was in a shop window with a price on it]. {P} [showed the papers and was laughed at|brought the papers to no avail]; {D} kept the money.
reason: {P} never put {item} into {D}'s hands for keeping, carriage or repair. {D} took it and disposed of it in denial of {P}'s ownership, so that no question of care in keeping arises.
reason: {D} was never given {item} to look after. It was taken, and then dealt with as only an owner may; how well it was kept meanwhile is neither here nor there, and no bargain for its keeping can be found.
reason: Ticket, keeping, charge, care and return: these are the words of one who keeps for another. Nobody had asked {D} to keep anything, and {D} meant never to give it up.
reason: {D} sold {item} and had the price. One cannot sell what is another's and say that one was only keeping it safe.
reason: Whether it was kept dry and whole is of no moment. The owner was shut out of it by one who claimed it, and its worth takes its place.
reason: No payment went astray and no sum was received by error; it is {item} that was made away with. {D} behaved as if it had been inherited, and it had not been.

bailment; Bailment; civil; sum; pc; conversion services
objects: a vintage tractor / a harp / a collection of barometers / a grand piano / a pair of carved doors / a stamp collection / a fur coat / a dismantled loom
story: On {d1} {P} handed {item} to {D}, which [stores|keeps] such things for a charge, [against a ticket|for a numbered slip|against a signed docket] that promised its return [on demand|when called for] in the state in which it came.
story: When {P} called for it on {d2} it was [soaked|badly damaged]; {D} [blamed a burst pipe|spoke of vermin] and [had kept no log|could not say when it happened].
tale: {P} was moving house and had no room for {item}. {D} [lets out space by the week|takes in things by the month]; on {d1} its porter wrote out [a stub with a number|a card of entry], took the first payment and said that [a call the day before was enough|it could be had back at any time].
tale: {P} rang on {d2}. What was brought out [had stood in water|had been gnawed]; [nobody knew since when|the porter remembered a wet night], and [there was no record of who looked in|no round had been noted].
reason: {P} handed {item} over of {P}'s own will, to be kept and given back. {D} never set itself up as owner; it is called to account because it cannot show that it took care of what was entrusted to it.
reason: {P} brought {item} of free will and got a ticket for it. {D} always meant to give it back and never sold or claimed it; it simply came back spoilt, and the keeper has to show that this was in spite of proper care.
reason: That {D} took it, sold it, claimed it, or shut the owner out was never shown and is not so. {D} had it because {P} wished it, and was to watch over it until {P} came.
reason: {D} says that no wrong was done, since nothing was taken. To give back less than was left is wrong enough where care was promised for a charge.
reason: No reward was earned by work on it; the charge was for room and attention. It came in sound and went out spoilt, and {D} has not explained what lies between.
reason: It lay under {D}'s roof by consent, and {P}'s title was never doubted. That being so, the one who had the roof must say how the water came through.

theft; Theft; criminal; crime; op; embezzle fraud
objects: copper cable / bottles of whisky / laptop computers / silver cutlery / spare parts / concert tickets
story: {D} [cleaned offices|worked as a casual labourer] at {T}'s premises at {place} and [had no charge of any goods|was trusted with nothing but a broom]. From {d1}, [at night|between shifts], {D} [let a bolt down and took {item}|came by a window and carried off {item}|came away unseen with {item}].
story: {D} was [stopped with part of it|arrested] on {d2} and [admitted some visits|made a partial admission].
tale: On a number of nights from {d1} on {D}, who had [painted|delivered post] at {T}'s premises at {place} and knew [which door stuck|where the spare key hung], went in [after the watchman's round|with a torch] and came out with {item}; [everything had been locked up|nobody there had given leave].
tale: A [dog|passer-by] gave the alarm on {d2}; [part of it was in {D}'s shed|a sack was dropped in the lane], and {D} [spoke of a first visit only|owned to three visits].
reason: {D} was never given charge of {item}. Knowing the building made it easier, but the goods were taken out of the keeping of others, secretly and against their will; nothing had been handed over on trust or in consequence of a lie.
reason: What was taken had been in other people's keeping all along. {D} had a way in but no charge of anything, told nobody a falsehood to get it, and went about it by night because the owners would have said no.
reason: It is put as a breach of trust: a post, a task, a charge, a duty to account. {D} had no such post and no charge; others had the keeping of it, and it left them while they slept.
reason: Nobody was talked into anything and nobody handed anything over. The owners never let it go; it was fetched.
reason: To know the building is not to be trusted with what is in it. {D} had to wait until backs were turned, and one who is trusted need not wait.
reason: The story, the promise and the false name that a deceiver needs are all missing, and so are the books that a cashier needs. Dark and a quiet step were what {D} needed.

embezzle; Embezzlement; criminal; crime; op; theft fraud
objects: copper cable / bottles of whisky / laptop computers / silver cutlery / spare parts / concert tickets
story: {D} was the [storekeeper|treasurer] of {T}'s undertaking at {place}, and it was {D}'s task to [receive and keep|keep and account for] {item}. From {d1} part of it [went on {D}'s own debts, covered by altered vouchers|never reached the books|was left out of the returns].
story: An audit on {d2} [showed the gap|brought it to light]; {D} [paid something back|came to the police unasked].
tale: {T} had made {D} [responsible for the stock room|manager of the branch] at {place}. Whatever came in of {item} went through {D}'s hands and book; from {d1} [the book says less than the carrier's papers|entries were scratched out], and the difference [paid for a boat|went to a dealer whom {D} knew].
tale: On {d2} {T} asked for [a count|the keys]. [The count was short|Shelves were empty]; {D} [resigned and offered payment by the month|said that it would have been put back].
reason: {D} held {item} lawfully and by virtue of the post, and had nobody's keeping to break. Nor was anybody talked into parting with it; what had been entrusted was turned to {D}'s own use.
reason: It was {D}'s daily work to have {item} in hand. There was no need to steal into a room or to tell a tale to anybody; the trust that went with the post was enough, and it was that trust which was misused.
reason: Stealth, a bolt, a window and the night have been pressed on the court. {D} needed no window and no night; it passed through {D}'s hands by right, and only part of it passed on.
reason: No owner was deceived into giving. The owner gave because that was {D}'s task, and {D} was false to the task afterwards.
reason: The key was {D}'s by appointment, and so was the book. What was done with them was not.
reason: It is not the getting that was wrong, but the keeping: {D} came by it honestly and kept it dishonestly, and the papers show since when.

fraud; Obtaining by deception; criminal; crime; op; theft embezzle
objects: copper cable / bottles of whisky / laptop computers / silver cutlery / spare parts / concert tickets
story: From {d1} {D}, [posing as an agent|using an assumed name], offered {item} to {T} and others, who [paid|parted with money] because they believed it.
story: [There was nothing behind it.|No such supply existed.|Not one of them ever received it.] By {d2} {D} [could not be reached|had moved to {refuge}], and the money was spent.
tale: {D} [wore the jacket of a firm that never employed {D}|had cards printed with a title]. To {T} and to others who asked for {item} {D} showed, from {d1}, [pictures taken elsewhere|letters of contented buyers] and took [half in advance|a sum to hold the place].
tale: [They waited at the address given, and it was a laundry|No delivery ever came, nor was one ordered]. On {d2} {D} was [found at {refuge}|traced to {refuge}] with [nothing left|a few coins].
reason: The money was not held for anybody, and it was not taken by stealth: its owners handed it over themselves, because {D} told them things that were not so and that {D} knew not to be so.
reason: Those who paid did so with their eyes open but with a false picture before them, drawn by {D}. Nothing was slipped away from anybody, and {D} had no post by which the money would have come in any event.
reason: Trust, charge, post and account are spoken of, as if {D} had been a cashier. Nobody had appointed {D} to anything; they paid for a fable, and the fable was {D}'s.
reason: Nothing was taken behind anybody's back. They opened their own purses, and would have kept them shut had they known.
reason: At the moment of payment the mind of the payer was turned by {D}. A lie came first and the money after, and in that order lies the offence.
reason: To owe money is no crime, and to hope is none. But {D} spoke against better knowledge in order to be paid, and was paid for that reason.

penalty; Regulatory penalty; administrative; review; co; seizure registration
objects: a mobile kitchen / a taxi / a river ferry / a pony trap / a market stall / an oyster boat / a cider still
story: On {d1} inspectors of {D} came to {place}, where they looked over {item} of {P} and reported [papers out of date|work at a forbidden hour|a missing second hand].
story: After [an interview|a hearing on paper] {D} resolved on {d2} that the rule had been broken [and imposed a payment on {P}|and required a sum for the public purse|and made {P} pay for the breach].
tale: An officer of {D} [passed by|made a round] at {place} on {d1} and noted against {P}, who ran {item} there, that [a light was out|the board with the prices was wanting]. {P} was sent [a form for comments|a summons to the office].
tale: The answer of {D} came on {d2}: the rule had not been kept, and {P} was to pay [a sum by the end of the month|within three weeks], [as a lesson for the future|which was also entered on the record].
reason: The inquiry was over. By its decision {D} visited a past breach with a lasting burden on {P}; nothing was held for the time being to secure evidence, and no entry in any list was asked for.
reason: {D} looked back, found a rule broken, and made {P} pay for it once and for all. That is a sanction. No object was being kept for an inquiry still running, and {P} had not asked to be put on any list.
reason: {D} says that it only kept things safe: evidence, an inventory, a store, an extension. Nothing is in store; the payment stays paid whatever may turn up later.
reason: The matter was closed by a finding of fault and a price for it. What has been done is held against {P}, and that is more than holding a thing.
reason: {P} asked for nothing and was refused nothing. A reproach was uttered and charged for, and it must therefore rest on proof.
reason: Neither a delay nor an entry is complained of. {D} punished in the name of order, and it is for {D} to show the breach.

seizure; Seizure of goods; administrative; review; co; penalty registration
objects: a mobile kitchen / a taxi / a river ferry / a pony trap / a market stall / an oyster boat / a cider still
story: On {d1} officers of {D}, [saying that evidence might vanish|while inquiries went on|so that traces should not be lost], took away {item} of {P} at {place} [against an inventory|and left a receipt].
story: {P} asked for its return on {d2}; {D} [asked for time|said that inquiries were not over], and no decision on any breach followed.
tale: Two officers of {D} stood at {place} on {d1} and asked {P} for the papers of {item}. [Before anything is decided it must not move, they said|It has to be looked into first, they said]; a lorry [took it to a yard|took it under cover], and {P} has [a slip with a stamp|a list in carbon copy].
tale: {P} [called at the yard on {d2}|wrote on {d2} to have it back] and was told [to wait for a report|that the file was with another office]; [nothing has been decided to this day|whether anything was wrong is still open].
reason: Nobody has found {P} to have broken a rule. The things were held for the time of an inquiry, to be released or otherwise dealt with at its end, and {P} was not finally deprived of anything.
reason: The things were to be kept while questions were asked, and then to be given up or dealt with in some other way. No breach had been found and no sum demanded; ownership stayed where it was, and no application had been made.
reason: Fault, breach, sanction, punishment: {D} uses these words and has made no such finding. Until it does, {item} is merely kept out of reach, and that has its own conditions.
reason: What was taken may have to be given up next week. The measure looks forward to a decision and is not the decision.
reason: No list was to be entered and no leave was sought. {D} laid hands on it for safety's sake, and must say how long that lasts.
reason: It can be undone by opening a door, which is never so with a sanction. The time allowed for it is therefore the heart of the case.

registration; Refusal of registration; administrative; review; po; penalty seizure
objects: a mobile kitchen / a taxi / a river ferry / a pony trap / a market stall / an oyster boat / a cider still
story: On {d1} {P} applied to {D} to enter {item} [in the list that the law requires before starting|in the roll kept for such trades|among those allowed to trade].
story: On {d2} {D} [refused|declined], saying that [the papers were wanting|the guidance was not met]; {P} had [not yet begun|done nothing wrong before].
tale: {P} had [saved for|inherited] {item} and wished to start with it. On {d1} the forms went to {D}, [which keeps the roll|without whose number nobody may start], with [the fee|three testimonials].
tale: [The refusal is of {d2}|On {d2} came a refusal]: [a course had not been attended|the yard was thought too small]. {P} [had never been before {D} for anything|has kept a clean name].
reason: {P} was accused of nothing and lost nothing already held. What {D} declined to do was to put {item} on a list, and the question is whether the conditions of entry were rightly judged.
reason: {P} wished to begin and needed a place on the list; {D} said no. There was neither a reproach for anything past nor a taking of anything present, only a judgment on whether the conditions of entry were met.
reason: Sanction, breach, past conduct, proof of fault: so the letter is defended. There was no past conduct to punish; {P} stood at the door and asked, and the door was not opened.
reason: {D} took nothing away and keeps nothing. It withheld a leave that {P} never had, and whether {P} was fit to have it is the only question.
reason: {P} came of free will, with papers and a fee. Whoever meets the terms is entitled, and whoever does not is not blamed for it.
reason: The future and not the past is in issue: whether {item} may run, not whether it ran unlawfully, and nothing lies in a store meanwhile.
"""
