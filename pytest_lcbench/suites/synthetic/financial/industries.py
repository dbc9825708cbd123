"""Trades that the invented companies are in: what they make, of what, for whom and where."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trade:
    """The words of a trade in one language.

    Args:
        label: what the trade is called, for questions and covers.
        kind: what it sells: ``gear`` (machines and instruments), ``goods`` (used up by customers), ``service`` or ``soft`` (software).
        names: words that follow the brand in a company's name.
        segments: the three lines of business that a report splits its revenue into.
        products: what is sold.
        customers: to whom.
        materials: of what it is made.
        sites: kinds of places where it is made.
        risks: what is peculiar to the trade, as noun phrases.

    """

    label: str
    kind: str
    names: tuple[str, ...]
    segments: tuple[str, str, str]
    products: tuple[str, ...]
    customers: tuple[str, ...]
    materials: tuple[str, ...]
    sites: tuple[str, ...]
    risks: tuple[str, ...]


_KINDS = {
    "optical instruments": "gear", "kilns and industrial ceramics": "gear", "medical devices": "gear", "electric drives and motors": "gear",
    "water treatment": "gear", "ferries and coastal shipping": "service", "cold storage and food logistics": "service",
    "industrial software": "soft", "光学仪器": "gear", "机电设备": "gear", "环保水务": "gear", "医疗器械": "gear", "航运物流": "service",
    "软件与信息服务": "soft",
}  # fmt: skip


def _trade(text: str) -> Trade:
    parts = [tuple(word.strip() for word in line.split("/")) for line in text.strip().split("\n")]
    first, second, third = parts[2]
    label = parts[0][0]
    return Trade(label, _KINDS.get(label, "goods"), parts[1], (first, second, third), *parts[3:])


TRADES_EN = tuple(
    _trade(text)
    for text in (
        """seeds and crop science
Seeds / Agronomics / Crop Science
Field seed / Vegetable seed / Crop services
hybrid maize seed / field bean seed / coated rapeseed / lettuce seed / soil inoculants / seed drills on hire / grass mixtures / onion sets
growers' unions / greenhouse operators / seed merchants / public land agencies
parent lines / seed coatings / packing film / drying gas
breeding station / drying plant / seed store
late frost in the multiplication areas / germination claims / the loss of a variety right
""",
        """optical instruments
Optics / Photonics / Optical Works
Industrial optics / Medical optics / Service and spares
line-scan cameras / endoscope lenses / laser collimators / survey levels / interference filters / fibre couplers / slit lamps / range finders
instrument makers / hospital groups / machine builders / survey firms
optical glass / rare-earth oxides / detector chips / anodised housings
coating hall / polishing works / assembly plant
export licences for laser parts / the yield of the coating hall / a single source of detector chips
""",
        """ferries and coastal shipping
Ferries / Shipping Lines / Marine Transport
Passenger routes / Freight routes / Port services
car crossings / foot-passenger tickets / trailer carriage / on-board retail / berth hire / night sailings / island parcel carriage / charter voyages
hauliers / island councils / holiday operators / parcel carriers
marine gas oil / spare engines / port dues / deck paint
terminal / repair yard / berth
storm cancellations / the renewal of island subsidies / docking overruns
""",
        """kilns and industrial ceramics
Kiln Works / Ceramics / Refractories
Refractories / Technical ceramics / Kiln building
firebricks / kiln furniture / ceramic filters / tunnel kilns / castable linings / zirconia nozzles / burner blocks / alumina tubes
steel makers / glass works / foundries / tile makers
bauxite / silicon carbide / clay / natural gas
kiln hall / pressing shop / raw-material yard
gas prices / cracked linings under warranty / the state of the steel trade
""",
        """cold storage and food logistics
Cold Stores / Cold Chain / Chilled Logistics
Frozen storage / Chilled distribution / Value-added packing
pallet storage / blast freezing / chilled rounds / order picking / re-packing / container plug-in points / customs storage / ripening rooms
supermarket chains / fisheries / ice-cream makers / fruit importers
electricity / ammonia refrigerant / pallets / diesel
cold store / cross-dock / ripening centre
power cuts / the loss of an anchor tenant / refrigerant rules
""",
        """medical devices
Medical / Devices / Surgical
Hospital devices / Home care / Consumables
infusion pumps / wound dressings / oxygen concentrators / hearing implants / catheter sets / ward monitors / dialysis filters / test strips
hospital trusts / care homes / pharmacies / purchasing groups
medical polymers / sensors / sterile film / lithium cells
clean room / sterilisation plant / device plant
device recalls / reimbursement cuts / notified-body delays
""",
        """industrial software
Software / Systems / Data Systems
Licences / Cloud subscriptions / Implementation
plant schedulers / maintenance modules / tank-farm simulators / label printing servers / quality dashboards / shop-floor terminals / routing engines / audit archives
breweries / chemical parks / rail depots / plant operators
hosting capacity / third-party licences / contract developers / support seats
development centre / data room / support desk
outages of hosting partners / the move from licences to subscriptions / the loss of senior developers
""",
        """building materials
Building Products / Stone / Cement
Cement and lime / Concrete products / Aggregates
bagged cement / ready-mixed concrete / kerb stones / roof tiles / limestone flour / dry mortar / drainage pipes / crushed rock
contractors / builders' merchants / road agencies / house builders
clinker / fly ash / quarry explosives / petroleum coke
quarry / cement mill / batching plant
quarry permits / carbon allowances / a wet spring
""",
        """electric drives and motors
Motors / Drives / Electric Drives
Industrial motors / Traction drives / Service
geared motors / servo drives / traction inverters / fan units / hoist drives / rewinding jobs / soft starters / brake resistors
crane makers / tram operators / conveyor builders / pump makers
copper wire / electrical steel / magnets / power modules
winding shop / test bay / assembly hall
magnet prices / liquidated damages on late drives / bearing failures in the field
""",
        """brewing and drinks
Breweries / Beverages / Drinks
Own brands / Contract bottling / Pubs and taprooms
pale ale / alcohol-free lager / cider / tonic water / bottled spring water / seasonal ales / keg rental / malt vinegar
grocers / pub groups / wholesalers / airline caterers
malting barley / hops / glass bottles / carbon dioxide
brewhouse / bottling hall / taproom
duty changes / barley quality / the shortage of carbon dioxide
""",
        """paper and packaging
Packaging / Paper Mills / Board
Corrugated / Cartons / Speciality paper
corrugated cases / folding cartons / greaseproof paper / egg trays / paper sacks / moulded inserts / label stock / display stands
mail-order houses / dairies / farm co-operatives / toy makers
recovered fibre / starch / pulp / printing ink
paper machine / box plant / fibre yard
fibre prices / the tightening of packaging duties / stoppages of the paper machine
""",
        """water treatment
Water / Aqua Systems / Filtration
Municipal plants / Industrial water / Chemicals and parts
membrane skids / clarifiers / sludge presses / dosing sets / ion-exchange resin / pump stations / ultraviolet lamps / mobile units
water boards / dye works / power stations / dairies
membranes / stainless tanks / coagulants / valves
test rig hall / resin plant / skid shop
performance guarantees / late payment by water boards / membrane fouling claims
""",
    )
)
"""The trades in English; their number is that of :data:`TRADES_ZH`."""

TRADES_ZH = tuple(
    _trade(text)
    for text in (
        """种业与农资
种业/农科/农服
大田种子/蔬菜种子/农技服务
杂交玉米种/水稻常规种/包衣油菜种/叶菜种苗/微生物菌剂/马铃薯原种/牧草种子/育秧基质
种植合作社/农资经销商/设施蔬菜基地/国有农场
亲本种子/种衣剂/包装膜/烘干燃气
育种站/种子加工厂/低温种子库
制种区域遭遇低温阴雨/种子发芽率索赔/品种权到期
""",
        """光学仪器
光电/光学/仪器
工业光学/医用光学/备件与维修
线阵相机/内窥镜镜头/激光准直器/测量水准仪/干涉滤光片/光纤耦合器/裂隙灯/测距模组
仪器整机厂/三级医院/装备制造商/测绘单位
光学玻璃/稀土氧化物/探测器芯片/铝合金壳体
镀膜车间/抛光车间/装调中心
激光器件出口许可/镀膜良率波动/探测器芯片来源单一
""",
        """医药制造
医药/药业/制药
化学制剂/中成药/原料药
缓释片剂/口服液/注射用粉针/外用贴膏/颗粒剂/中间体/滴眼液/胶囊剂
公立医院/连锁药房/医药流通企业/基层卫生机构
中药材/药用辅料/玻璃瓶/溶媒
固体制剂车间/提取车间/质量检测中心
药品集中采购价格下调/药材采收季价格上行/一致性评价进度
""",
        """机电设备
机电/电机/动力
水电机组/工业电机/维保服务
小型水轮发电机组/变频控制柜/减速电机/牵引变流器/风机机组/软启动器/起升驱动装置/备品线圈
水电站业主/起重机厂/轨道交通公司/水泵厂
铜材/硅钢片/磁钢/功率模块
绕线车间/总装车间/试验站
铜价大幅波动/交付延期违约金/轴承早期失效
""",
        """食品加工
食品/粮油/乳业
米面制品/休闲食品/渠道服务
胚芽米/鲜湿面/坚果礼盒/冷冻点心/发酵乳/调味酱/燕麦片/即食杂粮
商超渠道/电商平台/学校食堂/社区团购
稻谷/小麦粉/坚果原料/纸箱
米加工厂/烘焙车间/冷库
原粮收购价格上涨/食品安全舆情/节庆销售不及预期
""",
        """新材料
新材/材料/高新
膜材料/特种树脂/复合材料
隔离膜/导热胶/耐候树脂/玻纤预浸料/阻燃母粒/光学基膜/密封胶条/碳纤板材
电池厂/家电企业/风电叶片厂/汽车零部件厂
树脂单体/玻璃纤维/助剂/基膜
涂布车间/聚合装置/研发中试线
下游扩产放缓/单体价格倒挂/客户认证周期
""",
        """包装印刷
包装/纸业/印务
瓦楞包装/彩印包装/特种纸
瓦楞纸箱/折叠彩盒/食品级纸袋/蛋托/不干胶标签/防油纸/展示架/缓冲纸模
电商仓配企业/乳品厂/白酒企业/玩具厂
废纸/原纸/油墨/淀粉
造纸机台/印刷车间/废纸堆场
原纸价格波动/限塑政策执行力度/纸机停机检修
""",
        """环保水务
环保/水务/环境
市政水处理/工业水处理/药剂与配件
膜处理成套装置/污泥脱水机/加药系统/离子交换树脂/一体化泵站/紫外消毒模块/移动式应急设备/除磷药剂
自来水公司/印染企业/电厂/工业园区管委会
膜元件/不锈钢罐体/混凝剂/阀门
膜组装车间/药剂厂/中试基地
政府付费延迟/出水指标保证/膜污染索赔
""",
        """软件与信息服务
软件/信息/数科
软件许可/云服务/实施服务
排产系统/设备运维平台/罐区仿真软件/质量追溯系统/车间终端/能耗看板/档案管理系统/调度引擎
化工园区/酿造企业/机务段/装备集团
云资源/第三方授权/外协开发/运维席位
研发中心/机房/客服中心
核心技术人员流失/订阅转型影响当期收入/项目验收集中于年末
""",
        """建材
建材/水泥/石材
水泥/混凝土制品/骨料
袋装水泥/商品混凝土/路缘石/干混砂浆/排水管/机制砂/石灰石粉/屋面瓦
施工总包单位/建材经销商/公路建设单位/房地产企业
熟料/粉煤灰/石灰石/煤炭
矿山/粉磨站/搅拌站
错峰生产安排/矿权续期/雨季开工不足
""",
        """航运物流
航运/物流/港航
客滚运输/件杂货运输/港口服务
车客渡航线/集装箱支线/冷藏箱插电/船舶修理/堆场租赁/拖轮服务/岛际快运/包船运输
货代公司/海岛旅游企业/水产企业/钢贸企业
船用燃油/轮机备件/缆绳/港口使费
客运码头/修船厂/堆场
台风停航/燃油价格上行/航线补贴到期
""",
        """医疗器械
医疗/器械/康健
医院设备/家用器械/耗材
输液泵/伤口敷料/制氧机/助听器/导管套件/监护仪/透析滤器/检测试纸
县域医共体/养老机构/器械经销商/体检中心
医用高分子料/传感器/灭菌膜/锂电芯
洁净车间/灭菌中心/装配线
耗材带量采购/产品召回/注册证延续
""",
    )
)
"""The trades in Chinese."""
