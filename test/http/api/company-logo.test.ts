import t from 'tap'
import { PNG } from 'pngjs'
import { documentsOf } from '../../../src/audit/documents-of.js'
import { readPdf } from '../../support/pdf.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Answer, startTestService } from './test-service.js'

const service = await startTestService(t)

const svg = (colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><script>x()</script><path d="M0 0h60v20H0z" fill="${colour}"/></svg>`
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64')
const GREEN = { content: base64(svg('#0b5c4a')), accentColor: '#0B5C4A' }
const idOf = (answer: Answer): string => String(answer.body['data']?.['id'])

async function company() {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test)
  const path = `/v1/companies/${companyId}/logo`
  const pdfOf = async (posted: Answer): Promise<Buffer> => {
    const headers = { authorization: `Bearer ${test.key}` }
    return (await service.app.inject({ url: `/v1/invoices/${idOf(posted)}/documents/pdf`, headers })).rawPayload
  }
  return { test, companyId, path, pdfOf }
}

/** The figures with a text other than that of a code. */
const logosIn = (pdf: Buffer): number =>
  readPdf(pdf).objects.filter((object) => object.includes('/S /Figure') && object.includes('Exemplu')).length

t.test('logo and colour are set as a whole, cleaned, shown and removed', async (t) => {
  const { test, companyId, path } = await company()
  t.same((await test.get(path)).body['data'], { companyId })
  const set = await test.send('PUT', path, GREEN)
  t.match(set, { status: 200, body: { data: { companyId, mimeType: 'image/svg+xml', accentColor: '#0b5c4a' } } })
  t.notMatch(Buffer.from(String(set.body['data']?.['content']), 'base64').toString(), 'script')
  t.same((await test.get(path)).body['data'], set.body['data'])
  const image = PNG.sync.write(Object.assign(new PNG({ width: 2, height: 2 }), { data: Buffer.alloc(16, 255) }))
  t.match((await test.send('PUT', path, { content: base64(image) })).body['data'], { mimeType: 'image/png' })
  t.match((await test.get(path)).body['data'], { mimeType: 'image/png', accentColor: undefined })
  t.same((await test.delete(path)).body['data'], { companyId })
  t.same((await test.get(path)).body['data'], { companyId })
  t.same((await test.send('PUT', path, { accentColor: '#000000' })).body['data'], { companyId, accentColor: '#000000' })
})

t.test('what is not usable is refused at its field with the remedy', async (t) => {
  const { test, companyId, path } = await company()
  for (const [body, field, message] of [
    [{}, 'content', /is required, unless accentColor is given/],
    [{ content: 'x' }, 'content', /Base64/],
    [
      { content: base64('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>A</text></svg>') },
      'content',
      /element text/,
    ],
    [{ content: base64('GIF89a') }, 'content', /neither a PNG nor/],
    [{ accentColor: 'green' }, 'accentColor', /must be a colour as #rrggbb/],
    [{ accentColor: '#ffee00' }, 'accentColor', /contrast of 1\.2 : 1 .*#[0-9a-f]{6} is the nearest readable shade/],
    [{ ...GREEN, mimeType: 'image/png' }, 'mimeType', /./],
  ] as const)
    t.match(await test.send('PUT', path, body), {
      status: 400,
      body: { error: { details: [{ path: field, message }] } },
    })
  t.equal((await test.send('PUT', '/v1/companies/comp_0000000000000000000000/logo', GREEN)).status, 404)
  t.equal((await test.send('DELETE', '/v1/companies/comp_0000000000000000000000/logo')).status, 404)
  await test.delete(`/v1/companies/${companyId}`)
  t.equal((await test.send('PUT', path, GREEN)).status, 409)
})

t.test('a page shows the letterhead that its company had when the invoice was created', async (t) => {
  const { test, path, pdfOf } = await company()
  const before = await test.post('/v1/invoices', sampleInvoice())
  const plain = await pdfOf(before)
  await test.send('PUT', path, GREEN)
  t.ok((await pdfOf(before)).equals(plain), 'an earlier invoice keeps its page')
  const posted = await test.post('/v1/invoices', sampleInvoice({ number: 'L-1' }))
  const shown = await pdfOf(posted)
  t.equal(logosIn(plain), 0)
  t.equal(logosIn(shown), 1)
  await test.send('PUT', path, { content: base64(svg('#ff0000')) })
  t.ok((await pdfOf(posted)).equals(shown), 'and a later logo changes nothing of it')
  await test.delete(path)
  t.ok((await pdfOf(posted)).equals(shown), 'nor its removal')
  const [created] = await service.deps.store.readStream(`testInvoice-${idOf(posted)}`)
  t.match(created && documentsOf(created), [{ at: 'letterhead.logo', mediaType: 'image/svg+xml' }], 'exports name it')
  t.equal(logosIn(await pdfOf(await test.post('/v1/invoices', sampleInvoice({ number: 'L-2' })))), 0)
})

t.test('only the company as supplier, by its number, has its logo', async (t) => {
  const { test, companyId, path, pdfOf } = await company()
  await test.send('PUT', path, GREEN)
  const other = sampleCompany({ vatNumber: 'RO14399840' })
  const foreign = sampleInvoice({
    companyId,
    number: 'L-3',
    supplier: { ...(sampleInvoice()['supplier'] as object), vatNumber: other['vatNumber'] },
  })
  const posted = await test.post('/v1/invoices', foreign)
  t.equal(posted.status, 201)
  t.equal(logosIn(await pdfOf(posted)), 0)
})
