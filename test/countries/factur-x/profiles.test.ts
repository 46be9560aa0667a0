import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { FACTUR_X_PROFILE_NAMES, FACTUR_X_PROFILES } from '../../../src/countries/factur-x-profiles.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { FACTUR_X_LEVELS, type FacturXLevel } from '../../../src/einvoice/rules/factur-x.js'

const GOLDEN = join(import.meta.dirname, '..', '..', '..', '..', 'test', 'golden')
const LEVELS = Object.keys(FACTUR_X_LEVELS) as FacturXLevel[]

/** A document of the samples under another customisation id. */
function golden(name: string, level: FacturXLevel): string {
  const xml = readFileSync(join(GOLDEN, `${name}.cii.xml`), 'utf8')
  return xml.replace(
    /(<ram:GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>)[^<]*/,
    `$1${FACTUR_X_LEVELS[level]}`,
  )
}

/** The least invoice of each profile without lines. */
function lean(level: 'MINIMUM' | 'BASIC WL', changes: readonly (readonly [string, string])[] = []): string {
  const isMinimum = level === 'MINIMUM'
  const address = isMinimum ? '' : '<ram:PostalTradeAddress><ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress>'
  const tax =
    '<ram:ApplicableTradeTax><ram:CalculatedAmount>20.00</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>' +
    '<ram:BasisAmount>100.00</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode>' +
    '<ram:RateApplicablePercent>20</ram:RateApplicablePercent></ram:ApplicableTradeTax>'
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>
    <ram:ID>${FACTUR_X_LEVELS[level]}</ram:ID>
  </ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument><ram:ID>F-1</ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20261121</udt:DateTimeString></ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty><ram:Name>Vendeur</ram:Name>
        <ram:PostalTradeAddress><ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress>
        <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">FR82812473155</ram:ID></ram:SpecifiedTaxRegistration>
      </ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Acheteur</ram:Name>${address}</ram:BuyerTradeParty>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery/>
    <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>${isMinimum ? '' : tax}
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>${isMinimum ? '' : '<ram:LineTotalAmount>100.00</ram:LineTotalAmount>'}
        <ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="EUR">20.00</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>120.00</ram:GrandTotalAmount><ram:DuePayableAmount>120.00</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`no ${from}`)
    return changed.replace(from, to)
  }, xml)
}

const judged = (xml: string, profile?: string) => judgeXml(Buffer.from(xml), { profile })
const fatal = (xml: string, profile?: string): readonly string[] => [
  ...new Set(judged(xml, profile).findings.flatMap(({ rule, severity }) => (severity === 'fatal' ? [rule] : []))),
]

t.test('a document is judged by the profile of Factur-X that it claims', async (t) => {
  for (const level of ['MINIMUM', 'BASIC WL'] as const)
    t.match(judged(lean(level)), { profile: FACTUR_X_PROFILE_NAMES[level], valid: true }, level)
  const sample = 'fr/01-domestic-services'
  t.match(judged(golden(sample, 'EXTENDED')), { profile: 'factur-x-extended', valid: true })
  t.equal(judged(golden(sample, 'BASIC')).profile, 'factur-x-basic')
  const zugferd = lean('MINIMUM', [['urn:factur-x.eu:1p0:minimum', ' urn:zugferd.de:2p0:minimum ']])
  t.equal(judged(zugferd).profile, 'factur-x-minimum', "ZUGFeRD's own id, and white space around it")
  t.match(judged(golden(sample, 'EN 16931')), { profile: 'fr' }, 'EN 16931 is the id of the standard')
  t.match(judged(golden(sample, 'EN 16931'), 'factur-x-en16931'), { profile: 'factur-x-en16931', valid: true })
})

t.test('each profile has its own schema, structure and rules', async (t) => {
  const addressed = lean('MINIMUM', [
    ['<ram:Name>Acheteur</ram:Name>', '<ram:Name>Acheteur</ram:Name><ram:PostalTradeAddress/>'],
  ])
  t.same(fatal(addressed), ['XSD', 'FX-UNUSED'], 'MINIMUM has no address of the buyer')
  t.same(fatal(lean('BASIC WL', [['<ram:Name>Acheteur</ram:Name>', '']])), ['BR-07', 'FX-COUNT'])
  t.same(fatal(lean('MINIMUM', [['<ram:Name>Acheteur</ram:Name>', '']])), ['XSD', 'BR-07', 'FX-COUNT'])
  t.same(fatal(lean('MINIMUM', [['<ram:TypeCode>380<', '<ram:TypeCode>999<']])), ['FX-CODE'])
  t.same(fatal(lean('MINIMUM', [['format="102"', '']])), ['XSD', 'BR-03', 'FX-ATTRIBUTE'])
  t.same(fatal(lean('BASIC WL', [['>120.00</ram:Gr', '>121.00</ram:Gr']])), ['BR-CO-16', 'BR-CO-15'])
  t.same(fatal(lean('MINIMUM', [['>120.00</ram:Gr', '>121.00</ram:Gr']])), [], 'MINIMUM does not add up')
  const [finding] = judged(lean('MINIMUM', [['<ram:TypeCode>380<', '<ram:TypeCode>999<']])).findings
  t.match(finding, {
    rule: 'FX-CODE',
    path: '/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:TypeCode',
    message: '"999" is not a code that Factur-X MINIMUM allows for ram:TypeCode.',
  })
})

t.test('EXTENDED knows sub-lines, and adjustments of the amount due', async (t) => {
  const extended = golden('fr/14-extended', 'EXTENDED')
  t.match(judged(extended), { profile: 'factur-x-extended', valid: true })
  t.ok(fatal(extended, 'factur-x-en16931').includes('XSD'), 'EN 16931 does not')
  const orphan = extended.replace(/(<ram:ParentLineID>)[^<]*/, '$1no such line')
  t.ok(fatal(orphan).includes('BR-FXEXT-11'))
  const due = extended.replace(/(<ram:DuePayableAmount>)[^<]*/, '$11.00')
  t.same(fatal(due), ['BR-FXEXT-CO-16'])
})

t.test('every level has rules with texts, and none by the name of another country', async (t) => {
  t.same(
    FACTUR_X_PROFILES.map(({ name }) => name),
    LEVELS.map((level) => FACTUR_X_PROFILE_NAMES[level]),
  )
  for (const profile of FACTUR_X_PROFILES) {
    const set = profile.rules('cii', '')
    const ids = set?.assertions.flatMap(({ tests }) => tests.map(([id]) => id)) ?? []
    t.equal(new Set(ids).size, ids.length, `${profile.name}: each rule once`)
    const unnamed = ids.filter((id) => set?.catalogue.known(id).length === 0 && !id.startsWith('CII-SR-'))
    t.same(unnamed, [], `${profile.name}: rules without a text`)
    t.equal(profile.rules('ubl', ''), undefined)
  }
})

t.test('the verdict says by which rules a document was judged, if these are not the whole', async (t) => {
  const notes = (xml: string, asked: Parameters<typeof judgeXml>[1]): readonly string[] =>
    judgeXml(Buffer.from(xml), asked).findings.flatMap(({ rule, flag, message }) =>
      rule === 'CW-PROFILE' ? [`${flag}: ${message}`] : [],
    )
  const french = golden('fr/14-extended', 'EXTENDED')
  t.match(notes(french, {}), [/^information: .*Factur-X EXTENDED, and is judged by the rules of this profile alone/])
  t.match(notes(french, { country: 'FR' }), [/^information: .*EXTENDED-CTC-FR, the part of it that France uses/])
  t.match(notes(french, { profile: 'en' }), [/^warning: .* the profile en\.$/])
  t.same(notes(french, { profile: 'factur-x-extended' }), [], 'what was asked for')
  t.same(notes(golden('de/01-authority', 'EXTENDED'), {}), [])
})
