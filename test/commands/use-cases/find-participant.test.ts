import t from 'tap'
import { accept, handle } from '../../../src/commands/handle.js'
import { Participants, ParticipantUnknown } from '../../../src/commands/use-cases/find-participant.js'
import type { Access, ParticipantOutcome } from '../../../src/countries/gateway/gateway.js'
import { countryOf } from '../../../src/countries/registry.js'
import { connection, type ConnectionEvent, connectionSecret } from '../../../src/domain/connection.js'
import type { Environment } from '../../../src/domain/event.js'
import { newId } from '../../../src/domain/ids.js'
import { streamName } from '../../../src/domain/streams.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { MemoryVault } from '../../standins/memory/vault.js'
import { AWAY, ScriptedGovernment } from '../../standins/scripted-government.js'
import { History } from '../../support/history.js'

const REGISTERED: ParticipantOutcome = { kind: 'registered', documentTypes: ['invoice'] }
const ID = '0208:0403170701'

interface Given {
  readonly environment?: Environment
  readonly answers?: readonly ParticipantOutcome[]
  /** Credentials of the connection to Belgium; null: there is none. */
  readonly credentials?: Readonly<Record<string, string>> | null
  readonly noParticipants?: boolean
}

/** A network that answers so, one question after another. */
async function network({
  environment = 'production',
  answers = [REGISTERED],
  credentials = { apiKey: 'ap_1' },
  noParticipants = false,
}: Given = {}) {
  const store = new MemoryEventStore()
  const history = new History(store)
  const scope = { ...(await history.account()), environment }
  const vault = new MemoryVault()
  let now = new Date('2026-11-21T10:00:00.000Z')
  const clock = { now: () => now }
  const connectionId = newId('conn', (size) => Buffer.alloc(size, 7))
  if (credentials !== null) {
    const companyId = await history.company(scope)
    const events: ConnectionEvent[] = [
      { type: 'ConnectionRequested', data: { connectionId, companyId, countryCode: 'BE' } },
      { type: 'ConnectionActivated', data: { tokenExpiresAt: null } },
    ]
    const context = { ...scope, actor: 'operator', correlationId: 'r', causationId: 'r' } as const
    const stream = streamName(environment, 'Connection', connectionId)
    await handle({ store, clock }, context, connection, stream, () => accept(...events))
    await vault.put(scope, connectionSecret(connectionId), Buffer.from(JSON.stringify(credentials)))
  }
  const asked: { readonly id: string; readonly access: Access | null }[] = []
  const gateway = {
    ...new ScriptedGovernment().gateway,
    participant: (id: string, access: Access | null) => {
      asked.push({ id, access })
      return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1] ?? REGISTERED)
    },
  }
  const participants = new Participants({
    store,
    vault,
    clock,
    countrySettings: {},
    countries: ['RO', 'BE'],
    countryOf,
    gatewayFor: (_environment, { code }) =>
      code === 'BE' && !noParticipants ? gateway : new ScriptedGovernment().gateway,
    connectionsTo: (_scope, { code }) =>
      Promise.resolve(code === 'BE' && credentials !== null ? ['conn_gone00000000000000000000', connectionId] : []),
  })
  return {
    asked,
    find: (id = ID) => participants.find(scope, id),
    pass: (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000)),
  }
}

t.test('a participant is looked up with a connection of the account', async (t) => {
  const { find, asked } = await network()
  t.same(await find(), {
    id: ID,
    registered: true,
    documentTypes: ['invoice'],
    checkedAt: new Date('2026-11-21T10:00:00.000Z'),
  })
  t.match(asked, [{ id: `iso6523-actorid-upis::${ID}`, access: { credentials: { apiKey: 'ap_1' } } }])
})

t.test('what is known is not asked again for five minutes', async (t) => {
  const { find, asked, pass } = await network({ answers: [{ kind: 'unregistered' }, REGISTERED] })
  t.match(await find(), { registered: false, documentTypes: [] })
  t.match(await find(`iso6523-actorid-upis::${ID}`), { id: ID, registered: false })
  pass(4.9)
  t.match(await find(), { registered: false })
  t.equal(asked.length, 1)
  pass(0.1)
  t.match(await find(), { registered: true })
  await find('0208:0000000001')
  t.equal(asked.length, 3)
})

t.test('without an answer it says when to ask again, and nothing is kept', async (t) => {
  const until = new Date('2026-11-21T10:00:30.500Z')
  const { find } = await network({
    answers: [
      { ...AWAY, concerns: 'invoice' },
      { kind: 'exhausted', reason: 'too many', until, concerns: 'invoice' },
      { kind: 'unauthorized', reason: 'HTTP 401', needs: 'user' },
      REGISTERED,
    ],
  })
  await t.rejects(find(), new ParticipantUnknown('no answer', 60))
  await t.rejects(find(), { name: 'ParticipantUnknown', retryAfterSeconds: 31 })
  await t.rejects(find(), { name: 'Refusal', message: /rejects the connection's credentials.*HTTP 401/ })
  t.match(await find(), { registered: true })
})

t.test('an account without a connection asks too, if the service has a way', async (t) => {
  const none = await network({ credentials: null })
  t.match(await none.find(), { registered: true })
  t.match(none.asked, [{ access: null }])
  const simulated = await network({ environment: 'test' })
  t.match(await simulated.find(), { registered: true })
  t.match(simulated.asked, [{ access: null }])
  const absent = await network({ noParticipants: true })
  await t.rejects(absent.find(), { message: /Peppol is not configured on this server/ })
})

t.test('what is no identifier', async (t) => {
  const { find, asked } = await network()
  const wrong = ['', '0208', '0208:', ':1', '208:0403170701', '0208:04 03', `0208:${'1'.repeat(51)}`, 'x::0208:1']
  for (const id of wrong)
    await t.rejects(find(id), { message: /^participantId is not a Peppol participant identifier/ }, id)
  t.same(asked, [])
})
