import t from 'tap'
import { handle, load } from '../../../src/commands/handle.js'
import { recordAnswerFinding, recordReceived, requestResponse } from '../../../src/commands/received.js'
import type { SubmittedAnswer } from '../../../src/countries/gateway/answering.js'
import type { Gateway } from '../../../src/countries/gateway/gateway.js'
import { COUNTRIES } from '../../../src/countries/registry.js'
import { systemClock } from '../../../src/domain/clock.js'
import { received } from '../../../src/domain/received.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { answerStep } from '../../../src/processors/receiving/answer-step.js'
import type { Lease } from '../../../src/processors/work/job.js'
import { outgoingAnswer } from '../../countries/peppol/outgoing-answer.js'
import { RECEIVED } from '../../support/received-invoice.js'
import { MemoryDocuments } from '../../standins/memory/documents.js'

const NEVER = new AbortController().signal
const yes = () => Promise.resolve(true)
const LEASE: Lease = { stillMine: yes, isHeld: () => true, lost: NEVER, enter: yes, signal: NEVER }

t.test('what was handed in is followed with the document as it was sent', async (t) => {
  const deps = { store: new MemoryEventStore(), clock: systemClock }
  const documents = new MemoryDocuments()
  const { scope, ...given } = outgoingAnswer()
  const stream = `Received-production-${RECEIVED.receivedId}`
  const context = { ...scope, actor: 'processor:answers', correlationId: 'c', causationId: 'c' } as const
  // As an older release wrote it.
  const document = await documents.put(scope, Buffer.from('<older/>'), 'application/xml')
  const { responseId, country, code, nationalCode, reason, reasonCode, amount, date } = given
  const answer = { responseId, country, code, nationalCode, reason, reasonCode, amount, date }
  const submitted = { type: 'ResponseSubmitted', data: { responseId, reference: 'sbdh-1', document } } as const
  for (const command of [recordReceived(RECEIVED), requestResponse(answer), recordAnswerFinding(submitted)])
    await handle(deps, context, received, stream, command)

  const { state, events } = await load(deps.store, received, stream)
  if (state.status === 'none' || state.answers[0] === undefined) throw new Error('nothing was recorded')
  const followed: (readonly [SubmittedAnswer, string])[] = []
  const answers: Gateway['answers'] = {
    send: () => Promise.reject(new Error('it was sent again')),
    follow(followedAnswer, reference) {
      followed.push([followedAnswer, reference])
      return Promise.resolve({ kind: 'confirmed' })
    },
  }
  const step = answerStep(
    { ...deps, documents, countryOf: (each) => COUNTRIES[each], gatewayFor: () => ({ answers }) as Gateway },
    LEASE,
    scope,
    { answer: state.answers[0], received: state.facts, events },
  )
  // The invoice's own document is not in this store: it is not read.
  t.same(await step(null), { type: 'ResponseConfirmed', data: { responseId } })
  t.equal(followed.length, 1)
  const [[what, reference] = []] = followed
  t.equal(reference, 'sbdh-1')
  t.equal(Buffer.from(what?.document.bytes ?? []).toString(), '<older/>')
})
