import t from 'tap'
import type { InvoiceEvent } from '../../src/domain/invoice.js'
import { rebuild } from '../../src/projections/engine/rebuild.js'
import { invoices } from '../../src/projections/invoices.js'
import { todo } from '../../src/projections/todo.js'
import { acceptedInvoice, History } from '../support/history.js'
import { waitFor } from '../support/wait-for.js'
import { allRows } from './all-rows.js'
import { runningProjections } from './running.js'

const XML = { sha256: 'a'.repeat(64), size: 10, mediaType: 'application/xml' }
const ACCEPTED: readonly InvoiceEvent[] = [
  { type: 'InvoiceValidated', data: { rulesChecked: 120, format: 'UBL' } },
  { type: 'InvoiceConverted', data: { format: 'UBL', document: XML } },
  { type: 'SubmissionStarted', data: { attemptId: 'a' } },
  { type: 'InvoiceSubmitted', data: { attemptId: 'a', uploadId: '1', govEndpoint: 'simulated' } },
  { type: 'InvoiceAccepted', data: { govId: '300', govMessage: 'ok', receipt: null } },
]
const paid = (paymentId: string): InvoiceEvent => ({
  type: 'PaymentReportRequested',
  data: { paymentId, paidOn: '2026-11-20', amounts: [{ vatRate: '20', amount: '1.00' }] },
})
const reported = (paymentId: string): InvoiceEvent => ({
  type: 'PaymentReported',
  data: { paymentId, reportId: 'r', document: null },
})
const refused = (paymentId: string): InvoiceEvent => ({
  type: 'PaymentReportRefused',
  data: { paymentId, errorMessage: 'no' },
})

t.test('an accepted invoice is on the to-do list as long as a payment is to be reported', async (t) => {
  const running = await runningProjections(t)
  const history = new History(running.store)
  const scope = await history.account()
  const { stream } = await history.invoice(scope, acceptedInvoice('F-1'))
  const open = async (...events: InvoiceEvent[]) => {
    await history.older(scope, stream, ...events)
    const head = await running.store.head()
    await waitFor('the read models', () => running.progress.waitFor(head ?? 0n, ['todo', 'invoices']))
    const { rows } = await running.pool.query<{ open_reports: number; position: string }>('SELECT * FROM read.todo')
    return rows.map((row) => [row.open_reports, row.position])
  }
  t.same(await open(...ACCEPTED), [])
  const first = await open(paid('p1'))
  t.match(first, [[1, /^[0-9]+$/]])
  const second = await open(paid('p2'))
  t.match(second, [[2, /^[0-9]+$/]])
  t.not(second[0]?.[1], first[0]?.[1], 'a reader of the first looks again')
  t.same(await open(reported('p1')), [[1, second[0]?.[1]]])
  t.same(await open(refused('p2')), [])
  t.match(await open(paid('p3')), [[1, String]])

  await running.stop()
  const live = await allRows(running.pool)
  for (const projection of [invoices, todo]) {
    await rebuild(running, projection as never, new AbortController().signal)
  }
  t.strictSame(await allRows(running.pool), live)
  const { rows } = await running.pool.query<{ payments: unknown; status: string }>('SELECT * FROM read.invoices')
  t.match(rows, [
    {
      status: 'accepted',
      payments: [
        { paymentId: 'p1', status: 'reported', reportId: 'r', errorMessage: null },
        { paymentId: 'p2', status: 'refused', reportId: null, errorMessage: 'no' },
        { paymentId: 'p3', status: 'requested' },
      ],
    },
  ])
})
