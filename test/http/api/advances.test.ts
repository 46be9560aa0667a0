import t from 'tap'
import { handle, load } from '../../../src/commands/handle.js'
import { invoice, type InvoiceEvent } from '../../../src/domain/invoice.js'
import { NATIONAL_EXAMPLES } from '../../../src/http/api/openapi/examples/national.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { type Json, startTestService } from './test-service.js'

const service = await startTestService(t)

const ACCEPTED: readonly InvoiceEvent[] = [
  { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'f' } },
  {
    type: 'InvoiceConverted',
    data: { format: 'f', document: { sha256: '', size: 1, mediaType: 'application/xml' } },
  },
  { type: 'SubmissionStarted', data: { attemptId: 'a1' } },
  { type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: 'u1', govEndpoint: 'simulated' } },
  { type: 'InvoiceAccepted', data: { govId: 'g1', govMessage: 'ok', receipt: null } },
]

const ADVANCE = {
  number: 'AV-1',
  typeCode: '386',
  lines: [{ description: 'Avans', unitPrice: 400, vatRate: 21 }],
}

function details(answer: { body: Json }): string[] {
  return [...(answer.body['error']?.['details'] as Json)].map(
    ({ path, message }) => `${String(path)} ${String(message)}`,
  )
}

async function account() {
  const { id, test, live } = await service.account('unlimited')
  await connectedCompany(test)
  const post = async (changes: Record<string, unknown>) => {
    const answer = await test.post('/v1/invoices', sampleInvoice(changes))
    return { ...answer, id: String(answer.body['data']?.['id']) }
  }
  const record = async (invoiceId: string, ...events: InvoiceEvent[]): Promise<void> => {
    const context = {
      account: id,
      environment: 'test',
      actor: 'operator',
      correlationId: invoiceId,
      causationId: invoiceId,
    } as const
    await handle(service.deps, context, invoice, `testInvoice-${invoiceId}`, () => ({ kind: 'accept', events }))
  }
  const accept = async (invoiceId: string): Promise<string> => {
    await record(invoiceId, ...ACCEPTED)
    return invoiceId
  }
  return { test, live, post, accept, record }
}

t.test('an advance that is named by id fills itself from the invoice of the account', async (t) => {
  const { post, accept } = await account()
  const id = await accept((await post(ADVANCE)).id)
  const final = await post({ prepayments: [{ id, paidAt: '2026-03-20' }] })
  t.equal(final.status, 201, JSON.stringify(final.body))
  const { state } = await load(service.deps.store, invoice, `testInvoice-${final.id}`)
  t.match(state, {
    facts: {
      content: {
        invoice: {
          prepayments: [
            {
              id,
              number: 'AV-1',
              issueDate: '2026-03-31',
              amount: 484,
              paidAt: '2026-03-20',
              vat: [{ vatRate: 21, taxableAmount: 400, taxAmount: 84 }],
            },
          ],
        },
      },
    },
  })
  t.notOk(JSON.stringify(state).includes('ksefNumber'), 'Romania has no such number')
})

t.test('in Poland an advance that is named by id has the number of KSeF, too', async (t) => {
  const { test, accept } = await account()
  const { PL } = NATIONAL_EXAMPLES
  await connectedCompany(test, PL?.company, 'PL')
  const post = async (name: string, changes: object): Promise<string> => {
    const answer = await test.post('/v1/invoices', { ...(PL?.invoices[name]?.value as object), ...changes })
    t.equal(answer.status, 201, JSON.stringify(answer.body))
    return String(answer.body['data']?.['id'])
  }
  const id = await accept(await post('polandAdvance', {}))
  const final = await post('polandFinal', { prepayments: [{ id }] })
  const { state } = await load(service.deps.store, invoice, `testInvoice-${final}`)
  t.match(state, {
    facts: {
      content: {
        invoice: {
          prepayments: [
            {
              number: 'ZAL/2026/11/0031',
              amount: 123,
              ksefNumber: 'g1',
              vat: [{ vatRate: 23, taxableAmount: 100, taxAmount: 23 }],
            },
          ],
        },
      },
    },
  })
})

t.test('an advance that is not accepted, of others, or of no account is refused', async (t) => {
  const { post, accept } = await account()
  const open = (await post(ADVANCE)).id
  const refused = async (changes: Record<string, unknown>, prepayment: object, message: RegExp) => {
    const answer = await post({ ...changes, prepayments: [prepayment] })
    t.equal(answer.status, 400)
    t.match(details(answer), [message])
  }
  await refused({}, { id: open }, /^prepayments\[0\]\.id is an invoice with the status created/)
  const id = await accept(open)
  await refused({}, { id, number: 'AV-1' }, /^prepayments\[0\]\.id can't be combined with number/)
  await refused({}, { id: 'inv_0000000000000000000000' }, /^prepayments\[0\]\.id does not match an invoice/)
  await refused({ currency: 'EUR', exchangeRate: 4.97 }, { id }, /^prepayments\[0\]\.id is an invoice in RON/)
  const { customer, supplier } = sampleInvoice() as Record<'customer' | 'supplier', object>
  await refused(
    { customer: { ...customer, vatNumber: 'RO9010105' } },
    { id },
    /^prepayments\[0\]\.id is an invoice to the customer RO87654329/,
  )
  await refused(
    { supplier: { ...supplier, vatNumber: 'RO18547290' } },
    { id },
    /^prepayments\[0\]\.id is an invoice of the supplier RO12345674/,
  )
  await refused({}, { number: 'AV-1', amount: 1 }, /^prepayments\[0\]\.issueDate is required/)
  const credit = { ...ADVANCE, typeCode: '381', precedingInvoice: { number: 'AV-1' } }
  const note = await accept((await post(credit)).id)
  await refused({}, { id: note }, /^prepayments\[0\]\.id is a credit note/)
})

t.test('an advance of another account or environment does not exist', async (t) => {
  const one = await account()
  const other = await account()
  const id = await one.accept((await one.post(ADVANCE)).id)
  const answer = await other.post({ prepayments: [{ id }] })
  t.match(details(answer), [/^prepayments\[0\]\.id does not match an invoice of this account and environment/])
  const live = await one.live.post('/v1/invoices/validate', sampleInvoice({ prepayments: [{ id }] }))
  t.match(details(live), [/^prepayments\[0\]\.id does not match/])
})

t.test('an advance that another final invoice settles is a warning of validation', async (t) => {
  const { test, post, accept, record } = await account()
  const id = await accept((await post(ADVANCE)).id)
  const findings = async (changes: object = {}): Promise<string[]> => {
    const answer = await test.post('/v1/invoices/validate', sampleInvoice({ prepayments: [{ id }], ...changes }))
    t.equal(answer.body['valid'], true, JSON.stringify(answer.body))
    return [...(answer.body['details'] as Json)].flatMap(({ rule, severity, path, message }) =>
      rule === 'CW-PREPAYMENT-SETTLED' ? [[severity, path, message].join(' ')] : [],
    )
  }
  t.same(await findings(), [])
  const first = await post({ number: 'F-1', prepayments: [{ id }] })
  await record(id, { type: 'FinalInvoiceIssued', data: { invoiceId: first.id, number: 'F-1' } })
  const settled = `Another final invoice of the account settles the advance already: "AV-1" by "F-1" (${first.id}).`
  t.same(await findings(), [`warning prepayments[0].id ${settled}`])

  const { body } = await test.get(`/v1/invoices/${id}/events`)
  t.match([...(body['data'] as Json)].at(-1), {
    event: 'invoice.final_invoice_issued',
    status: 'accepted',
    metadata: { invoiceId: first.id, number: 'F-1' },
  })
  const fault = { errorMessage: 'a', errorTranslated: 'b', errorFix: 'c' }
  await record(first.id, { type: 'InvoiceFailed', data: { reason: 'rules', ...fault } })
  t.same(await findings(), [], 'that invoice came to nothing')
})
