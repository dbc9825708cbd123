"""What a town's chronicle tells beside the events that are asked about, and those events, in English and Chinese.

No sentence names a disaster or one of the events: undated, it would be a second account of it.
"""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "story": (
            "{crafter} bought {plot} from {person} and {plotuse}.", "{crafter} took {child} into the house for {terms}.", "the roof of {site} {roof}.", "{person} and {person} went to law over {quarrel}; {verdict}.",
            "the {crop} {harvest}, and {result}.", "{beast}", "{market}", "the council forbade {habit}; {obeyed}.", "the road to {town} {road}.", "of {person} it is told that {tale}.",
            "{crafter} left {legacy} to {heir}; {after}.", "a pedlar from {town} sold {wares} on the steps of {site}, and {pedlar}.", "the schoolmaster {school}.", "the parson {parson}.",
            "{crafter} was made {office} and {tenure}.", "{season}", "the night watch {watch}.", "at the wedding of {person} and {person} {wedding}.", "old people say of {site} that {legend}.",
            "{person} came home from {abroad} with {brought}, and {homecoming}.", "the accounts of {site} show {account}.", "{crafter} built {built}, {builtafter}.", "{crafter} and {crafter} shared {shared} until {shareend}.",
            "a stranger {stranger}.", "{person} promised {vow}, and {vowkept}.", "the sexton {sexton}.", "nothing is written of {gap}, for {gapwhy}.", "in the register of {site} {register}.", "{crafter} was fined {fine} because {crime}.",
            "the price of {ware} {price}, {pricewhy}.", "{person} wrote to a brother in {town} that {letter}.",
            "{crafter} paid {n} crowns for {plot} and {plotuse}.", "in the count of hearths there were {n} on the side of {site}, {hearths}.", "{n} carts of {load} were fetched from {town} for {site}.", "{n} of the guild walked behind the coffin of {crafter}, and {coffin}.", "{person} owed {n} crowns to {crafter}; {owed}.",
        ),
        "n": [str(n) for n in range(12, 97)], "hearths": ("more than anyone had thought", "not counting the almshouse", "and {person} hid two of his", "which was disputed", "and as many dogs"), "load": ("stone", "slate", "sand", "oak", "lime", "reed"), "coffin": ("it rained", "the widow gave a barrel of beer", "{person} had forgotten the flag", "not one of them spoke"), "owed": ("it was paid in hay", "the pledge was a ring", "half was forgiven at Easter", "the paper was lost", "the sons still talk of it"),
        "site": ("the lower mill", "the toll house", "the tannery", "the almshouse", "the east gate", "the wash house", "the corn loft", "the chapel", "the brick kiln", "the guild hall", "the fulling mill", "the weigh house", "the smithy by the ford", "the town barn"),
        "plot": ("the meadow behind {site}", "a strip of garden by the river", "the empty house beside {site}", "half a barn on the road to {town}", "an orchard of eleven trees", "a stall next to {site}"),
        "plotuse": ("kept bees there", "sold it again within the year", "let it to a cousin", "put up a shed that leaned from the first day", "never paid the last third", "was seen there every evening", "had the boundary walked by four witnesses"),
        "child": ("an orphan from {town}", "a nephew of {person}", "the youngest child of {person}", "a foundling", "two boys from {town}"),
        "terms": ("seven years, with shoes and a coat at the end", "board and no wages", "a fee that {person} put up", "one winter, which became nine", "the asking"),
        "roof": ("let in the rain and was covered with new slate", "was mended at the cost of the parish", "lost its ridge tiles in a gale", "was thatched for the last time", "bore so much snow that a beam cracked", "was taken in hand by workmen from {town}"),
        "quarrel": ("a hedge", "the right to draw water near {site}", "three geese", "a dowry chest", "a boundary stone that had moved overnight", "the rent of a pasture", "a pew", "the shade of a walnut tree"),
        "verdict": ("the judge at {town} sent both home", "it lasted longer than either of them", "they dined together the day after", "the costs ate up the thing itself", "{person} was called as a witness and knew nothing", "the papers fill a box"),
        "crop": ("rye", "barley", "wheat", "flax", "hay", "clover"),
        "harvest": ("stood well", "was beaten down by rain", "was brought in late", "hardly paid for the seed", "was spoiled by mice", "was cut in two weeks"),
        "result": ("bread stayed dear until Easter", "the poor were given a tenth of it", "the carters had little to do", "many sold a cow", "a day of thanks was held", "the mill at {town} ground half of it"),
        "beast": (
            "a wolf took two sheep near {site} and was never caught.", "a swarm of bees settled on {site} and stayed until autumn.", "the storks did not come back, and people took it for a sign.", "a mad dog bit {crafter}, who lived.",
            "{crafter} caught a pike as long as a child and had its head nailed up.", "a bull broke loose on the day of the oath and walked into {site}.", "rats got into {site} and ate the seals off the deeds.",
        ),
        "market": (
            "so many cattle came to the spring market that the gates were shut at noon.", "the linen market was held in the rain and nothing was sold.", "buyers from {town} paid in bad coin, and the council made it good.", "the measures of the market were compared, and nine were found short.",
            "the fish stalls were moved away from {site} because of the smell.", "a fire-eater drew more people to the market than the horses did.",
        ),
        "habit": ("dancing on church days", "the keeping of pigs near {site}", "the carrying of open lights into barns", "card games after the bell", "the washing of wool in the drinking water", "credit for anyone from {town}"),
        "obeyed": ("nobody kept to it", "it was kept for a year", "{crafter} was the first to be fined", "the notice hung there until the paper fell apart", "the parson read it out twice"),
        "road": ("was gravelled as far as the third milestone", "was closed by snow from Advent to February", "had become so bad that coaches went round by the hills", "was said to be unsafe, and travellers waited for company", "got its first milestones", "was widened, and {person} lost a row of pear trees"),
        "tale": ("no lock in the town could keep that family out", "a whole winter went by without a word spoken at table", "every beggar was given a penny and a lecture", "the family bible was buried in the garden", "one could smell the pipe before one saw the man", "a debt of forty years was paid back in apples"),
        "legacy": ("a house and two looms", "all tools and no money", "a silver spoon", "a field on the road to {town}", "nothing but debts", "forty books", "a cow in milk"),
        "heir": ("a servant of thirty years", "the almshouse", "{person}", "a daughter in {town}", "the parish", "a godchild"),
        "after": ("the family never came to church again", "the will was read three times", "it was gone within a year", "a small stone recalls it", "the neighbours had expected something else"),
        "wares": ("needles and ribbon", "almanacs", "spectacles", "a powder against moths", "painted plates", "ballads"), "pedlar": ("was gone before they were tried", "came again every spring", "left a good name behind", "was asked for a licence", "married here in the end"),
        "school": ("asked for firewood and was given a saw", "taught sixty children in one room", "kept a list of those who came without shoes", "was the first here who could draw a map", "took leave because of a cough and did not return", "beat nobody, which some parents held against him", "borrowed a globe from {town}", "lodged with {crafter} and paid in lessons", "was sent a goose by {person} every winter", "had studied at {town} and never let one forget it"),
        "parson": ("preached two hours against new fashions", "had the churchyard wall raised by a foot", "wrote down the weather every day", "married nineteen couples in one autumn", "quarrelled with the organist about the tempo", "gave his tithe of eggs back to the poor", "exchanged pulpits with the one of {town}", "refused to bury a cousin of {person} inside the wall", "lent {crafter} the money for a cow", "named {person} from the pulpit as an example"),
        "office": ("keeper of the weights", "guardian of the poor", "master of the guild", "churchwarden", "overseer of the wells", "inspector of bread", "keeper of the town barn"), "tenure": ("held it for one year", "held it until a stroke ended it", "gave it up over a matter of sixpence", "was thanked with a pewter jug", "never once came late", "handed over books in which nothing was missing"),
        "season": (
            "the winter was so mild that violets stood in bloom at New Year.", "snow lay until the week before Whitsun.", "it rained on forty days of the summer, and the hay went black.", "the autumn was golden, and the cider of that year was praised for long.",
            "storms took the blossom, and there was no fruit that year.", "fog hung over the river for a month and the boats rang bells.",
        ),
        "watch": ("was given new lanterns", "arrested a scarecrow", "was doubled for as long as the regiment lay near {town}", "called the wrong hour for a whole week", "found {crafter} asleep under the market roof", "was paid in bread that year"),
        "wedding": ("the bridge railing broke, and nobody was hurt", "three fiddlers played and one was sober", "{n} guests ate for two days", "the groom had lost the ring", "the families of both sides spoke to one another again"),
        "legend": ("gold lies under the threshold", "a queen once slept there", "it stands on the bones of an older one", "no swallow will nest in it", "the builder was never paid", "its cellar reaches to the church"),
        "abroad": ("the wars", "the sea", "a pilgrimage", "seven years in {town}", "the Indies", "the mines"), "brought": ("a parrot", "one arm less", "a foreign wife", "a chest that took four to carry", "seeds in a paper", "a fever"), "homecoming": ("told of it for the rest of a long life", "never spoke of it", "opened an inn", "left again in spring", "was taken for a stranger at the door"),
        "account": ("nine shillings for candles and four for ale", "a payment to {crafter} for two new locks", "that the rats cost more than the roof", "a gap of eleven weeks", "that {crafter} was owed for a winter's firewood", "a gift from {town} that nobody could explain"),
        "built": ("a house of three storeys near {site}", "a pigeon loft", "a kiln that never drew", "a pavilion in the garden", "the first chimney on that side of the river", "a wall against the neighbour"), "builtafter": ("which still stands", "and the neighbours complained of the shade", "with stone fetched from {town}", "and borrowed the money from {person}", "which the next storm took down again"),
        "shared": ("a loom", "a horse", "one pew", "a fishing net", "the rent of a field", "a lottery ticket"), "shareend": ("death parted them", "it came to blows over a penny", "one of them moved to {town}", "neither could remember who had paid for it", "it was worn out"),
        "stranger": ("measured {site} with a cord and would not say why", "drew the town from the hill and left the sheet at the inn", "asked for a grave that nobody knew of", "paid for a night in advance and was not seen again", "offered to find water with a hazel rod", "claimed to be a cousin of {person}"),
        "vow": ("a candle as heavy as a child", "never to cross the river again", "a bench for {site}", "a walk to {town} on bare feet", "a peal of bells for the chapel"), "vowkept": ("it was kept", "it is still owed", "the son kept it", "the parson allowed a smaller one", "had it in writing"),
        "sexton": ("dug up a pot of coins and handed it in", "rang for a wedding as if for a burial", "was paid a new coat every third year", "counted {n} graves without a name", "planted yews along the path", "was seen to talk to the dead of {person}'s family", "let {crafter} into the tower for a penny", "had to be shown how to wind the clock by {crafter}", "put a stone for a stranger from {town} at the wall"),
        "gap": ("that spring", "the next two years", "the time of the regiment", "the last days of the old mayor"), "gapwhy": ("the pages are stuck together", "whoever kept the book was ill", "mice have been at the paper", "the clerk had been dismissed and there was no other", "nothing happened"),
        "register": ("two hands can be told apart", "a child has drawn a ship", "the name of {person} is struck out", "everything is entered twice", "the ink has gone brown", "a pressed leaf marks the place of {crafter}"),
        "fine": ("two shillings", "a barrel of tar", "a week's wages", "ten days of road work", "half a crown"), "crime": ("a chimney had not been swept", "water had been let onto a neighbour's field", "a loaf was light", "there had been shouting during the sermon", "a dog had been left loose", "the bread oven stood too near a barn"),
        "ware": ("salt", "candles", "rye bread", "leather", "oak", "wool", "honey", "tallow"), "price": ("rose by a third", "fell so low that dealers went home", "could hardly be paid any more", "doubled within a month", "was fixed by the council"), "pricewhy": ("for no reason that anyone could name", "since the road to {town} was bad", "as the dealers of {town} bought everything up", "and some blamed the council", "for the harvest had been poor"),
        "letter": ("the children were well and the cow was not", "work was to be had here for whoever could saw", "the new parson was an improvement", "nobody here had forgotten him", "the house was too large now"),
    },
    "zh": {
        "story": (
            "{crafter}从{person}手里买下{plot}，{plotuse}。", "{crafter}收{child}为徒，{terms}。", "{site}的屋顶{roof}。", "{person}与{person}为{quarrel}打官司，{verdict}。", "这一年{crop}{harvest}，{result}。", "{beast}。", "{market}。", "镇上立约禁止{habit}，{obeyed}。", "往{town}的路{road}。",
            "相传{person}{tale}。", "{crafter}身后把{legacy}留给{heir}，{after}。", "{town}来的货郎在{site}前卖{wares}，{pedlar}。", "塾师{school}。", "{temple}的庙祝{monk}。", "{crafter}被推为{office}，{tenure}。", "{season}。", "更夫{watch}。", "{person}家与{person}家结亲，{wedding}。", "老人说{site}{legend}。", "{person}从{abroad}回来，带回{brought}，{homecoming}。",
            "{site}的旧账上记着{account}。", "{crafter}盖了{built}，{builtafter}。", "{crafter}与{crafter}合用{shared}，{shareend}。", "有个外乡人{stranger}。", "{person}许愿{vow}，{vowkept}。", "{gap}的事册上无载，因{gapwhy}。", "{site}的簿子里{register}。", "{crafter}因{crime}，罚{fine}。", "{ware}的价钱{price}，{pricewhy}。", "{person}写信给{town}的兄长，说{letter}。",
            "{crafter}出{n}两银子买下{plot}，{plotuse}。", "点过一回灶户，{site}一带有{n}家，{hearths}。", "{n}车{load}从{town}运到{site}。", "{crafter}出殡，行里有{n}人送葬，{coffin}。", "{person}欠{crafter}{n}两银子，{owed}。",
        ),
        "n": [str(n) for n in range(12, 97)], "hearths": ("比料想的多", "义仓不算在内", "{person}家瞒了两口", "有人不认这个数", "狗也差不多有这么多"), "load": ("石料", "瓦", "沙", "杉木", "石灰", "芦苇"), "coffin": ("下着雨", "家里开了一桶酒", "{person}忘了带旗", "一路没有人说话"), "owed": ("后来用草料抵了", "押的是一只镯子", "过年时免了一半", "借据丢了", "儿孙至今还在说"),
        "site": ("关帝庙", "东岳庙", "义仓", "染坊", "米行", "文昌阁", "东门", "砖窑", "茶亭", "水磨坊", "药局", "城隍庙", "船厂", "酱园"),
        "plot": ("{site}后头的一块菜地", "河边两亩水田", "{site}隔壁的空屋", "往{town}路上的半间仓房", "一片十来棵树的梨园", "{site}旁的一个铺面"), "plotuse": ("养了几箱蜂", "不到一年又转手卖掉", "租给了表亲", "搭的棚子从头一天就歪", "尾款始终没有付清", "立契时请了四位中人"),
        "child": ("{town}来的一个孤儿", "{person}的侄子", "{person}家的小儿子", "{town}来的兄弟两个"), "terms": ("管饭不给工钱", "说定三年出师", "拜师钱由{person}垫付", "本说学一冬，一住九年"), "roof": ("漏雨，换了新瓦", "由公众出钱修过一次", "被大风揭去半边，是请{town}的工匠补的", "积雪太厚，压断了一根梁"),
        "quarrel": ("一道篱笆", "{site}旁的水沟", "三只鹅", "一口嫁妆箱", "一块移了位的界石", "一片草场的租子"), "verdict": ("县里各打发回家", "打到两人都过了世也没有结果", "第二天又坐在一桌喝酒", "官司钱比东西还贵", "传{person}作证，一问三不知"), "crop": ("早稻", "晚稻", "小麦", "油菜", "棉花", "蚕茧"), "harvest": ("收成不坏", "叫连阴雨打倒一片", "收得迟", "刚够种子钱", "遭了鼠害"), "result": ("米价到清明才回落", "各户抽出一成接济穷人", "脚夫没有活做", "不少人家卖了牛", "庙里演了三天戏"),
        "beast": ("有狼在{site}一带叼走两只羊，一直没有打着", "一窝蜂落在{site}的檐下，住到秋天才走", "燕子没有回来，老人说是兆头", "{crafter}钓上一条扁担长的青鱼，鱼头挂在门上风干", "一头水牛挣脱了绳，径直走进{site}", "老鼠进了{site}，把契纸的角啃掉了"),
        "market": ("春市来的牲口太多，晌午就关了栅门", "布市遇雨，一匹也没卖出去", "{town}来的客商用了成色不足的银子，由公所补齐", "集市校秤，查出九杆短的", "鱼摊因气味太重，从{site}前挪走"), "habit": ("夜间赌钱", "在{site}附近养猪", "带明火进草屋", "在井边洗菜", "往河里倒染料水"), "obeyed": ("没有人照办", "管了一年", "头一个受罚的是{crafter}", "告示一直贴到纸烂", "又重申过两回"),
        "road": ("铺了石板，铺到第三座茶亭为止", "被雪封了一个多月", "坏得车都绕山里走", "不太平，行人要结伴才走", "拓宽了，{person}家因此少了一排枣树"), "tale": ("一冬没有跟家里人说过话", "见了乞丐必给一文钱，再教训一番", "把家谱埋在院子里", "四十年的旧债是用柿子还清的", "一夜之间白了头", "活到九十还自己挑水"),
        "legacy": ("一间屋和两张织机", "一套家什", "一方砚台", "往{town}路边的一块地", "一屁股债", "四十来部书", "一头水牛"), "heir": ("跟了三十年的伙计", "镇上的义学", "{person}", "嫁到{town}的女儿", "干儿子"), "after": ("族里为此议了三天", "分家文书念了三遍", "不到一年就花光了", "乡邻都没有料到"), "wares": ("针线", "历书", "老花镜", "樟脑", "年画"), "pedlar": ("没等人试就走了", "以后每年春天都来", "名声很好", "后来在这里成了家"),
        "school": ("要柴火，人家给了他一把锯子", "一间屋里教六十个学生", "记下了没有鞋穿的孩子的名字", "是本地头一个会画舆图的", "因咳嗽告假，再没有回来", "向{town}借过一架地球仪", "住在{crafter}家里，拿教书抵饭钱", "是{person}的远房亲戚", "从前在{town}坐过馆，逢人便说"), "temple": ("关帝庙", "东岳庙", "城隍庙", "文昌阁"), "monk": ("重修了山门", "逐日记下阴晴", "为一口放生池与人争过", "把香火钱的一半分给穷人", "借钱给{crafter}买过一头牛", "与{town}的庙祝换过一年", "认{person}的小儿子做了徒弟"), "office": ("管斗人", "义仓董事", "行头", "里正", "井甲", "看仓人"), "tenure": ("只做了一年", "一直做到中风", "为六文钱的事辞了", "卸任时众人送了一把锡壶", "交出的账一文不差"),
        "season": ("冬天暖得年前就开了梅花", "雪一直下到清明前", "夏天四十天有雨，稻草都霉了", "秋天晴好，那年的酒人人称道", "春上大风打落了花，果子一个没收", "河上起雾一个月，船走要敲锣"), "watch": ("换了新灯笼", "夜里抓住一个稻草人", "一连十来天报错时辰", "发现{crafter}睡在集市的棚下", "那年的工钱是用米抵的"), "wedding": ("吹手三个，醒着的一个", "摆酒两天，来了{n}人", "新郎把聘书弄丢了", "两家从此又说话了"),
        "legend": ("门槛底下埋着银子", "从前住过一位娘娘", "底下压着更老的一座", "燕子从不在那里做窝", "当年的工钱一直没有付"), "abroad": ("军中", "海上", "{town}", "南洋", "矿上"), "brought": ("一只鹦鹉", "一口要四个人抬的箱子", "一包种子", "一身的病", "一位外乡媳妇"), "homecoming": ("讲了一辈子", "从不提起", "开了一家客栈", "来年春天又走了"),
        "account": ("灯油九钱，酒四钱", "付给{crafter}两把新锁的钱", "灭鼠比修屋顶花得多", "有三个月没有记", "欠{crafter}一冬的柴钱"), "built": ("一座三层的楼", "一个鸽棚", "一座不出火的窑", "一座花厅", "一道挡邻居的墙"), "builtafter": ("至今还在", "邻居嫌遮了光", "石料是从{town}运来的", "钱是向{person}借的", "下一场大风就吹倒了"), "shared": ("一张织机", "一匹马", "一张渔网", "一条船"), "shareend": ("到死才分开", "为一文钱动了手", "后来有一个搬去了{town}", "谁出的钱，两人都记不清了"),
        "stranger": ("拿绳子量了{site}，问他也不说", "在山上把全镇画了下来，画留在客栈里", "打听一座谁也不知道的坟", "先付了一夜房钱，人却不见了", "自称是{person}的表亲"), "vow": ("点一盏长明灯", "再不过河", "给{site}添一条长凳", "走着去{town}进香"), "vowkept": ("后来还了愿", "至今没有还", "是儿子替他还的", "立了字据"), "gap": ("那年春天", "往后两年", "驻军那阵子", "老里正的末几年"), "gapwhy": ("几页粘在一起", "记事的人病了", "纸被虫蛀了", "没有可记的事"),
        "register": ("看得出是两个人的笔迹", "有小孩画的一条船", "{person}的名字被划去", "样样都记了两遍", "记{crafter}的那页夹着一片叶子"), "fine": ("钱二百", "一桶桐油", "修路十天", "一桌酒"), "crime": ("烟囱没有扫", "把水放进了邻家的田", "糕饼分量不足", "夜里喧哗", "放狗不拴"), "ware": ("盐", "蜡烛", "白米", "皮货", "木料", "蜂蜜", "桐油"), "price": ("涨了三成", "跌到客商都回去了", "高得叫人咋舌", "一个月里翻了一番", "由公所定了下来"), "pricewhy": ("没人说得出缘故", "说是往{town}的路不好走", "是{town}的客商收尽了货", "有人怪到公所头上", "总归是收成不好"),
        "letter": ("孩子都好，牛却不好", "会拉锯的在这里不愁没活", "新来的塾师不错", "这边没有人忘了他", "如今屋子太大了"),
    },
}  # fmt: skip

EVENTS: Mapping[str, Sequence[tuple[str, str]]] = {
    "en": (
        ("the salt works shut their gates for good", "the closing of the salt works"), ("the bell was stolen from its tower", "the theft of the bell"), ("a bear was seen on the market", "the sighting of a bear"),
        ("the first lamp burned on the quay", "the lighting of the quay"), ("the weavers would not work for a month", "the weavers' strike"), ("a stone bridge took the place of the ferry", "the building of the stone bridge"),
        ("the school got a second room", "the enlarging of the school"), ("a comet stood over the hill", "the appearance of a comet"), ("the mayor was sent away in a cart", "the driving out of the mayor"),
        ("the river froze down to its bed", "the freezing of the river"), ("potatoes were planted on the common", "the first planting of potatoes"), ("the old lime tree came down", "the felling of the lime tree"),
        ("a printing press was set up", "the arrival of the printing press"), ("the fair was moved to autumn", "the moving of the fair"), ("the poor house burned", "the burning of the poor house"),
        ("the wall on the north side was pulled down", "the pulling down of the north wall"), ("a company of players was locked up", "the arrest of the players"), ("glass was made here for the first time", "the beginning of glass making"),
        ("the toll was given up", "the end of the toll"), ("a whale lay on the strand", "the stranding of a whale"), ("the church clock was given a minute hand", "the mending of the clock"), ("the well in the square fell dry", "the drying up of the well"),
        ("women were let into the guild", "the admission of women to the guild"), ("the last monk died", "the death of the last monk"), ("a stone fell from the sky into the hop field", "the fall of a stone from the sky"), ("the mint was sold", "the sale of the mint"),
    ),
    "zh": (
        ("盐场关了门", "盐场停业"), ("鼓楼的铜钟叫人偷走了", "铜钟失窃"), ("有熊闯进集市", "熊闯集市"), ("码头挂起第一盏路灯", "码头点灯"), ("织户歇业一个月", "织户罢织"), ("石桥落成，渡船从此停开", "石桥竣工"), ("学堂添盖了一间屋", "学堂扩建"), ("山头上空现出彗星", "彗星出现"),
        ("乡民把县丞轰出镇去", "驱逐县丞"), ("河水一直冻到底", "河道封冻"), ("公田里头一回种下番薯", "试种番薯"), ("祠堂前的老樟树砍倒了", "砍伐老樟"), ("书坊请来刻工，开版印书", "书坊开版"), ("庙会改到秋后", "庙会改期"), ("养济院起火", "养济院失火"), ("北城墙拆了", "拆除北墙"),
        ("外来的戏班被关了起来", "戏班被拘"), ("窑上头一次烧出琉璃", "烧成琉璃"), ("过镇的厘卡撤了", "裁撤厘卡"), ("一头大鱼搁浅在滩涂上", "大鱼搁浅"), ("鼓楼换上新漏壶", "更换漏壶"), ("街心的古井干了", "古井枯竭"), ("行会开始收女徒", "行会收女徒"), ("寺里最后一位僧人圆寂", "末僧圆寂"), ("天上落下一块石头，砸在竹园里", "陨石坠落"), ("老当铺盘给了外乡人", "当铺易主"),
    ),
}  # fmt: skip
