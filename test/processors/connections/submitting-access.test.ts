import t from 'tap'
import { accept, handle } from '../../../src/commands/handle.js'
import type { ConnectionSetup } from '../../../src/countries/connection-setup.js'
import { connectCompany } from '../../../src/commands/use-cases/connections.js'
import { handOverCredentials } from '../../../src/commands/use-cases/credentials.js'
import type { Country } from '../../../src/countries/country.js'
import { countryOf } from '../../../src/countries/registry.js'
import { connection, type ConnectionEvent } from '../../../src/domain/connection.js'
import type { Scope } from '../../../src/domain/event.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { SubmittingAccess } from '../../../src/processors/connections/submitting-access.js'
import { MemoryVault } from '../../standins/memory/vault.js'
import { History } from '../../support/history.js'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const OPERATOR = { POLAND_FOR_ALL: 'https://operator.example' }

const ANAF = {
  ANAF_AUTH_URL: 'https://anaf.example/authorize',
  ANAF_TOKEN_URL: 'https://anaf.example/token',
  ANAF_CLIENT_ID: 'id',
  ANAF_CLIENT_SECRET: 'secret',
}

/** Poland, whose operator may have an access for all. */
const poland = countryOf('PL')
if (poland.setup.kind !== 'credentials') throw new Error('Poland uses credentials')
const setup: ConnectionSetup = { ...poland.setup, isOpen: (settings) => settings['POLAND_FOR_ALL'] !== undefined }

/** A company and its connection, in a deployment with these settings. */
async function connected(settings: Readonly<Record<string, string>>, country: Country = { ...poland, setup }) {
  const store = new MemoryEventStore()
  const history = new History(store)
  const scope: Scope = { ...(await history.account()), environment: 'production' }
  const vault = new MemoryVault()
  const clock = { now: () => NOW }
  const companyId = await history.company(scope)
  const context = { ...scope, actor: 'operator', correlationId: 'req_1', causationId: 'req_1' } as const
  const depsWith = (countrySettings: Readonly<Record<string, string>>) => ({
    store,
    vault,
    clock,
    pace: 1,
    countrySettings,
    countryOf: () => country,
    config: { countrySettings, gatewayAllowPrivateNetwork: false },
  })
  const connect = async (at = settings) =>
    connectCompany(depsWith(at), context, { companyId, countryCode: country.code })
  const { connectionId, stream } = await connect()
  return {
    scope,
    vault,
    connectionId,
    connect,
    find: (at = settings) => new SubmittingAccess(depsWith(at)).find(scope, companyId, country.code),
    hasOther: (credentials: Readonly<Record<string, string>> | null) => {
      const refused = credentials && { connectionId, vatNumber: 'RO12345674', credentials }
      return new SubmittingAccess(depsWith(settings)).hasOther(scope, companyId, country.code, refused)
    },
    refused: (credentials: Readonly<Record<string, string>>) =>
      new SubmittingAccess(depsWith(settings)).refused(
        scope,
        { connectionId, vatNumber: 'RO12345674', credentials },
        { kind: 'unauthorized', reason: 'HTTP 401', needs: 'user' },
      ),
    handOver: (value: unknown) => handOverCredentials(depsWith(settings), context, connectionId, { value, faults: [] }),
    append: (...events: ConnectionEvent[]) =>
      handle({ store, clock }, context, connection, stream, () => accept(...events)),
    events: async () => (await store.readStream(stream)).map(({ type }) => type),
    lastError: async () => {
      const last = (await store.readStream(stream)).at(-1)
      return last?.type === 'ConnectionFailed' ? (last.data as { readonly errorMessage: string }).errorMessage : null
    },
  }
}

t.test('with an access for all, a company submits without credentials of its own', async (t) => {
  const world = await connected(OPERATOR)
  t.same(await world.events(), ['ConnectionRequested', 'ConnectionActivated'])
  t.same(await world.find(), { connectionId: world.connectionId, vatNumber: 'RO12345674', credentials: {} })
})

t.test('credentials of its own count before it', async (t) => {
  const world = await connected(OPERATOR)
  await world.handOver({ token: 'mine' })
  t.match(await world.find(), { credentials: { token: 'mine' } })
  await world.refused({})
  t.equal((await world.events()).at(-1), 'CredentialsReplaced', 'the refusal was of former credentials')
  await world.refused({ token: 'mine' })
  t.equal((await world.events()).at(-1), 'ConnectionFailed')
})

t.test('new credentials are others than those that were refused; the same ones are not', async (t) => {
  const world = await connected({})
  t.equal(await world.hasOther(null), false, 'there are none')
  await world.handOver({ token: 'first' })
  t.equal(await world.hasOther(null), true)
  t.equal(await world.hasOther({ token: 'first' }), false)
  await world.handOver({ token: 'second' })
  t.equal(await world.hasOther({ token: 'first' }), true)
})

t.test('credentials that are replaced while their refusal is recorded are not refused with it', async (t) => {
  const world = await connected({})
  await world.handOver({ token: 'first' })
  const { vault } = world
  const get = vault.get.bind(vault)
  vault.get = async (scope, name) => {
    vault.get = get
    const found = await get(scope, name)
    await world.handOver({ token: 'second' })
    return found
  }
  await world.refused({ token: 'first' })
  t.equal((await world.events()).at(-1), 'CredentialsReplaced')
})

t.test('an access for all that is refused fails the connection', async (t) => {
  const world = await connected(OPERATOR)
  await world.refused({})
  t.equal(await world.lastError(), 'HTTP 401')
  t.equal(await world.find(), null)
})

t.test('an access for all that is taken away fails the connection, which says what to do', async (t) => {
  const world = await connected(OPERATOR)
  t.equal(await world.find({}), null)
  t.equal(
    await world.lastError(),
    'This connection to Poland has no credentials; send PUT /v1/connections/{id}/credentials, or, once the operator has an access for all, create it again',
  )
  t.equal(await world.find(), null, 'it is not active any more')
  await world.connect()
  t.match(await world.find(), { credentials: {} })
  t.equal(await world.find({}), null)
  await world.handOver({ token: 'mine' })
  t.match(await world.find({}), { credentials: { token: 'mine' } })
})

t.test('without an access for all it waits for its credentials', async (t) => {
  const world = await connected({})
  t.same(await world.events(), ['ConnectionRequested'])
  t.equal(await world.find(), null)
  t.same(await world.events(), ['ConnectionRequested'])
  await world.connect(OPERATOR)
  t.same(await world.events(), ['ConnectionRequested', 'ConnectionActivated'], 'the operator has got one since')
})

t.test('a connection that was deleted meanwhile stays deleted', async (t) => {
  const world = await connected(OPERATOR)
  const { vault } = world
  const get = vault.get.bind(vault)
  vault.get = async (scope, name) => {
    await world.append({ type: 'ConnectionDeleted', data: {} })
    return get(scope, name)
  }
  t.equal(await world.find({}), null)
  t.same((await world.events()).at(-1), 'ConnectionDeleted')
})

t.test('tokens that the vault has lost make their user authorise again', async (t) => {
  const world = await connected(ANAF, countryOf('RO'))
  await world.append({ type: 'ConnectionActivated', data: { tokenExpiresAt: '2027-02-19T10:00:00.000Z' } })
  t.equal(await world.find(), null)
  t.same((await world.events()).slice(-2), ['ConnectionActivated', 'AccessRefused'], 'so they are refreshed at once')
  t.equal(await world.find(), null)
  t.equal((await world.events()).filter((type) => type === 'AccessRefused').length, 1)
})
