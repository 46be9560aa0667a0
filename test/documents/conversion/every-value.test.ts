import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { SHARED } from '../../../conformance/shared.js'
import { COUNTRIES } from '../../../src/countries/registry.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { XRECHNUNG_ID } from '../../../src/einvoice/rules/peppol/german-facts.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { lawfulModel } from '../../einvoice/syntax/arbitrary-model.js'
import { lawful } from '../../support/random/countries.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { converted, NOW, xml } from './converted.js'
import { unaccounted } from './leaves.js'

/** Content of real documents that the standard or the other syntax has no place for. */
type Addition = (document: string) => string

const TO_UBL: Readonly<Record<string, Addition>> = {
  'network of a card': (document) => document.replace('<cbc:NetworkID>NA<', '<cbc:NetworkID>VISA<'),
  'creditor of any payment': (document) =>
    document.includes('"SEPA"')
      ? document
      : document.replace(
          /(<cbc:EndpointID[^>]*>[^<]*<\/cbc:EndpointID>)/,
          '$1<cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ09999999999</cbc:ID></cac:PartyIdentification>',
        ),
  'surcharge on a price': (document) =>
    document.replace(
      /(<cbc:PriceAmount[^>]*>[^<]*<\/cbc:PriceAmount>)(\s*)(<\/cac:Price>)/,
      '$1<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:Amount currencyID="EUR">0.77</cbc:Amount></cac:AllowanceCharge>$3',
    ),
  'accounting currency of the invoice': (document) =>
    document.includes('<cbc:TaxCurrencyCode>')
      ? document
      : document.replace(
          '</cbc:DocumentCurrencyCode>',
          '</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>',
        ),
  'name of a code': (document) =>
    document.replace(/<cbc:(Invoice|CreditNote)TypeCode>/, '<cbc:$1TypeCode listID="UNCL1001" name="Rechnung">'),
  'language of a note': (document) => document.replace('<cbc:Note>', '<cbc:Note languageID="de">'),
  'name of a country': (document) =>
    document.replace('</cbc:IdentificationCode>', '</cbc:IdentificationCode><cbc:Name>Deutschland</cbc:Name>'),
}

const TO_CII: Readonly<Record<string, Addition>> = {
  'two identifiers of the buyer': (document) =>
    document.replace(
      '<ram:BuyerTradeParty>',
      '<ram:BuyerTradeParty><ram:ID>K-4711</ram:ID><ram:GlobalID schemeID="0088">4012345000009</ram:GlobalID>',
    ),
  'no VAT total': (document) =>
    document.replace(/<ram:TaxTotalAmount currencyID="EUR">0\.00<\/ram:TaxTotalAmount>/, ''),
  'name of a project': (document) => document.replace('<ram:Name>Project reference<', '<ram:Name>Neubau Schule Nord<'),
  'surcharge on a price': (document) =>
    document.replace(
      /<ram:NetPriceProductTradePrice>/,
      '<ram:GrossPriceProductTradePrice><ram:ChargeAmount>0.11</ram:ChargeAmount><ram:AppliedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>true</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>0.77</ram:ActualAmount></ram:AppliedTradeAllowanceCharge></ram:GrossPriceProductTradePrice><ram:NetPriceProductTradePrice>',
    ),
  'another base quantity': (document) =>
    document.replace(
      /<ram:NetPriceProductTradePrice>/,
      '<ram:GrossPriceProductTradePrice><ram:ChargeAmount>12345</ram:ChargeAmount><ram:BasisQuantity unitCode="C62">77</ram:BasisQuantity></ram:GrossPriceProductTradePrice><ram:NetPriceProductTradePrice>',
    ),
  'department of a contact': (document) =>
    document.replace('</ram:PersonName>', '</ram:PersonName><ram:DepartmentName>Einkauf</ram:DepartmentName>'),
  'name of a class': (document) =>
    document.replace('</ram:ClassCode>', '</ram:ClassCode><ram:ClassName>Werkzeug</ram:ClassName>'),
}

const FRENCH = lawful('FR', 4).map(({ invoice }) => COUNTRIES.FR.invoicing?.model(invoice))

const MODELS: fc.Arbitrary<Invoice> = fc.oneof(
  lawfulModel('urn:cen.eu:en16931:2017', 4, 3),
  lawfulModel(XRECHNUNG_ID, 4, 3),
  FRENCH.filter((model) => model !== undefined),
)

for (const [name, write, additions, to] of [
  ['UBL -> CII', writeUbl, TO_UBL, 'cii'],
  ['CII -> UBL', writeCii, TO_CII, 'ubl'],
] as const)
  t.test(`${name}: a valid document stays valid, and every value is in the result or a loss`, async (t) => {
    const added = new Map<string, number>()
    let tried = 0
    fc.assert(
      fc.property(MODELS, fc.subarray(Object.keys(additions), { maxLength: 3 }), (model, names) => {
        const document = names.reduce((made, each) => additions[each]?.(made) ?? made, write(model))
        fc.pre(judgeXml(Buffer.from(document), { now: NOW }).valid)
        tried += 1
        for (const each of names) added.set(each, (added.get(each) ?? 0) + 1)
        const made = converted(xml(document), { to, validate: true })
        const { findings = [] } = made.verdict?.judgement ?? {}
        assert.deepStrictEqual(
          findings.filter(({ severity }) => severity === 'fatal').map(({ rule, message }) => `${rule} ${message}`),
          [],
        )
        assert.deepStrictEqual(unaccounted(document, made.document, made.losses), [])
      }),
      { seed: SEED, numRuns: triesOf(400) },
    )
    t.pass(`${tried} documents`)
    t.same(
      Object.keys(additions).filter((each) => !added.has(each)),
      [],
      'each addition is in a valid document',
    )
  })

t.test('every value of the official examples is in the result of a conversion, or a loss', async (t) => {
  const examples = join(SHARED, 'artefacts', 'examples')
  if (!existsSync(examples)) {
    if (process.env['REQUIRE_ORACLE'] === '1') t.fail('the official examples are not there')
    else t.comment('left out, as the official examples are not there: their values')
    return
  }
  let documents = 0
  for (const folder of ['en', 'be', 'de', 'fr', 'ro'])
    for (const file of readdirSync(join(examples, folder, 'valid')).filter((each) => each.endsWith('.xml'))) {
      const bytes = readFileSync(join(examples, folder, 'valid', file))
      if (bytes.includes('CrossDomainAcknowledgementAndResponse')) continue
      const to = readInvoice(bytes).document.detected.syntax === 'ubl' ? 'cii' : 'ubl'
      const { document, losses } = converted(xml(bytes), { to })
      t.same(unaccounted(bytes, document, losses), [], `${folder}/${file}`)
      documents += 1
    }
  t.ok(documents > 150, `${documents} documents`)
})
