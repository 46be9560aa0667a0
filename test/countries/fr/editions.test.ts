import t, { type Test } from 'tap'
import { agrees, compare, differences, type Fired, OfficialJudge, ourRules } from '../../../conformance/compare.js'
import { extendedDocuments } from '../../../conformance/extended-documents.js'
import type { Case } from '../../../conformance/official-documents.js'
import { france } from '../../../src/countries/fr/index.js'
import { frenchInvoice } from '../../../src/countries/fr/invoice.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { hasArtefacts } from '../../support/official-artefacts.js'
import { oracleFor } from '../../support/oracle.js'

/** The last day of the edition 1.4.0.03. */
const SEPTEMBER = '2026-09-30'
const OCTOBER = '2026-10-01'

const address = { street: '14 quai de la Fosse', city: 'Nantes', postalCode: '44000', country: 'FR' }
const REQUEST: InvoiceRequest = {
  country: 'FR',
  invoiceType: 'invoice',
  number: 'F-1',
  currency: 'EUR',
  issueDate: '2026-09-21',
  dueDate: '2026-10-21',
  supplier: { vatNumber: 'FR82812473155', name: 'Vendeur', address, siret: '81247315500024' },
  customer: { vatNumber: 'FR43394728612', name: 'Acheteur', address },
  lines: [{ description: 'Conseil', quantity: 2, unitPrice: 100, vatRate: 20, unitCode: 'HUR' }],
}
const sound = frenchInvoice(REQUEST)
const creditNote: Invoice = {
  ...sound,
  kind: 'creditNote',
  typeCode: '381',
  precedingInvoices: [{ number: 'F-0', issueDate: '2026-09-01' }],
}
const { seller, totals, notes } = sound

/** A document with the rules that it breaks by each edition; `null`: an official rule fails. */
interface Changed {
  readonly name: string
  readonly xml: string
  readonly until: readonly string[] | null
  readonly since: readonly string[]
}

const afterNote = (xml: string, note: string, another: string): string =>
  xml.replace(note, `${note}</cbc:Note><cbc:Note>${another}`)
const ubl = (change: Partial<Invoice> = {}, base = sound): string => writeUbl({ ...base, ...change })
const cii = (change: Partial<Invoice> = {}, base = sound): string => writeCii({ ...base, ...change })
const ofNotes = (text: string): Partial<Invoice> => ({
  notes: notes.map((note) => (note.subjectCode === 'BAR' ? { ...note, text } : note)),
})
const TERMS = /(<ram:SpecifiedTradePaymentTerms>.*?<\/ram:SpecifiedTradePaymentTerms>)/s
const twoDueDates = (first: string, second: string): string =>
  cii().replace(TERMS, (terms) =>
    [first, second].map((day) => terms.replace(/(<udt:DateTimeString format="102">)\d+/, `$1${day}`)).join(''),
  )

const SELF_BILLED = { typeCode: '389', seller: { ...seller, electronicAddress: { value: 'a@b.fr', scheme: 'EM' } } }

const CASES: readonly Changed[] = [
  {
    name: 'a self-billed invoice to a company abroad',
    xml: ubl({ ...SELF_BILLED, ...ofNotes('B2BINT') }),
    until: ['BR-FR-22_BT-34'],
    since: [],
  },
  {
    name: 'a self-billed invoice within France',
    xml: ubl(SELF_BILLED),
    until: ['BR-FR-22_BT-34'],
    since: ['BR-FR-22_BT-34'],
  },
  {
    name: 'a note without a code after the processing code',
    xml: afterNote(ubl(), '#BAR#B2B', 'Merci de votre commande'),
    until: ['BR-FR-20_BT-21'],
    since: [],
  },
  {
    name: 'a note without a code after that of a member of a VAT group',
    xml: afterNote(
      ubl({
        notes: [...notes, { subjectCode: 'TXD', text: 'MEMBRE_ASSUJETTI_UNIQUE' }],
        seller: { ...seller, identifiers: [...seller.identifiers, { value: '812473155', scheme: '0231' }] },
        taxRepresentative: { name: 'Groupe', vatIdentifier: 'FR82812473155', address: { country: 'FR' } },
      }),
      '#TXD#MEMBRE_ASSUJETTI_UNIQUE',
      'Merci',
    ),
    until: ['BR-FR-CO-14_BT-29-1'],
    since: [],
  },
  {
    name: 'a code whose number signs are those between two notes',
    xml: ubl().replace('#PMT#', '</cbc:Note><cbc:Note>PMT#'),
    until: ['BR-FR-05_BT-22-1', 'BR-FR-20_BT-21'],
    since: [],
  },
  { name: 'several due dates', xml: twoDueDates('20261021', '20261121'), until: null, since: [] },
  {
    name: 'several due dates, one before the invoice',
    xml: twoDueDates('20261021', '20260920'),
    until: null,
    since: ['BR-FR-CO-07_BT-9'],
  },
  {
    name: 'a credit note that is due before its date',
    xml: ubl({ paymentDueDate: undefined }, creditNote).replace(
      /(?=<cac:TaxTotal>)/,
      '<cac:PaymentMeans><cbc:PaymentMeansCode>10</cbc:PaymentMeansCode><cbc:PaymentDueDate>2026-09-20</cbc:PaymentDueDate></cac:PaymentMeans>',
    ),
    until: [],
    since: ['BR-FR-CO-07_BT-9'],
  },
  {
    name: 'a paid invoice whose amounts differ beyond binary precision',
    xml: ubl({
      businessProcess: 'S2',
      totals: { ...totals, paid: totals.withVat ?? Decimal.zero, due: Decimal.zero },
    }).replace(/(<cbc:PrepaidAmount[^>]*>)[^<]*/, '$1240.00000000000000000001'),
    until: ['BR-DEC-16', 'BR-FR-DEC-01_BT-113', 'UBL-DT-01'],
    since: ['BR-DEC-16', 'BR-FR-CO-09_BT-23-1', 'BR-FR-DEC-01_BT-113', 'UBL-DT-01'],
  },
]

/** Documents of the extension; none: the official examples are not here. */
function extendedCases(t: Test): readonly Changed[] {
  if (!hasArtefacts(t, 'documents of EXTENDED-CTC-FR by both editions')) return []
  const documents = extendedDocuments()
  const found = (syntax: string, variant: string): string => {
    const document = documents.find(({ name }) => name.includes(`_${syntax}.xml`) && name.endsWith(`, ${variant}`))
    if (document === undefined) throw new Error(`no document ${syntax} ${variant}`)
    return document.xml
  }
  const [lines, groups] = [found('CII', 'lines under lines'), 'groups alone below a sub-invoice']
  const attribute = '<ram:ApplicableProductCharacteristic><ram:TypeCode>AAA</ram:TypeCode>'
  const ACCOUNT = /(<ram:IBANID>[^<]*<\/ram:IBANID>)(<ram:AccountName>[^<]*<\/ram:AccountName>)?/
  const means = /(<ram:SpecifiedTradeSettlementPaymentMeans>.*?<\/ram:SpecifiedTradeSettlementPaymentMeans>)/s
  const inMeans = (change: (means: string) => string): string => lines.replace(means, change)
  return [
    { name: 'groups alone, CII', xml: found('CII', groups), until: ['BR-FR-MV-10_EXT-FR-FE-184'], since: [] },
    {
      name: 'groups alone, UBL',
      xml: found('UBL', groups).replace(
        /(<cbc:LineExtensionAmount[^>]*>150.15<\/cbc:LineExtensionAmount>)/,
        '$1<cbc:TaxInclusiveLineExtensionAmount currencyID="EUR">180.19</cbc:TaxInclusiveLineExtensionAmount>',
      ),
      until: ['BR-FR-MV-10_EXT-FR-FE-184', 'XSD'],
      since: ['XSD'],
    },
    {
      name: 'two numbers of an account',
      xml: lines.replace(ACCOUNT, '$1$2<ram:ProprietaryID>1</ram:ProprietaryID>'),
      until: ['BR-CO-27'],
      since: [],
    },
    {
      name: 'two payment means of different types',
      xml: inMeans((text) => text + text.replace(/<ram:TypeCode>\d+/, '<ram:TypeCode>10')),
      until: [],
      since: ['CII-SR-467'],
    },
    {
      name: 'an item attribute with a code, and a quantity in place of the value',
      xml: lines.replace(
        `${attribute}<ram:Description>Weight</ram:Description><ram:Value>1.5 kg</ram:Value>`,
        `${attribute}<ram:ValueMeasure unitCode="KGM">1.5</ram:ValueMeasure>`,
      ),
      until: ['CII-SR-069', 'CII-SR-072'],
      since: [],
    },
    {
      name: 'two amounts for information',
      xml: lines.replace(
        /(?=<ram:(?:TotalPrepaidAmount|DuePayableAmount)>)/,
        '<ram:InformationAmount>1.00</ram:InformationAmount>'.repeat(2),
      ),
      until: [],
      since: ['CII-SR-483'],
    },
    {
      name: 'a category that only a line for information has',
      xml: lines.replace(
        /(INFORMATION<.*?<ram:SpecifiedLineTradeSettlement>)/s,
        '$1<ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>Z</ram:CategoryCode><ram:RateApplicablePercent>0</ram:RateApplicablePercent></ram:ApplicableTradeTax>',
      ),
      until: ['BR-FREXT-Z-01'],
      since: [],
    },
  ]
}

const fatal = (fired: Fired): readonly string[] =>
  [...fired.keys()].flatMap((rule) => (rule.endsWith(' fatal') ? [rule.slice(0, rule.indexOf(' '))] : [])).sort()

const caseOf = (name: string, xml: string, day: string): Case => ({ profile: 'fr', name: `${name}, ${day}`, xml, day })

t.setTimeout(60_000)

t.test('the edition in force on the day decides', async (t) => {
  for (const { name, xml, until, since } of [...CASES, ...extendedCases(t)]) {
    const before = fatal(ourRules(caseOf(name, xml, SEPTEMBER)))
    if (until === null) t.not(before.length, 0, `${name}, before: the official rules fail`)
    else t.same(before, until, `${name}, before`)
    t.same(fatal(ourRules(caseOf(name, xml, OCTOBER))), since, `${name}, after`)
  }
})

t.test('both editions judge as the official ones', async (t) => {
  const oracle = oracleFor(t, 'documents on which the French editions differ')
  if (oracle === null) return
  const judge = new OfficialJudge(oracle, null)
  for (const { name, xml } of [...CASES, ...extendedCases(t)])
    for (const day of [SEPTEMBER, OCTOBER]) {
      const comparison = await compare(caseOf(name, xml, day), judge)
      t.ok(agrees(comparison), `${name}, ${day}`, { differs: differences(comparison) })
    }
})

t.test('the day is that of Paris; without a time the newest edition decides', async (t) => {
  const [{ xml }] = CASES as [Changed]
  const validAt = (now: Date | undefined): boolean => judgeXml(Buffer.from(xml), { profile: 'fr', now }).valid
  t.equal(validAt(new Date('2026-09-30T21:59:59Z')), false)
  t.equal(validAt(new Date('2026-09-30T22:00:00Z')), true)
  t.equal(validAt(undefined), true)
})

t.test('an invoice in JSON is judged by the edition of its day', async (t) => {
  const { invoicing } = france
  const invoice = { ...REQUEST, note: 'Merci de votre commande' }
  const findings = (today: string): readonly string[] =>
    (invoicing?.validate(invoice, { today }).findings ?? [])
      .filter(({ severity }) => severity === 'fatal')
      .map(({ rule }) => rule)
  t.same(findings(OCTOBER), [])
  t.same(invoicing?.validate(invoice, { today: SEPTEMBER }).edition, '2026-08')
  t.same(invoicing?.validate(invoice, { today: OCTOBER }).edition, '2026-10')
})
