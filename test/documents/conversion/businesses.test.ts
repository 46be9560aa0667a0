import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { SHARED } from '../../../conformance/shared.js'
import type { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { oracleFor, type OracleProfile } from '../../support/oracle.js'
import { converted, lossesIn, refused, xml } from './converted.js'

const FOLDER = join(SHARED, 'findings', 'business')

/** An invoice of a real business, with the losses of its conversion into the other syntax. */
interface Case {
  readonly file: string
  readonly losses: readonly RegExp[]
  readonly has?: readonly RegExp[]
  readonly hasNot?: readonly RegExp[]
  /** The losses of the conversion into JSON, if they are others. */
  readonly ofJson?: readonly RegExp[]
}

const GROSS_PRICE = /SpecifiedLineTradeAgreement\/ram:GrossPriceProductTradePrice \| \d+ \| BG-29/

const CASES: readonly Case[] = [
  {
    file: '05-cii-no-bt110-category-e',
    losses: [],
    has: [/<cac:TaxTotal>\s*<cbc:TaxAmount currencyID="EUR">0\.00</],
  },
  {
    file: '05-cii-no-bt110-category-o',
    losses: [],
    has: [/<cac:TaxTotal>\s*<cbc:TaxAmount currencyID="EUR">0\.00</],
  },
  {
    file: '06-cii-buyer-two-ids',
    losses: [/BuyerTradeParty\/ram:ID \| \d+ \| BT-46 \| .*"K-4711" is not available in UBL/],
    ofJson: [],
  },
  {
    file: '07b-ubl-creditor-id-and-transfer',
    losses: [/cac:PartyIdentification\/cbc:ID \| \d+ \| BT-90 \| .*"DE98ZZZ09999999999" is not available/],
    hasNot: [/CreditorReferenceID/],
    ofJson: [],
  },
  { file: '12-cii-project-name', losses: [/ProcuringProject\/ram:Name \| \d+ .*"Neubau Schule Nord" is not read/] },
  { file: '12-ubl-card-network', losses: [/CardAccount\/cbc:NetworkID \| \d+ .*"VISA" is not read/] },
  {
    file: '13-cii-two-means',
    losses: [/PaymentMeans\[2\]\/ram:TypeCode \| \d+ \| BT-81 \| .*"58" is not read/],
    has: [/DE02100100100006820101/],
  },
  {
    file: '13-ubl-two-means',
    losses: [/cbc:NetworkID .*"VISA"/, /^\/ubl:Invoice\/cac:PaymentMeans\[2\] \| \d+ \| BG-16 \| .* is not read/],
    has: [/<ram:Information>Karte</],
    hasNot: [/DE89370400440532013000/],
  },
  {
    file: '14-ubl-two-preceding',
    losses: [/^\/ubl:Invoice\/cac:BillingReference\[2\] \| \d+ \| BG-3 \| .*"AR-2" is not available/],
    has: [/<ram:IssuerAssignedID>AR-1</],
    ofJson: [],
  },
  { file: '15-cii-price-surcharge', losses: [GROSS_PRICE] },
  { file: '15-ubl-price-surcharge', losses: [/cac:Price\/cac:AllowanceCharge \| \d+ \| BG-29/] },
  { file: '16-cii-gross-base-quantity', losses: [GROSS_PRICE], hasNot: [/BaseQuantity/] },
  { file: '17-ubl-same-tax-currency', losses: [], hasNot: [/TaxCurrencyCode/] },
  { file: '08-ubl-negative-charge', losses: [] },
  {
    file: '27-fr-cii-factur-x-extended',
    losses: [/GuidelineSpecifiedDocumentContextParameter\/ram:ID \| \d+ \| BT-24 \| .* becomes "urn:cen/],
    has: [/:1p0:extended-ctc-fr</],
  },
]

/** Whether the invoices are there, else a line that says what was left out. */
function areThere(t: Test): boolean {
  if (existsSync(FOLDER)) return true
  if (process.env['REQUIRE_ORACLE'] === '1') t.fail('the invoices of businesses are not there')
  else t.comment('left out, as they are not there: invoices of businesses')
  return false
}

t.test('invoices of businesses become valid ones of the other syntax, with every loss', async (t) => {
  if (!areThere(t)) return
  for (const { file, losses, has = [], hasNot = [] } of CASES) {
    const bytes = readFileSync(join(FOLDER, `${file}.xml`))
    const to = readInvoice(bytes).document.detected.syntax === 'ubl' ? 'cii' : 'ubl'
    const made = converted(xml(bytes), { to, validate: true })
    t.match(lossesIn(made), [...losses], file)
    t.equal(made.lossesTotal, losses.length, file)
    t.match(made.verdict, { judgement: { valid: true } }, file)
    for (const each of has) t.match(made.document, each, file)
    for (const each of hasNot) t.notMatch(made.document, each, file)
    if (losses.length > 0) t.equal(refused(xml(bytes), { to, lossless: true }).length, losses.length, file)
  }
})

t.test('the official artefacts accept what they become', async (t) => {
  const oracle = areThere(t) ? oracleFor(t, 'invoices of businesses in the other syntax') : null
  if (oracle === null) return
  for (const { file } of CASES) {
    const bytes = readFileSync(join(FOLDER, `${file}.xml`))
    const to = readInvoice(bytes).document.detected.syntax === 'ubl' ? 'cii' : 'ubl'
    const { document, verdict } = converted(xml(bytes), { to, validate: true })
    const profile = verdict?.of === 'xml' ? verdict.judgement.profile : null
    const found = await oracle.judge(profile as OracleProfile, document)
    t.same(
      found.filter(({ flag }) => flag === 'fatal').map(({ id }) => id),
      [],
      file,
    )
  }
})

t.test('their JSON is accepted, has every loss, and no surcharge as a discount', async (t) => {
  if (!areThere(t)) return
  for (const { file, losses, ofJson = losses } of CASES) {
    const bytes = readFileSync(join(FOLDER, `${file}.xml`))
    const { specification } = readInvoice(bytes).invoice
    const country = specification.includes('xrechnung') ? undefined : file.includes('-fr-') ? 'FR' : 'DE'
    const made = converted(xml(bytes), { to: 'json', country, validate: true })
    t.match(lossesIn(made), [...ofJson], file)
    t.equal(made.lossesTotal, ofJson.length, file)
    t.match(made.verdict, { of: 'json', judgement: { valid: true } }, file)
    const { lines } = JSON.parse(made.document) as InvoiceBody
    t.same(
      lines.map(({ discount, priceBaseQuantity }) => [discount, priceBaseQuantity]),
      lines.map(() => [undefined, undefined]),
      file,
    )
  }
})
