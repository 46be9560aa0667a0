import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { countryOf } from '../../../src/countries/registry.js'
import type { Detail } from '../../../src/domain/refusal.js'
import { acceptInvoice } from '../../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { ROOT } from '../../countries/accepted-sample.js'

const check = compileCheck(InvoiceBody)
const everyTerm = JSON.parse(readFileSync(join(ROOT, 'samples', 'de', '11-every-term.json'), 'utf8')) as InvoiceBody

function detailsOf(body: unknown): readonly Detail[] {
  const details: Detail[] = []
  check(body, '', details)
  return details
}

function accepted(body: InvoiceBody) {
  const context = { countryOf, now: new Date(), invoiceId: 'inv_1', environment: null, preceding: undefined }
  return acceptInvoice(body, context).accepted
}

t.test('a country whose format has no place for a term refuses it on its path', async (t) => {
  t.strictSame(detailsOf(everyTerm), [])
  const details = detailsOf({ ...everyTerm, country: 'PL' })
  for (const path of ['payee', 'delivery', 'businessProcess'].filter((each) => each in everyTerm))
    t.match(
      details.find((each) => each.path === path),
      { message: /the format for PL has no such field; leave it out/ },
    )
  t.ok(details.length > 0)
})

t.test('self-billing over Peppol has nothing of the extension of XRechnung', async (t) => {
  const text = readFileSync(join(ROOT, 'samples', 'de', '12-sub-lines.json'), 'utf8')
  const { de, ...sample } = JSON.parse(text) as InvoiceBody
  const refusal = (body: InvoiceBody): unknown => {
    try {
      return accepted(body)
    } catch (error) {
      return error
    }
  }
  t.ok('selfBilled' in (accepted({ ...everyTerm, selfBilled: true }) as object))
  t.match(refusal({ ...sample, selfBilled: true }), { details: [{ path: 'lines[0].de.subLines' }] })
  const [, plain] = sample.lines
  t.match(refusal({ ...sample, lines: plain === undefined ? [] : [plain], selfBilled: true, ...(de && { de }) }), {
    details: [{ path: 'de.thirdPartyPayments', message: /Peppol BIS Self-Billing has no such field/ }],
  })
})

t.test('an allowance has an amount or a percentage', async (t) => {
  const withAllowance = (allowance: object) => detailsOf({ ...everyTerm, allowances: [{ vatRate: 19, ...allowance }] })
  t.strictSame(withAllowance({ amount: 1 }), [])
  t.strictSame(withAllowance({ percentage: 1 }), [])
  t.strictSame(withAllowance({ baseAmount: 1 }), [
    { path: 'allowances[0].amount', message: 'is required; send amount, or percentage' },
  ])
})

t.test('the date of a delivery has one place', async (t) => {
  t.strictSame(detailsOf({ ...everyTerm, delivery: { date: '2026-11-01' } }), [
    { path: 'delivery.date', message: 'belongs in `deliveryDate` of the invoice; send it there' },
  ])
})

t.test('a code of UNTDID 1001 determines the type, and may not contradict it', async (t) => {
  t.equal(accepted({ ...everyTerm, typeCode: '389' }).invoiceType, 'invoice')
  t.equal(accepted({ ...everyTerm, typeCode: '396' }).invoiceType, 'credit_note')
  t.equal(accepted({ ...everyTerm, typeCode: '383' }).invoiceType, 'debit_note')
  try {
    accepted({ ...everyTerm, typeCode: '396', invoiceType: 'invoice' })
    t.fail('it contradicts the type')
  } catch (error) {
    t.match(error, { details: [{ path: 'typeCode' }] })
  }
})

t.test('a percentage without a base is of the lines, and amounts are rounded to cents', async (t) => {
  const { invoicing } = countryOf('DE')
  const model = invoicing?.model(
    accepted({
      ...everyTerm,
      lines: [{ description: 'a', quantity: 3, unitPrice: 3.335, vatRate: 19, allowances: [{ percentage: 10 }] }],
      allowances: [{ percentage: 33, vatRate: 19 }],
      charges: [],
      prepaidAmount: 1,
      roundingAmount: 0.02,
    }),
  )
  // 3 × 3.335 is 10.005; a tenth of it 1.0005.
  t.equal(model?.lines[0]?.netAmount?.toFixed(2), '9.01')
  t.equal(model?.lines[0]?.allowances[0]?.amount?.toFixed(2), '1.00')
  t.equal(model?.allowances[0]?.baseAmount?.toFixed(2), '9.01')
  t.equal(model?.allowances[0]?.amount?.toFixed(2), '2.97')
  t.equal(model?.totals.withoutVat?.toFixed(2), '6.04')
  t.equal(model?.totals.due?.toFixed(2), '6.21')
})

t.test('lines without an identifier get one that no other line has', async (t) => {
  const line = { description: 'a', unitPrice: 1, vatRate: 19 }
  const lines = [{ ...line, id: '2' }, line, line, { ...line, id: '5' }]
  const model = countryOf('DE').invoicing?.model(accepted({ ...everyTerm, lines }))
  t.strictSame(
    model?.lines.map(({ id }) => id),
    ['2', '6', '3', '5'],
  )
})

t.test('advances replace the prepaid amount, and an advance has none itself', async (t) => {
  const { prepaidAmount, ...body } = everyTerm
  t.type(prepaidAmount, 'number')
  const prepayments = [
    {
      number: 'AR-1',
      issueDate: '2026-02-28',
      amount: 119,
      vat: [{ vatRate: 19, taxableAmount: 100, taxAmount: 19 }],
    },
  ]
  t.match(accepted({ ...body, prepayments }), { prepayments })
  const refused = (wrong: InvoiceBody, path: string, message: RegExp) => {
    let refusal: unknown
    try {
      accepted(wrong)
    } catch (error) {
      refusal = error
    }
    t.match(refusal, { details: [{ path, message }] })
  }
  // Generated clients send an empty list for one that was not set.
  t.notOk('prepayments' in accepted({ ...everyTerm, prepayments: [] }))
  t.notOk('prepayments' in accepted({ ...body, prepayments: [], typeCode: '386' }))
  refused({ ...everyTerm, prepayments }, 'prepaidAmount', /the sum of prepayments/)
  for (const [typeCode, invoiceType] of [
    ['386', 'invoice'],
    ['503', 'credit_note'],
  ] as const)
    refused({ ...body, prepayments, typeCode, invoiceType }, 'prepayments', /advance invoice \(typeCode \d+\)/)
  t.match(
    detailsOf({ ...body, prepayments: [{ number: 'AR-1', issueDate: '2026-02-28', amount: 0, vat: [] }] }).map(
      ({ path }) => path,
    ),
    ['prepayments[0].amount', 'prepayments[0].vat'],
  )
})
