import t from 'tap'
import { amendCompany, createCompany, deactivateCompany } from '../../src/commands/company.js'
import { type CommandContext, handle, load, StreamErased } from '../../src/commands/handle.js'
import { company } from '../../src/domain/company.js'
import { verifyChain } from '../../src/eventstore/hash-chain.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'

const stream = 'testCompany-comp_1'
const context: CommandContext = {
  account: 'acc_1',
  environment: 'test',
  actor: 'key:key_1',
  correlationId: 'req_1',
  causationId: 'req_1',
}
const facts = { companyId: 'comp_1', name: 'A', vatNumber: 'RO12', country: 'RO' as const, currency: 'EUR' }

function deps() {
  return { store: new MemoryEventStore(), clock: { now: () => new Date('2026-03-31T09:30:00.000Z') } }
}

t.test('a command appends what it decides, with who, for whom, when and why', async (t) => {
  const { store, clock } = deps()
  const outcome = await handle({ store, clock }, context, company, stream, createCompany(facts))
  t.match(outcome, { kind: 'done', loaded: { state: { status: 'active' }, revision: 0 }, appended: { length: 1 } })
  const [event] = await store.readStream(stream)
  t.match(event?.metadata, {
    $correlationId: 'req_1',
    $causationId: 'req_1',
    actor: 'key:key_1',
    account: 'acc_1',
    environment: 'test',
    occurredAt: '2026-03-31T09:30:00.000Z',
  })
  const again = await handle({ store, clock }, context, company, stream, createCompany(facts))
  t.match(again, { kind: 'done', appended: { length: 0 } })
  t.equal((await store.readStream(stream)).length, 1)
})

t.test('fifteen simultaneous commands on one stream all take effect, one after another', async (t) => {
  const { store, clock } = deps()
  await handle({ store, clock }, context, company, stream, createCompany(facts))
  const names = Array.from({ length: 15 }, (_, n) => `name ${n}`)
  await Promise.all(names.map((name) => handle({ store, clock }, context, company, stream, amendCompany({ name }))))
  const { events } = await load(store, company, stream)
  t.equal(events.length, 16)
  t.equal(verifyChain(stream, events), null)
})

t.test('what was loaded before saves the read, and a stale one is never decided upon', async (t) => {
  const { store, clock } = deps()
  await handle({ store, clock }, context, company, stream, createCompany(facts))
  const stale = await load(store, company, stream)
  await handle({ store, clock }, context, company, stream, deactivateCompany())
  const outcome = await handle({ store, clock }, context, company, stream, amendCompany({ name: 'x' }), stale)
  t.match(outcome, { kind: 'rejected', rejection: 'inactive' })
})

t.test('nothing revives an erased stream', async (t) => {
  const { store, clock } = deps()
  await handle({ store, clock }, context, company, stream, createCompany(facts))
  await store.erase(stream)
  await t.rejects(handle({ store, clock }, context, company, stream, createCompany(facts)), StreamErased)
})
