import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { AnafOptions } from '../standins/anaf/options.js'
import type { Where } from '../support/deployment.js'
import { romania } from '../support/romania.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../test/golden/ro/01-domestic-services.xml'), 'utf8')
const CIF = '12345674'
const SUPPLIER = '18547290'

function invoice(number: string): Buffer {
  return Buffer.from(DOCUMENT.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, `<cbc:ID>${number}</cbc:ID>`))
}

async function receiving(t: Test, where: Where = 'here', options: AnafOptions = {}) {
  const world = await romania(t, options, where)
  const { anaf, api, authorise } = world
  await authorise()
  const [{ id: companyId } = { id: '' }] = await api<{ id: string }[]>('GET', '/v1/companies')
  const deliver = (number: string, late = 0) => anaf.register.deliver(CIF, SUPPLIER, invoice(number), new Date(), late)
  return { ...world, companyId, deliver }
}

const numbersOf = (received: readonly Json[]): unknown[] => received.map(({ number }) => number)

t.test(
  'what ANAF lists for the company arrives once, in order, with its signature',
  { timeout: 300_000 },
  async (t) => {
    const { anaf, api, companyId, deliver } = await receiving(t)
    deliver('BEFORE')
    // The end of a period has to be in the past, by whole milliseconds.
    await waitFor('a moment later', () => Date.now() > (anaf.register.arrived[0]?.takenAt.getTime() ?? 0) + 5)
    const path = `/v1/companies/${companyId}/receiving`
    t.match(await api('PUT', path, { enabled: true }), {
      channels: [{ country: 'RO', kind: 'anaf', status: 'pending', lastLookedAt: null, lastErrorMessage: null }],
    })
    const first = deliver('R-1')
    deliver('R-2')
    const [newest, oldest] = await waitFor(
      'both arrive',
      async () => {
        const found = await api<(Json & { id: string })[]>('GET', '/v1/received')
        return found.length >= 2 && found
      },
      60_000,
    )
    t.match(oldest, {
      companyId,
      country: 'RO',
      channel: 'anaf',
      number: 'R-1',
      govId: first.index,
      format: 'ubl',
      supplierVat: `RO${SUPPLIER}`,
      status: 'received',
    })
    t.match(newest, { number: 'R-2' })
    const documents = await api<Json[]>('GET', `/v1/received/${oldest?.id ?? ''}/documents`)
    t.same(
      documents.map(({ kind, mediaType }) => [kind, mediaType]),
      [
        ['xml', 'application/xml'],
        ['metadata', 'application/json'],
        ['original', 'application/zip'],
        ['signature', 'application/xml'],
        ['pdf', 'application/pdf'],
      ],
    )
    deliver('LATE', 1)
    await waitFor('it arrives, too', async () => (await api<Json[]>('GET', '/v1/received')).length === 3, 60_000)
    const looks = (): number => anaf.calls.filter(({ call }) => call === 'list').length
    const before = looks()
    await waitFor('further looks', () => looks() > before + 3, 60_000)
    t.same(numbersOf(await api<Json[]>('GET', '/v1/received')), ['LATE', 'R-2', 'R-1'])
    t.equal(anaf.calls.filter(({ call }) => call === 'download').length, 3, 'each is downloaded once')
    t.match(await api('GET', path), { channels: [{ status: 'active', lastLookedAt: String, lastErrorMessage: null }] })

    await api('PUT', path, { enabled: true, since: new Date(Date.now() - 3_600_000).toISOString() })
    await waitFor(
      'what lies there already',
      async () => (await api<Json[]>('GET', '/v1/received')).length === 4,
      60_000,
    )
    await api('DELETE', path)
  },
)

t.test('an outage is shown, and waited out', { timeout: 300_000 }, async (t) => {
  const { anaf, api, companyId, deliver } = await receiving(t)
  anaf.faults({ on: 'list', does: { kind: 'answer', status: 503 } })
  const path = `/v1/companies/${companyId}/receiving`
  await api('PUT', path, { enabled: true })
  deliver('R-1')
  await waitFor(
    'it is shown',
    async () => {
      const { channels } = await api<{ channels: Json[] }>('GET', path)
      return channels[0]?.['status'] === 'error' && channels[0]['lastErrorMessage'] !== null
    },
    60_000,
  )
  anaf.faults()
  await waitFor('it arrives', async () => (await api<Json[]>('GET', '/v1/received')).length === 1, 100_000)
})
