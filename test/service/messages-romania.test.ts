import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { call, dataOf } from '../support/api.js'
import { romania } from '../support/romania.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>
type Identified = Json & { readonly id: string }

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../test/golden/ro/01-domestic-services.xml'), 'utf8')
const CIF = '12345674'
const SUPPLIER = '18547290'

/** A deployment that can be killed, with its API wherever that is. */
async function mortal(t: Test) {
  const world = await romania(t, {}, 'apart')
  const { deployment, key } = world
  let { url } = world.member
  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    dataOf<T>(await call(url, key, method, path, body))
  const die = async (): Promise<void> => {
    await deployment.killAll()
    url = (await deployment.start('api,projections,processors')).url
  }
  await world.authorise()
  return { ...world, api, die }
}

/** A company that receives, and what has arrived there. */
async function receiving(t: Test) {
  const world = await mortal(t)
  const { anaf, api } = world
  const [{ id } = { id: '' }] = await api<Identified[]>('GET', '/v1/companies')
  await api('PUT', `/v1/companies/${id}/receiving`, { enabled: true })
  const arrived = async (number: string): Promise<Identified> => {
    const bytes = Buffer.from(DOCUMENT.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, `<cbc:ID>${number}</cbc:ID>`))
    anaf.register.deliver(CIF, SUPPLIER, bytes, new Date())
    return waitFor(
      `${number} arrives`,
      async () => (await api<Identified[]>('GET', '/v1/received')).find((each) => each['number'] === number) ?? false,
      100_000,
    )
  }
  const messages = () => anaf.received.filter(({ parameters }) => parameters['standard'] === 'RASP')
  return { ...world, arrived, messages }
}

t.test('a response reaches the seller as one message, whichever process dies', { timeout: 300_000 }, async (t) => {
  const { anaf, api, arrived, messages, die } = await receiving(t)
  const { id } = await arrived('R-1')
  const path = `/v1/received/${id}/responses`
  const ended = (count: number) =>
    waitFor(
      `${count} ended responses`,
      async () => {
        const found = await api<Json[]>('GET', path)
        return found.filter(({ status }) => status === 'confirmed' || status === 'failed').length === count && found
      },
      150_000,
    )
  // ANAF has the first one, and its answer is lost together with the process.
  anaf.faults({ on: 'upload', times: 1, does: { kind: 'lost' } })
  await api('POST', path, { code: 'disputed', reason: 'Cantitatea "3" & <2>' })
  await waitFor('the upload', () => messages().length === 1, 60_000)
  await die()
  t.match(await ended(1), [{ status: 'confirmed', nationalCode: 'RASP', errorMessage: null }])
  t.match(messages(), [{ path: 'upload', parameters: { standard: 'RASP', cif: CIF } }])

  anaf.faults({ on: 'upload', does: { kind: 'slow', milliseconds: 300 } })
  for (let number = 0; number < 6; number += 1)
    await api('POST', path, { code: 'disputed', reason: `Motivul ${number}` })
  for (const many of [3, 5]) {
    await waitFor(`${many} messages`, () => messages().length >= many, 100_000)
    await die()
  }
  t.same(
    (await ended(7)).map(({ status }) => status),
    Array.from({ length: 7 }, () => 'confirmed'),
  )
  t.equal(anaf.register.taken.length, 7, 'each once')
  t.same(
    anaf.register.messages.map(({ cif }) => cif),
    Array.from({ length: 7 }, () => SUPPLIER),
  )

  anaf.faults({ on: 'upload', times: 1, does: { kind: 'reject', texts: ['Mesajul nu este valid'] } })
  await api('POST', path, { code: 'rejected', reason: 'Marfa nu a sosit' })
  t.match((await ended(8)).at(-1), { status: 'failed', errorMessage: 'Mesajul nu este valid' })
})

t.test('what a buyer says is shown at the invoice, once', { timeout: 300_000 }, async (t) => {
  const { anaf, api, post, becomes, deployment, die } = await mortal(t)
  const { id } = await post('S-1')
  await becomes(id, 'accepted')
  const invoice = await api<Json>('GET', `/v1/invoices/${id}`)
  const say = (uploadId: unknown, text: string) =>
    anaf.register.deliverMessage(
      CIF,
      Buffer.from(
        `<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${String(uploadId)}" message="${text}"/>`,
      ),
      new Date(),
    )
  anaf.faults({ on: 'download', does: { kind: 'slow', milliseconds: 200 } })
  say('5009999999', 'despre o factură străină')
  for (const text of ['unu', 'doi &amp; &lt;b>', 'y'.repeat(1_000_000)]) say(invoice['govId'], text)
  const messages = () => anaf.calls.filter(({ call, query }) => call === 'download' && Number(query['id']) > 4e9).length
  await waitFor('a download', () => messages() >= 2, 100_000)
  await die()
  const responses = await waitFor(
    'all are shown',
    async () => {
      const found = await api<Json[]>('GET', `/v1/invoices/${id}/responses`)
      return found.length >= 3 && found
    },
    150_000,
  )
  t.match(
    responses.map(({ code, label, reason }) => [code, label, String(reason).slice(0, 20)]),
    [
      ['RASP', 'Message of the buyer', 'unu'],
      ['RASP', 'Message of the buyer', 'doi & <b>'],
      ['RASP', 'Message of the buyer', 'y'.repeat(20)],
    ],
  )
  t.ok(Buffer.byteLength(String(responses[2]?.['reason'])) <= 10_000, 'shortened')
  t.match(await api('GET', `/v1/invoices/${id}`), { status: 'accepted' })
  const { rows } = await deployment.pool.query<Json>(
    `SELECT message_id FROM operations.government_message m
     WHERE NOT EXISTS (SELECT FROM operations.invoice_message i WHERE i.position = m.position)`,
  )
  t.equal(rows.length, 1, 'what is about no invoice of ours is kept apart')
})
