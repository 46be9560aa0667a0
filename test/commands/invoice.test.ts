import t from 'tap'
import {
  createInvoice,
  MOST_FINALS,
  MOST_RESPONSES,
  type PipelineFinding,
  recordFinalInvoice,
  recordFindings,
  recordResponse,
  requestPaymentReport,
  type Response,
  retryInvoice,
} from '../../src/commands/invoice.js'
import { fold } from '../../src/domain/aggregate.js'
import {
  attemptIdOf,
  invoice,
  type InvoiceCreated,
  type InvoiceEvent,
  type InvoiceStatus,
} from '../../src/domain/invoice.js'
import { given } from '../spec.js'

const party = { vatNumber: 'RO12345674', name: 'A' }
const facts: InvoiceCreated['data'] = {
  invoiceId: 'inv_1',
  companyId: 'comp_1',
  country: 'RO',
  invoiceType: 'invoice',
  number: 'RE-1',
  externalId: null,
  supplierVat: 'RO12345674',
  customerVat: 'RO12345674',
  customerName: 'A',
  currency: 'RON',
  issueDate: '2026-03-31',
  dueDate: null,
  netAmount: '1.00',
  vatAmount: '0.21',
  grossAmount: '1.21',
  content: {
    kind: 'inline',
    invoice: {
      country: 'RO',
      invoiceType: 'invoice',
      number: 'RE-1',
      supplier: party,
      customer: party,
      lines: [],
      currency: 'RON',
      issueDate: '2026-03-31',
    },
  },
  requestHash: 'a',
}
const document = { sha256: 'f'.repeat(64), size: 1, mediaType: 'application/xml' }
const fault = { errorMessage: 'a', errorTranslated: 'b', errorFix: 'c' }

const created: InvoiceCreated = { type: 'InvoiceCreated', data: facts }
const validated: PipelineFinding = { type: 'InvoiceValidated', data: { rulesChecked: 9, format: 'f' } }
const converted: PipelineFinding = { type: 'InvoiceConverted', data: { format: 'f', document } }
const started: PipelineFinding = { type: 'SubmissionStarted', data: { attemptId: '1' } }
const deferred: PipelineFinding = {
  type: 'SubmissionDeferred',
  data: { attemptId: '1', reason: 'away', nextTryAt: '2026-04-01T00:00:00.000Z' },
}
const submitted: PipelineFinding = {
  type: 'InvoiceSubmitted',
  data: { attemptId: '1', uploadId: 'u', govEndpoint: 'g' },
}
const accepted: PipelineFinding = { type: 'InvoiceAccepted', data: { govId: '1', govMessage: 'ok', receipt: null } }
const rejected: PipelineFinding = { type: 'InvoiceRejected', data: { ...fault, document: null } }
const failed: PipelineFinding = { type: 'InvoiceFailed', data: { ...fault, reason: 'rules' } }

const refused: PipelineFinding = { type: 'InvoiceFailed', data: { ...fault, reason: 'government' } }
const internal: PipelineFinding = { type: 'InvoiceFailed', data: { ...fault, reason: 'internal' } }
const retried: InvoiceEvent = { type: 'InvoiceRetried', data: {} }
const paymentReported: PipelineFinding = {
  type: 'PaymentReported',
  data: { paymentId: 'p1', reportId: 'r1', document: null },
}
const paymentRefused: PipelineFinding = { type: 'PaymentReportRefused', data: { paymentId: 'p1', errorMessage: 'no' } }

/** How an invoice comes to each status. */
const HISTORY: Readonly<Record<InvoiceStatus, readonly InvoiceEvent[]>> = {
  created: [created],
  validated: [created, validated],
  converting: [created, validated, converted],
  submitting: [created, validated, converted, started],
  submitted: [created, validated, converted, started, submitted],
  accepted: [created, validated, converted, started, submitted, accepted],
  rejected: [created, validated, converted, started, submitted, rejected],
  error: [created, failed],
}
const STATUSES = Object.keys(HISTORY) as InvoiceStatus[]

t.test('an invoice is created once; its repetition is distinguished from another body', async () => {
  given(invoice).when(createInvoice(facts)).then(created)
  given(invoice, created).when(createInvoice(facts)).thenNothing()
  given(invoice, ...HISTORY.accepted)
    .when(createInvoice({ ...facts, number: 'other' }))
    .thenNothing()
  given(invoice, created)
    .when(createInvoice({ ...facts, requestHash: 'b' }))
    .thenRejected('key_reused_with_other_body')
})

t.test('the status moves along the state machine of the specification and nowhere else', async (t) => {
  const comesFrom: Record<PipelineFinding['type'], readonly InvoiceStatus[]> = {
    InvoiceValidated: ['created'],
    InvoiceConverted: ['validated'],
    SubmissionStarted: ['converting'],
    SubmissionDeferred: ['submitting'],
    InvoiceSubmitted: ['submitting'],
    InvoiceAccepted: ['submitted'],
    InvoiceRejected: ['submitted'],
    InvoiceFailed: ['created', 'validated', 'converting'],
    PaymentReported: [],
    PaymentReportRefused: [],
  }
  for (const finding of [
    ...[validated, converted, started, deferred, submitted, accepted, rejected, failed],
    ...[paymentReported, paymentRefused],
  ]) {
    for (const status of STATUSES) {
      t.equal(fold(invoice, HISTORY[status]).status, status)
      const then = given(invoice, ...HISTORY[status]).when(recordFindings([finding]))
      if (comesFrom[finding.type].includes(status)) then.then(finding)
      else then.thenNothing()
    }
    given(invoice)
      .when(recordFindings([finding]))
      .thenNothing()
  }
})

t.test('an outcome counts for its own attempt only, an outage once', async () => {
  const foreign: PipelineFinding = { ...submitted, data: { attemptId: '2', uploadId: 'u', govEndpoint: 'g' } }
  given(invoice, ...HISTORY.submitting)
    .when(recordFindings([foreign]))
    .thenNothing()
  given(invoice, ...HISTORY.submitting, deferred)
    .when(recordFindings([deferred]))
    .thenNothing()
  given(invoice, ...HISTORY.submitting, deferred)
    .when(recordFindings([submitted]))
    .then(submitted)
})

t.test('only an errored invoice can be retried, and it starts again', async (t) => {
  for (const status of STATUSES) {
    const then = given(invoice, ...HISTORY[status]).when(retryInvoice())
    if (status === 'error') then.then({ type: 'InvoiceRetried', data: {} })
    else then.thenRejected('not_errored')
  }
  given(invoice).when(retryInvoice()).thenRejected('unknown')
  t.equal(fold(invoice, [...HISTORY.error, { type: 'InvoiceRetried', data: {} }]).status, 'created')
})

t.test('once an attempt is begun, only what the government says ends the invoice', async () => {
  const begun = HISTORY.submitting
  for (const history of [begun, HISTORY.submitted, [...begun, deferred], [...begun, internal, retried]]) {
    for (const failure of [failed, internal]) {
      given(invoice, ...history)
        .when(recordFindings([failure]))
        .thenNothing()
    }
  }
  given(invoice, ...begun)
    .when(recordFindings([refused]))
    .then(refused)
  given(invoice, ...HISTORY.submitted)
    .when(recordFindings([refused]))
    .thenNothing()
  given(invoice, ...HISTORY.converting)
    .when(recordFindings([refused]))
    .thenNothing()
})

t.test(
  'an attempt is remembered through failure and retry; only a certain refusal makes room for another',
  async (t) => {
    const again = [validated, converted]
    const other: PipelineFinding = { type: 'SubmissionStarted', data: { attemptId: '2' } }
    const open = (...history: readonly InvoiceEvent[]) => {
      const state = fold(invoice, history)
      return state.status === 'none' ? [] : state.attempts.open.map(({ attemptId, receipt }) => [attemptId, receipt])
    }
    const stuck = [...HISTORY.submitting, internal, retried]
    t.strictSame(open(...stuck), [['1', null]])
    t.strictSame(open(...HISTORY.submitted, internal, retried), [['1', submitted.data]])
    given(invoice, ...stuck, ...again)
      .when(recordFindings([other]))
      .thenNothing()
    given(invoice, ...stuck, ...again)
      .when(recordFindings([started]))
      .then(started)

    const turnedAway = [...HISTORY.submitting, refused, retried]
    t.strictSame(open(...turnedAway), [])
    t.match(fold(invoice, turnedAway), { attempts: { refusals: 1 } })
    given(invoice, ...turnedAway, ...again)
      .when(recordFindings([other]))
      .then(other)

    // As releases before wrote it.
    const both = [...stuck, ...again, other]
    t.strictSame(open(...both), [
      ['1', null],
      ['2', null],
    ])
    given(invoice, ...both)
      .when(recordFindings([submitted]))
      .then(submitted)
    t.strictSame(open(...both, refused, retried), [['1', null]], 'a refusal is of the attempt that was made')
  },
)

t.test(
  'the id of an attempt says which document of which invoice it is for, whenever and wherever it is made',
  async (t) => {
    const sha256 = 'f'.repeat(64)
    t.equal(attemptIdOf('inv_1', sha256), attemptIdOf('inv_1', sha256))
    t.match(attemptIdOf('inv_1', sha256), /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    t.not(attemptIdOf('inv_2', sha256), attemptIdOf('inv_1', sha256))
    t.not(attemptIdOf('inv_1', 'e'.repeat(64)), attemptIdOf('inv_1', sha256))
  },
)

t.test('what a message says of a decided invoice is recorded once, and changes no status', async (t) => {
  const said: Response = {
    messageId: 'm-1',
    at: '2026-04-02T10:00:00.000Z',
    code: 'AP',
    label: 'Accepted by the buyer',
    reason: null,
    document: { ...document, sha256: 'a'.repeat(64) },
  }
  for (const status of STATUSES) {
    const then = given(invoice, ...HISTORY[status]).when(recordResponse(said))
    if (status !== 'accepted' && status !== 'rejected') {
      then.thenRejected('undecided')
      continue
    }
    const responded: InvoiceEvent = { type: 'InvoiceResponded', data: { ...said, number: 1, status } }
    then.then(responded)
    t.equal(fold(invoice, [...HISTORY[status], responded]).status, status)
    given(invoice, ...HISTORY[status], responded)
      .when(recordResponse({ ...said, reason: 'reported again' }))
      .thenNothing()
    given(invoice, ...HISTORY[status], responded)
      .when(recordResponse({ ...said, messageId: 'm-2' }))
      .then({ type: 'InvoiceResponded', data: { ...said, messageId: 'm-2', number: 2, status } })
  }
  given(invoice).when(recordResponse(said)).thenRejected('undecided')
})

t.test('the message that was the decision is no response, and there is an end of them', async () => {
  const said = { messageId: 'm-1', at: '2026-04-02T10:00:00.000Z', code: 'AP', label: 'a', reason: null, document }
  const byIt: InvoiceEvent = { type: 'InvoiceAccepted', data: { govId: '1', govMessage: 'ok', receipt: document } }
  given(invoice, ...HISTORY.submitted, byIt)
    .when(recordResponse(said))
    .thenNothing()
  given(invoice, ...HISTORY.submitted, { type: 'InvoiceRejected', data: { ...fault, document } })
    .when(recordResponse(said))
    .thenNothing()
  const many = Array.from({ length: MOST_RESPONSES }, (_, n): InvoiceEvent => {
    return { type: 'InvoiceResponded', data: { ...said, messageId: `m-${n}`, number: n + 1, status: 'accepted' } }
  })
  given(invoice, ...HISTORY.accepted, ...many)
    .when(recordResponse(said))
    .thenNothing()
  given(invoice, ...HISTORY.accepted, ...many)
    .when(recordResponse({ ...said, messageId: 'one more' }))
    .thenRejected('full')
})

t.test('an accepted advance names each of its final invoices once, and not too many', async () => {
  const named = (n: number) => ({ invoiceId: `inv_${n}`, number: `F-${n}` })
  const issued = (n: number): InvoiceEvent => ({ type: 'FinalInvoiceIssued', data: named(n) })
  for (const status of STATUSES) {
    const then = given(invoice, ...HISTORY[status]).when(recordFinalInvoice(named(1)))
    if (status === 'accepted') then.then(issued(1))
    else then.thenRejected('not_accepted')
  }
  given(invoice)
    .when(recordFinalInvoice(named(1)))
    .thenRejected('not_accepted')
  given(invoice, ...HISTORY.accepted, issued(1))
    .when(recordFinalInvoice(named(1)))
    .thenNothing()
  given(invoice, ...HISTORY.accepted, issued(1))
    .when(recordFinalInvoice(named(2)))
    .then(issued(2))
  const many = Array.from({ length: MOST_FINALS }, (_, n) => issued(n))
  given(invoice, ...HISTORY.accepted, ...many)
    .when(recordFinalInvoice(named(MOST_FINALS)))
    .thenRejected('full')
})

t.test('the payment of an accepted invoice is reported, once, and its outcome counts once', async (t) => {
  const amounts = [{ vatRate: '20', amount: '60.00' }]
  const seen: unknown[] = []
  const report = (paymentId: string) =>
    requestPaymentReport({ paymentId, paidOn: '2026-03-31' }, (reported) => {
      seen.push(reported)
      return amounts
    })
  const requested = (paymentId: string): InvoiceEvent => ({
    type: 'PaymentReportRequested',
    data: { paymentId, paidOn: '2026-03-31', amounts },
  })
  for (const status of STATUSES) {
    const then = given(invoice, ...HISTORY[status]).when(report('p1'))
    if (status === 'accepted') then.then(requested('p1'))
    else then.thenRejected('not_accepted')
  }
  given(invoice).when(report('p1')).thenRejected('unknown')
  const asked = [...HISTORY.accepted, requested('p1')]
  given(invoice, ...asked)
    .when(report('p2'))
    .then(requested('p2'))
  given(invoice, ...asked, paymentRefused)
    .when(report('p2'))
    .then(requested('p2'))
  t.same(seen, [[], amounts, []], 'a refused report leaves its amounts to the next')
  given(invoice, ...asked)
    .when(recordFindings([paymentReported]))
    .then(paymentReported)
  given(invoice, ...asked)
    .when(recordFindings([paymentRefused]))
    .then(paymentRefused)
  given(invoice, ...asked, paymentReported)
    .when(recordFindings([paymentReported]))
    .thenNothing()
  given(invoice, ...asked, paymentReported)
    .when(recordFindings([paymentRefused]))
    .thenNothing()
  const many = Array.from({ length: 50 }, (_, n) => requested(String(n)))
  given(invoice, ...HISTORY.accepted, ...many)
    .when(report('p3'))
    .thenRejected('too_many')
})
