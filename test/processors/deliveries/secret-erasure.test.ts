import t from 'tap'
import { deleteConnection } from '../../../src/commands/connection.js'
import { handle, load } from '../../../src/commands/handle.js'
import { connection, connectionSecret } from '../../../src/domain/connection.js'
import { systemClock } from '../../../src/domain/clock.js'
import type { Scope } from '../../../src/domain/event.js'
import { streamName, webhookStream } from '../../../src/domain/streams.js'
import { webhook } from '../../../src/domain/webhook.js'
import { SecretSweep } from '../../../src/processors/deliveries/secret-erasure.js'
import { waitFor } from '../../support/wait-for.js'
import { scheduling, type Scheduling } from './scheduling.js'

const SECRET = Buffer.from('token')

/** An active connection with a secret; answers its id. */
async function connected({ history, vault }: Scheduling, scope: Scope): Promise<string> {
  const id = await history.connection(scope, await history.company(scope))
  await vault.put(scope, connectionSecret(id), SECRET)
  return id
}

/** By a process that dies before it has erased anything. */
async function deleted({ store }: Scheduling, scope: Scope, id: string): Promise<void> {
  const context = { ...scope, actor: 'operator', correlationId: 'req_test', causationId: 'req_test' } as const
  const stream = streamName(scope.environment, 'Connection', id)
  await handle({ store, clock: systemClock }, context, connection, stream, deleteConnection())
}

async function names({ pool }: Scheduling, scope: Scope): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM vault.secret WHERE account = $1', [
    scope.account,
  ])
  return rows.map(({ name }) => name)
}

t.test('what a deletion did not come to is erased by the processors, and nothing else', async (t) => {
  const fixture = await scheduling(t)
  const scope = await fixture.account()
  const [kept, gone] = [await connected(fixture, scope), await connected(fixture, scope)]
  await deleted(fixture, scope, gone)
  const scheduler = fixture.process()
  scheduler.lead()
  await waitFor('the secret is erased', async () => !(await names(fixture, scope)).includes(connectionSecret(gone)))
  t.same(await names(fixture, scope), [connectionSecret(kept)])
})

t.test('the erasure is repeated until it is done', async (t) => {
  const fixture = await scheduling(t)
  const scope = await fixture.account()
  const id = await connected(fixture, scope)
  let failures = 0
  const { vault } = fixture
  const failing = {
    put: vault.put.bind(vault),
    add: vault.add.bind(vault),
    get: vault.get.bind(vault),
    replace: vault.replace.bind(vault),
    list: vault.list.bind(vault),
    delete: (...args: Parameters<typeof vault.delete>) =>
      failures++ < 3 ? Promise.reject(new Error('not now')) : vault.delete(...args),
  }
  await deleted(fixture, scope, id)
  const scheduler = fixture.process({ vault: failing })
  scheduler.lead()
  await waitFor('the secret is erased', async () => (await names(fixture, scope)).length === 0)
  t.equal(failures, 4)
})

t.test('the sweep erases what nothing names, and leaves what something does or may yet', async (t) => {
  const fixture = await scheduling(t)
  const { store, vault, deps, pool, configure, remove, log } = fixture
  const scope = await fixture.account()
  const other = await fixture.account()
  const [kept, gone] = [await connected(fixture, scope), await connected(fixture, scope)]
  await deleted(fixture, scope, gone)
  const named = async (of: Scope): Promise<string> => {
    const { state } = await load(store, webhook, webhookStream(of))
    if (state.status !== 'configured') throw new Error('no webhook')
    return state.secretName
  }
  await configure(scope, null)
  const replaced = await named(scope)
  await configure(scope, null)
  const current = await named(scope)
  await configure(other, null)
  await remove(other)
  await vault.put(scope, 'webhook/justStored', SECRET)
  await vault.put(scope, 'webhook/abandoned', SECRET)
  await vault.put(scope, 'connection/conn_unheardOf', SECRET)
  await vault.put(scope, 'other', SECRET)
  await vault.put(scope, 'shown/twoDaysAgo', SECRET)
  await pool.query("UPDATE vault.secret SET stored_at = now() - interval '2 days' WHERE name <> 'webhook/justStored'")
  await vault.put(scope, 'shown/justNow', SECRET)
  const sweep = new SecretSweep({ store, vault, clock: systemClock, log: deps.log })
  t.equal(await sweep.run(new AbortController().signal), 'done')
  t.same(
    [...(await names(fixture, scope))].sort(),
    [
      'connection/conn_unheardOf',
      connectionSecret(kept),
      current,
      'other',
      'shown/justNow',
      'webhook/justStored',
    ].sort(),
  )
  t.notOk((await names(fixture, scope)).includes(replaced))
  t.same(await names(fixture, other), [])
  t.match(JSON.parse(log[0] ?? '{}'), { erased: 4 })
  await sweep.run(new AbortController().signal)
  t.equal(log.length, 1, 'nothing more to be done')
})

t.test('the sweep goes through any number of secrets in bounded runs', async (t) => {
  const fixture = await scheduling(t)
  const { store, vault, deps, pool } = fixture
  const scope = await fixture.account()
  const gone = await connected(fixture, scope)
  await deleted(fixture, scope, gone)
  await pool.query(
    `INSERT INTO vault.secret (account, environment, name, key_id, nonce, ciphertext, tag)
     SELECT account, environment, 'a/' || n, key_id, nonce, ciphertext, tag FROM vault.secret, generate_series(1, 1200) AS n`,
  )
  const sweep = new SecretSweep({ store, vault, clock: systemClock, log: deps.log })
  let runs = 1
  while ((await sweep.run(new AbortController().signal)) === 'more') runs++
  t.equal(runs, 3)
  t.equal((await names(fixture, scope)).length, 1_200)
})

t.test(
  'a rotated secret is erased when it is rotated again, replaced or removed, and when its time is over',
  async (t) => {
    const fixture = await scheduling(t)
    const { store, vault, history, configure, remove, deps } = fixture
    const scope = await fixture.account()
    const secrets = async (): Promise<readonly string[]> => {
      const all = (await names(fixture, scope)).map((name) => vault.get(scope, name))
      return (await Promise.all(all)).map((secret) => Buffer.from(secret ?? []).toString()).sort()
    }
    fixture.process().lead()
    await configure(scope, null)
    const [first = ''] = await secrets()
    const second = await history.rotateSecret(scope, vault)
    t.strictSame(await secrets(), [first, second].sort(), 'both sign')
    const third = await history.rotateSecret(scope, vault)
    await waitFor('the first is erased', async () => !(await secrets()).includes(first))
    t.strictSame(await secrets(), [second, third].sort())

    let now = new Date(Date.now() + 24 * 3_600_000 - 60_000)
    const sweep = new SecretSweep({ store, vault, clock: { now: () => now }, log: deps.log })
    await sweep.run(new AbortController().signal)
    t.strictSame(await secrets(), [second, third].sort(), 'its time is not over')
    now = new Date(Date.now() + 24 * 3_600_000 + 1)
    await sweep.run(new AbortController().signal)
    t.strictSame(await secrets(), [third])

    const fourth = await history.rotateSecret(scope, vault)
    await configure(scope, null)
    await waitFor('a configuration erases both', async () => (await secrets()).length === 1)
    t.notOk((await secrets()).some((secret) => [third, fourth].includes(secret)))
    await history.rotateSecret(scope, vault)
    await remove(scope)
    await waitFor('a removal erases both', async () => (await secrets()).length === 0)
  },
)
