import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import t from 'tap'
import { Sealing } from '../../../src/audit/seals/sealing.js'
import { keySigner } from '../../../src/audit/seals/signing.js'
import { verifyStore } from '../../../src/audit/verify/live.js'
import { PostgresEventStore } from '../../../src/eventstore/postgres/postgres.js'
import type { Scope } from '../../../src/domain/event.js'
import { apiKeyStream, accountStream, streamName, webhookStream } from '../../../src/domain/streams.js'
import { connectedCompany } from '../../http/api/samples.js'
import { prepareErased } from './retaining.js'

/** The last moment that is erased on 1 January 2037, and the first that stays for another year. */
const [LAST, NEXT] = ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'] as const

t.test('companies, connections, keys and deliveries of live data go at their end', { timeout: 120_000 }, async (t) => {
  const world = await prepareErased(t)
  const { service, account, run } = world
  const { clock, pool, deps } = service
  const { store, documents } = deps
  const scope: Scope = { account: account.id, environment: 'production' }
  const signer = keySigner(generateKeyPairSync('ed25519').privateKey)
  const log = pino({ level: 'silent' })
  const sealing = new Sealing({ store, clock, pool, log, signer, everyMinutes: 60, timeStamper: null })
  const seal = () => sealing.sealNow('operator', new AbortController().signal)
  const isInDatabase = store instanceof PostgresEventStore
  const trust = { trusted: [], kept: [], ownKeyId: signer.keyId }
  const findings = async () =>
    (await verifyStore({ store, pool, documents, isInDatabase, trust, now: clock.now() })).findings

  const company = async (vatNumber: string) => {
    const { companyId, connectionId } = await connectedCompany(account.live, {
      name: `Furnizor ${vatNumber}`,
      vatNumber,
      country: 'RO',
    })
    return { companyId, connectionId, delivery: await world.takenDelivery(scope, connectionId) }
  }
  const key = async (expiresAt: string | null): Promise<string> => {
    const wanted = { name: 'Key', environment: 'production', ...(expiresAt !== null && { expiresAt }) }
    const { status, body } = await account.live.post('/v1/api-keys', wanted)
    t.equal(status, 201, JSON.stringify(body))
    return String(body['data']?.['id'])
  }
  const end = async (...paths: string[]): Promise<void> => {
    for (const path of paths) t.match((await account.live.delete(path)).status, /^20[04]$/, path)
  }
  const close = (each: Awaited<ReturnType<typeof company>>) =>
    end(`/v1/connections/${each.connectionId}`, `/v1/companies/${each.companyId}`)

  clock.set('2026-06-01T12:00:00.000Z')
  await world.webhook(scope)
  const [ended, later, held, inUse] = [
    await company('RO12345674'),
    await company('RO87654329'),
    await company('RO11111110'),
    await company('RO22222229'),
  ]
  const [revoked, revokedLater] = [await key(null), await key(null)]
  const [expired, expiresLater, forEver] = [await key(LAST), await key(NEXT), await key(null)]
  clock.set(LAST)
  await close(ended)
  await end(`/v1/api-keys/${revoked}`)
  await close(held)
  await world.hold(account.id, 'company', held.companyId)
  clock.set(NEXT)
  await close(later)
  await end(`/v1/api-keys/${revokedLater}`)
  await seal()

  clock.set('2036-12-31T23:59:59.999Z')
  t.match(await run({ waitsForSeals: true, signer }), { total: 0, kept: { unsealed: 0 } }, 'not in its tenth year')
  clock.set('2037-01-01T00:00:00.000Z')
  t.match(await run({ waitsForSeals: true, signer }), {
    erased: { production: { invoices: 0, deliveries: 3, connections: 1, companies: 1 } },
    kept: { hold: 2, undecided: 0, in_use: 0, unsealed: 0, unreadable: 0 },
  })
  const stream = (category: 'Company' | 'Connection' | 'Delivery', id: string) => streamName('production', category, id)
  const is = async (name: string): Promise<boolean> => (await store.readStream(name)).length > 0
  const gone = [
    ...[stream('Company', ended.companyId), stream('Connection', ended.connectionId)],
    ...[ended, later, inUse].map(({ delivery }) => stream('Delivery', delivery)),
  ]
  const kept = [
    ...[later, held, inUse].map(({ companyId }) => stream('Company', companyId)),
    ...[later, held, inUse].map(({ connectionId }) => stream('Connection', connectionId)),
    ...[stream('Delivery', held.delivery), webhookStream(scope), accountStream(account.id)],
    // Evidence of who could do what.
    ...[revoked, expired, revokedLater, expiresLater, forEver].map(apiKeyStream),
  ]
  for (const name of gone) t.notOk(await is(name), `${name} is gone`)
  for (const name of kept) t.ok(await is(name), `${name} stays`)
  t.strictSame(await findings(), [], 'erased on record')
  await seal()
  t.strictSame(await findings(), [])
  await world.same(t, 'live tables equal a rebuild')
  for (const name of gone) t.notOk(await is(name), `${name} does not come back`)

  clock.set('2038-01-01T00:00:00.000Z')
  await world.release(account.id, 'company', held.companyId)
  await seal()
  t.match((await run({ waitsForSeals: true, signer })).erased.production, {
    deliveries: 1,
    connections: 2,
    companies: 2,
  })
  t.strictSame(await findings(), [])
})
