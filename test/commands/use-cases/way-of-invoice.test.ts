import t from 'tap'
import { requestConnection } from '../../../src/commands/connection.js'
import { handle, type ScopedContext } from '../../../src/commands/handle.js'
import { connectionIds } from '../../../src/commands/use-cases/current-connection.js'
import { withWay } from '../../../src/commands/use-cases/way-of-invoice.js'
import { france } from '../../../src/countries/fr/index.js'
import { profileToSend } from '../../../src/countries/judging/profile-to-send.js'
import { connection, connectionSecret, type Credentials } from '../../../src/domain/connection.js'
import { systemClock } from '../../../src/domain/clock.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'
import { MemoryVault } from '../../standins/memory/vault.js'

const SCOPE = { account: 'acc_1', environment: 'production' } as const
const CONTEXT: ScopedContext = { ...SCOPE, actor: 'operator', correlationId: 'req_1', causationId: 'req_1' }
const PLATFORM: Credentials = { url: 'https://platform.example', apiKey: 'key' }
const CHORUS: Credentials = {
  chorusClientId: 'id',
  chorusClientSecret: 'secret',
  chorusLogin: 'TECH_1_1@cpro.fr',
  chorusPassword: 'password',
}
const [AUTHORITY, PRIVATE] = ['12-authority', '01-domestic-services'].map((wanted) => {
  const sample = acceptedSamples('FR', '2026-11-21').find(({ name }) => name === wanted)
  if (sample === undefined) throw new Error(`there is no sample ${wanted}`)
  return sample.invoice
}) as [InvoiceRequest, InvoiceRequest]

/** A company whose connection has these credentials; null: none yet. */
async function worldWith(credentials: Credentials | null) {
  const store = new MemoryEventStore()
  const vault = new MemoryVault()
  const { connectionId, stream } = connectionIds(SCOPE, 'comp_1', 'FR')(0)
  const wanted = { companyId: 'comp_1', countryCode: 'FR', environment: 'production', canBeSetUp: true } as const
  const command = requestConnection({ ...wanted, connectionId, isOpen: false })
  await handle({ store, clock: systemClock }, CONTEXT, connection, stream, command)
  if (credentials !== null)
    await vault.put(SCOPE, connectionSecret(connectionId), Buffer.from(JSON.stringify(credentials)))
  return async (invoice: InvoiceRequest, form: 'json' | 'document' = 'json'): Promise<string | undefined> => {
    const accepted = await withWay({ store, vault }, SCOPE, france, 'comp_1', invoice, form)
    return profileToSend(france, accepted)
  }
}

t.test('the connection decides once through which system an invoice to the public sector goes', async (t) => {
  const table: readonly (readonly [Credentials | null, string | undefined])[] = [
    [CHORUS, 'fr-chorus'],
    [{ ...PLATFORM, ...CHORUS }, 'fr-chorus'],
    [PLATFORM, undefined],
    [null, 'fr-chorus'],
  ]
  for (const [credentials, expected] of table) {
    const profileOf = await worldWith(credentials)
    t.equal(await profileOf(AUTHORITY), expected)
    t.equal(await profileOf(PRIVATE), undefined, 'a private customer has a platform')
    const wish = (chorusPro: boolean): InvoiceRequest => ({
      ...AUTHORITY,
      customer: { ...AUTHORITY.customer, chorusPro },
    })
    t.equal(await profileOf(wish(true)), 'fr-chorus', 'the caller overrides it')
    t.equal(await profileOf(wish(false)), undefined)
  }
})

t.test("a caller's own document in the form of platforms is judged as Chorus Pro will judge it", async (t) => {
  const reform = { ...AUTHORITY, businessProcess: 'S1' }
  t.equal(await (await worldWith(CHORUS))(reform, 'document'), 'fr-chorus')
  t.equal(await (await worldWith(PLATFORM))(reform, 'document'), undefined)
  t.equal(await (await worldWith(null))(reform, 'document'), undefined, 'without a connection its form decides')
  const own = { ...AUTHORITY, businessProcess: 'A1' }
  t.equal(await (await worldWith(PLATFORM))(own, 'document'), undefined, 'a platform refuses it')
})
