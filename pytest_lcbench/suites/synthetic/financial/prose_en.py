"""What English reports say around their figures, topic by topic."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.financial.grammar import patterns

BUSINESS = patterns("""
{service} <short> [offers|provides|runs] <product> and <product> [for|to] <customers>, [mainly from|working from|with its base in] <place>.
{service} [Use|Take-up] of <product> by <customers> [was <small> higher than in|was <small> lower than in|was about that of] <month> of the year before.
{service} [Standing orders|Season contracts] for <product> [now bring|brought] <pct> of its [turnover|volume].
{soft} [Renewals|Subscriptions] of <product> [held at|came to] <high> of those [that fell due|up for renewal], [helped by the new release|in spite of higher fees|much as expected].
{soft} <customers> in <place> [rolled out|switched on] <product> at <few> [sites|plants]; [the next stage|the rest] [follows|is due] in <next>.
{service soft} [Complaints|Cases] about <product> were [answered|closed] within <few> days on average, [a day less|a day more|no faster] than in <oldyear>.
{gear goods soft} <short> [makes|supplies|develops and sells] <product> and <product> [for|to] <customers>, [mainly from|working from|with its base in] <place>.
[The group's|Our|The company's] [largest|oldest|best-known] line is <product>, [which|a range that] <customers> [have bought since|began to order in] <oldyear>.
The <plant> [looks after|handles|is in charge of] <product>, [next to its work for <customers>|with help from <firm>].
[Competition|Price pressure] in <product> [comes from|is set by] <few> [regional|smaller|foreign] firms, [among them|one of which is] <rival>.
[Demand|Interest] for <product> from <customers> [picked up in|was steady through|slackened in] <month>, [as usual at this season|after a slow start|in line with the plan].
[About|Some] <pct> of [orders|enquiries] for <product> [now come|came] through [the web shop|agents in <place>|the office in <place>].
[A framework agreement|A supply agreement] with <buyer> for <product> [was renewed|was extended] for <months> months [from|with effect from] <month>.
[The sales office|Our agents] [took|received] <n> [new orders|enquiries] for <product>, [the largest of them|one of them] from <customers> [near|in] <place>.
[Prices|List prices] of <product> were [raised|lowered|left unchanged] in <month>; [those|the terms] of <product> [follow|will follow] in the coming season.
<customers> [accounted for|placed] <n> of the <hundred> [orders|call-offs] that the <plant> [booked|handled] in <month>.
{gear goods} [Deliveries|Shipments] of <product> to <customers> [slipped by <few> days because of roadworks near <place>|slipped by <few> days after a change of carrier|were brought forward by <few> days at their wish|slipped by <few> days, as papers were late].
[No single customer|No customer apart from <buyer>] [takes|took] more than <tenth> of what the <segment> line sells.
{gear goods} [Since <oldyear>|For years] <short> has [sold|shipped] <product> [under its own name|under the name of its dealers] in <place> and <place>.
{gear goods soft} [The catalogue|The range] was [thinned out|renewed]: <few> [versions|variants] of <product> were dropped and <few> of <product> [added|brought in].
{gear goods} [Dealers|Agents] in <place> [reported|told us of] [fuller|emptier] [order books|stores] for <product> than [a year before|at the turn of the year].
""")

OPERATIONS = patterns("""
{gear} [Final inspection|The test bay] [passed|accepted] <high> of [the|all] <product> at the first [attempt|run], [after|thanks to] [a change of <material>|closer checks of <material>|new gauges].
{service} [Customers who were content with|Orders met as agreed for] <product> [reached|came to] <high> in <month>, [rather better|no better|a little worse] than [planned|in the year before].
{service} [Two|Three|Four] [nights|mornings] of <month> were lost at the <plant> to [fog|a strike of carriers|repairs of the road].
{soft} [The <plant>|<firm>] [closed|answered] <hundred> [tickets|requests] about <product> in <month>; [<few> of them|a dozen] [went on to|needed] the developers.
{soft} [Availability|Uptime] of <product> was 99.<few> per cent in <month>; [one outage|a faulty update] of <few> hours [counted against it|explains the rest].
{service soft} [Rotas|Working hours] at the <plant> were [changed|lengthened] for <product>; [overtime|agency work] [fell|rose] by <small>.
The <plant> [ran|worked] at <high> of its capacity in <month>, [held back by sickness|held back by late deliveries|helped by a new shift pattern|helped by overtime|much as in the month before].
[A fire drill|An audit|A water leak] [stopped|interrupted] the <plant> for <few> hours; [no customer was affected|<few> orders were late].
<firm> [moved|is moving] its <site> to <place>, [where|because there] [rents are lower|the road is better|room for growth remains].
[Maintenance|An overhaul] of the <plant> [took|lasted] <days> days [instead of the two weeks planned|against a plan of ten].
[A second|A third] shift was [introduced|given up] at the <plant> in <month>; it [concerns|affects] <dozens> people.
{gear goods} [Scrap|Waste] in the making of <product> [fell to <small>, the best figure since <oldyear>|rose to <small> after a change of <material>|was <small>, while new staff were being trained].
{gear goods} [Stock counts|Cycle counts] at <place> [found|showed] differences of less than <tiny> [by piece|by item], [within|inside] the tolerance [agreed|set] for the <site>.
[New|Second-hand] equipment for <product> [arrived|was installed] at <place> in <month> and [is being run in|passed its tests|awaits its permit].
<firm> [began|stopped] [selling|offering] <product> [at|from] <place>; [staff|the <dozens> people concerned] [were offered|took] [posts|work] at the other sites.
{gear goods} [Energy use|Water use] per unit of <product> at <place> was <small> [below|above] the [average|figure] of the three [years|seasons] before.
{gear goods} [Lead times|Delivery times] for <product> stood at <days> days [at the end of|in] <month>, [from|against] <days> days [earlier|the winter before].
{gear goods} [Transport|Haulage] between <place> and the stores of <buyer> was [put out to tender|given to <carrier>|taken into our own hands].
The roof of the <plant> [will be|was] [replaced|repaired]; [<builder> does the work|insurance bears most of it].
{goods} [Yields|First-pass yields] of <product> [settled|remained] at [around|just over] <high> once [the new <material>|the revised recipe|the second line] was in use.
""")

SUPPLY = patterns("""
[Prices of|What we pay for] <material> [eased|rose|moved little] [in|after] <month>, while <material> [stayed dear|became cheaper|ran short].
[The group buys|We buy|Most sites take] <material> from <supplier> [and|and, in smaller lots, from] <supplier> under [contracts|agreements] of <months> months.
{gear goods} [The group|<short>] [held|kept] [cover|stocks] of <material> for <few> weeks, [more|less] than [its rule of thumb|the board's guideline].
{goods gear} [A delivery|A consignment] of <material> was [rejected|returned] in <month> [for|because of] [transport damage|a faulty certificate|mixed grades].
{gear goods} [Freight|Carriage] from <place> [cost|came to] <small> [more|less] per [pallet|tonne] than [a year before|in the spring|budgeted].
{gear goods} [Substitution of|Replacing] <material> [in|for] <product> [was tested|is being tried] at <place> with [mixed|good|early] results.
<supplier> [gave notice|announced] that it [leaves|will leave] the [market|trade] in <material>; [a second source|a successor] [is being approved|was found in <place>].
[Purchasing|The buyers] [agreed|negotiated] [price caps|longer terms] with <few> of 1<few> [suppliers|vendors] of <material>.
[Hedges|Forward purchases] [cover|covered] <high> of the [expected|planned] need of <material> [until|to the end of] <next>.
""")

RESEARCH = patterns("""
{service soft} [A trial|A pilot] of [booking|billing] by telephone for <product> [began|ended] at <place> in <month>, with <hundred> [users|customers].
{service soft} [Data|Records] of <product> since <oldyear> were [put in order|brought together] so that [demand|faults] can be [foreseen|planned for] [by|from] <next>.
{gear} [A prototype|A first series] of <product> [ran|was shown] at the <plant>; [<customers> asked for changes|its price remains too high|it goes to <customers> in <next>].
{goods} [A trial batch|A first lot] of <product> [left|was made at] the <plant> in <month>; [its quality|the lot] [satisfied|did not yet satisfy] <customers>.
[Development of|Work on] <product> [reached|passed] [field trials|a first customer|its second review] in <month>.
[A team of|A group of] <dozen> [engineers|specialists] at <place> [works on|is busy with] [a new version of|a cheaper version of|tests of] <product>.
{gear goods} [Two|Three|Four] patents [were granted|lapsed|were applied for], [chiefly|mainly] for <product>.
<customers> [tested|are testing] <product> [free of charge|at their own cost] [at <few> places|near <place>]; [results|findings] are [due in|expected by] <next>.
{gear goods} [Together with|With] the [technical college|institute] at <place>, <short> [studies|examines] [the ageing of <material>|the use of <material>|substitutes for <material>].
[The project|Work] on <product> was [given up|halted], for [<material> proved|the market is] [too dear|too small|unsuitable].
{gear goods soft} [Certification|Approval] of <product> in [a further country|two countries] [is expected by|has been delayed until] <next>.
{gear goods} [Test rigs|Laboratories] at <place> were [used|busy] <high> of the [time|hours available], [partly|mostly] for <customers>.
""")

PEOPLE = patterns("""
<leaver> [joined the management in <month> as head of|left in <month>, having been in charge of] [the <segment> line|purchasing|the <plant>].
[Apprentices|Trainees]: <dozen> [began|finished] their time at <place>, [and|while] [two|three|four] [stay with the group|took posts elsewhere].
[Wages|Rates of pay] at <place> [went up|were raised] by <rise> [under|following] the [agreement with the works council|group's pay agreement].
[Sick leave|Absence] [in|at] the <plant> [came to|was] <small> of working days, [a little less|rather more] than [usual|a year before].
[Training|Courses] of <few> hours [a head|for each employee] [dealt with|covered] [safety|the handling of <material>|the new order system].
[The works council|Staff representatives] at <place> [agreed to|objected to] [flexible shifts|weekend work|the transfer of <dozens> people].
<manager> [celebrated|completed] <decades> years with <short>, where [much of|half of] the [business|trade] with <customers> [is owed to that work|was built up in that time].
[A survey|A poll] among staff in <month> [was answered by|reached] <high> of them; [the canteen|parking|shift rosters] drew most [comment|criticism].
""")

RISKS = patterns("""
{soft} [A competitor|A larger house] such as <rival> [could|may] [copy|undercut] <product>, [as happened in <oldyear>|and <customers> change more easily than before].
{service} [Demand|Traffic] for <product> [follows|hangs on] the [plans|budgets] of <customers>, which [are settled late|change within weeks].
[A principal risk is|Particular attention is given to|The board discussed] <risk>, [which|as this] [could delay deliveries of|would hit the sales of|might make it costly to sell] <product>.
[Should <supplier> fail|If <supplier> ceases to deliver], <material> [could not be replaced|would have to be bought elsewhere] [within|for some] <few> weeks.
[Our|The group's] [reliance|dependence] on <customers> [means|implies] that [a change of their plans|a merger among them|late payment by them] [would be felt|weighs] [at once|within a season] in the <segment> line.
[Insurance|Cover] for the <plant> [excludes|does not extend to] [floods|strikes|losses of less than <money>].
[Interest rates affect loans at floating rates|Interest rates bear on the seasonal credit lines|Currency movements bear on purchases of <material>|Currency movements affect payments for <material>]; [part|none] of [this|the exposure] is [hedged|passed on in prices].
[Theft of data|A failure of computer systems|An attack on the network] at <place> [could stop|might interrupt] the <site>; [a drill|a test of the emergency plan] was held in <month>.
{gear goods} [Rules|Regulations] on <material> [are under review|may be tightened] and [would require|could demand] [changes to|new tests of] <product>.
[Litigation|Claims] over <product> [can be long|can be hard to foresee]; [cover|the provision] [may prove too small|is reviewed every quarter].
[Skilled people|Technicians] are [scarce|hard to find] around <place>, where <few> [posts|vacancies] [were open|could not be filled] in <month>.
{goods service} [Weather|A hard winter|A dry summer] [can shift|moves] [orders for|sales of] <product> from one [quarter|season] to [the next|another].
The [risk|matter] that [the <segment> line|the <plant>] is most exposed to [remains|is], [in the view of the directors|as before], <risk>.
{gear goods} [New entrants|Imports] [could|may] [undercut|press] the prices of <product> in <place>, as [happened|was seen] in <oldyear>.
""")

CONTROLS = patterns("""
[Management|The chief executive and the finance director], [with|together with] [internal audit|the controllers of the segments], [evaluated|assessed] the [disclosure controls|controls over reporting] [and found them effective|and judged them adequate].
[A weakness|A gap] in [the approval of supplier data|the recording of credit notes for <product>|access rights at <firm>] [was found|came to light] in <month> and [has been closed|is being dealt with].
[Internal audit|The audit committee] [visited|looked at] <firm> in <month>; [its|the] <few> [findings|points] [concern|relate to] [cut-off|stock records|travel claims].
[No change|No other change] in [internal control|the control environment] [occurred|took place] that [materially affected|is likely to affect] the reports of <short>, [apart from|leaving aside] [the new ledger at <firm>|the move to <place>].
[Any system|A system] of control, [however well designed|at <short> as elsewhere], [gives reasonable assurance only|cannot exclude every error].
[Payments|Transfers] above <little> [need|require] two signatures, [one of them|one being] that of <director>[ or a deputy|].
[The audit committee|The committee], [chaired by|under] <director>, [met|sat] <few> times and [questioned|heard] [the auditors|<director>|the tax adviser].
[Whistle-blowing|The complaints line] [brought|received] <few> [reports|calls]; [none|one] [concerned|touched] the accounts.
""")

LEGAL = patterns("""
<buyer> [sued|brought a claim against] <firm> in <place> [over|about] [a late delivery of|defects of] <product>; [it asks for|the sum claimed is] <money>.
[A dispute|Proceedings] with <supplier> [about|over] <material> [ended|came to an end] in <month> [without payment|on terms that stay confidential].
{gear goods service soft} [The tax office|The customs office] at <place> [questions|examines] the treatment of <product> for <lately>; [counsel considers|our advisers hold] the company's view [sound|to be the better one].
[The landlord|The owner] of the <rented> [claims|demands] [repairs|higher rent]; <firm> [has made an offer|disputes it].
[An appeal|A hearing] [in the matter of|in the suit of <firm> against] <buyer> is [listed for|expected in] <next>.
[Former|Two former] [agents|employees] [at|in] <place> [seek|ask for] [commission|compensation]; the [sums|amounts] are [small|small beside the sales of the <segment> line].
[Warranty claims|Complaints] about <product> [delivered in <lately>|sold to <customers>] [are handled by|were passed to] [the insurers|outside counsel].
""")

GOVERNANCE = patterns("""
The board [met|sat] <few> times [in the period|since the last report] and [visited|toured] the <plant> in <month>.
<director> [was elected|stood again] [to the board|as a director]; <director> [retired|did not stand] after <few> years.
[The remuneration committee|The committee on pay] [set|revised] the [targets|bonus terms] for <chief> and [the heads of the segments|<director>].
[Directors' dealings|Dealings by directors]: <director> [bought|sold] <big> shares in <month>.
[A register|The register] of [interests|related parties] was [renewed|confirmed] in <month>; <director> [declared|disclosed] [a seat on the board|a holding] of <supplier>.
[The general meeting|Shareholders] at <place> [approved|adopted] [the accounts|the report on pay] by show of hands[, <big> votes against|, <n> proxies abstaining].
[The company secretary|The secretary], <secretary>, [answered|received] <n> letters from [shareholders|small holders], [mostly|in part] about [dividends|the <plant>].
""")

ENVIRONMENT = patterns("""
{service soft} [Paper use|Business travel] at the <plant> [fell by <small>|rose by <small>|was about that of the year before], [since meetings moved to the screen|for want of an alternative|in line with the target].
[Spending|Outlay] on [safety|the environment] came to <money>, [most of it|half of it] at the <plant>.
A [safety walk|drill] at the <plant> in <month> [led to|brought] <few> [measures|orders]; [all are done|one is open].
{gear goods service} [Emissions|Carbon emissions] of the <plant> were <big> tonnes [in the year to <month>|over twelve months], [measured|estimated] [by <expert>|by our own staff].
[Solar panels|Heat pumps] at <place> [supplied|covered] <pct> of the [power|heat] [used|needed] there in <month>.
[Accidents|Reportable accidents] with [lost time|absence]: 1<few>, of which <few> at the <plant>; [hands|backs|slips] were the [usual|main] [cause|injury].
{gear goods service} [Waste|Packaging waste] [sent to landfill|not recycled] [shrank|grew] to <big> tonnes, [chiefly|in part] [worn pallets|wrapping film|mixed waste of the <plant>].
{gear goods} [The river|The stream] below the <plant> is [sampled|checked] every <days> days; [no limit was exceeded|one sample was above the limit].
{gear} [Collection|Return] of used <product> [was started|continues] with <customers> in <place>; <big> pieces [came back|were taken in].
""")

OUTLOOK = patterns("""
[We|The directors] [expect|look for] [steady|somewhat lower|livelier] demand for <product> from <customers> [until|through] <next>.
[Much|A good deal] [depends|will turn] on [the price of <material>|the plans of <customers>|<risk>].
[An extension|The new hall] of the <plant> [should|is to] [open|start] in <next>, [a month|some weeks] [later|earlier] than [planned|announced].
[No forecast|No figure] is [given|offered] for [the <segment> line|<product>], [where|as] <few> [tenders|decisions] are [open|pending].
[Price rises|Savings] of [about|up to] <small> for <product> [are planned|take effect] from <next>.
[Orders|Bookings] [seen|taken] [in the first weeks|so far] after the period [point to|suggest] a [quiet|busy] [season|quarter] at <place>.
""")

POLICIES = patterns("""
{service soft} [Revenue from|Income from] <product> is [recognised|spread] [evenly over the time|as the service is rendered]; [payments in advance|fees paid in advance] [stand under|are shown as] [liabilities|contract liabilities] until then.
{gear goods} [Revenue from|Income from] <product> [is recognised|is taken to income] when [control passes|the goods are accepted|the carrier takes them over]; [service contracts|contracts over several years] count over time.
{gear goods} Stocks of <material> are [carried|stated] at the lower of cost and net realisable value; cost is [first in, first out|a weighted average].
[Buildings|Buildings and plant] at <place> are written off over <decades> years, [tools|vehicles] over <few>; [residual values|lives] are [looked at|reviewed] [each year|in <month>].
[Receivables|Amounts due] from <customers> are [grouped|assessed] by [age|country and age], and [expected losses|losses expected over their life] are [taken|charged] at once.
[Leases|Contracts of lease] such as that of the <rented> are [brought onto the balance sheet|recognised] at the present value of the payments, discounted at <small>.
[Development costs of|Costs of developing] <product> are [capitalised|carried forward] once [a sale is probable|the second review is passed], else [expensed|charged].
[Foreign subsidiaries|Subsidiaries] such as <firm> are translated at [closing|period-end] rates; [differences|gains and losses] go to [other comprehensive income|a reserve].
[Estimates|Judgements] [matter most|are largest] in [the warranty provision for <product>|the value of goodwill in the <segment> line|deferred tax of <firm>].
[The accounting policies|Policies] are those of the last annual report, [except|save] that [amounts below <little>|tools under <little>] are [no longer capitalised|charged at once].
""")

EVENTS = patterns("""
[After the period|Since then], <firm> [signed a lease with <landlord> for a store at <place>|concluded a contract with <buyer> over <large>].
On <day> <soon> [a storm|a burst pipe|a short circuit] [damaged|stopped] the <plant>; [the loss|damage] is [put at|about] <money>.
In <soon> <firm> [repaid|drew] a loan of <large> [from|granted by] <bank>[, which is not in these statements|].
[An offer|A bid] for <firm>, [received|made] in <soon>, [was declined|is being looked at] by the board.
{last} [No other event|Nothing else] [of weight|that matters] has [occurred|happened] between the [date of the statements|balance sheet date] and the [signing|release] of this report.
""")

SITE = patterns("""
[The safety round|The weekly talk] in <month> [took up|named] <few> [faults|habits]; [all are mended|they are looked at again in <next>].
[Suggestions|Ideas] from staff: <dozens>, of which <few> [were taken up|earned a reward].
[Accounts|Stocks] with <firm> were [compared|settled] in <month> [without a difference|to the last item].
[The meters|The scales] were [read|checked] by <expert>; [the error is below <tiny>|the paper is on file].
[The road|The fence|The yard] is [mended|renewed] by <builder>, [which takes <few> days|to be ready in <next>].
<manager>, [here since <oldyear>|with the group since <oldyear>], [sees to|keeps an eye on] <product>[ and stands in for the head|].
[The group's inspectors|Visitors from head office] [ranked|placed] it [near the top|in the middle|low] among <dozen> [sites|places] in <month>.
[Plans|Lists] for [the move of some staff|the busy season|the change of systems] in <next> [are drawn up|have been agreed]; they [concern|name] <few> people.
[The canteen|The bus|The car park] is run by <landlord>; <high> of the staff [use it|are content].
{soft} [New screens|A second line|Sound insulation|A cooling unit] [went into use|was approved] in <month>, [at a cost of|for] <money>.
{soft} [The shift|The group] of <manager> [divided its time between|worked by turns on] <product> and <product>; [hand-over|training] [took|lasted] <few> days.
{service soft} <customers> [rang|called] most [on Mondays|at the month's end|after holidays], [chiefly|as a rule] about <product>.
{service} [Handling|Loading] of [lorries|passengers and goods] [took <small> longer than in the month before, for <few> new people had to be trained|took <small> longer than in the month before, as the scales failed twice|needed <small> less time than in the month before, now that forms are simpler|needed <small> less time than in the month before, for the second gate was open].
Of the <staff> [people|posts] here, <few> were [new|on leave|lent to <firm>] in <month>.
The [building|place] has been [in use|with the group] since <since>; [the lift|the heating|the roof|the yard] was [renewed|put in order] in <oldyear>.
[The manager|The head of the site], <head>, [reports|writes] [a quiet|an uneven|a crowded] <month>: [orders for|calls for] <product> [came late|came in waves|filled the shifts].
[Here|In this place] <staff> people [work on|share] <area> square metres, [a part of which|a corner of which] is [let to <carrier>|kept free for <product>].
[The lease|The contract of lease] with <lessor> [runs|is signed] until <lease>; [talks have begun|an extension is likely|the owner wants to sell].
{gear goods} <supplier> [delivers|comes] [twice a week|every <few> days], [mostly with|as a rule with] <material>.
{gear goods service} [A new crane|A weighbridge|A second gate|A sprinkler system] [went into use|was approved] in <month>, [at a cost of|for] <money>.
{gear goods service} [The neighbours|Residents] [complained|wrote] about [noise at night|lorries|smell]; [hours were shortened|a wall was built|a meeting was held on <day> <month>].
{gear goods} [The team|The crew] of <manager> [changed over|converted] [one line|two lines] to <product> in <few> days.
{gear goods} [Stores|The warehouse] [held|contained] <big> [pallets|units] of <product> [at the end of|in the middle of] <month>, [too many|fewer than planned|about as many as the spring before].
{gear goods} [Quality|Inspection] [found|recorded] <dozens> [complaints|deviations], [some of them|most of them] [about|over] <product>; [causes|remedies] [were agreed|are listed] [with <supplier>|in the site's file].
[A fire brigade|The labour inspectorate|An insurer's engineer] [called|came] on <day> <month> and [left|noted] <few> [remarks|requests].
[Running costs|Rent and heat] [came to|took] <money>[ in the period|], [within|just above|under] the [budget|allowance].
{gear goods service} [Two|Three|Four] [forklifts|lorries|machines] were [sold|scrapped|handed to <firm>], [one|the oldest] [dating from|bought in] <oldyear>.
[Open days|Visits] [drew|brought] <hundred> [guests|pupils|customers]; <product> [got|had] the most [questions|interest].
{gear goods} <customers> [fetch|order] <product> here [by the lorry load|in small lots|on call], [usually|mostly] [before noon|at the month's end].
""")

PRODUCT = patterns("""
[The leaflet|The data sheet] was [reprinted|brought up to date] in <month> with [two|three|some] [examples|cases] from <customers>.
<customers> [asked for|want] [other terms of payment|smaller lots|training]; <manager> [sees to it|has answered].
[Old customers|Those who know it] [came back|ordered again] in <high> of cases; <few> [did not|went elsewhere][, for want of money|, for reasons not yet known|].
[Quotations|Offers] [take|took] <few> days, [one fewer than|one more than|as many as] in <oldyear>.
[A round table|An afternoon] with <dozens> [users|buyers] in <place> [dealt with|was about] [prices|service|what comes next].
[Terms|Prices] of <rival> [lie|lay] [below|above|close to] ours in <place>, [which <customers> point out|without much effect so far].
[At a meeting|In talks] with <buyer> in <place> [the price|the service|delivery] was the [main|only] point; [both sides agree now|it stays open].
<manager>, who [answers for|looks after] <place>, [counts on|expects] [even demand|a small rise|a slight fall] [by|until] <next>.
Its part in the sales of the <segment> line [grew|shrank|hardly moved], for [prices|customers|order sizes] [changed|shifted].
{service} [Capacity|Room] for <product> at <place> was [used|booked] to <high> in <month>, [for weeks on end|at weekends above all|less than the plan had it].
{service} [Fees|Tariffs] for <product> [differ|vary] by [season|size of customer]; [the summer rate|the lowest rate] [was taken|is used] by <pct> of <customers>.
{soft} [Release|Version] <few>.<few> [went out|was shipped] in <month> with <dozens> [corrections|changes], [most of them|some of them] [asked for|reported] by <customers>.
{soft} [Licences|Seats]: <hundred> [new|added], <dozens> [given back|not renewed], [mainly|above all] in <place>.
{goods} [Shelf life|Keeping quality] was [checked|tested] on <dozens> [samples|lots]; [all|all but one] [passed|kept within the limits].
{gear} [Repairs|Overhauls] [numbered|came to] <dozens>, [a third|half] of them [under warranty|for units sold before <oldyear>].
{gear goods} [The price list|Pricing] [distinguishes|has] <few> [grades|sizes], of which [the smallest|the largest|the standard one] sells [best|most evenly].
[Sales staff|The sellers] [quote|name] [an answer within <few> days|short delivery|the free trial] as the [main|first] reason [to buy|for the choice of <customers>].
{gear goods} [Returns|Credit notes] [concerned|covered] <dozens> [pieces|orders], [some of them|mostly] from <place>.
<manager> [took over|leads] the [product team|line], [with|and has] <few> [people|colleagues] [in|at] <place>.
[A rival product|An imitation] from <rival> [appeared|was seen] in <place>; [it costs less|it lasts less long|its papers are incomplete].
[Tenders|Offers]: <few> [won|lost][ in <month>|], [the largest|one of them] for <customers> [at|near] <place>.
Most of the cost lies in <material>; [a tenth|a fifth] [more|less] is paid for it than in <oldyear>.
{goods} [The packaging|The label|The manual] was [redrawn|shortened|translated] [at the wish of|after talks with] <customers>.
{gear} [Life tests|Endurance tests] [ended|passed <hundred> hours] in <month> [without a failure|with <few> failures].
{gear goods} [Two dealers|A dealer|A distributor] in <place> [stopped|took on] the line [after a dispute about margins|in <month>].
{gear goods} [Some|About] <dozen> [variants|sizes] [make up|give] [nine tenths|most] of the [volume|orders]; [the rest|others] [are|will be] [made to order|phased out by <next>].
{gear} [Spare parts|Accessories] [are kept|will be kept] for <few> years [in <place>|by <firm>].
""")

FIRM = patterns("""
[Won in the period|New in the period]: <few> customers, [all|most] in <place>; [they pay on time|none is due yet].
[The board|The parent] [agreed|granted] <money> for [vehicles|a larger store|new desks] [in|by] <next>.
Its [bookkeeper|head of sales], <manager>, [also works for|came from] <sister>.
[The company|It] [has been with the group since <since>|came to the group in <since>] and [employs|has] <staff> [people|staff], [most of them|nearly all] in <place>.
[Its managing director|The manager], <head>, [reports to|answers to] <director>.
[It sells|It handles] <product> for <customers> [in its own name|on commission].
[Its bank|The house bank] is <bank>; [a credit line|a guarantee] of <large> [was unused|was renewed in <month>].
[Auditors|The local auditor] [raised|had] [no point|<few> points] [on|about] [stock|cut-off|pensions].
[A dividend|A group charge] of <money> was [paid up|agreed] in <month>.
[It shares|The company shares] [offices|a store|drivers] with <sister>.
[Its order book|The order list] [named|held] <dozens> [customers|orders], [the oldest|some] [dating from|as old as] <oldyear>.
[The tax office|The authority] [reviewed|asked about] [transfer prices|wage tax] for <lately>[, without result so far|].
[Systems|Ledgers] [move|will move] to the group's [platform|software] [by|in] <next>.
[Rent|The rent] of [the offices|its yard] [is due each quarter|was adjusted in <month>]; [the owner is|it goes to] <landlord>.
""")

TOPICS = {
    "business": BUSINESS, "operations": OPERATIONS, "supply": SUPPLY, "research": RESEARCH, "people": PEOPLE, "risks": RISKS,
    "controls": CONTROLS, "legal": LEGAL, "governance": GOVERNANCE, "environment": ENVIRONMENT, "outlook": OUTLOOK,
    "policies": POLICIES, "events": EVENTS,
}  # fmt: skip
"""The topics by name."""

HEADINGS: dict[str, tuple[str, ...]] = {
    "income": ("Consolidated income statement", "Consolidated statements of operations", "Group profit and loss account"),
    "balance": ("Consolidated balance sheet", "Consolidated statement of financial position", "Group balance sheet"),
    "cash": ("Consolidated cash flow statement", "Consolidated statements of cash flows", "Group cash flows"),
    "selected": ("Selected financial data", "Key figures", "Financial summary", "The period in figures"),
    "review": (
        "Discussion of results",
        "Financial review",
        "Results of operations and liquidity",
        "Management's discussion and analysis",
    ),
    "notes": ("Notes to the statements", "Selected explanatory notes", "Notes to the condensed statements"),
    "segments": ("Segment information", "Revenue by line of business and region", "Operating segments"),
    "parent": ("Company-only data", "Parent company figures", "Separate statements of the parent"),
    "business": ("Business", "About the group", "Markets and customers", "Commercial review"),
    "operations": ("Operations", "Sites and production", "Operating review"),
    "supply": ("Purchasing and supply", "Materials and suppliers"),
    "research": ("Research and development activities", "New products", "Innovation"),
    "people": ("People", "Employees", "Staff matters"),
    "risks": ("Risk factors", "Principal risks and uncertainties", "Risks"),
    "controls": ("Controls and procedures", "Internal control", "Control environment"),
    "legal": ("Legal proceedings", "Claims and disputes", "Litigation"),
    "governance": ("Governance", "The board and shareholders", "Corporate governance"),
    "environment": ("Environment and safety", "Sustainability", "Health, safety and environment"),
    "outlook": ("Outlook", "Prospects", "Looking ahead"),
    "policies": ("Basis of preparation and policies", "Accounting policies", "Significant accounting policies"),
    "events": ("Subsequent events", "Events after the reporting date"),
    "sites": ("Reports from sites, products and subsidiaries", "Local reports", "The group in detail"),
    "lists": ("Schedules", "Further schedules", "Supplementary tables"),
}
"""What sections are called."""
