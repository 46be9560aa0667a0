import t from 'tap'
import fc from 'fast-check'
import {
  type AnswerFinding,
  markRead,
  MOST_ANSWERS,
  recordAnswerFinding,
  recordReceived,
  requestResponse,
} from '../../src/commands/received.js'
import { fold } from '../../src/domain/aggregate.js'
import { type Answer, ANSWER_CODES, received, type ReceivedEvent } from '../../src/domain/received.js'
import { given } from '../spec.js'
import { RECEIVED } from '../support/received-invoice.js'

const arrived: ReceivedEvent = { type: 'InvoiceReceived', data: RECEIVED }
const read: ReceivedEvent = { type: 'InvoiceRead', data: {} }
const answer = (code: Answer['code'], responseId = 'rsp_1'): Answer => ({
  responseId,
  country: 'BE',
  code,
  nationalCode: 'XX',
  reason: null,
  reasonCode: null,
  amount: null,
  date: null,
})
const requested = (code: Answer['code'], responseId = 'rsp_1'): ReceivedEvent => ({
  type: 'ResponseRequested',
  data: answer(code, responseId),
})
const submitted = (responseId = 'rsp_1') =>
  ({ type: 'ResponseSubmitted', data: { responseId, reference: 'sbdh-1', document: RECEIVED.document } }) as const
const confirmed = (responseId = 'rsp_1') => ({ type: 'ResponseConfirmed', data: { responseId } }) as const
const failed = (responseId = 'rsp_1') =>
  ({ type: 'ResponseFailed', data: { responseId, errorMessage: 'unknown receiver' } }) as const

t.test('a document is recorded once', async () => {
  given(received).when(recordReceived(RECEIVED)).then(arrived)
  given(received, arrived).when(recordReceived(RECEIVED)).thenNothing()
})

t.test('it is read once, also after an answer', async (t) => {
  given(received).when(markRead()).thenRejected('unknown')
  given(received, arrived).when(markRead()).then(read)
  given(received, arrived, read).when(markRead()).thenNothing()
  given(received, arrived, requested('acknowledged')).when(markRead()).then(read)
  t.equal(fold(received, [arrived, requested('acknowledged'), read]).status, 'answered')
})

t.test('nothing follows a final answer, and only the payment an approval', async () => {
  given(received)
    .when(requestResponse(answer('paid')))
    .thenRejected('unknown')
  given(received, arrived)
    .when(requestResponse(answer('paid')))
    .then(requested('paid'))
  for (const final of ['rejected', 'paid'] as const)
    for (const code of ANSWER_CODES)
      given(received, arrived, requested(final))
        .when(requestResponse(answer(code, 'rsp_2')))
        .thenRejected('final')
  given(received, arrived, requested('approved'))
    .when(requestResponse(answer('rejected', 'rsp_2')))
    .thenRejected('final')
  given(received, arrived, requested('approved'))
    .when(requestResponse(answer('paid', 'rsp_2')))
    .then(requested('paid', 'rsp_2'))
  given(received, arrived, requested('disputed'))
    .when(requestResponse(answer('rejected', 'rsp_2')))
    .then(requested('rejected', 'rsp_2'))
})

t.test('a final answer that failed may be given again', async (t) => {
  given(received, arrived, requested('rejected'), failed())
    .when(requestResponse(answer('rejected', 'rsp_2')))
    .then(requested('rejected', 'rsp_2'))
  t.equal(fold(received, [arrived, requested('rejected'), failed()]).status, 'read', 'its only answer failed')
})

t.test('the number of answers is limited, so that the stream stays short', async () => {
  const many = Array.from({ length: MOST_ANSWERS }, (_, number) => requested('acknowledged', `rsp_${number}`))
  given(received, arrived, ...many)
    .when(requestResponse(answer('approved', 'rsp_x')))
    .thenRejected('too_many')
})

t.test('what became of an answer is recorded once, in its order', async () => {
  given(received).when(recordAnswerFinding(submitted())).thenNothing()
  given(received, arrived).when(recordAnswerFinding(submitted())).thenNothing()
  given(received, arrived, requested('approved')).when(recordAnswerFinding(submitted())).then(submitted())
  given(received, arrived, requested('approved')).when(recordAnswerFinding(confirmed())).thenNothing()
  given(received, arrived, requested('approved'), submitted()).when(recordAnswerFinding(submitted())).thenNothing()
  given(received, arrived, requested('approved'), submitted()).when(recordAnswerFinding(confirmed())).then(confirmed())
  given(received, arrived, requested('approved'), submitted()).when(recordAnswerFinding(failed())).then(failed())
  given(received, arrived, requested('approved'), submitted(), confirmed())
    .when(recordAnswerFinding(failed()))
    .thenNothing()
})

t.test('in any order of decisions, at most one final answer is under way or has arrived', async () => {
  const codes = fc.constantFrom(...ANSWER_CODES)
  const steps = fc.array(fc.tuple(codes, fc.constantFrom('submitted', 'confirmed', 'failed', 'none')), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(steps, (given) => {
      const events: ReceivedEvent[] = [arrived]
      const decide = (decision: { kind: string; events?: readonly ReceivedEvent[] }): void => {
        if (decision.kind === 'accept') events.push(...(decision.events ?? []))
      }
      for (const [index, [code, then]] of given.entries()) {
        const id = `rsp_${index}`
        decide(requestResponse(answer(code, id))(fold(received, events)))
        const findings: AnswerFinding[] =
          then === 'none'
            ? []
            : then === 'confirmed'
              ? [submitted(id), confirmed(id)]
              : [then === 'failed' ? failed(id) : submitted(id)]
        for (const finding of findings) decide(recordAnswerFinding(finding)(fold(received, events)))
      }
      const state = fold(received, events)
      if (state.status === 'none') return false
      const standing = state.answers.filter(({ status }) => status !== 'failed').map(({ code }) => code)
      return standing.filter((code) => code === 'rejected' || code === 'paid').length <= 1 && events.length <= 31
    }),
  )
})
