import t from 'tap'
import { copied } from '../../../conformance/editable.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { MOST_FINDINGS } from '../../../src/einvoice/rules/finding-list.js'
import { at, COPIES, places, repeated, SCENARIOS, type Way, wholeDocument, xmlOf } from './growing-document.js'
import { allGrowLinearly } from './growth.js'

type Case = readonly [name: string, size: number, run: (size: number) => () => unknown]

/** What repeats in a real invoice, and what does in one that was made to hurt. */
const REPEATED = {
  ubl: [
    'cac:InvoiceLine',
    'cac:AllowanceCharge',
    'cac:TaxTotal/cac:TaxSubtotal',
    'cbc:Note',
    'cac:PaymentMeans',
    'cac:AdditionalDocumentReference',
    'cac:BillingReference',
    'cac:LegalMonetaryTotal',
    'cac:TaxTotal',
    'cac:InvoiceLine/cac:AllowanceCharge',
    'cac:InvoiceLine/cac:Item/cac:AdditionalItemProperty',
    'cac:InvoiceLine/cac:Item/cac:CommodityClassification',
    'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory',
    'cac:AccountingSupplierParty',
    'cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification',
    'cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme',
  ],
  cii: [
    'LINE',
    'SETTLEMENT/ram:ApplicableTradeTax',
    'SETTLEMENT/ram:SpecifiedTradeAllowanceCharge',
    'LINE/ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeAllowanceCharge',
    'LINE/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax',
    'LINE/ram:SpecifiedTradeProduct/ram:ApplicableProductCharacteristic',
    'SETTLEMENT/ram:SpecifiedTradeSettlementPaymentMeans',
    'SETTLEMENT/ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    'SETTLEMENT/ram:InvoiceReferencedDocument',
    'rsm:ExchangedDocument/ram:IncludedNote',
    'TRANSACTION/ram:ApplicableHeaderTradeAgreement/ram:AdditionalReferencedDocument',
    'TRANSACTION/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty/ram:GlobalID',
    'TRANSACTION/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty/ram:SpecifiedTaxRegistration',
  ],
}

/** Groups that rules hold against one another. */
const TOGETHER = {
  ubl: [
    ['cac:InvoiceLine', 'cac:TaxTotal/cac:TaxSubtotal'],
    ['cac:AllowanceCharge', 'cac:TaxTotal/cac:TaxSubtotal'],
    ['cac:InvoiceLine', 'cac:LegalMonetaryTotal'],
    ['cac:TaxTotal', 'cac:LegalMonetaryTotal'],
    ['cac:InvoiceLine', 'cbc:ID'],
  ],
  cii: [
    ['LINE', 'SETTLEMENT/ram:ApplicableTradeTax'],
    ['SETTLEMENT/ram:SpecifiedTradeAllowanceCharge', 'SETTLEMENT/ram:ApplicableTradeTax'],
    ['LINE', 'SETTLEMENT/ram:SpecifiedTradeSettlementHeaderMonetarySummation'],
    ['LINE', 'rsm:ExchangedDocument/ram:ID'],
  ],
} as const

/** What texts are made of that somebody chose to make a pattern go back and forth. */
const FILLINGS = ['#SKONTO#TAGE=14#PROZENT=2.00#\n', ' ', '\n', '#', '1.', 'a@', '😀']

function whole(syntax: 'ubl' | 'cii', path: string): string {
  const [root, ...abbreviations] =
    syntax === 'ubl'
      ? ['ubl:Invoice']
      : [
          'rsm:CrossIndustryInvoice',
          'rsm:SupplyChainTradeTransaction',
          'ram:IncludedSupplyChainTradeLineItem',
          'ram:ApplicableHeaderTradeSettlement',
        ]
  const [transaction = '', line = '', settlement = ''] = abbreviations
  return `${root}/${path}`
    .replace('/TRANSACTION', `/${transaction}`)
    .replace('/LINE', `/${transaction}/${line}`)
    .replace('/SETTLEMENT', `/${transaction}/${settlement}`)
}

const judged = (profile: string, xml: Buffer) => () => judgeXml(xml, { profile })

/** Later ones first, so that the ways to the others stay what they are. */
function inReverse(ways: readonly Way[]): readonly Way[] {
  const key = (way: Way): string => way.map((step) => String(step).padStart(4, '0')).join()
  return [...ways].sort((one, other) => (key(one) < key(other) ? 1 : -1))
}

function* cases([profile, syntax, specification]: (typeof SCENARIOS)[number]): Generator<Case> {
  const document = wholeDocument(syntax, specification)
  const ways = places(document)
  const wayOf = (path: string): Way => {
    const way = ways.get(whole(syntax, path))
    if (way === undefined) throw new Error(`the whole document has no ${path}`)
    return way
  }
  const withCopies = (paths: readonly string[], kind: keyof typeof COPIES) => (size: number) => {
    const grown = copied(document)
    for (const way of inReverse(paths.map(wayOf))) repeated(grown, way, size, COPIES[kind] ?? (() => undefined))
    return judged(profile, xmlOf(grown))
  }
  // The rules of EN 16931 are part of every profile; what the countries add speaks of lines,
  // charges and the breakdown.
  for (const path of profile === 'en' ? REPEATED[syntax] : REPEATED[syntax].slice(0, 3)) {
    yield [`empty ${path}`, 4_000, withCopies([path], 'empty')]
    yield [`numbered ${path}`, 600, withCopies([path], 'numbered')]
  }
  yield ['broken lines', 600, withCopies([REPEATED[syntax][0] ?? ''], 'broken')]
  for (const paths of TOGETHER[syntax]) yield [`numbered ${paths.join(' and ')}`, 600, withCopies(paths, 'numbered')]
  const leaves = [...ways].filter(([, way]) => at(document, way).children.length === 0)
  for (const [filling, number] of FILLINGS.map((each, index) => [each, index] as const)) {
    // All texts of the document at once.
    yield [
      `texts of ${JSON.stringify(filling)}`,
      2_000,
      (size) => {
        const grown = copied(document)
        for (const [path, way] of leaves)
          if (!/CustomizationID|GuidelineSpecified/.test(path))
            at(grown, way).text = `${number % 2 === 0 ? '' : 'x'}${filling.repeat(size / filling.length)}!`
        return judged(profile, xmlOf(grown))
      },
    ]
  }
  yield [
    'attributes',
    8_000,
    (size) => {
      const grown = copied(document)
      for (let index = 0; index < size; index += 1) grown.attributes.push(`a${index}`, 'v')
      return judged(profile, xmlOf(grown))
    },
  ]
}

// Self-billing has the rules of billing.
for (const scenario of SCENARIOS.filter(([profile]) => profile !== 'be-sb'))
  allGrowLinearly(
    `documents of ${scenario[0]} in ${scenario[1].toUpperCase()} take as long as they are`,
    cases(scenario),
  )

t.test('every fault is reported, and those that make the document invalid come first', async (t) => {
  const document = wholeDocument('ubl', 'urn:cen.eu:en16931:2017')
  const line = places(document).get('ubl:Invoice/cac:InvoiceLine') ?? []
  repeated(document, line, 5_000, COPIES['broken'] ?? (() => undefined))
  const { valid, findings, findingsTotal } = judgeXml(xmlOf(document), { profile: 'en' })
  t.equal(valid, false)
  t.equal(findings.length, MOST_FINDINGS)
  t.ok(findingsTotal > 5_000)
  t.ok(findings.every(({ severity }) => severity === 'fatal'))
  t.ok(JSON.stringify(findings).length < 1_500_000)
})

t.test('names and values that somebody made long do not come back at full length', async (t) => {
  const document = wholeDocument('ubl', 'urn:cen.eu:en16931:2017')
  const name = `cbc:${'n'.repeat(100_000)}`
  document.children.push({
    name,
    text: 'x'.repeat(100_000),
    raw: null,
    attributes: ['a'.repeat(100_000), 'v'],
    children: [],
  })
  const { findings } = judgeXml(xmlOf(document), { profile: 'en' })
  for (const { path, message, fix } of findings) t.ok(path.length + message.length + fix.length < 3_000)
})
