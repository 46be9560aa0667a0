import t, { type Test } from 'tap'
import fc from 'fast-check'
import type { PollOutcome, SubmitOutcome } from '../../../src/countries/gateway/gateway.js'
import { notInterpreted } from '../../../src/countries/gateway/no-answer.js'
import { type InvoiceEvent, statusAfter } from '../../../src/domain/invoice.js'
import { UnwritableText } from '../../../src/einvoice/syntax/document-sink.js'
import { outageDelay, pauseAfter } from '../../../src/processors/work/breaker.js'
import { ACCEPTED, AWAY, PENDING, SUBMITTED } from '../../standins/scripted-government.js'
import {
  AT_THE_UPLOAD,
  CONVERTED,
  DEFERRED,
  FAILED,
  given,
  inSeconds,
  RETRIED,
  SENT,
  STARTED,
  typesOf,
  UPLOADED,
  VALIDATED,
} from './scripted-invoice.js'

function raise(error: Error): never {
  throw error
}

t.test('one claim carries a sound invoice as far as it goes without waiting', async (t: Test) => {
  const { advance, events, government } = await given({})
  const result = await advance()
  t.strictSame(typesOf(await events()), [
    'InvoiceValidated',
    'InvoiceConverted',
    'SubmissionStarted',
    'InvoiceSubmitted',
  ])
  t.strictSame(
    result,
    { seen: 8n, nextLook: inSeconds(30), outage: false, lane: 'RO test poll' },
    'it waits for the decision',
  )
  t.strictSame(government.calls, ['find', 'submit', 'poll'], 'the government is asked before the first upload too')
})

t.test('an invoice that was left between two steps is carried on from there', async (t: Test) => {
  const rest = ['InvoiceConverted', 'SubmissionStarted', 'InvoiceSubmitted']
  for (const [index, findings] of [[VALIDATED], [VALIDATED, CONVERTED]].entries()) {
    const { advance, events } = await given({}, ...findings)
    await advance()
    t.strictSame(typesOf(await events()), rest.slice(index))
  }
})

t.test('an accepted invoice keeps its receipt and is never looked at again', async (t: Test) => {
  const { advance, events } = await given({ poll: [ACCEPTED] }, ...SENT)
  t.equal((await advance()).nextLook, null)
  const [accepted] = await events()
  t.match(accepted, { type: 'InvoiceAccepted', data: { govId: '3001', govMessage: 'ok', receipt: { size: 5 } } })
})

t.test('a rejected invoice carries the raw text and its meaning', async (t: Test) => {
  const rejected: PollOutcome = { kind: 'rejected', errorMessage: 'CUI invalid', document: null }
  const { advance, events } = await given({ poll: [rejected] }, ...SENT)
  await advance()
  t.strictSame(await events(), [
    {
      type: 'InvoiceRejected',
      data: {
        errorMessage: 'CUI invalid',
        errorTranslated: 'means: CUI invalid',
        errorFix: 'correct it',
        document: null,
      },
    },
  ])
})

t.test('an invoice that breaks rules goes to error and nothing is sent', async (t: Test) => {
  const finding = {
    rule: 'BR-16',
    severity: 'fatal',
    path: 'lines',
    term: 'BG-25',
    message: 'No line.',
    fix: 'Add one.',
  } as const
  const warning = { ...finding, rule: 'BR-W', severity: 'warning' } as const
  const { advance, events, government } = await given({
    judgement: {
      valid: false,
      findings: [finding, warning, { ...finding, rule: 'BR-17' }],
      findingsTotal: 3,
      rulesChecked: 7,
    },
  })
  await advance()
  const [failed] = await events()
  t.match(failed, {
    type: 'InvoiceFailed',
    data: { reason: 'rules', errorMessage: 'BR-16: No line.\nBR-17: No line.', errorFix: 'lines: Add one.' },
  })
  t.strictSame(government.calls, [])
})

t.test('what XML can not hold is an error at once, not a fault to be tried again', async (t: Test) => {
  const { advance, events } = await given({ convert: () => raise(new UnwritableText('\u0001')) })
  t.equal((await advance()).nextLook, null)
  t.match((await events()).at(-1), {
    type: 'InvoiceFailed',
    data: { reason: 'conversion', errorFix: /control characters/ },
  })
})

t.test('an upload with an unknown outcome is asked for, not repeated', async (t: Test) => {
  const found = { kind: 'known', uploadId: '77', govEndpoint: 'https://gov.example/upload' } as const
  const { advance, events, government } = await given({ find: [found] }, ...AT_THE_UPLOAD)
  await advance()
  t.match(await events(), [{ type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: '77' } }])
  t.strictSame(government.calls, ['find', 'poll'])
})

t.test('an upload that never arrived is made now, under the same attempt', async (t: Test) => {
  const { advance, events, government } = await given({}, ...AT_THE_UPLOAD)
  await advance()
  t.match(await events(), [{ type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: '3828' } }])
  t.strictSame(government.calls, ['find', 'submit', 'poll'])
})

t.test('an outage defers the submission: the invoice stays in submitting', async (t: Test) => {
  const { advance, events } = await given({ submit: [AWAY] }, VALIDATED, CONVERTED)
  const result = await advance()
  t.strictSame(typesOf(await events()), ['SubmissionStarted', 'SubmissionDeferred'])
  t.strictSame(result, { seen: 8n, nextLook: inSeconds(60), outage: true, lane: 'RO test submit' })
})

t.test('the further tries of one outage are no events, ask first, and back off', async (t: Test) => {
  const { advance, events, government } = await given({ submit: [AWAY, AWAY, SUBMITTED] }, ...AT_THE_UPLOAD, DEFERRED)
  t.strictSame(await advance(5), { seen: 8n, nextLook: inSeconds(160), outage: true, lane: 'RO test submit' })
  await advance(6)
  t.strictSame(await events(), [])
  await advance(7)
  t.strictSame(typesOf(await events()), ['InvoiceSubmitted'])
  t.strictSame(government.calls, ['find', 'submit', 'find', 'submit', 'find', 'submit', 'poll'])
})

t.test('an outage while asking for an upload sends nothing', async (t: Test) => {
  const { advance, government } = await given({ find: [AWAY] }, ...AT_THE_UPLOAD)
  await advance()
  t.strictSame(government.calls, ['find'])
})

t.test('an outage while polling is waited out', async (t: Test) => {
  const { advance, events } = await given({ poll: [AWAY] }, ...SENT)
  t.match(await advance(), { outage: true, nextLook: inSeconds(60) })
  t.strictSame(await events(), [])
})

t.test('a document refused at the door is an error that says what to do', async (t: Test) => {
  const { advance, events } = await given({ submit: [{ kind: 'refused', errorMessage: 'too large' }] })
  t.equal((await advance()).nextLook, null)
  t.match((await events()).at(-1), {
    type: 'InvoiceFailed',
    data: { reason: 'government', errorMessage: 'too large', errorTranslated: 'means: too large' },
  })
})

t.test('a worker whose claim was taken over sends nothing', async (t: Test) => {
  const { advance, events, government } = await given({}, ...AT_THE_UPLOAD)
  await advance(0, () => Promise.resolve(false))
  t.notOk(government.calls.includes('submit'))
  t.strictSame(await events(), [])
})

t.test('a fault that does not pass ends in error without its details', async (t: Test) => {
  const { fail, events } = await given({})
  await fail(new TypeError('secret detail'))
  const [failed] = await events()
  t.match(failed, { type: 'InvoiceFailed', data: { reason: 'internal', errorMessage: 'internal fault: TypeError' } })
})

t.test('once an attempt was begun, no fault of ours is an error', async (t: Test) => {
  for (const findings of [AT_THE_UPLOAD, [...AT_THE_UPLOAD, DEFERRED], SENT, [...SENT, FAILED, RETRIED]]) {
    const { fail, events } = await given({}, ...findings)
    await fail(new TypeError('secret detail'))
    t.strictSame(await events(), [], typesOf(findings).join())
  }
})

t.test('a retry continues the attempt that was begun, and sends nothing that the government has', async (t: Test) => {
  const { advance, events, government } = await given({ poll: [ACCEPTED] }, ...SENT, FAILED, RETRIED)
  await advance()
  t.match(await events(), [
    VALIDATED,
    { type: 'InvoiceConverted' },
    STARTED,
    UPLOADED,
    { type: 'InvoiceAccepted', data: { govId: '3001' } },
  ])
  t.strictSame(government.calls, ['poll'], 'it is known to be there')
})

t.test('a retry of an attempt with an unknown outcome asks first, wherever the retry had come to', async (t: Test) => {
  const known = { kind: 'known', uploadId: '77', govEndpoint: 'https://gov.example/upload' } as const
  for (const since of [[], [VALIDATED], [VALIDATED, CONVERTED]]) {
    const { advance, events, government } = await given({ find: [known] }, ...AT_THE_UPLOAD, FAILED, RETRIED, ...since)
    await advance()
    t.match((await events()).slice(-2), [
      STARTED,
      { type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: '77' } },
    ])
    t.strictSame(government.calls, ['find', 'poll'])
  }
  const { advance, events, government } = await given({}, ...AT_THE_UPLOAD, FAILED, RETRIED)
  await advance()
  t.match((await events()).at(-1), { type: 'InvoiceSubmitted', data: { attemptId: 'a1' } })
  t.strictSame(government.calls, ['find', 'submit', 'poll'], 'a lost upload is sent')
})

t.test('a retry is not judged again while the government may have the document', async (t: Test) => {
  const judgement = { valid: false, findings: [], findingsTotal: 0, rulesChecked: 8 }
  const { advance, events } = await given({ judgement, poll: [ACCEPTED] }, ...SENT, FAILED, RETRIED)
  await advance()
  t.equal((await events()).at(-1)?.type, 'InvoiceAccepted')
})

t.test('where an older release forgot an attempt, the government is asked for that one too', async (t: Test) => {
  const SECOND: InvoiceEvent = { type: 'SubmissionStarted', data: { attemptId: 'a2' } }
  const forgotten = [...AT_THE_UPLOAD, FAILED, RETRIED, VALIDATED, CONVERTED, SECOND] as const
  const known = { kind: 'known', uploadId: '77', govEndpoint: 'https://gov.example/upload' } as const
  const first = await given({ find: [known] }, ...forgotten)
  await first.advance()
  t.match(await first.events(), [{ type: 'InvoiceSubmitted', data: { attemptId: 'a1', uploadId: '77' } }])
  t.strictSame(first.government.calls, ['find', 'poll'])

  const neither = await given({}, ...forgotten)
  await neither.advance()
  t.match(await neither.events(), [{ type: 'InvoiceSubmitted', data: { attemptId: 'a2' } }])
  t.strictSame(
    neither.government.submissions.map(({ attemptId }) => attemptId),
    ['a1', 'a2', 'a2', 'a2'],
  )
})

t.test('after a refusal at the door a retry makes the attempt again, and says that it was refused', async (t: Test) => {
  const { advance, retry, government } = await given({
    submit: [{ kind: 'refused', errorMessage: 'closed' }, SUBMITTED],
  })
  await advance()
  await retry()
  await advance()
  t.strictSame(government.calls, ['find', 'submit', 'find', 'submit', 'poll'])
  t.strictSame(
    government.submissions.map(({ refusals }) => refusals),
    [0, 0, 1, 1, 1],
  )
  t.equal(new Set(government.submissions.map(({ attemptId }) => attemptId)).size, 1, 'the same document')
})

t.test('what has no way to the government is not begun', async (t: Test) => {
  for (const findings of [[], [VALIDATED], [VALIDATED, CONVERTED]]) {
    const { advance, fail, events } = await given({ noGateway: true }, ...findings)
    await t.rejects(advance(), /no gateway for RO in test/)
    t.strictSame(await events(), [])
    t.equal(await fail(new Error('no gateway')), true, 'and can be given up')
    t.equal((await events()).at(-1)?.type, 'InvoiceFailed')
  }
})

t.test('every event of an invoice belongs to the chain of causes that its creation began', async (t: Test) => {
  const { advance, history } = await given({ poll: [ACCEPTED] })
  await advance()
  const events = await history()
  t.ok(events.every((event) => event.metadata.$correlationId === 'req_test'))
  const typeOf = new Map(events.map(({ id, type }) => [id, type]))
  t.strictSame(
    events.slice(1).map(({ type, metadata }) => [type, typeOf.get(metadata.$causationId)]),
    [
      // Findings of one step have one cause.
      ['InvoiceValidated', 'InvoiceCreated'],
      ['InvoiceConverted', 'InvoiceCreated'],
      ['SubmissionStarted', 'InvoiceCreated'],
      ['InvoiceSubmitted', 'SubmissionStarted'],
      ['InvoiceAccepted', 'InvoiceSubmitted'],
    ],
  )
})

t.test(
  'for all answers of the government the status moves along the state machine and the stream stays short',
  async () => {
    const MAY_FOLLOW: Record<string, readonly string[]> = {
      created: ['validated', 'error'],
      validated: ['converting', 'error'],
      converting: ['submitting', 'error'],
      submitting: ['submitting', 'submitted', 'error'],
      submitted: ['accepted', 'rejected', 'error'],
      accepted: [],
      rejected: [],
      error: [],
    }
    const submit = fc.constantFrom<SubmitOutcome>(SUBMITTED, AWAY, AWAY, { kind: 'refused', errorMessage: 'no' })
    const poll = fc.constantFrom<PollOutcome>(ACCEPTED, PENDING, PENDING, AWAY, {
      kind: 'rejected',
      errorMessage: 'CUI invalid',
      document: null,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(submit, { minLength: 1, maxLength: 40 }),
        fc.array(poll, { minLength: 1, maxLength: 40 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }),
        async (submits, polls, held) => {
          const { advance, history } = await given({ submit: submits, poll: polls })
          for (const stillMine of held) await advance(0, () => Promise.resolve(stillMine))
          const events = await history()
          const statuses = events.map((event) => statusAfter(event as unknown as InvoiceEvent))
          for (const [index, status] of statuses.entries()) {
            const before = statuses[index - 1]
            if (before !== undefined && !MAY_FOLLOW[before]?.includes(status)) return false
          }
          return events.length < 30
        },
      ),
      { numRuns: 60 },
    )
  },
)

t.test('the delay after an outage doubles up to a quarter of an hour', (t: Test) => {
  t.strictSame(
    [0, 1, 2, 20].map((outages) => outageDelay(outages, 0)),
    [5, 10, 20, 900],
  )
  t.equal(outageDelay(0, 1200), 1200, 'never before the time of the government')
  t.same(
    [outageDelay(0, 0, 0.2), outageDelay(20, 2, 0.001), outageDelay(0, 0, 0.001)],
    [1, 2, 0.5],
    'faster with a stand-in',
  )
  t.end()
})

t.test('an answer that is not understood is asked for after a minute, then with growing pauses', (t: Test) => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), (pace) => {
      const outcome = notInterpreted('a broken ZIP', { pace })
      let since = 0
      for (let tries = 0; tries < 40; tries++) {
        const pause = pauseAfter(tries, outcome, pace)
        t.ok(pause <= since + 60 * pace + 1e-6, 'no longer than the trouble has lasted, and a minute')
        t.ok(pause <= 3_600 * pace + 1e-6)
        since += pause
      }
      return since >= 30 * 3_600 * pace
    }),
    { numRuns: 20 },
  )
  t.equal(pauseAfter(0, { retryAfterSeconds: 30 }), 30, 'others grow as before')
  t.equal(pauseAfter(20, { retryAfterSeconds: 30 }), 900)
  t.end()
})

t.test('a poll whose answer is not understood waits a minute first, and at most an hour', async (t) => {
  const outcome = notInterpreted('descarcare: a broken ZIP', { pace: 1 })
  const { advance } = await given({ poll: [outcome, outcome, outcome] }, ...SENT)
  for (const [outages, seconds] of [
    [0, 60],
    [3, 480],
    [20, 3_600],
  ] as const)
    t.match(await advance(outages), { nextLook: inSeconds(seconds), outage: true })
})
