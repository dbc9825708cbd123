"""English causes of action in the notation of ``causes``."""
# ruff: noqa: E501 - a template is one line

from __future__ import annotations

CAUSES = """
loan; Loan; civil; pp; venture mistake sale
objects: the refit of a fishing boat / a deposit on a house / the stock of a new bakery / a daughter's school fees / the purchase of a lorry
things: the signed note / bank statements / text messages / a repayment table / a voicemail recording / handwritten receipts / a reminder letter / ledger pages / an email chain / a cheque stub
heads: principal outstanding 20000 400000 / interest to the date of claim 1000 30000 / collection charges 600 8000 / cost of the bank inquiry 200 1500
story: On {d1} {D} asked {P} for money for {item}. {P} [handed it over by two transfers|transferred it in instalments that month], and {D} [signed a note|wrote out a note] that named a day for giving the same sum back with a monthly charge.
story: The day [came and went|passed]; {D} paid [a little|some of it] and on {d2} [signed a revised timetable|acknowledged in writing that more was due].
claim: {D} [has not given back what was advanced|is in default on the note] and owes the rest with the charges agreed
defence: the money was [a share in a common business|put in as capital], the note was [a formality|signed for the accountant], and {P} must [bear the losses with everybody else|wait for the accounts]
reason: The money passed on terms that the same sum would come back on a fixed day whatever became of {item}. {P} had no say in the undertaking and no share of its gains, and both knew why the money was moving when it moved.
reason: What {D} signed was a promise to hand back, by a day named, as much as had been received, and to pay for the time in between. No profit was to be shared, no article changed hands, and there was nothing accidental about the transfer.

mistake; Money paid by mistake; civil; pp; loan sale
objects: a transfer entered with the wrong account number / an invoice settled twice / a legacy sent to a namesake / a salary run sent to an old payee
things: the transfer slip / the bank's trace report / account statements / the police note / a telephone log / screenshots / the payee list / a letter before claim / the recall request / the branch diary
heads: the sum received 15000 300000 / loss of its use 500 9000 / cost of tracing 200 2400
story: On {d1} {P}, meaning to pay {T}, [keyed in|selected] the account of {D}; the court heard it described as {item}. The two accounts [differed by one digit|had nearly the same name].
story: {P} [told the bank the same day|rang the bank within hours] and on {d2} wrote to {D}, who [agreed that the money had come|did not deny having it] but [kept it|then stopped answering].
claim: {D} has [no ground for keeping|no right to keep] what came to the account and must hand it back
defence: the payment was [a return of an earlier advance|an advance promised by word of mouth], and [there was nothing accidental about it|it was meant for this account]
reason: The two had never dealt with one another. Nothing was promised on either side, {D} could name no ground for the receipt, and {P}'s right to have the sum back springs from the receipt itself and from no bargain.
reason: When {P} pressed the button the person in mind was {T}. {D} had given nothing and promised nothing; no day for return had ever been discussed, because neither knew of the other. A receipt without a ground must be undone.

venture; Joint venture account; civil; pp; loan services
objects: a mussel farm / a touring theatre show / a cider press / a holiday lodge park / a second-hand book barge
things: the note of terms / the takings book / bank mandates / minutes of monthly meetings / a valuation / supplier invoices / the stock count / draft accounts / email chains / the lease of the premises
heads: share of the profits 15000 300000 / return of capital 20000 300000 / share of stock on hand 2000 50000 / accountancy charges 800 9000
story: On {d1} {P} and {D} [wrote down|agreed in writing] that they would run {item} together, each [putting in money and labour|contributing in cash and in kind], gains and losses to be [split|shared] once a year after accounts.
story: {D} [kept the takings book|held the mandate on the account] and from {d2} [rendered no accounts|drew on the takings without telling {P}], after which the undertaking [was wound down|ceased to trade].
claim: {D} [must account for the takings|has kept more than one side's part] and pay over what belongs to {P}
defence: {P} [only lent money at a fixed return|was merely a lender], has [had it all back|been repaid], and [may not look into the books|has no part in the gains]
reason: Both decided upon {item} together, both stood to lose what they had put in, and what either was to receive hung on the yearly result. No day was set on which a fixed sum had to come back.
reason: Each of the two was to gain if {item} did well and to lose if it did badly, and both had a voice in how it was run. A person who puts in money on such terms is no creditor for a fixed sum; what is due can only be known when the takings are laid open.

sale; Sale of goods; civil; cc; work product mistake
objects: seasoned oak boards / standard pump valves / bottling corks / steel racking / enamel paint / flat-pack shelving / cotton sacking / garden slabs
things: delivery notes / the price list / invoices / warehouse receipts / a weighbridge ticket / the statement of account / carrier's dockets / a sampling report / the order form / gate camera stills
heads: price outstanding 20000 400000 / agreed late charge 800 20000 / carriage 300 6000 / storage 300 5000
story: By an order of {d1} {D} bought {item} [from the catalogue|off the list] of {P} at [a price for each unit|listed prices], payment [thirty days after each delivery|at the end of the month following].
story: {P} sent the consignments from its stock, beginning on {d2}, to {D}'s store at {place}, where they were [counted and signed for|taken in without protest]; [the first invoices were met|early invoices were paid], the later ones not.
claim: the consignments were [delivered and kept|received without complaint] and the balance of the price is due
defence: the {item} were [made to its own drawings|produced to special order] and [came late|fell short of the drawings], so that [nothing more is due|the bill must be cut]
reason: The {item} came from stock and could have gone to any customer. {P} undertook to pass the ownership of existing things for a price; no drawings of {D} were followed and none of {D}'s materials used.
reason: The bargain was for things already on {P}'s shelves, described by a number in a list. {P} did not shape them to anybody's wishes, {D} brought in no material, and the one question was whether the price of what had been carried over was paid.

work; Work and materials; civil; cc; sale services
objects: a curved staircase / a bespoke sign / fitted shop counters / a set of stage flats / a stained window / a riveted tank
things: drawings / a site survey / sample approvals / the snag list / photographs of the workshop / time sheets / a completion certificate / the list of supplied timber / revision notes / a welding record
heads: price of the work outstanding 15000 300000 / variations 1000 40000 / materials bought in 800 25000 / cost of a second visit 300 5000
story: On {d1} {D} engaged {P} to [make|build] {item} to {D}'s own measurements, {D} [furnishing|supplying] the main materials; the reward was fixed by [stages|the piece], each stage to be approved.
story: {P} made it in its own workshop with its own people and [fitted it|handed it over] on {d2}; {D} [listed some snags and then used it|asked for changes and put it to use].
claim: what was ordered was [made, approved and used|finished and accepted] and the reward is unpaid
defence: this was [a plain purchase of a finished article|an ordinary purchase], the article was [defective|not up to sample], and [it may be rejected|the price must be abated]
reason: What {D} paid for was skill and labour spent on one object, made to its measurements largely from its own materials and of use to nobody else. {P} answered for a result, and not merely for hours worked.
reason: Without {D}'s measurements the thing would not exist, and with them it fits nowhere else. The material was mostly {D}'s; what {P} put in was craft. The reward was for a finished result, not for an article out of stock or for time spent.

services; Contract for services; civil; pc; dismissal work
objects: the translation of safety manuals / bookkeeping two days a week / guided harbour tours / piano tuning at five venues / photography of the catalogue
things: fee notes / a diary / the letter of engagement / emails fixing dates / time records / payment advices / a list of other clients / a telephone note / the insurance certificate / draft work
heads: unpaid fees 6000 90000 / expenses laid out 300 7000 / late charge 200 4000
story: From {d1} {P} did {item} for {D} [against fee notes|at a daily fee], [free to refuse any day|taking only the days that suited], [sending a substitute|with equipment of {P}'s own] when needed, and working for others meanwhile.
story: The fee notes [were met until|were settled up to] {d2}; then {D} [queried the hours|said that money was short] and paid no more.
claim: the work was [done as asked|performed and used] and the notes are unpaid
defence: {P} was [on the staff|an ordinary employee], [should have used the grievance procedure|was bound by the staff rules], and [claimed hours not worked|did part of it badly]
reason: {P} could decline work, send another in {P}'s place, and served other customers with tools of {P}'s own. {D} controlled neither the manner nor the hours, and no notice of termination was ever at issue.
reason: {P} chose which days to take, could send somebody else, wrote out fee notes and had other customers. That is a person in business, paid for work done; there was no rota, no handbook and no dismissal, and no single object had to be produced.

dismissal; Wrongful dismissal; civil; pc; services employer
objects: head gardener / night manager / dispatch clerk / senior fitter / ticket office supervisor
things: the offer letter / pay slips / rota sheets / the staff handbook / a disciplinary note / appraisal forms / the letter of termination / holiday cards / a pension statement / an email from the manager
heads: pay for the notice period 4000 60000 / holiday pay 400 6000 / arrears of wages 600 15000 / pension contributions 300 7000
story: {P} began with {D} as {item} on {d1}, [on a monthly wage|paid by the month less deductions], working [the rota set by the manager|fixed hours under the manager], bound by the handbook and forbidden to work for others.
story: On {d2} {D} [told {P} to leave at once|sent {P} home for good], giving [misconduct|a reorganisation] as the ground and [no notice|a week's pay] in place of the months in the offer letter.
claim: {D} [ended the engagement without the notice due|broke off the engagement at once without cause] and owes what would have been earned
defence: {P} was [an independent contractor|in business alone], [free to come and go|paid by the job], and [nothing in the way of notice was owed|the conduct justified it]
reason: {P} was told when, where and how to work, could send nobody else, was paid by the month and formed part of {D}'s organisation. What is complained of is the ending without notice, not an unpaid bill, nor any injury.
reason: The rota, the handbook and the monthly wage all point one way: {P} was under orders and part of the staff. The wrong complained of is that the engagement was ended from one day to the next; no fee note is in question and nobody was hurt.

employer; Accident at work; civil; pcf; dismissal product
objects: an unguarded saw / a wet loading ramp / a ladder without feet / a noisy press / an unlit stairwell
things: the accident book / medical notes / a safety audit / training records / photographs / pay records / the rota / a maintenance log / a surgeon's letter / an engineer's report
heads: pain and suffering 8000 120000 / loss of earnings 4000 90000 / treatment 800 20000 / care by relatives 600 12000
story: On {d1} {P}, at work for {D} at {place}, was [set to a task|sent] close to {item}, [as had been reported before|about which staff had complained], and was hurt.
story: {P} was [in hospital|under treatment] and by {d2} [had a lasting weakness of the hand|walked with a limp]; {D} [put it right the week after|changed the procedure later].
claim: {D} [failed to provide a safe place of work|did not take care for the safety of staff] and must make the harm good
defence: {P}'s [real grievance is having been let go|complaint is about losing the post], [the instructions were ignored|no gloves were worn], and [the harm is exaggerated|others are to blame]
reason: {P} does not complain of how the engagement ended, nor of a fault in a thing put on the market, but that the one who directed the work let a known danger stay. Each side's want of care is to be weighed.
reason: {P} was where {D} had sent {P}, doing what {D} had asked, when the harm came, and {D} had been told of the danger. The post itself was not lost, and the thing that did the harm was not sold to the public by {D}.

product; Product liability; civil; pcf; sale employer
objects: a pressure cooker / an electric blanket / a folding bicycle / a gas heater / a child's car seat / a hedge trimmer
things: the till receipt of a third person / a laboratory report / the wreck of the appliance / hospital notes / an instruction leaflet / recall notices / photographs of the kitchen / a batch label / a fire officer's note / an insurer's letter
heads: pain and suffering 5000 90000 / damage to the home 2000 60000 / loss of earnings 1000 25000 / expert's charges 800 7000
story: {P} had been [given|lent] {item} made by {D}; on {d1}, used [as the leaflet says|in the ordinary way], it [burst|failed], and {P} was hurt and things around it were damaged.
story: On {d2} a laboratory [found a weak weld|traced it to the design] and [thought it unsafe for ordinary use|held that the safeguard was missing].
claim: {D} [put an unsafe article into circulation|made and released a dangerous article] and must answer for the harm
defence: {P} [never bought anything from it|should go to the shop], [can have at most the price|has no bargain with it], and [tampered with the article|ignored the leaflet]
reason: {P} bought nothing from {D} and asks neither for the price nor for a replacement. What is sought is the harm that the article did to a person and to other things, for which a maker answers without any bargain.
reason: Between the two nothing was ever bought or sold, and {P} was not at work. {D} sent an article into the world which did harm when used as intended; that is the whole of the case, and the price of the article does not enter into it.

road; Road traffic negligence; civil; ppf; insurance employer
objects: a delivery van / a touring motorcycle / a milk lorry / a hired estate car / a horsebox
things: a police sketch / dashboard footage / repair estimates / hospital notes / photographs of the junction / a breath test slip / an engineer's report / tyre measurements / a bystander's note / the recovery bill
heads: pain and suffering 5000 100000 / loss of earnings 2000 50000 / repairs 800 20000 / treatment 600 15000
story: On {d1} {D}, driving {item}, [came out of a side road|crossed the centre line] near {place} and [struck|ran into] {P}, who was [riding home|driving to work].
story: The police [took measurements|prepared a sketch] and [thought both to some extent at fault|attributed fault to both]; by {d2} {P} [was fit for light work|had had a second operation].
claim: {D} [drove without care|failed to keep a lookout] and must make good the harm
defence: {P} must [first claim on the policy|look to the insurers under the policy], [was going too fast|had no lights], and [the sums are inflated|was off work for other reasons]
reason: There was no bargain of any sort between the two. The claim is that one user of the highway failed to look out for another; the terms of a policy decide nothing here, but the faults of both do.
reason: Two strangers met on the highway, and one of them did not look. Whether some insurer has promised to bear the loss is between others; nor was either of them at work for the other. How far each was to blame is the matter to be decided.

insurance; Insurance indemnity; civil; cc; road sale
objects: a grain store / a fleet of coaches / a canal barge / a cold room / a printing press
things: the policy schedule / the proposal form / an assessor's report / photographs of the damage / the letter declining cover / premium receipts / repair bills / the exclusion clause / a fire officer's note / broker emails
heads: value of the damage 15000 400000 / salvage and recovery 800 15000 / assessor's charges 500 8000
story: On {d1} {D}, against a yearly premium, undertook to bear loss to {item} belonging to {P}; the wording had [a clause on unattended property|a list of exceptions] that nobody [drew attention to|explained].
story: On {d2}, within the year, it was damaged at {place} [when a stranger's lorry ran into it|by a fire that a neighbour had started]; {P} [gave notice the next day|reported it at once], and {D} [declined|offered a fraction].
claim: the event is [within the cover|one that the wording covers] and {D} must pay what it undertook to pay
defence: the loss was [caused by the driver of another vehicle|somebody else's carelessness], {P} should [sue that person|look to the wrongdoer], and [an exception applies|the figure is too high]
reason: {D} harmed nobody. It is asked to keep a promise paid for by premium, and the answer lies in the wording and in the measure of the loss, not in who was careless on the day.
reason: {D} took a premium and gave a promise, and it is the promise that is sued upon. It is no answer that a third person started the fire or drove the lorry; what counts is the wording, what was said about it, and the size of the loss.

tenancy; Residential tenancy; civil; pp; trespass conversion
objects: a garden flat / a terraced cottage / two rooms above a shop / a converted loft / a bungalow
things: the rent book / an inventory / the key receipt / photographs of damp / letters before action / meter readings / the deposit slip / a builder's estimate / the check-out report / text messages
heads: arrears of rent 4000 60000 / use and occupation after notice 1000 20000 / making good 500 12000 / unpaid utility charges 200 3000
story: On {d1} {P} let {D} into {item} at {place} [for a year|for eighteen months] against a monthly payment and a deposit; an inventory was [signed|checked] and keys were handed over.
story: Payment [stopped|fell behind] and on {d2} {P} gave notice; {D} [stayed on for some time|left late] and [the walls needed work|the place was left in disorder].
claim: {D} [owes what was promised for the months of occupation|fell behind with the monthly payments] and must make good the state of the place
defence: {D} [had been in the place by a separate right|occupied as of right], {P} [is at most complaining of an entry without leave|has shown no title], and [damp justified withholding|the deposit covers it all]
reason: {D} came in with {P}'s leave, in return for a periodic payment and for a time agreed, and was given the keys for that purpose. Nobody entered without permission; the dispute is about what was promised for the stay.
reason: Keys were given, a monthly sum was named, an inventory was gone through: {D} was there by agreement from the first day. The sums now in dispute all come out of that agreement and of the weeks after it ended.

trespass; Trespass to land; civil; pp; tenancy nuisance
objects: an orchard strip / a boathouse / a paddock / a walled yard / a disused chapel
things: the title plan / photographs of tyre tracks / a surveyor's drawing / the changed padlock / letters asking to leave / a drone image / neighbours' statements / the parish map / a police log / a fencing estimate
heads: value of the use taken 2000 60000 / clearing the ground 500 12000 / repair of fences 400 9000 / cost of new locks 100 900
story: {P} owns {item} at {place}. On {d1} {D} [changed the padlock and moved in|went in without asking], [parked machinery there|stored building waste on it] and stayed; nothing was ever paid or promised for it.
story: {P} [wrote|called the police] and on {d2} [again demanded that it be cleared|put up a notice], but {D} [said that his family had always used it|went on as before].
claim: {D} [was on the ground without leave|entered and stayed without right] and must pay for the use and for setting it right
defence: {D} [held it at a rent agreed by word of mouth|was a lawful occupier against payment], and [any noise or smoke was slight|owes only the agreed rent]
reason: No leave was asked and none was given, no rent was ever named, and {D} was bodily on the ground itself. It is not a case of something escaping from a neighbour's ground, nor of a stay that began with consent.
reason: {D} never asked and was never told that the place could be used. There was no key, no sum and no term, and the wheels and boots were on {P}'s own soil. Nothing but the entry and the staying is complained of.

nuisance; Private nuisance; civil; pcf; trespass product
objects: the smoke of a smokehouse / the hum of a cooling plant / dust from a stone yard / light from a sports ground / the smell of a rendering plant
things: a noise log / an acoustics report / air samples / photographs of soot / complaint emails / a planning note / a video at night / a doctor's note / the works timetable / neighbours' statements
heads: loss of enjoyment 2000 50000 / cleaning 300 8000 / cost of screens 600 12000 / lodging elsewhere 400 9000
story: Since {d1} {item}, from premises of {D} next to {P}'s house at {place}, has [reached the house on most days|entered the bedrooms], although {D} and its people have never set foot there.
story: {P} kept a log and on {d2} [complained|asked for abatement]; {D} [shifted the hours a little|put up a screen], with [some|little] effect.
claim: {D} [spoils the ordinary enjoyment of the house|interferes with the use of the house beyond what neighbours must bear]
defence: {P} [complains in truth of an entry on the land|has to show that somebody entered], [came to the area knowing of it|is unusually sensitive], and [the sums are fanciful|screens were offered]
reason: Nobody went on {P}'s ground; what crossed the boundary was {item}. The question is what one occupier must put up with from the lawful business of another, its length, strength and hour, not whether leave was given.
reason: {D} kept to its own side of the boundary. What came over was {item}, day after day, and the law asks how much of that a neighbour must bear; permission to enter was never in point, because nobody entered.

conversion; Conversion; civil; pp; bailment mistake
objects: a vintage tractor / a harp / a collection of barometers / a showman's wagon / a pair of carved doors
things: the bill of sale / photographs from an auction page / a logbook / the auctioneer's receipt / a family letter / insurance photographs / a repairer's card / a removal note / a valuation / text messages
heads: value of the thing 5000 150000 / loss of its use 500 12000 / cost of tracing it 200 3000
story: {P} owns {item}. On {d1} {D}, who had [never been asked to look after it|no dealings with {P}], [took it from {place}|had it fetched from {place}] and [gave out that it was abandoned|called it a family piece].
story: On {d2} {D} [sold it through a dealer|put it up at auction]; {P} [saw the advertisement|learned of it from {T}] and demanded it back in vain.
claim: {D} [dealt with it as an owner would|disposed of it as if it were {D}'s own] and must pay what it was worth
defence: it had been [left in {D}'s keeping|entrusted to {D}], {D} [kept it with ordinary care|was owed for keeping it], and [it was worth little|it was in poor repair]
reason: {P} never put {item} into {D}'s hands for keeping, carriage or repair. {D} took it and disposed of it in denial of {P}'s ownership, so that no question of care in keeping arises.
reason: {D} was never given {item} to look after. It was taken, and then dealt with as only an owner may; how well it was kept meanwhile is neither here nor there, and no bargain for its keeping can be found.

bailment; Bailment; civil; pc; conversion services
objects: a crate of porcelain / a racing sail / a grand piano / a stamp collection / a fur coat / a dismantled loom
things: the deposit ticket / store conditions / a climate log / photographs before and after / the intake form / a restorer's estimate / the key register / an alarm report / a carrier's note / emails
heads: loss of value 4000 120000 / cost of restoration 800 30000 / charges paid in vain 200 3000
story: On {d1} {P} handed {item} to {D}, which [stores|keeps] such things for a charge, against a ticket that promised its return [on demand|when called for] in the state in which it came.
story: When {P} called for it on {d2} it was [soaked|badly damaged]; {D} [blamed a burst pipe|spoke of vermin] and [had kept no log|could not say when it happened].
claim: {D} [did not keep it with the care it promised|gave it back in a worse state than it came] and must bear the loss
defence: nobody [sold it or treated it as its own|denied {P}'s ownership], so that [no wrongful taking is shown|there was no wrongful dealing], and [the conditions limit the charge|it was fragile]
reason: {P} handed {item} over of {P}'s own will, to be kept and given back. {D} never set itself up as owner; it is called to account because it cannot show that it took care of what was entrusted to it.
reason: {P} brought {item} of free will and got a ticket for it. {D} always meant to give it back and never sold or claimed it; it simply came back spoilt, and the keeper has to show that this was in spite of proper care.

theft; Theft; criminal; op; embezzle fraud
objects: copper cable / bottles of whisky / laptop computers / diesel fuel / silver cutlery
things: camera footage / a valuer's list / an officer's notebook / a buyer's statement / a seizure list / telephone location data / a footwear comparison / the night porter's log / a photograph of the window / an interview record
heads: the first count 2000 60000 / the second count 1500 40000 / the third count 1000 30000
story: {D} [cleaned offices|worked as a casual labourer] at {T}'s premises at {place} and [had no charge of any goods|was trusted with nothing but a broom]. From {d1}, [at night|between shifts], {D} [forced a window|let a bolt down] and carried off {item}.
story: {D} was [stopped with part of it|arrested] on {d2} and [admitted some visits|made a partial admission].
claim: {D} [used a position in the firm to help himself to its property|abused a post in the firm]
defence: {D} [admits some but not all of it|disputes the figures], and [has a clean record|acted in want]
reason: {D} was never given charge of {item}. Knowing the building made it easier, but the goods were taken out of the keeping of others, secretly and against their will; nothing had been handed over on trust or in consequence of a lie.
reason: What was taken had been in other people's keeping all along. {D} had a way in but no charge of anything, told nobody a falsehood to get it, and went about it by night because the owners would have said no.

embezzle; Embezzlement; criminal; op; theft fraud
objects: season ticket takings / a charity's collections / petty cash / clients' deposits / spare parts
things: the cash book / duplicate receipts / an auditor's letter / bank records / the job description / a reconciliation / a resignation letter / vouchers / a till roll / an interview record
heads: the first count 4000 120000 / the second count 2500 80000 / the third count 1500 50000
story: {D} was the [cashier|treasurer] of {T}'s undertaking at {place}, and it was {D}'s task to [receive and bank|keep and account for] {item}. From {d1} part of it [never reached the bank|went on {D}'s own debts], covered by [altered vouchers|missing receipts].
story: An audit on {d2} [showed the gap|brought it to light]; {D} [paid something back|came to the police unasked].
claim: {D} [took the property of another by stealth|secretly removed what belonged to the undertaking]
defence: {D} [meant to put it back|claims that some was spent for the undertaking], and [accounts were chaotic|others had access]
reason: {D} held {item} lawfully and by virtue of the post, and had nobody's keeping to break. Nor was anybody talked into parting with it; what had been entrusted was turned to {D}'s own use.
reason: It was {D}'s daily work to have {item} in hand. There was no need to steal into a room or to tell a tale to anybody; the trust that went with the post was enough, and it was that trust which was misused.

fraud; Obtaining by deception; criminal; op; theft embezzle
objects: shares in a racehorse / visas that did not exist / a roof repair scheme / concert seats / a lottery syndicate
things: messages / transfer records / a forged letterhead / victims' statements / an identification record / a search of a telephone / a printer's invoice / cash withdrawals on camera / a diary / an interview record
heads: the first count 3000 90000 / the second count 2000 60000 / the third count 1500 40000
story: From {d1} {D}, [posing as an agent|using an assumed name], offered {item} to {T} and others, who [paid|parted with money] because they believed it.
story: There was nothing behind it. By {d2} {D} [could not be reached|had moved to {place}], and the money was spent.
claim: {D} [misused money that had been placed in his charge|kept for himself what was entrusted]
defence: {D} [hoped to deliver|says it was a private debt], and [some was returned|has apologised]
reason: The money was not held for anybody, and it was not taken by stealth: its owners handed it over themselves, because {D} told them things that were not so and that {D} knew not to be so.
reason: Those who paid did so with their eyes open but with a false picture before them, drawn by {D}. Nothing was slipped away from anybody, and {D} had no post by which the money would have come in any event.

penalty; Regulatory penalty; administrative; co; seizure registration
objects: selling eels below the permitted size / running a ferry without a second crew member / discharging rinse water at night / misdescribing honey / opening a market stall on a closed day
things: the inspection note / an interview record / a warning letter / the committee minute / photographs / a laboratory slip / proof of service / the register / an internal email / a video
heads: the sum imposed 2000 60000
story: On {d1} inspectors of {D} came to {P}'s premises at {place} and reported {item}.
story: After [an interview|a hearing on paper] {D} resolved on {d2} that the rule had been broken and [required {P} to pay a sum to the public purse|imposed a payment on {P}].
claim: {D} [got the facts wrong|acted without hearing {P}] and the decision should be set aside
defence: the measure was [a mere holding of evidence|only a step in keeping things safe], and [was in proportion|was regular]
reason: The inquiry was over. By its decision {D} visited a past breach with a lasting burden on {P}; nothing was held for the time being to secure evidence, and no entry in any list was asked for.
reason: {D} looked back, found a rule broken, and made {P} pay for it once and for all. That is a sanction. No object was being kept for an inquiry still running, and {P} had not asked to be put on any list.

seizure; Seizure of goods; administrative; co; penalty registration
objects: forty crates of oysters / an unmarked tanker / a slot machine / a load of timber / two mobile kitchens
things: the inventory / the warrant / a store receipt / photographs / an extension notice / the request for return / a constable's note / the weighing slip / a video / charges for storage
heads: the recorded value of the things held 2000 80000
story: On {d1} officers of {D}, saying that evidence might vanish, took away {item} of {P} at {place} [against an inventory|and left a receipt].
story: {P} asked for the things on {d2}; {D} [asked for time|said that inquiries were not over], and no decision on any breach followed.
claim: {D} [had no ground to take and keep the things|kept the things beyond the time allowed]
defence: this was [the sanction for a breach|a punishment already final], and [the challenge is late|the origin of the things is doubtful]
reason: Nobody has found {P} to have broken a rule. The things were held for the time of an inquiry, to be released or otherwise dealt with at its end, and {P} was not finally deprived of anything.
reason: The things were to be kept while questions were asked, and then to be given up or dealt with in some other way. No breach had been found and no sum demanded; ownership stayed where it was, and no application had been made.

registration; Refusal of registration; administrative; po; penalty seizure
objects: a home bakery / a taxi / a riding school / a private mooring / a tattoo studio
things: the application form / a fee receipt / an officer's report / the letter of refusal / the standing guidance / a site plan / references / a committee minute / emails / a certificate of training
heads: the charges laid out for the application 500 9000
story: On {d1} {P} applied to {D} to enter {item} in the list that the law requires before starting.
story: On {d2} {D} [refused|declined], saying that [the papers were wanting|the guidance was not met]; {P} had [not yet begun|done nothing wrong before].
claim: {D} [misread its own guidance|left out what mattered] and must decide again
defence: the letter [was in substance a sanction|followed from past conduct], and [the report was full|every paper was looked at]
reason: {P} was accused of nothing and lost nothing already held. What {D} declined to do was to put {item} on a list, and the question is whether the conditions of entry were rightly judged.
reason: {P} wished to begin and needed a place on the list; {D} said no. There was neither a reproach for anything past nor a taking of anything present, only a judgment on whether the conditions of entry were met.
"""
