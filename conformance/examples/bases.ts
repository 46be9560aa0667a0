import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Syntax } from '../../src/domain/request/invoice-request.js'
import { lifeCycleMessage, paymentMessage, type Status } from '../../src/countries/fr/cdar.js'
import { Decimal } from '../../src/einvoice/model/decimal.js'
import type { Identifier, Invoice } from '../../src/einvoice/model/invoice-model.js'
import { XRECHNUNG_CVD_ID, XRECHNUNG_EXTENSION_ID } from '../../src/einvoice/rules/peppol/german-facts.js'
import { writeCii } from '../../src/einvoice/syntax/cii/write/document.js'
import { readInvoice } from '../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../src/einvoice/syntax/ubl/write/document.js'
import { parseXml } from '../../src/einvoice/xml/parse.js'
import { type Editable, editable } from '../editable.js'
import { extendedVariants } from '../extended-documents.js'
import { fitted } from '../factur-x-documents.js'
import { acceptedOf, samplesOf } from './json-sample.js'
import { inCategory, paidBy, rich } from './rich.js'
import { TODAY } from './today.js'

/** A document that examples are derived from. */
export interface Base {
  readonly name: string
  readonly profile: string
  readonly syntax: Syntax | 'cdar'
  readonly document: Editable
  /**
   * Whether every kind of change is made to it; else only those about amounts, categories and
   * missing elements.
   */
  readonly isFull: boolean
}

const GOLDEN = join(import.meta.dirname, '..', '..', '..', 'test', 'golden')

const PLAIN: readonly (readonly [string, Syntax, file: string])[] = [
  ['be', 'ubl', 'be/01-domestic.xml'],
  ['be', 'ubl', 'be/08-dollars.xml'],
  ['be', 'ubl', 'be/03-reverse-charge.xml'],
  ['be', 'ubl', 'be/04-intra-community.xml'],
  ['ro', 'ubl', 'ro/01-domestic-services.xml'],
  ['ro', 'ubl', 'ro/02-credit-note.xml'],
  ['de', 'ubl', 'de/02-business-skonto.xml'],
  ['de', 'cii', 'de/02-business-skonto.cii.xml'],
  ['fr', 'ubl', 'fr/01-domestic-services.xml'],
  ['fr', 'cii', 'fr/01-domestic-services.cii.xml'],
  ['fr', 'ubl', 'fr/02-credit-note.xml'],
  ['fr', 'cii', 'fr/02-credit-note.cii.xml'],
]

const FACTUR_X = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED'] as const

const FRENCH = [
  ['ubl', 'fr/01-domestic-services.xml'],
  ['cii', 'fr/01-domestic-services.cii.xml'],
] as const

/** Categories without VAT, by its category, and the reason where the category asks for one. */
const WITHOUT_VAT: readonly (readonly [category: string, reason?: string])[] = [
  ['Z'],
  ['E', 'Exempt'],
  ['AE', 'Reverse charge'],
  ['K', 'Intra-community supply'],
  ['G', 'Export'],
  ['O', 'Outside the scope of VAT'],
  ['L'],
  ['M'],
]

/**
 * Sellers whose countries have their own rules within Peppol, with VAT number and registration.
 */
const ABROAD: readonly (readonly [country: string, vatIdentifier: string, registration: Identifier])[] = [
  ['NL', 'NL123456789B12', { value: '12345678', scheme: '0106' }],
  ['DK', 'DK12345678', { value: 'DK12345678', scheme: '0184' }],
  ['SE', 'SE212000078701', { value: '2120000787', scheme: '0007' }],
  ['NO', 'NO974760673MVA', { value: '974760673', scheme: '0192' }],
  ['IT', 'IT12345678903', { value: '12345678903', scheme: '0210' }],
  ['IS', 'IS123456', { value: '1234567890', scheme: '0196' }],
]

/** Every base by its name: rich ones first, since they offer the most places. */
export function bases(): ReadonlyMap<string, Base> {
  const all: Base[] = []
  const add = (name: string, profile: string, syntax: Base['syntax'], xml: string): void => {
    const isFull = / rich (?:ubl|cii)$/.test(name) && !name.includes('extended') && profile !== 'be-sb'
    all.push({ name, profile, syntax, isFull, document: editable(parseXml(Buffer.from(xml)).root) })
  }
  const writers = { ubl: writeUbl, cii: writeCii }
  const addBoth = (name: string, profile: string, invoice: Invoice, of: readonly Syntax[]): void => {
    for (const syntax of of) add(`${name} ${syntax}`, profile, syntax, writers[syntax](invoice))
  }
  const both = ['ubl', 'cii'] as const

  const german = rich(golden('de/02-business-skonto.xml'))
  const plain = { ...german, specification: 'urn:cen.eu:en16931:2017' }
  addBoth('en rich', 'en', plain, both)
  addBoth('en card', 'en', paidBy(plain, 'card'), both)
  addBoth('en debit', 'en', paidBy(plain, 'debit'), both)
  const free = { ...rich(golden('de/04-reverse-charge.xml')), specification: 'urn:cen.eu:en16931:2017' }
  for (const [category, reason] of WITHOUT_VAT)
    addBoth(`en ${category}`, 'en', inCategory(free, category, reason), both)
  addBoth(
    'en credit note',
    'en',
    { ...rich(golden('de/03-credit-note.xml')), specification: 'urn:cen.eu:en16931:2017' },
    both,
  )
  addBoth('de rich', 'de', german, both)
  addBoth('de card', 'de', paidBy(german, 'card'), both)
  addBoth('de debit', 'de', paidBy(german, 'debit'), both)
  addBoth('de extension', 'de', { ...german, specification: XRECHNUNG_EXTENSION_ID }, both)
  addBoth('de third party', 'de', withThirdParty(german), ['ubl'])
  addBoth('de vehicles', 'de', { ...withVehicle(german), specification: XRECHNUNG_CVD_ID }, both)
  const belgian = rich(golden('be/01-domestic.xml'))
  addBoth('be rich', 'be', belgian, ['ubl'])
  addBoth('be debit', 'be', paidBy(belgian, 'debit'), ['ubl'])
  addBoth('be dollars', 'be', rich(golden('be/08-dollars.xml')), ['ubl'])
  addBoth('be-sb rich', 'be-sb', selfBilled(belgian), ['ubl'])
  const onPeppol = { ...german, specification: belgian.specification, businessProcess: belgian.businessProcess }
  addBoth('be german', 'be', onPeppol, ['ubl'])
  addBoth('be german card', 'be', paidBy(onPeppol, 'card'), ['ubl'])
  addBoth('be german debit', 'be', paidBy(onPeppol, 'debit'), ['ubl'])
  for (const [country, vatIdentifier, registration] of ABROAD)
    addBoth(`be seller in ${country}`, 'be', movedTo(belgian, country, vatIdentifier, registration), ['ubl'])
  const romanian = rich(golden('ro/01-domestic-services.xml'))
  addBoth('ro rich', 'ro', romanian, ['ubl'])
  addBoth('ro credit note', 'ro', rich(golden('ro/02-credit-note.xml')), ['ubl'])
  for (const category of ['L', 'M'])
    addBoth(`ro ${category}`, 'ro', inCategory(rich(golden('ro/05-reverse-charge.xml')), category), ['ubl'])
  for (const [syntax, file] of FRENCH) {
    const french = rich(golden(file), 'DOCUMENT_ANNEXE')
    add(`fr rich ${syntax}`, 'fr', syntax, writers[syntax](french))
    const plain = golden(file)
    // The variants of the extension bring charges, parties and references of their own.
    const xml = writers[syntax]({ ...plain, ...withoutReductions(plain) })
    for (const variant of extendedVariants({ name: `fr extended ${syntax}`, xml })) {
      add(variant.name, 'fr', syntax, variant.xml)
      const hybrid = syntax === 'cii' ? fitted(variant, 'EXTENDED') : undefined
      if (hybrid !== undefined) add(`factur-x ${variant.name}`, hybrid.profile, syntax, hybrid.xml)
    }
  }
  const hybrids = {
    rich: writeCii(plain),
    French: readFileSync(join(GOLDEN, 'fr/01-domestic-services.cii.xml'), 'utf8'),
  }
  for (const level of FACTUR_X)
    for (const [name, source] of Object.entries(hybrids)) {
      const hybrid = fitted({ name, xml: source }, level)
      if (hybrid !== undefined) add(`factur-x ${level} ${name} cii`, hybrid.profile, 'cii', hybrid.xml)
    }
  for (const [name, message] of lifeCycleMessages()) add(`fr-cdar ${name}`, 'fr-cdar', 'cdar', message)
  for (const [profile, syntax, file] of PLAIN) add(file, profile, syntax, readFileSync(join(GOLDEN, file), 'utf8'))
  return new Map(all.map((base) => [base.name, base]))
}

/** Statuses of an invoice with a reason of each, and a payment. */
const REASONS: Readonly<Partial<Record<Status, string>>> = {
  '200': 'NON_TRANSMISE',
  '206': 'QTE_ERR',
  '207': 'PU_ERR',
  '208': 'JUSTIF_ABS',
  '210': 'CMD_ERR',
  '213': 'REJ_SEMAN',
  '221': 'ROUTAGE_ERR',
  '501': 'IRR_SYNTAX',
}

/** Life-cycle messages by their names. */
function* lifeCycleMessages(): Generator<readonly [name: string, xml: string]> {
  const sample = samplesOf('FR').get('01-domestic-services')
  const invoice = sample && acceptedOf(sample)
  if (invoice == null) throw new Error('no sample of France')
  const at = new Date(`${TODAY}T12:00:00Z`)
  const amounts = [{ vatRate: '20', amount: '1200.00' }]
  yield ['payment', paymentMessage(invoice, { paymentId: 'pay_1', paidOn: TODAY, amounts }, at)]
  for (const [status, code] of Object.entries(REASONS))
    yield [`status ${status}`, lifeCycleMessage(invoice, status as Status, { code, label: code }, at)]
  const refusal = lifeCycleMessage(invoice, '210', { code: 'RETRAIT_MAN_SERV', label: 'Retrait' }, at)
  const chorus = '<ram:SenderTradeParty><ram:GlobalID schemeID="0238">9999</ram:GlobalID>'
  yield ['public refusal', refusal.replace('<ram:SenderTradeParty>', chorus)]
}

function golden(file: string): Invoice {
  return readInvoice(readFileSync(join(GOLDEN, file))).invoice
}

function withoutReductions({ totals }: Invoice): Pick<Invoice, 'allowances' | 'charges' | 'totals'> {
  return { allowances: [], charges: [], totals: { ...totals, allowances: undefined, charges: Decimal.zero } }
}

/** Seller and buyer in another country. */
function movedTo(invoice: Invoice, country: string, vatIdentifier: string, legalRegistration: Identifier): Invoice {
  const address = { line1: 'Street 1', city: 'City', postCode: '1000', country }
  const { seller, buyer, taxRepresentative, delivery } = invoice
  return {
    ...invoice,
    seller: { ...seller, vatIdentifier, legalRegistration, address },
    buyer: { ...buyer, vatIdentifier, legalRegistration, address },
    ...(taxRepresentative && { taxRepresentative: { ...taxRepresentative, vatIdentifier, address } }),
    ...(delivery && { delivery: { ...delivery, address } }),
  }
}

/** What XRechnung's extension adds to the amount due. */
function withThirdParty(invoice: Invoice): Invoice {
  const amount = Decimal.of('1.00')
  return {
    ...invoice,
    specification: XRECHNUNG_EXTENSION_ID,
    thirdPartyPayments: [{ type: 'Deposit', amount, description: 'Deposit for bottles' }],
    totals: { ...invoice.totals, due: invoice.totals.due?.plus(amount) },
  }
}

function selfBilled(invoice: Invoice): Invoice {
  return {
    ...invoice,
    typeCode: '389',
    specification: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
    businessProcess: 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  }
}

function withVehicle(invoice: Invoice): Invoice {
  return {
    ...invoice,
    lines: invoice.lines.map((line) => ({
      ...line,
      item: {
        ...line.item,
        classifications: [{ code: 'M1', scheme: 'CVD' }],
        attributes: [{ name: 'cva', value: 'clean' }],
      },
    })),
  }
}
