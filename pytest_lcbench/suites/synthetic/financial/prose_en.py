"""What English reports say around their figures, topic by topic."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.financial.grammar import patterns

BUSINESS = patterns("""
<short> [makes|supplies|develops and sells] <product> and <product> [for|to] <customers>, [mainly from|working from|with its base in] <place>.
[The group's|Our|The company's] [largest|oldest|best-known] line is <product>, [which|a range that] <customers> [have bought since|began to order in] <oldyear>.
[In|Around] <place> the group [runs|operates|leases] a <site> [with|employing] <n> [people|staff] that [turns out|handles|prepares] <product>.
[Competition|Price pressure] in <product> [comes from|is set by] <n> [regional|smaller|foreign] firms, [among them|one of which is] <outsider>.
[Demand|Interest] for <product> from <customers> [picked up in|was steady through|slackened in] <month>, [as usual at this season|after a slow start|in line with the plan].
[About|Some] <pct> of [orders|enquiries] for <product> [now come|came] through [the web shop|agents in <place>|the office in <place>].
[A framework agreement|A supply agreement] with <outsider> for <product> [was renewed|was extended] for <n> months [from|with effect from] <month>.
The <segment> line [took|received] <n> [new orders|enquiries] for <product>, [the largest of them|one of them] from <customers> [near|in] <place>.
[Prices|List prices] of <product> were [raised|lowered|left unchanged] in <month>; [those|the terms] of <product> [follow|will follow] in the coming season.
<customers> [accounted for|placed] <n> of the <big> [orders|call-offs] that the <site> at <place> [booked|handled] in <month>.
[Deliveries|Shipments] of <product> to <customers> [slipped|were brought forward] by <n> days [because of|owing to] [roadworks near <place>|a change of carrier|late paperwork].
[No single customer|No customer apart from <outsider>] [takes|took] more than <pct> of what the <segment> line sells.
[Since <oldyear>|For years] <short> has [sold|shipped] <product> [under its own name|under the name of its dealers] in <place> and <place>.
[The catalogue|The range] was [thinned out|renewed]: <n> [versions|variants] of <product> were dropped and <n> of <product> [added|brought in].
[Dealers|Agents] in <place> [reported|told us of] [fuller|emptier] [order books|stores] for <product> than [a year before|at the turn of the year].
""")

OPERATIONS = patterns("""
The <site> [at|in] <place> [ran|worked] [at|close to] <high> of its capacity in <month>, [held back by|helped by] [sickness|a new shift pattern|overtime].
[A fire drill|An audit|A water leak] [stopped|interrupted] the <site> at <place> for <n> hours; [no delivery was missed|<n> deliveries were late].
<firm> [moved|is moving] its <site> to <place>, [where|because there] [rents are lower|the road is better|room for growth remains].
[Maintenance|An overhaul] of the <site> at <place> [took|lasted] <n> days [instead of|against a plan of] a week.
[A second|A third] shift was [introduced|given up] at the <site> in <place> in <month>; it [concerns|affects] <n> people.
[Scrap|Waste] in the making of <product> [fell|rose] to <small>, [the best figure since <oldyear>|after a change of <material>|while new staff were being trained].
[Stock counts|Cycle counts] at <place> [found|showed] differences of less than <small> [by piece|by item], [within|inside] the tolerance [agreed|set] for the <site>.
[New|Second-hand] equipment for <product> [arrived|was installed] at <place> in <month> and [is being run in|passed its tests|awaits its permit].
<firm> [began|stopped] [making|offering] <product> [at|from] <place>; [staff|the <n> people concerned] [were offered|took] [posts|work] at the other sites.
[Energy use|Water use] per [tonne|unit] of <product> at <place> was <small> [below|above] the [average|figure] of the three [years|seasons] before.
[Lead times|Delivery times] for <product> stood at <n> days [at the end of|in] <month>, [from|against] <n> days [earlier|the winter before].
[Transport|Haulage] between <place> and the stores of <outsider> was [put out to tender|given to <outsider>|taken into our own hands].
The roof of the <site> at <place> [will be|was] [replaced|repaired]; [<outsider> does the work|insurance bears most of it].
[Yields|First-pass yields] of <product> [settled|remained] at [around|just over] <high> once [the new <material>|the revised recipe|the second line] was in use.
""")

SUPPLY = patterns("""
[Prices of|What we pay for] <material> [eased|rose|moved little] [in|after] <month>, while <material> [stayed dear|became cheaper|ran short].
[The group buys|We buy|Most sites take] <material> from <outsider> [and|and, in smaller lots, from] <outsider> under [contracts|agreements] of <n> months.
[The group|<short>] [held|kept] [cover|stocks] of <material> for <n> weeks, [more|less] than [its rule of thumb|the board's guideline].
[A delivery|A consignment] of <material> was [rejected|returned] in <month> [for|because of] [moisture|a faulty certificate|mixed grades].
[Freight|Carriage] from <place> [cost|came to] <small> [more|less] per [pallet|tonne] than in the [spring|autumn] of <oldyear>.
[Substitution of|Replacing] <material> [in|for] <product> [was tested|is being tried] at <place> with [mixed|good|early] results.
<outsider> [gave notice|announced] that it [leaves|will leave] the [market|trade] in <material>; [a second source|a successor] [is being approved|was found in <place>].
[Purchasing|The buyers] [agreed|negotiated] [price caps|longer terms] with <few> of 1<few> [suppliers|vendors] of <material>.
[Hedges|Forward purchases] [cover|covered] <pct> of the [expected|planned] need of <material> [until|to the end of] <month>.
""")

RESEARCH = patterns("""
[Development|Work] on <product> [reached|passed] [field trials|the prototype stage|its second review] in <month>.
[A team of|A group of] <n> [engineers|specialists] at <place> [works on|is busy with] [a successor to|a lighter version of|tests of] <product>.
[Two|Three|Four] patents [were granted|lapsed|were applied for], [chiefly|mainly] for <product>.
<customers> [tested|are testing] <product> [free of charge|at their own cost] [at <n> places|near <place>]; [results|findings] are [due in|expected by] <next>.
[Together with|With] the [technical college|institute] at <place>, <short> [studies|examines] [the ageing of <material>|the use of <material>|the recycling of <product>].
[The project|Work] on <product> was [given up|halted], for [<material> proved|the market is] [too dear|too small|unsuitable].
[Certification|Approval] of <product> in [a further country|two countries] [is expected|has been delayed] [by|until] <next>.
[Test rigs|Laboratories] at <place> were [used|busy] <high> of the [time|hours available], [partly|mostly] for <customers>.
""")

PEOPLE = patterns("""
<person> [joined|left] the [management|executive committee] in <month> [as head of|and was responsible for] [<segment>|purchasing|the <site> at <place>].
[Apprentices|Trainees]: <n> [began|finished] their time at <place>, [and|while] <few> [stay with the group|took posts elsewhere].
[Wages|Pay] at <place> [went up|were raised] by <small> [under|following] the agreement [reached with the works council|of <month>].
[Sick leave|Absence] [in|at] the <site> at <place> [came to|was] <small> of working days, [a little less|rather more] than [usual|a year before].
[Training|Courses] of <n> hours [a head|for each employee] [dealt with|covered] [safety|the handling of <material>|the new order system].
[The works council|Staff representatives] at <place> [agreed to|objected to] [flexible shifts|weekend work|the transfer of <n> people].
<person> [celebrated|completed] <n> years with <short>; [she|he] [built up|looks after] the [business|trade] with <customers>.
[A survey|A poll] among staff in <month> [was answered by|reached] <pct> of them; [the canteen|parking|shift rosters] drew most [comment|criticism].
""")

RISKS = patterns("""
[A principal risk is|Particular attention is given to|The board discussed] <risk>, [which|as it] [could delay deliveries of|would hit the sales of|might make it costly to sell] <product>.
[Should|If] <outsider> [fail|cease to deliver], <material> [could not be replaced|would have to be bought elsewhere] [within|for some] <n> weeks.
[Our|The group's] [reliance|dependence] on <customers> [means|implies] that [a change of their plans|a merger among them|late payment by them] [would be felt|weighs] [at once|within a season] in the <segment> line.
[Insurance|Cover] for the <site> at <place> [excludes|does not extend to] [floods|strikes|losses of less than <money>].
[Interest rates|Currency movements] [affect|bear on] [loans at floating rates|purchases of <material>]; [part|none] of [this|the exposure] is [hedged|passed on in prices].
[Theft of data|A failure of computer systems|An attack on the network] at <place> [could stop|might interrupt] the <site>; [a drill|a test of the emergency plan] was held in <month>.
[Rules|Regulations] on <material> [are under review|may be tightened] and [would require|could demand] [changes to|new tests of] <product>.
[Litigation|Claims] over <product> [can be long|can be hard to foresee]; [cover|the provision] [may prove too small|is reviewed every quarter].
[Skilled people|Technicians] are [scarce|hard to find] around <place>, where <n> [posts|vacancies] [were open|could not be filled] in <month>.
[Weather|A hard winter|A dry summer] [can shift|moves] [orders for|sales of] <product> from one [quarter|season] to [the next|another].
<risk> [remains|is], [in the view of the directors|as before], the [risk|matter] that [the <segment> line|the <site> at <place>] is most exposed to.
[New entrants|Imports] [could|may] [undercut|press] the prices of <product> in <place>, as [happened|was seen] in <oldyear>.
""")

CONTROLS = patterns("""
[Management|The chief executive and the finance director], [with|together with] [internal audit|the controllers of the segments], [evaluated|assessed] the [disclosure controls|controls over reporting] [and found them effective|and judged them adequate].
[A weakness|A gap] in [the approval of supplier data|the recording of <product> returns|access rights at <firm>] [was found|came to light] in <month> and [has been closed|is being dealt with].
[Internal audit|The audit committee] [visited|looked at] <firm> in <month>; [its|the] <few> [findings|points] [concern|relate to] [cut-off|stock records|travel claims].
[No change|No other change] in [internal control|the control environment] [occurred|took place] that [materially affected|is likely to affect] the reports of <short>, [apart from|leaving aside] [the new ledger at <firm>|the move to <place>].
[Any system|A system] of control, [however well designed|at <short> as elsewhere], [gives reasonable assurance only|cannot exclude every error].
[Payments|Transfers] above <money> [need|require] two signatures, [one of them|one being] that of <person>[ or a deputy|].
[The audit committee|The committee], [chaired by|under] <person>, [met|sat] <few> times and [questioned|heard] [the auditors|<person>|the tax adviser].
[Whistle-blowing|The complaints line] [brought|received] <n> [reports|calls]; [none|one] [concerned|touched] the accounts.
""")

LEGAL = patterns("""
<outsider> [sued|brought a claim against] <firm> in <place> [over|about] [a late delivery of|defects of] <product>; [it asks for|the sum claimed is] <money>.
[A dispute|Proceedings] with <outsider> [about|over] <material> [ended|was settled] in <month> [without payment|on terms that stay confidential].
[The tax office|The customs office] at <place> [questions|examines] the [treatment|tariff] of <product> for <oldyear>; [counsel|advice] [considers|holds] the company's view [sound|to be the better one].
[The landlord|The owner] of the <site> at <place> [claims|demands] [repairs|higher rent]; <firm> [has offered|offers] <money>.
[An appeal|A hearing] [in the matter of|between <firm> and] <outsider> is [listed for|expected in] <month>.
[Former|Two former] [agents|employees] [at|in] <place> [seek|ask for] [commission|compensation]; the [sums|amounts] are [small|below <money> each].
[Warranty claims|Complaints] about <product> [delivered in <oldyear>|sold to <customers>] [are handled by|were passed to] [insurers|<outsider>].
""")

GOVERNANCE = patterns("""
The board [met|sat] <few> times [in the period|since the last report] and [visited|toured] the <site> at <place> in <month>.
<person> [was elected|stood again] [to the board|as a director]; <person> [retired|did not stand] after <n> years.
[The remuneration committee|The committee on pay] [set|revised] the [targets|bonus terms] for <person> and [the heads of the segments|<person>].
[Directors' dealings|Dealings by directors]: <person> [bought|sold] <big> shares in <month>.
[A register|The register] of [interests|related parties] was [renewed|confirmed] in <month>; <person> [declared|disclosed] [a seat on the board|a holding] of <outsider>.
[The general meeting|Shareholders] at <place> [approved|adopted] [the accounts|the report on pay] by show of hands[, <big> votes against|, <n> proxies abstaining].
[The company secretary|The secretary], <secretary>, [answered|received] <n> letters from [shareholders|small holders], [mostly|in part] about [dividends|the <site> at <place>].
""")

ENVIRONMENT = patterns("""
[Emissions|Carbon emissions] of the <site> at <place> were <big> tonnes [in the year to <month>|over twelve months], [measured|estimated] [by <outsider>|by our own staff].
[Solar panels|Heat pumps] at <place> [supplied|covered] <pct> of the [power|heat] [used|needed] there in <month>.
[Accidents|Reportable accidents] with [lost time|absence]: 1<few>, of which <few> at the <site> in <place>; [hands|backs|slips] were the [usual|main] [cause|injury].
[Waste|Packaging waste] [sent to landfill|not recycled] [shrank|grew] to <big> tonnes, [chiefly|in part] [offcuts of|remains of] <material>.
[The river|The stream] below the <site> at <place> is [sampled|checked] every <n> days; [no limit was exceeded|one sample was above the limit].
[Collection|Return] of used <product> [was started|continues] with <customers> in <place>; <big> pieces [came back|were taken in].
""")

OUTLOOK = patterns("""
[We|The directors] [expect|look for] [steady|somewhat lower|livelier] demand for <product> [from <customers>|in the <segment> line] [until|through] <next>.
[Much|A good deal] [depends|will turn] on [the price of <material>|the plans of <customers>|<risk>].
[The <site>|The new <site>] at <place> [should|is to] [open|start] in <next>, [a month|some weeks] [later|earlier] than [planned|announced].
[No forecast|No figure] is [given|offered] for [the <segment> line|<product>], [where|as] <n> [tenders|decisions] are [open|pending].
[Price rises|Savings] of [about|up to] <small> for <product> [are planned|take effect] from <next>.
[Orders|Bookings] [seen|taken] [in the first weeks|so far] after the period [point to|suggest] a [quiet|busy] [season|quarter] at <place>.
""")

POLICIES = patterns("""
[Revenue from|Income from] <product> [is recognised|is taken to income] when [control passes|the goods are accepted|the carrier takes them over]; <product> [on hire|under long contracts] count over time.
[Stocks|Goods] of <material> are [carried|stated] at the lower of cost and net realisable value; cost is [first in, first out|a weighted average].
[Buildings|Buildings and plant] at <place> are written off over <n> years, [tools|vehicles] over <few>; [residual values|lives] are [looked at|reviewed] [each year|in <month>].
[Receivables|Amounts due] from <customers> are [grouped|assessed] by [age|country and age], and [expected losses|losses expected over their life] are [taken|charged] at once.
[Leases|Contracts of lease] such as that of the <site> at <place> are [brought onto the balance sheet|recognised] at the present value of the payments, discounted at <small>.
[Development costs|Costs of developing] <product> are [capitalised|carried forward] once [a sale is probable|the second review is passed], else [expensed|charged].
[Foreign subsidiaries|Subsidiaries] such as <firm> are translated at [closing|period-end] rates; [differences|gains and losses] go to [other comprehensive income|a reserve].
[Estimates|Judgements] [matter most|are largest] in [the warranty provision for <product>|the value of goodwill in the <segment> line|deferred tax of <firm>].
[The accounting policies|Policies] are those of the last annual report, [except|save] that [amounts below <money>|tools under <money>] are [no longer capitalised|charged at once].
""")

EVENTS = patterns("""
[After the period|Since then], <firm> [signed|concluded] [a lease|a contract] with <outsider> [for the <site> at <place>|over <money>].
On <day> <soon> [a storm|a burst pipe|a short circuit] [damaged|stopped] the <site> at <place>; [the loss|damage] is [put at|about] <money>.
<outsider> [repaid|drew] [a loan|a deposit] of <money> in <soon>[, after the date of this report|].
[An offer|A bid] for <firm>, [received|made] in <soon>, was [declined|is being looked at] by the board.
[No other event|Nothing else] [of weight|that matters] has [occurred|happened] between the [date of the statements|balance sheet date] and the [signing|release] of this report.
""")

SITE = patterns("""
[The manager|The head of the site], <person>, [reports|writes] [a quiet|an uneven|a crowded] <month>: [orders for|calls for] <product> [came late|came in waves|filled the shifts].
[Here|In this place] the group [uses|occupies] <big> square metres, of which <n> per cent [are|is] [let to <outsider>|kept free for <product>].
[The lease|The contract of lease] with <outsider> [runs out|ends] in <next>; [talks have begun|an extension is likely|the owner wants to sell].
<outsider> [delivers|collects] [twice a week|every <few> days], [mostly|as a rule] <material>.
[A new crane|A weighbridge|A second gate|A sprinkler system] [went into use|was approved] in <month>, [at a cost of|for] <money>.
[The neighbours|Residents] [complained|wrote] about [noise at night|lorries|smell]; [hours were shortened|a wall was built|a meeting was held on <day> <month>].
[The team|The crew] of <person> [changed over|converted] [one line|two lines] to <product> in <few> days.
[Stores|The warehouse] [held|contained] <big> [pallets|units] of <product> [at the end of|in the middle of] <month>, [too many|fewer than planned|about as many as the spring before].
[Quality|Inspection] [found|recorded] <n> [complaints|deviations], [<few> of them|most of them] [about|over] <product>; [causes|remedies] [were agreed|are listed] [with <outsider>|in the site's file].
[A fire brigade|The labour inspectorate|An insurer's engineer] [called|came] on <day> <month> and [left|noted] <few> [remarks|requests].
[Running costs|Rent and heat] [came to|took] <money>[ in the period|], [within|just above|under] the [budget|allowance].
[Two|Three|Four] [forklifts|lorries|machines] were [sold|scrapped|handed to <firm>], [one|the oldest] [dating from|bought in] <oldyear>.
[Open days|Visits] [drew|brought] <big> [guests|pupils|customers]; <product> [got|had] the most [questions|interest].
<customers> [fetch|order] <product> here [by the lorry load|in small lots|on call], [usually|mostly] [before noon|at the month's end].
""")

PRODUCT = patterns("""
[The price list|Pricing] [distinguishes|knows] <n> [grades|sizes], of which [the smallest|grade <few>|the standard one] sells [best|most evenly].
[Sales staff|The sellers] [quote|name] [delivery within <n> days|short delivery|the free trial] as the [main|first] reason [to buy|for the choice of <customers>].
[Returns|Credit notes] [concerned|covered] <n> [pieces|orders], [<few> of them|mostly] from <place>.
<person> [took over|leads] the [product team|line], [with|and has] <few> [people|colleagues] [in|at] <place>.
[A rival product|An imitation] from <outsider> [appeared|was seen] in <place>; [it costs less|it lasts less long|its papers are incomplete].
[Tenders|Offers]: <n> [won|lost] [in <month>|], [the largest|one of them] for <customers> [at|near] <place>.
Most of the cost lies in <material>; [a litre|a kilo|a piece] [costs|sells for] [a tenth|a fifth] [more|less] than in <oldyear>.
[The packaging|The label|The manual] was [redrawn|shortened|translated] [at the wish of|after talks with] <customers>.
[Life tests|Endurance tests] [ended|passed <big> hours] in <month> [without a failure|with <few> failures].
[Two dealers|A dealer|A distributor] in <place> [stopped|took on] the line [after a dispute about margins|in <month>].
[Some|About] <n> [variants|sizes] [make up|give] [nine tenths|most] of the [volume|orders]; [the rest|others] [are|will be] [made to order|phased out by <next>].
[Spare parts|Accessories] [are kept|will be kept] for <few> years [in <place>|by <firm>].
""")

FIRM = patterns("""
[The company|It] was [founded|bought] in <oldyear> and [employs|has] <n> [people|staff] [in|at] <place>.
[Its managing director|The manager], <person>, [reports to|answers to] <person>.
[It sells|It handles] <product> [to|for] <customers> [in its own name|on commission].
[Its bank|The house bank] is <outsider>; [a credit line|a guarantee] of <money> [was unused|was renewed in <month>].
[Auditors|The local auditor] [raised|had] [no point|<few> points] [on|about] [stock|cut-off|pensions].
[A dividend|A group charge] of <money> was [paid up|agreed] in <month>.
[It shares|The company shares] [offices|a store|drivers] with <firm>.
[Its order book|The order list] [named|held] <n> [customers|orders], [the oldest|some] [dating from|as old as] <oldyear>.
[The tax office|The authority] [reviewed|asked about] [transfer prices|wage tax] for <oldyear>[, without result so far|].
[Systems|Ledgers] [move|will move] to the group's [platform|software] [by|in] <next>.
[Rent|The lease] of the <site> [is due|was adjusted] [each quarter|in <month>], [payable to|owed to] <outsider>.
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
