import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { SHARED } from '../../conformance/shared.js'
import type { CountryCode, InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { Refusal } from '../../src/domain/refusal.js'
import { acceptInvoice } from '../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../src/documents/intake/check.js'
import { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'
import { countryOf } from '../../src/countries/registry.js'
import type { Detail } from '../../src/domain/refusal.js'
import { sdiFileName } from '../../src/countries/it/file-name.js'
import { memoryFileNumbers } from './gateway/memory-file-numbers.js'
import { type OracleProfile, oracleFor } from '../support/oracle.js'

/** Invoices that real businesses send, with what is right. */
const FOLDER = join(SHARED, 'findings', 'business')
const TODAY = '2026-11-21'

const check = compileCheck(InvoiceBody)

interface Sent {
  readonly country: CountryCode
  readonly supplier: object
  readonly customer: object
  readonly precedingInvoice?: InvoiceRequest['precedingInvoice']
}

const sent = (name: string): Sent => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Sent

/** The body with `vatNumber: null` where a party has none. */
const withNull = (body: Sent): Sent => ({
  ...body,
  supplier: { vatNumber: null, ...body.supplier },
  customer: { vatNumber: null, ...body.customer },
})

/** The 400 of a body; empty: it is accepted. */
function detailsOf(body: Sent): readonly Detail[] {
  const details: Detail[] = []
  check(body, '', details)
  return details
}

function accepted(body: Sent): InvoiceRequest {
  const context = { countryOf, now: new Date(`${TODAY}T12:00:00Z`), invoiceId: 'inv_1', environment: null }
  return acceptInvoice({ issueDate: TODAY, ...body } as unknown as InvoiceBody, {
    ...context,
    preceding: body.precedingInvoice,
  }).accepted
}

function judged(body: Sent) {
  const invoice = accepted(body)
  const { invoicing } = countryOf(invoice.country)
  if (invoicing === null) throw new Error('no format')
  const { valid, findings } = invoicing.validate(invoice, { today: TODAY })
  return { valid, findings, convert: () => invoicing.convert(invoice, []).xml }
}

if (existsSync(FOLDER)) {
  t.test('Belgium: a self-billed invoice is led to its field, and valid with it', (t) => {
    const body = sent('09-be-self-billing')
    t.match(judged(body), { valid: false, findings: [{ rule: 'PEPPOL-EN16931-P0100', fix: /selfBilled: true/ }] })
    const { valid, convert } = judged({ ...body, selfBilled: true } as Sent)
    t.ok(valid)
    t.match(convert(), 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0')
    t.end()
  })

  t.test('Italy: an integration is transmitted by the customer, who issues it', async (t) => {
    const body = sent('it-td16-transmitter')
    for (const documentType of ['TD16', 'TD20', 'TD22', 'TD23', 'TD29']) {
      const xml = judged({ ...body, documentType } as Sent).convert()
      t.match(xml, /<IdTrasmittente>\s*<IdPaese>IT<\/IdPaese>\s*<IdCodice>01879020517</, documentType)
      t.match(
        xml,
        /<\/CessionarioCommittente>\s*<SoggettoEmittente>CC<\/SoggettoEmittente>\s*<\/FatturaElettronicaHeader>/,
      )
      const invoice = accepted({ ...body, documentType } as Sent)
      const scope = { account: 'acc_1', environment: 'test' } as const
      t.match(await sdiFileName({ scope, attemptId: 'a', invoice }, memoryFileNumbers()), /^IT01879020517_/)
    }
    for (const documentType of ['TD01', 'TD24', 'TD26'])
      t.notMatch(
        judged({ ...body, documentType } as Sent).convert(),
        /SoggettoEmittente|IdCodice>01879020517<\/IdCodice>\s*<\/IdTrasm/,
      )
    const integration = judged(sent('it-integration-of-a-credit-note'))
    t.match(integration.findings, [{ rule: 'CW-IT-DOCUMENT-TYPE', fix: /TD17 to TD19\) is an invoice .* negative/ }])
  })

  t.test('Poland: an earlier date is a warning, and the account is that of the factor', (t) => {
    const yesterday = judged({ ...sent('pl-issued-yesterday'), issueDate: '2026-11-20' } as Sent)
    t.match(yesterday, {
      valid: true,
      findings: [{ rule: 'CW-PL-OFFLINE-DATE', severity: 'warning', path: 'issueDate' }],
    })
    const factored = judged(sent('pl-factor-account'))
    t.ok(factored.valid)
    t.match(factored.convert(), /<RachunekBankowyFaktora>\s*<NrRB>PL27114020040000300201355387</)
    t.notMatch(factored.convert(), '<RachunekBankowy>')
    t.end()
  })

  t.test('a party without a VAT number says so, and its invoice is valid for the official judge too', async (t) => {
    const oracle = oracleFor(t, 'invoices of businesses without VAT numbers')
    for (const name of [
      '01-de-small-business',
      '01-fr-small-business',
      '02-be-association-buyer',
      '02-de-association-buyer',
      '02-de-authority-leitweg-id',
      '02-de-us-buyer',
      '02-fr-association-buyer',
      '03-be-enterprise-number-no-scheme',
      '03-de-register-number-only',
      '03-de-reverse-charge-register-number',
      'it-body-without-vat-number',
      'ro-customer-legal-registration-only',
    ]) {
      const body = sent(name)
      const refused = detailsOf(body)
      t.ok(
        refused.every(({ path, message }) => /^(supplier|customer)\.vatNumber$/.test(path) && /\bnull\b/.test(message)),
        `${name}: ${JSON.stringify(refused)}`,
      )
      t.strictSame(detailsOf(withNull(body)), [], name)
      const { valid, findings, convert } = judged(withNull(body))
      t.ok(valid, `${name}: ${JSON.stringify(findings)}`)
      const official = await oracle?.judge(body.country.toLowerCase() as OracleProfile, convert())
      t.strictSame(
        (official ?? []).filter(({ flag }) => flag === 'fatal'),
        [],
        name,
      )
    }
  })

  t.test('a French association is no consumer', async (t) => {
    const xml = judged(withNull(sent('02-fr-association-buyer'))).convert()
    t.match(xml, /#BAR#B2B</)
    t.match(xml, /<cbc:CompanyID schemeID="0002">303265045</, 'the SIREN of its SIRET')
  })

  t.test('the percentage of a discount is of the lines with its rate', async (t) => {
    const amounts = (name: string): unknown => {
      const xml = judged(sent(name)).convert()
      return Array.from(
        xml.matchAll(/<cac:AllowanceCharge>.*?<cbc:Amount currencyID="EUR">([^<]*)</gs),
        ([, amount]) => amount,
      )
    }
    t.strictSame(amounts('04-fr-footer-discount-two-rates'), ['10.00', '10.00'])
    t.strictSame(amounts('04-de-footer-discount-negative-base'), ['10.00', '0.20'])
  })

  t.test('amounts that are right, and those that are not', async (t) => {
    for (const name of ['07-be-yearly-rebate', '07-de-yearly-bonus', '08-de-reversal-negative-charge'])
      t.ok(judged(sent(name)).valid, name)
    for (const name of ['it-credit-note-that-charges', 'pl-credit-note-that-charges', 'ro-credit-note-that-charges']) {
      const found = judged(sent(name)).findings.filter(({ severity }) => severity === 'fatal')
      t.match(found, [{ rule: 'CW-TOTAL-SIGN', path: 'invoiceType', fix: /turn the signs .* debit_note/ }], name)
    }
    t.match(judged(sent('it-integration-of-a-credit-note')).findings, [{ fix: /TD17 to TD19\) is an invoice/ }])
  })
}

t.test('a supplier whom no number identifies is refused', async (t) => {
  const body = {
    country: 'DE',
    supplier: { name: 'A', vatNumber: null },
    customer: { name: 'B', vatNumber: null },
    lines: [{ description: 'x', unitPrice: 1, vatRate: 0, vatCategory: 'E', exemptionReason: '§ 19 UStG' }],
  } as const
  t.strictSame(detailsOf(body), [])
  t.throws(() => accepted(body), Refusal)
  for (const number of [
    { taxRegistration: '143/221/30457' },
    { legalRegistration: { id: 'VR 12' } },
    { identifiers: [{ id: '4035811991014' }] },
  ])
    t.equal(accepted({ ...body, supplier: { ...body.supplier, ...number } }).supplier.vatNumber, '')
})

t.test('a seller without a VAT identifier is identified by the numbers that it has', async (t) => {
  const oracle = oracleFor(t, 'invoices of sellers without VAT identifiers')
  const at = (country: string, more: object) => ({
    name: 'Studio',
    email: 'a@example.com',
    phone: '+49 30 555010',
    address: { street: 'x', city: 'Cluj-Napoca', postalCode: '400620', country, stateOrProvince: 'CJ' },
    ...more,
  })
  const exempt = { description: 'x', unitPrice: 100, vatRate: 0, vatCategory: 'E', exemptionReason: 'scutit' } as const
  const swiss = at('CH', { vatNumber: null, legalRegistration: { id: 'CHE123456788' } })
  const own = async (country: CountryCode, supplier: object, customer: object, vatCategory: 'E' | 'O') => {
    const number = { dueDate: '2026-12-21', paymentMeans: { bankAccount: 'DE89370400440532013000' } }
    const body = { country, supplier: at(country, supplier), customer, currency: 'EUR', exchangeRate: 5, ...number }
    const { valid, findings, convert } = judged({ ...body, lines: [{ ...exempt, vatCategory }] } as Sent)
    t.ok(valid, JSON.stringify(findings))
    const xml = convert()
    const official = (await oracle?.judge(country.toLowerCase() as OracleProfile, xml)) ?? []
    t.strictSame(
      official.filter(({ flag }) => flag === 'fatal'),
      [],
    )
    const [seller] = /<cac:AccountingSupplierParty>.*<\/cac:AccountingSupplierParty>/s.exec(xml) ?? ['']
    return Array.from(seller.matchAll(/<cbc:(?:CompanyID|ID)(?: schemeID="0208")?>([^<]+)</g), ([, value]) => value)
  }
  const taxed = { vatNumber: null, taxRegistration: '143/221/30457' }
  t.strictSame(await own('DE', taxed, swiss, 'E'), ['143/221/30457', '143/221/30457', 'TAX'], 'Steuernummer alone')
  const doctor = { vatNumber: null, legalRegistration: { id: '0403170701', scheme: '0208' } }
  const belgian = at('BE', { vatNumber: 'BE0403170701' })
  t.strictSame(await own('BE', doctor, belgian, 'E'), ['0403170701', 'TAX', '0403170701'], 'KBO number')
  const cui = { vatNumber: null, legalRegistration: { id: '18547290' } }
  t.strictSame(await own('RO', cui, swiss, 'E'), ['18547290', 'TAX', '18547290'], 'CUI')
  t.strictSame(await own('RO', cui, swiss, 'O'), ['18547290'], 'outside the scope of VAT the CUI is enough')
  const registered = { vatNumber: 'RO18547290', legalRegistration: { id: 'J12/1234/2010' } }
  t.strictSame(
    await own('RO', registered, swiss, 'O'),
    ['18547290', 'TAX', 'J12/1234/2010'],
    'beside the register number',
  )
  const entered = { vatNumber: 'DE136695976', legalRegistration: { id: 'HRB 4711' } }
  t.strictSame(await own('DE', entered, swiss, 'O'), ['DE136695976', 'TAX', 'HRB 4711'], 'the VAT number is not lost')
})

t.test('a rebate on the invoices of a period may name it on its line', async (t) => {
  const party = (vatNumber: string) => ({
    name: 'A',
    vatNumber,
    address: { street: 'x', city: 'y', postalCode: '20100', stateOrProvince: 'MI', country: 'IT' },
  })
  const line = { description: 'Premio', unitPrice: 100, vatRate: 22 }
  const found = (lines: readonly object[]): readonly string[] =>
    judged({
      country: 'IT',
      invoiceType: 'credit_note',
      number: 'NC-1',
      supplier: party('IT01879020517'),
      customer: party('IT00743110157'),
      lines,
    } as Sent).findings.map(({ rule }) => rule)
  t.strictSame(found([line]), ['CW-IT-CREDIT-NOTE'])
  t.strictSame(found([{ ...line, period: { start: '2025-01-01', end: '2025-12-31' } }]), [])
})

t.test('a negative total is judged by the type of the invoice and by its country', async (t) => {
  const party = (country: string, vatNumber: string) => ({
    name: 'A',
    vatNumber,
    address: { street: 'x', city: 'y', postalCode: '20100', country },
  })
  const verdict = (country: CountryCode, vatNumber: string, more: object): readonly string[] =>
    judged({
      country,
      supplier: party(country, vatNumber),
      customer: party(country, vatNumber),
      lines: [{ description: 'x', quantity: -1, unitPrice: 10, vatRate: 0, vatCategory: 'E', exemptionReason: 'x' }],
      ...more,
    } as Sent)
      .findings.filter(({ rule }) => rule === 'CW-TOTAL-SIGN')
      .map(({ fix }) => fix)
  for (const invoiceType of ['credit_note', 'debit_note'])
    for (const [country, number] of [
      ['DE', 'DE136695976'],
      ['FR', 'FR44732829320'],
      ['IT', 'IT01879020517'],
      ['PL', 'PL5213891244'],
      ['RO', 'RO18547290'],
      ['BE', 'BE0403170701'],
    ] as const)
      t.match(verdict(country, number, { invoiceType }), [/turn the signs/], `${country} ${invoiceType}`)
  t.match(verdict('IT', 'IT01879020517', {}), [/^Send a credit note/])
  t.match(verdict('PL', 'PL5213891244', {}), [/^Send a credit note/])
  t.strictSame(verdict('IT', 'IT01879020517', { documentType: 'TD17' }), [])
  t.strictSame(verdict('DE', 'DE136695976', {}), [])
})
