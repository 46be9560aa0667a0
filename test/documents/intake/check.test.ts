import t from 'tap'
import { manyNames } from '../../../bench/adversity/inputs.js'
import type { Detail } from '../../../src/domain/refusal.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { checkBody } from '../../../src/documents/intake/check-body.js'
import { unlistedIn } from '../../../src/documents/intake/listed-details.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'

const check = compileCheck(InvoiceBody)

function faultsOf(body: unknown): { readonly details: readonly Detail[]; readonly unlisted: number } {
  const details: Detail[] = []
  check(body, '', details)
  return { details, unlisted: unlistedIn(details) }
}

t.test('wrong fields are listed up to a number, and all of them are counted', async (t) => {
  const few = faultsOf({})
  t.equal(few.unlisted, 0)
  const missing = few.details.length
  for (const [what, body, faults] of [
    ['unknown names', JSON.parse(String(manyNames(5_000).body)), 5_000 + missing],
    ['items', { lines: Array.from({ length: 9_999 }, () => 7) }, 9_999 + missing - 1],
    ['names in items', { lines: Array.from({ length: 3_000 }, () => ({ a: 1, b: 2 })) }, 3_000 * 5 + missing - 1],
  ] as const) {
    const { details, unlisted } = faultsOf(body)
    t.equal(details.length, 1_000, what)
    t.equal(details.length + unlisted, faults, what)
  }
})

t.test('the time and the answer for a body of unknown names are bounded', async (t) => {
  const checked = checkBody(manyNames(200_000).body, 'invoice')
  if (checked.kind !== 'unfit') throw new Error(checked.kind)
  t.ok(checked.unlisted > 199_000, `${checked.unlisted} are counted`)
  t.ok(JSON.stringify(checked).length < 200_000)
})

t.test('a field in the wrong place is named where it belongs', async (t) => {
  const { details } = faultsOf({ customer: { legalInformation: 'SRL' }, vatRate: 19, dueDate: '2026-12-01', bic: 'X' })
  const said = new Map(details.map(({ path, message }) => [path, message]))
  t.equal(
    said.get('customer.legalInformation'),
    'is not a known field here, but supplier.legalInformation is; move it there, or remove it',
  )
  t.equal(
    said.get('bic'),
    'is not a known field here, but paymentMeans.bic and paymentMeans.furtherAccounts[].bic are; move it there, or remove it',
  )
  // Lines, allowances, charges and others have one, so no place is probable.
  t.equal(said.get('vatRate'), 'is not a known field; remove it')
  t.equal(said.get('dueDate'), undefined)
})

t.test('names, values and numbers as other programs write them lead to the right ones', async (t) => {
  const { details } = faultsOf({
    country: 'Romania',
    invoiceType: 'creditnote',
    seller: {},
    splitPayment: true,
    customer: null,
    lines: [{ price: 1, qty: 2, unitPrice: '10,50', vatRate: '21%', vatCategory: 'RC' }],
  })
  const said = new Map(details.map(({ path, message }) => [path, message]))
  t.match(said.get('country'), /"Romania" is not: did you mean RO\?$/)
  t.match(said.get('invoiceType'), /did you mean credit_note\?$/)
  t.equal(said.get('seller'), 'is not a known field; did you mean supplier?')
  t.equal(said.get('splitPayment'), 'is not a known field; did you mean vatCollection?')
  t.equal(said.get('customer'), "is required, so it can't be null; send an object")
  t.equal(said.get('lines[0].price'), 'is not a known field; did you mean unitPrice?')
  t.equal(said.get('lines[0].qty'), 'is not a known field; did you mean quantity?')
  t.match(said.get('lines[0].unitPrice'), /send 10\.50 without quotation marks$/)
  t.match(said.get('lines[0].vatRate'), /send 21 without quotation marks$/)
  t.match(said.get('lines[0].vatCategory'), /did you mean AE\?$/)
})
