import t from 'tap'
import { countryOf } from '../../../src/countries/registry.js'
import type { Detail } from '../../../src/domain/refusal.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { normalisePartyVat } from '../../../src/documents/intake/vat-numbers.js'

const check = compileCheck(InvoiceBody)

function faults(body: unknown): readonly Detail[] {
  const details: Detail[] = []
  check(body, '', details)
  return details
}

const party = { vatNumber: 'IT00743110157', name: 'A' }
const line = { description: 'x', unitPrice: 10, vatRate: 22 }
const base = { country: 'IT', supplier: party, customer: party, lines: [line] }

t.test('what only one format has a place for is refused by all others, wherever it stands', async (t) => {
  const italian = {
    ...base,
    supplier: { ...party, taxRegime: 'RF19', rea: { office: 'MI', number: '1' } },
    customer: { ...party, pec: 'a@pec.example.it' },
    lines: [line, { ...line, withholding: true }],
    withholdings: [{ type: 'RT01', rate: 20, reason: 'A' }],
    stampDuty: 2,
    vatCollection: 'split_payment',
  }
  t.same(faults(italian), [], 'Italy takes all of it')
  const refused = faults({ ...italian, country: 'RO' })
  t.same(refused.map(({ path }) => path).sort(), [
    'customer.pec',
    'lines[1].withholding',
    'stampDuty',
    'supplier.rea',
    'supplier.taxRegime',
    'vatCollection',
    'withholdings',
  ])
  for (const { message } of refused) t.match(message, /^is only for IT( and PL)?: the format for RO has no such field/)
  t.same(
    faults({
      ...base,
      country: 'PL',
      precedingInvoice: { number: '1', ksefNumber: '5265877635-20250626-010080DD2B5E-26' },
    }),
    [],
  )
  t.match(faults({ ...base, precedingInvoice: { number: '1', ksefNumber: 'x' } }), [
    { path: 'precedingInvoice.ksefNumber' },
  ])
})

t.test('a party says that it has no VAT number, and only a consumer need not', async (t) => {
  const without = (customer: object) => faults({ ...base, customer: { name: 'Ada', ...customer } })
  t.same(without({ consumer: true }), [])
  for (const customer of [{}, { consumer: false }])
    t.match(without(customer), [
      {
        path: 'customer.vatNumber',
        message: /^is required; send a string, or null where .* legalRegistration, nationalId, siret or identifiers; /,
      },
    ])
  t.same(without({ vatNumber: null }), [])
  t.match(without({ vatNumber: 7 }), [{ path: 'customer.vatNumber', message: /^must be a string, or null where / }])
  t.match(without({ vatNumber: '' }), [{ path: 'customer.vatNumber', message: 'must not be empty' }])
  t.match(faults({ ...base, supplier: { name: 'A', consumer: true } }), [
    { path: 'supplier.vatNumber' },
    { path: 'supplier.consumer' },
  ])
})

t.test("Greece's VAT numbers always begin with EL", async (t) => {
  for (const written of ['EL094259216', 'GR 094 259 216', '094259216'])
    t.equal(normalisePartyVat(written, 'GR', countryOf), 'EL094259216', written)
})
