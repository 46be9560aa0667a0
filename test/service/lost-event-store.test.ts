import t, { type Test } from 'tap'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { spawnEventStoreDb } from '../standins/eventstoredb/index.js'
import { call } from '../support/api.js'
import { Deployment, type Member } from '../support/deployment.js'
import { waitFor } from '../support/wait-for.js'

/**
 * GET /ready is to name a lost store within a second; a loaded machine gets more, and less than
 * the three in which the store counts as lost for requests.
 */
const SOON_MS = 2_500

const STOPPED = 'projection stopped by an outage'

const storeCheck = async (member: Member): Promise<string | undefined> => {
  const { checks } = (await (await fetch(`${member.ops}/ready`)).json()) as { checks: Record<string, string> }
  return checks['eventStore']
}

t.test(
  'a lost EventStoreDB is named at once, and survived without a warning',
  { timeout: 300_000 },
  async (t: Test) => {
    const standIn = await spawnEventStoreDb()
    t.teardown(() => standIn.stop())
    const deployment = await Deployment.create(t, { EVENTSTORE_URL: standIn.connectionString, LOG_LEVEL: 'debug' })
    const member = await deployment.start('api,projections,processors')
    const { key } = await deployment.customer(member)
    const outages = {
      frozen: { begin: () => standIn.faults.freeze(), end: () => standIn.faults.thaw() },
      killed: { begin: () => standIn.kill(), end: () => standIn.restart() },
    }
    for (const [what, { begin, end }] of Object.entries(outages)) {
      await waitFor(`${what}: it is ready`, async () => (await storeCheck(member)) === 'ok', 60_000)
      await begin()
      const begun = performance.now()
      await waitFor(`${what}: it is named`, async () => (await storeCheck(member)) !== 'ok')
      const named = performance.now() - begun
      t.ok(named < SOON_MS, `${what}: named after ${named.toFixed(0)} ms`)
      const company = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => call(member.url, key, 'POST', '/v1/companies', company)),
      )
      t.ok(answers.every(({ status }) => status === 503))
      const stopped = member.output().split(STOPPED).length
      await waitFor(
        `${what}: all wait`,
        () => member.output().split(STOPPED).length >= stopped + PROJECTIONS.length,
        60_000,
      )
      await end()
      await waitFor(
        `${what}: it is ready again`,
        async () => (await fetch(`${member.ops}/ready`)).status === 200,
        60_000,
      )
    }
    const created = await call(member.url, key, 'POST', '/v1/companies', {
      name: 'A',
      vatNumber: 'RO12345674',
      country: 'RO',
    })
    t.equal(created.status, 201)
    t.notMatch(member.output(), /Warning/)
  },
)
