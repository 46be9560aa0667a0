import t from 'tap'
import { accept, handle } from '../../../src/commands/handle.js'
import { type ErasedStream, erasures, type RetentionRule } from '../../../src/domain/erasure.js'
import type { Scope } from '../../../src/domain/event.js'
import { accountStream, DEPLOYMENT, erasureStream, holdStream, streamName } from '../../../src/domain/streams.js'
import { prepareErased } from './retaining.js'

const DAY_MS = 86_400_000
const TEST: RetentionRule = { environment: 'test', days: 30 }

t.test('a forged record of erasures is not obeyed, and is reported', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, account, other } = world
  const { store } = service.deps
  const scope: Scope = { account: account.id, environment: 'test' }
  const old = await world.invoice(account.test, {})
  const held = await world.invoice(account.test, {})
  await world.hold(account.id, 'invoice', held)
  service.clock.advance(31 * DAY_MS)
  const young = await world.invoice(account.test, {})
  await world.settle()

  const streamOf = (id: string): string => streamName('test', 'Invoice', id)
  const endOf = async (stream: string, changes: Partial<ErasedStream> = {}): Promise<ErasedStream> => {
    const last = (await store.readStream(stream)).at(-1)
    return { stream, ...scope, revision: last?.revision ?? 0, hash: last?.metadata.hash ?? '', ...changes }
  }
  const before = new Date(service.clock.now().getTime() - 30 * DAY_MS).toISOString()
  const day = erasureStream(service.clock.now().toISOString().slice(0, 10))
  const context = { account: DEPLOYMENT, environment: null, actor: 'operator', correlationId: 'x' } as const
  const forge = async (streams: readonly ErasedStream[], changes: object = {}): Promise<void> => {
    const data = { rule: TEST, before, streams, documents: [], ...changes }
    await handle(service.deps, { ...context, causationId: 'x' }, erasures, day, () =>
      accept({ type: 'StreamsErased', data }),
    )
  }
  let reported = 0
  const observer = { happened: () => void (reported += 1) }
  const refused = async (streams: readonly ErasedStream[], why: string, changes = {}): Promise<void> => {
    const counted = reported
    await forge(streams, changes)
    // What is really over would go in the same run.
    await world.hold(account.id, 'account', account.id)
    await world.run({ observer })
    await world.release(account.id, 'account', account.id)
    t.equal(reported, counted + 1, why)
    for (const { stream } of streams) t.ok((await store.readStream(stream)).length > 0, `${why}: ${stream} is there`)
  }

  await refused([await endOf(streamOf(old)), await endOf(streamOf(young))], 'one of them is too young')
  await refused([await endOf(streamOf(held))], 'a legal hold keeps it')
  await refused([await endOf(accountStream(account.id))], 'no account is ever erased')
  await refused([await endOf(holdStream(account.id))], 'nor are its holds')
  await refused([await endOf(streamOf(old), { account: other.id })], 'it is of another account')
  await refused([await endOf(streamOf(old), { hash: '0'.repeat(64) })], 'it ends otherwise')
  await refused([await endOf(streamOf(old))], 'no rule is that short', { before: service.clock.now().toISOString() })
  await refused([await endOf(streamOf(old))], 'no rule is like that', { rule: { environment: 'test', days: 0 } })
  await world.same(t, 'a rebuild shows all of them, as the tables do')
  for (const id of [old, held, young]) t.equal((await account.test.get(`/v1/invoices/${id}`)).status, 200)

  const all = reported
  await forge([await endOf(streamOf(old))])
  await world.run({ observer })
  t.equal(reported, all, 'a record as data retention makes it is obeyed')
  t.equal((await account.test.get(`/v1/invoices/${old}`)).status, 404)
  await world.same(t, 'live tables equal a rebuild')
})
