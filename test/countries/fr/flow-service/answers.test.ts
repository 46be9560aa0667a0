import t from 'tap'
import { readLifeCycle } from '../../../../src/countries/fr/cdar-reader.js'
import { lifeCycleMessage } from '../../../../src/countries/fr/cdar.js'
import type { FollowAnswerOutcome, SendAnswerOutcome, SentAnswer } from '../../../../src/countries/gateway/answering.js'
import type { Gateway, LeaseCheck } from '../../../../src/countries/gateway/gateway.js'
import type { FaultKind, FlowServiceOptions } from '../../../standins/flow-service/options.js'
import { INVOICE, SCOPE, ubl, type World, worldOf } from './world.js'

/** A world in which an invoice of a supplier has arrived. */
async function received(t: Parameters<typeof worldOf>[0], options: FlowServiceOptions = {}) {
  const world = await worldOf(t, options)
  world.platform.register.deliver(Buffer.from(ubl('F-1')))
  return world
}

/** The gateway looks at nothing else of an answer. */
function answer({ access, now }: World, given: Partial<SentAnswer> = {}): SentAnswer {
  const xml = lifeCycleMessage(INVOICE, '207', { code: 'QTE_ERR', label: 'Quantité facturée incorrecte' }, now())
  const document = { bytes: Buffer.from(xml), mediaType: 'application/xml' }
  return { scope: SCOPE, responseId: 'rsp_0123456789abcdefghijkl', document, access, ...given } as SentAnswer
}

async function send(gateway: Gateway, given: SentAnswer, lease?: LeaseCheck): Promise<SendAnswerOutcome> {
  const outcome = await gateway.answers?.send(given, lease)
  if (outcome === undefined) throw new Error('there are no answers')
  return outcome
}

async function follow(gateway: Gateway, given: SentAnswer, reference: string, at: Date): Promise<FollowAnswerOutcome> {
  const outcome = await gateway.answers?.follow?.(given, reference, at)
  if (outcome === undefined) throw new Error('nothing follows')
  return outcome
}

const statuses = ({ platform }: World) =>
  platform.register.flows.filter(({ info, flowDirection }) => info.flowSyntax === 'CDAR' && flowDirection === 'Out')

function referenceOf(outcome: SendAnswerOutcome): string {
  if (outcome.kind !== 'submitted') throw new Error(JSON.stringify(outcome))
  return outcome.reference
}

t.test('a status is confirmed when the platform has acknowledged it', async (t) => {
  const world = await received(t, { decisionSeconds: 60 })
  const given = answer(world)
  const at = world.now()
  const reference = referenceOf(await send(world.gateway, given))
  t.match(statuses(world), [
    {
      flowId: reference,
      flowType: 'SupplierInvoiceLC',
      info: { trackingId: given.responseId, processingRule: 'NotApplicable', flowSyntax: 'CDAR' },
    },
  ])
  t.match(readLifeCycle(statuses(world)[0]?.bytes ?? Buffer.alloc(0)), [{ number: 'F-1', code: '207' }])
  t.match(await follow(world.gateway, given, reference, at), { kind: 'pending', retryAfterSeconds: 10 })
  world.pass(60)
  t.match(await follow(world.gateway, given, reference, at), { kind: 'confirmed' })
})

t.test('what the platform refuses has failed, in its words', async (t) => {
  const world = await received(t)
  const at = world.now()
  const does: FaultKind = { kind: 'inadmissible', reasonCode: 'InvoiceLCStatusError', reasonMessage: 'not allowed' }
  world.platform.faults({ on: 'submit', times: 1, does })
  const given = answer(world)
  const reference = referenceOf(await send(world.gateway, given))
  t.match(await follow(world.gateway, given, reference, at), {
    kind: 'refused',
    errorMessage: 'InvoiceLCStatusError - not allowed (F-1)',
  })
  world.platform.faults({
    on: 'submit',
    does: { kind: 'answer', status: 422, body: '{"errorCode":"UNPROCESSABLE_ENTITY"}' },
  })
  t.match(await send(world.gateway, answer(world, { responseId: 'rsp_2' })), {
    kind: 'refused',
    errorMessage: /UNPROCESSABLE/,
  })
})

t.test('never twice', async (t) => {
  const world = await received(t)
  const { platform, gateway } = world
  const given = answer(world)
  platform.faults({ on: 'submit', times: 1, does: { kind: 'lost' } })
  t.match(await send(gateway, given), { kind: 'unavailable' })
  const reference = referenceOf(await send(gateway, given))
  t.equal(referenceOf(await send(gateway, given)), reference, 'the process died before it recorded it')
  t.equal(referenceOf(await send(world.restored(), given)), reference, 'after a restore')
  t.equal(statuses(world).length, 1)

  const late = answer(world, { responseId: 'rsp_2', document: { ...given.document, bytes: Buffer.from('<x/>') } })
  platform.faults({ on: 'submit', times: 1, does: { kind: 'answer', status: 500 } })
  t.match(await send(gateway, late), { kind: 'unavailable' })
  t.match(await send(gateway, late), { kind: 'unavailable', reason: /does not return the status yet/ })
  t.equal(platform.received.length, 2)
})

t.test('a repetition is decided by the first flow', async (t) => {
  const world = await received(t)
  const { platform, gateway, register } = { ...world, register: world.platform.register }
  const given = answer(world)
  const first = referenceOf(await send(gateway, given))
  const again = register.take(
    statuses(world)[0]?.info ?? { flowSyntax: 'CDAR' },
    Buffer.from(given.document.bytes),
    null,
  )
  t.match(again.error, { reasonCode: 'AlreadyExistingFlow' })
  t.match(await follow(gateway, given, again.flowId, world.now()), { kind: 'confirmed' })
  platform.faults({ on: 'flow', does: { kind: 'answer', status: 404, body: '{"errorCode":"MISSING_RESOURCE"}' } })
  t.match(await follow(gateway, given, first, world.now()), { kind: 'confirmed' }, 'found by its tracking id')
  platform.faults(
    { on: 'flow', does: { kind: 'answer', status: 404, body: '{"errorCode":"MISSING_RESOURCE"}' } },
    { on: 'search', does: { kind: 'answer', status: 200, body: '{"results":[]}' } },
  )
  t.match(await follow(gateway, given, first, world.now()), { kind: 'unavailable', reason: /has no flow/ })
})

t.test('without an answer it waits', async (t) => {
  const world = await received(t)
  const table: readonly (readonly [FaultKind, string])[] = [
    [{ kind: 'answer', status: 503 }, 'unavailable'],
    [{ kind: 'answer', status: 429, headers: { 'retry-after': '60' } }, 'exhausted'],
    [{ kind: 'answer', status: 401 }, 'unauthorized'],
  ]
  for (const [does, kind] of table) {
    world.platform.faults({ on: 'all', does })
    t.equal((await send(world.gateway, answer(world))).kind, kind)
    t.equal((await follow(world.gateway, answer(world), 'f', world.now())).kind, kind)
  }
  world.platform.faults()
  const lost = new AbortController()
  lost.abort()
  t.match(await send(world.gateway, answer(world), { lost: lost.signal, isHeld: () => true }), {
    kind: 'unavailable',
    reason: /another worker/,
  })
  const chorus = { chorusClientId: 'i', chorusClientSecret: 's', chorusLogin: 'l', chorusPassword: 'p' }
  const withoutPlatform = answer(world, { access: { ...world.access, credentials: chorus } })
  t.match(await send(world.gateway, withoutPlatform), { kind: 'unavailable', reason: /go through a platform/ })
  t.match(await follow(world.gateway, withoutPlatform, 'f', world.now()), { kind: 'unavailable' })
  t.equal(statuses(world).length, 0)
})
