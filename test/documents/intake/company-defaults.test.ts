import fc from 'fast-check'
import t from 'tap'
import { COUNTRY_CODES, countryOf } from '../../../src/countries/registry.js'
import { withDefaults } from '../../../src/documents/intake/company-defaults.js'
import type { CompanyDefaults } from '../../../src/domain/request/company-defaults.js'
import type { CountryCode, InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'

const TODAY = '2026-11-21'

const DEFAULTS: CompanyDefaults = {
  notes: [
    { text: 'Danke' },
    { text: '40 EUR', subjectCode: 'PMT' },
    { text: '12 %', subjectCode: 'PMD' },
    { text: 'kein Skonto', subjectCode: 'AAB' },
  ],
  paymentMeans: { bankAccount: 'DE89370400440532013000', bic: 'COBADEFFXXX', paymentTerms: '30 Tage' },
  taxRegime: 'RF19',
  legalInformation: 'GmbH, HRB 1',
}

function plain(country: CountryCode, changes: Partial<InvoiceRequest> = {}): InvoiceRequest {
  const [sample] = acceptedSamples(country, TODAY)
  if (sample === undefined) throw new Error('no sample')
  const { supplier, ...rest } = sample.invoice
  const invoice = { ...rest, supplier: { vatNumber: supplier.vatNumber, name: supplier.name } }
  for (const field of ['note', 'notes', 'paymentMeans', 'dueDate']) Reflect.deleteProperty(invoice, field)
  return { ...invoice, ...changes }
}

function applied(country: CountryCode, changes: Partial<InvoiceRequest> = {}): InvoiceRequest {
  const { invoicing } = countryOf(country)
  if (invoicing === null) throw new Error('no format')
  return withDefaults(DEFAULTS, plain(country, changes), invoicing.terms)
}

t.test('an invoice that says nothing gets everything that its country has a place for', async (t) => {
  const german = applied('DE')
  t.same(german.notes, DEFAULTS.notes)
  t.same(german.paymentMeans, DEFAULTS.paymentMeans)
  t.match(german.supplier, { legalInformation: 'GmbH, HRB 1' })
  t.notOk('taxRegime' in german.supplier, 'Germany has no such field')
  const italian = applied('IT')
  t.match(italian.supplier, { taxRegime: 'RF19' })
  t.notOk('legalInformation' in italian.supplier)
  t.same(italian.notes, [{ text: 'Danke' }], 'FatturaPA has no subjects')
})

t.test('what the invoice says itself wins', async (t) => {
  const codesOf = ({ notes = [] }: InvoiceRequest) => notes.map(({ subjectCode }) => subjectCode)
  t.same(codesOf(applied('FR', { note: 'Merci' })), ['PMT', 'PMD', 'AAB'])
  t.same(codesOf(applied('FR', { note: '#PMD#12 %' })), [undefined, 'PMT', 'AAB'])
  t.same(codesOf(applied('FR', { note: 'Merci.#PMD#12 %#AAB#1 %' })), ['PMT'])
  t.same(applied('FR', { notes: [{ text: 'x', subjectCode: 'PMT' }] }).notes?.[0], { text: 'x', subjectCode: 'PMT' })
  t.same(applied('DE', { dueDate: '2026-12-01' }).paymentMeans, {
    bankAccount: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
  })
  t.same(applied('DE', { paymentMeans: { remittance: 'R', paymentTerms: 'sofort' } }).paymentMeans, {
    ...DEFAULTS.paymentMeans,
    remittance: 'R',
    paymentTerms: 'sofort',
  })
  t.same(
    applied('DE', { paymentMeans: { bankAccount: 'DE02120300000000202051' } }).paymentMeans,
    { bankAccount: 'DE02120300000000202051', paymentTerms: '30 Tage' },
    'no BIC of another account',
  )
  const { supplier } = plain('IT')
  t.equal(applied('IT', { supplier: { ...supplier, taxRegime: 'RF01' } }).supplier.taxRegime, 'RF01')
})

t.test('no field of an invoice changes, and a second time changes nothing', async (t) => {
  const notes = fc.array(
    fc.record(
      { text: fc.constantFrom('a', '#PMT#b', 'c#AAB#d'), subjectCode: fc.constantFrom('PMT', 'PMD', 'AAB', 'REG') },
      { requiredKeys: ['text'] },
    ),
    { maxLength: 3 },
  )
  const said = fc.record(
    {
      note: fc.constantFrom('x', '#PMD#y', 'x#AAB#y'),
      notes,
      dueDate: fc.constant('2026-12-01'),
      paymentMeans: fc.record(
        {
          bankAccount: fc.constant('DE02120300000000202051'),
          code: fc.constantFrom('10', '58'),
          paymentTerms: fc.constant('sofort'),
          remittance: fc.constant('R'),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.constantFrom(...COUNTRY_CODES), said, (country, changes) => {
      const before = plain(country, changes)
      const after = applied(country, changes)
      t.match(after, before)
      t.same((after.notes ?? []).slice(0, before.notes?.length ?? 0), before.notes ?? [])
      const { invoicing } = countryOf(country)
      if (invoicing !== null) t.same(withDefaults(DEFAULTS, after, invoicing.terms), after)
      t.same(withDefaults({}, before, { has: () => true }), before)
    }),
  )
})
