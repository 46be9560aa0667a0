import t from 'tap'
import { signedFile } from '../support/cades.js'
import { selfSignedAround } from '../support/certificate.js'
import { call } from '../support/api.js'
import { fattura } from '../support/italian-files.js'
import { italy } from '../support/italy.js'
import { waitFor } from '../support/wait-for.js'

type Json = Record<string, unknown>

t.test('an administration responds once, through an outage and a kill', { timeout: 300_000 }, async (t) => {
  const { sdi, key, member, deployment } = await italy(t, {}, 'apart')
  const certificate = selfSignedAround(new Date(), 'fornitore.example')
  const administration = (number: string): Buffer =>
    signedFile(Buffer.from(fattura(number, '12-administration').replace(/80016350821/g, '00743110157')), certificate)
  const numbers = ['PA-1', 'PA-2', 'PA-3']
  numbers.forEach((number, index) => sdi.handOver(`IT01879020517_0000${index + 1}.xml.p7m`, administration(number)))
  sdi.handOver('IT01879020517_00009.xml', Buffer.from(fattura('FIRM')))
  let { url } = member
  const get = async (path: string): Promise<Json[]> =>
    ((await call(url, key, 'GET', path)).body as { data: Json[] }).data
  const received = await waitFor('all arrive', async () => {
    const found = await get('/v1/received')
    return found.length === 4 && new Map(found.map((each) => [String(each['number']), String(each['id'])]))
  })
  const respond = (number: string, body: Json) =>
    call(url, key, 'POST', `/v1/received/${received.get(number) ?? ''}/responses`, body)
  t.match(await respond('FIRM', { code: 'approved' }), {
    status: 400,
    body: { error: { details: [{ path: 'code' }] } },
  })
  t.match(await respond('PA-1', { code: 'paid' }), { status: 400 })
  t.match(await respond('PA-1', { code: 'rejected' }), { status: 400 })
  t.match(await respond('PA-1', { code: 'rejected', reason: 'x'.repeat(256) }), { status: 400 })
  const [third] = sdi.deliveries.filter(({ name }) => name.includes('00003'))
  t.match(await sdi.termsElapsed(third?.id ?? ''), { status: 200 })
  t.match(await respond('PA-3', { code: 'approved' }), { status: 409 }, 'after a DT')

  sdi.faults({ on: 'outcome', does: { kind: 'error', code: 'ES02' } })
  t.match(await respond('PA-1', { code: 'approved' }), { status: 201, body: { data: { nationalCode: 'EC01' } } })
  t.match(await respond('PA-2', { code: 'rejected', reason: 'CIG errato' }), { status: 201 })
  t.match(await respond('PA-1', { code: 'rejected', reason: 'x' }), { status: 409 }, 'final answers are given once')
  await waitFor('SdI is called', () => sdi.calls.includes('outcome'))
  await deployment.killAll()
  sdi.faults({ on: 'outcome', times: 1, does: { kind: 'lost' } })
  url = (await deployment.start('api,projections,processors')).url
  for (const number of ['PA-1', 'PA-2'])
    await waitFor(
      `${number} is confirmed`,
      async () => (await get(`/v1/received/${received.get(number) ?? ''}/responses`)).at(0)?.['status'] === 'confirmed',
      90_000,
    )
  t.same(
    sdi.outcomes.accepted.map(({ xml }) => /<Esito>(\w+)</.exec(xml)?.[1]).toSorted(),
    ['EC01', 'EC02'],
    'each once',
  )
})
