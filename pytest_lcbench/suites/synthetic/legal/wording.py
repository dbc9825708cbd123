"""Questions and instructions, in both languages."""
# ruff: noqa: E501 - a template is one line

from __future__ import annotations

from typing import Final

Wording = dict[str, str]

ZH: Final[Wording] = {
    "instruction": "[请只依据上面的判决文书作答|作答时仅以上述判决文书的内容为准]，[用标题指称文书，例如《判决文书2》|涉及文书时写出其标题，如《判决文书2》]。",
    "value instruction": "[请只依据上面的判决文书作答|仅以上述判决文书的内容为准]，[直接给出结果|只写出所问内容]，[不必说明理由|无需解释]。",
    "cause": "上面的文书中，有且只有一篇所处理的争议（或者犯罪、行政行为）依法院查明的事实应归为‘{label}’，[是哪一篇？|请指出是哪一篇。][当事人或公诉机关的说法不一定为法院所采纳。|以法院的认定为准。]只需给出标题。",
    "amount": "[哪一篇判决文书的主文|上面哪一篇文书的判决主文]最终确定的给付总额（民事，不计诉讼费用）[约为|大约是]{amount}万元（保留三位有效数字）？只需给出标题。",
    "value amount": "有一起案件[围绕|涉及]“{item}”，该案法院最终在主文中确定的给付总额是多少元（不计诉讼费用）？",
    "value date": "由{judge}担任审判长的案件，[裁判文书落款的日期是哪一天|是在哪一天作出裁判的]？[请写成某年某月某日|请以阿拉伯数字写出年月日]。",
    "value court": "[{P}与{D}|{D}与{P}]之间的[纠纷|案件]，[文书是由哪一家法院作出的|作出这份文书的是哪一家法院]？[请写全称|写出法院全称]。",
    "sequence amount": "请找出[依法院认定应归为|法院实际认定属于]‘{label}’的判决文书，按主文最终确定的给付总额（不计诉讼费用）[{order}|{order}地]列出标题。[其他案由的文书不列入。|不属于该案由的不要列出。]",
    "sequence date": "请[挑出|找出][依法院认定|按法院的认定]应归为‘{label}’的判决文书，按落款日期{order}列出标题，其他文书[不列入|不要列出]。",
    "sequence term": "请[找出|挑出][依法院认定|法院最终认定]属于‘{label}’的判决文书，按判处的刑期{order}列出标题，[罪名不同的文书不列入|其他文书不要列出]。",
    "down": "从大到小",
    "up": "从小到大",
    "early": "由早到晚",
    "late": "由晚到早",
    "range amount": "上述文书中，主文最终确定的给付总额（民事，不计诉讼费用；上诉案件以二审结果为准）{side}{amount}元的[有哪些|是哪几篇]？请给出标题。",
    "above": "高于",
    "under": "低于",
    "range date": "上述文书中，哪些是在{first}至{last}之间（含当日）作出的？[请给出标题。|写出标题即可。]",
    "range cause": "上述文书中，[依法院查明和认定，|按照法院最后的认定，]哪几篇处理的是‘{label}’？[请给出标题。|写出标题即可。]",
    "groups": "请[按下列类别将|把]上述全部判决文书[分类|归类]，[以法院最后认定的法律性质为准|依法院认定的性质，而非当事人的主张]：{labels}。请以JSON作答，键为类别，值为标题的列表，形如{example}；没有文书的类别给出空列表。",
    "links": "上述判决文书的主文均已略去，[现将主文及若干无关主文打乱列出|下面是打乱次序的主文，其中可能混有无关的]：{verdicts}。请[根据各篇认定的数额与理由计算，|]为每一篇文书找出对应的判决结果。请以JSON作答，形如{example}。",
    "solitaire": "现依次给出若干案由：{labels}。每个案由[恰有一篇|各有且仅有一篇]判决文书与之对应（以法院的认定为准），请按这一顺序[排列|配对]。请以JSON作答，以案由为键、标题为值，形如{example}。",
    "verdict": "[被告|负有义务的一方]应于[判决生效之日起十日内|本判决生效后十五日内][向对方|]支付{amount}元；[其余请求不予支持|驳回其余请求]。",
    "verdict appeal": "[撤销原判|原判予以撤销]；[改判|变更为]由[原审被告|被请求的一方]支付{amount}元；[驳回其余请求|其余请求不予支持]。本判决为终审判决。",
    "verdict criminal": "[被告人有罪，刑期从略|判处刑罚（从略）]；[责令退赔|继续追缴]{amount}元。",
    "verdict dismissed": "[驳回起诉一方的全部请求|对起诉一方的请求全部予以驳回]，[费用由其负担|费用自行承担]。",
    "verdict quashed": "[撤销被诉的行为|被诉的行政行为予以撤销]，[费用由作出该行为的机关负担|费用由行政机关承担]。",
}

EN: Final[Wording] = {
    "instruction": "[Answer from the judgments above alone|Use nothing but the judgments above]. [Name a judgment by its title, for example Judgment 2|Refer to judgments by their titles, such as Judgment 2].",
    "value instruction": "[Answer from the judgments above alone|Use nothing but the judgments above]. [Give the answer without reasons|State only what is asked for].",
    "cause": "[Just one of the judgments above|Of the judgments above exactly one] decides, on the court's own view of the facts, a matter of the kind '{label}'. [What a party or the prosecution called it may have been rejected.|The court's view counts, not a party's.] Which judgment is it? Give its title only.",
    "amount": "Which of the judgments above [finally orders|ends in an order for] payment of [about|some] {amount} thousand crowns in all (to three digits), in a civil matter and costs left aside? Give its title only.",
    "value amount": "[One of the cases|One case] [is about|concerns] {item}. What sum in all did the court in that judgment finally order to be paid, costs left aside?",
    "value date": "On what date was the judgment given in which {judge} presided?",
    "value court": "Which court gave the judgment [in the matter between {P} and {D}|in the case that {P} and {D} fought]? Give its full name.",
    "sequence amount": "[Take the judgments that, as the court sees it, are of the kind|Find the judgments which on the court's own view belong to] '{label}', and list their titles by the total finally ordered to be paid, costs aside, {order}. [Leave out every other judgment.|Others are not to be listed.]",
    "sequence date": "[Take the judgments that, as the court sees it, are of the kind|Find the judgments which on the court's own view belong to] '{label}', and list their titles by the date on which judgment was given, {order}. [Leave out every other judgment.|Others are not to be listed.]",
    "sequence term": "[Take|Find] the judgments in which the court in the end convicts of '{label}', and list their titles by the length of the term of imprisonment, {order}. [Leave out every other judgment.|Others are not to be listed.]",
    "down": "from the largest to the smallest",
    "up": "from the smallest to the largest",
    "early": "the earliest first",
    "late": "the latest first",
    "range amount": "In which of the judgments above is the total finally ordered to be paid in a civil matter (costs aside; on appeal, what the appeal court ordered) {side} {amount} crowns? Give the titles.",
    "above": "above",
    "under": "below",
    "range date": "Which of the judgments above were given from {first} to {last}, both days included? Give the titles.",
    "range cause": "Which of the judgments above, [on the court's own view|as the court finally sees them], decide a matter of the kind '{label}'? Give the titles.",
    "groups": "[Classify all of the judgments above|Sort all of the judgments above into groups] by what the court, not a party, holds the matter to be: {labels}. Answer as JSON with these kinds as keys and lists of titles as values, for example {example}; a kind without a judgment gets an empty list.",
    "links": "The orders were taken off the judgments above. [Here they are in another order, perhaps with some that belong to none|They follow, shuffled, and some may belong to no judgment]: {verdicts}. [Work out from findings and reasons what each court must have ordered and|For each judgment,] find its order. Answer as JSON, for example {example}.",
    "solitaire": "Here are kinds of matter in a given order: {labels}. Each is [decided in exactly one|the subject of one and only one] judgment (the court's view counts). Pair them in this order. Answer as JSON with the kind as key and the title as value, for example {example}.",
    "verdict": "[The party sued|The defending party] [shall pay|is to pay] {amount} crowns [within fourteen days|within twenty-one days]; [the rest of the claim fails|the remainder of the claim is dismissed].",
    "verdict appeal": "[The order below is set aside|The appeal succeeds in part]; [in its place|instead] the party sued [shall pay|is to pay] {amount} crowns; [the rest fails|the remainder is dismissed].",
    "verdict criminal": "[Convicted; the sentence is left out here|Guilty; sentence not shown]; [restitution of|to make good] {amount} crowns.",
    "verdict dismissed": "[The claim is dismissed in full|Nothing is awarded], [with costs|and the bringing party bears the costs].",
    "verdict quashed": "[The act complained of is set aside|The decision under review is quashed]; [the public body pays the costs|costs against the public body].",
}


def wording(language: str) -> Wording:
    """Return the templates of *language*."""
    return ZH if language == "zh" else EN
