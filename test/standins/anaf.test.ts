import t, { type Test } from 'tap'
import { readZip } from '../../src/countries/gateway/zip.js'
import { ubl } from '../countries/ro/anaf/world.js'
import { type Anaf, startAnaf } from './anaf/index.js'
import type { AnafOptions } from './anaf/options.js'

const INDEX = /index_incarcare="([0-9]+)"/
const DOWNLOAD = /id_descarcare="([0-9]+)"/

async function worldOf(t: Test, options: AnafOptions = {}) {
  const anaf = await startAnaf(options)
  t.teardown(() => anaf.stop())
  const authorization = `Bearer ${anaf.issueToken()}`
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${anaf.settings['ANAF_API_URL']}/${path}`, { headers: { authorization }, ...init })
  return {
    anaf,
    call,
    text: async (path: string, body?: string): Promise<string> =>
      (await call(path, body === undefined ? {} : { method: 'POST', body })).text(),
  }
}

async function ledgerOf(anaf: Anaf) {
  const answer = await fetch(`${anaf.address}/_control/ledger`)
  return (await answer.json()) as { readonly received: readonly Record<string, unknown>[] }
}

t.test('an upload is accepted, decided, downloaded and listed', async (t) => {
  const { anaf, call, text } = await worldOf(t)
  const [, index = ''] = INDEX.exec(await text('upload?standard=UBL&cif=1', ubl('F-1'))) ?? []
  const [, download = ''] = DOWNLOAD.exec(await text(`stareMesaj?id_incarcare=${index}`)) ?? []
  const answer = await call(`descarcare?id=${download}`)
  t.equal(answer.headers.get('content-type'), 'application/zip')
  const [document] = readZip(new Uint8Array(await answer.arrayBuffer()))
  t.equal(new TextDecoder().decode(document?.bytes), ubl('F-1'))
  t.match(JSON.parse(await text('listaMesajeFactura?zile=1&cif=1')), {
    mesaje: [{ id_solicitare: index, id: download, tip: 'FACTURA TRIMISA' }],
  })
  t.match(await text('listaMesajeFactura?zile=61&cif=1'), 'intre 1 si 60')
  t.match(await text('listaMesajeFactura?zile=1&cif=2'), 'Nu exista mesaje in ultimele 1 zile')
  t.match((await ledgerOf(anaf)).received, [{ index, answered: true, path: 'upload', parameters: { cif: '1' } }])
})

t.test('the paged list says its errors with HTTP 200, and times on Romanian clocks', async (t) => {
  const now = Date.parse('2026-07-30T12:15:27.400Z')
  const { call } = await worldOf(t, { now: () => new Date(now) })
  const list = (from: number, to: number, rest: string) =>
    call(`listaMesajePaginatieFactura?startTime=${from}&endTime=${to}&${rest}`)
  const table: readonly (readonly [Promise<Response>, string])[] = [
    [list(now - 2000, now - 1000, 'cif=1&pagina=1'), 'Nu exista mesaje in intervalul selectat'],
    [list(now - 1000, now - 2000, 'cif=1&pagina=1'), 'nu poate fi <='],
    [
      list(now - 1000, now + 60_000, 'cif=1&pagina=1'),
      'endTime = 30-07-2026 15:16:27 nu poate in viitor fata de momentul requestului = 30-07-2026 15:15:27',
    ],
    [
      list(now - 61 * 24 * 3_600_000, now - 1, 'cif=1&pagina=1'),
      'mai vechi de 60 de zile fata de momentul requestului = 30-07-2026 15:15:27',
    ],
    [list(now - 2000, now - 1000, 'cif=a&pagina=1'), 'nu este un numar'],
    [list(now - 2000, now - 1000, 'cif=1&pagina=1&filtru=X'), 'parametrul filtru'],
  ]
  for (const [asked, expected] of table) {
    const answer = await asked
    t.equal(answer.status, 200)
    t.match(await answer.text(), expected)
    t.equal(answer.headers.get('date'), 'Thu, 30 Jul 2026 12:15:27 GMT')
  }
  const incomplete = await list(now - 2000, now - 1000, 'cif=1')
  t.equal(incomplete.status, 400)
  t.match(await incomplete.text(), 'sunt obligatorii')
})

t.test('refusals of an upload', async (t) => {
  const { text } = await worldOf(t, { rights: ['1'] })
  t.match(await text('upload?standard=X&cif=1', ubl('F')), 'ExecutionStatus="1"')
  t.match(await text('upload?standard=UBL&cif=RO1', ubl('F')), 'nu este un numar')
  t.match(await text('upload?standard=UBL&cif=2', ubl('F')), 'Nu aveti drept in SPV pentru CIF=2')
  t.match(await text('upload?standard=CN&cif=1', ubl('F')), "declaration of element 'Invoice'")
  t.match(await text('upload?standard=UBL&cif=1&extern=NU', ubl('F')), 'valoarea acceptata este DA')
  t.match(await text('upload?standard=UBL', ubl('F')), '"status":400')
  t.match(await text('upload?standard=UBL&cif=1', '<Invoice'), 'ExecutionStatus="0"', 'XML is judged later')
})

t.test('a repetition of an accepted invoice is rejected, of a rejected one is judged again', async (t) => {
  const { anaf, text } = await worldOf(t)
  anaf.faults({ on: 'upload', times: 1, does: { kind: 'reject', texts: ['E: x'] } })
  const states: (string | undefined)[] = []
  for (let count = 0; count < 3; count += 1) {
    const [, index = ''] = INDEX.exec(await text('upload?standard=UBL&cif=1', ubl('F-1'))) ?? []
    states.push(/stare="([^"]*)"/.exec(await text(`stareMesaj?id_incarcare=${index}`))?.[1])
  }
  t.same(states, ['nok', 'ok', 'nok'])
})

t.test('faults from another process', async (t) => {
  const { anaf, text } = await worldOf(t)
  const faults = [{ on: 'upload', times: 1, does: { kind: 'lost' } }]
  await fetch(`${anaf.address}/_control/faults`, { method: 'POST', body: JSON.stringify(faults) })
  await t.rejects(text('upload?standard=UBL&cif=1', ubl('F-1')))
  t.match(await text('upload?standard=UBL&cif=1', ubl('F-2')), INDEX)
  t.match((await ledgerOf(anaf)).received, [
    { index: '5000000001', answered: false },
    { index: '5000000002', answered: true },
  ])
})

t.test('a message that the list shows only later', async (t) => {
  let now = new Date('2026-11-22T10:00:00Z')
  const { anaf, text } = await worldOf(t, { now: () => now })
  anaf.faults({ on: 'upload', does: { kind: 'listed-later', seconds: 60 } })
  await text('upload?standard=UBL&cif=1', ubl('F-1'))
  t.match(await text('listaMesajeFactura?zile=1&cif=1'), 'Nu exista mesaje')
  now = new Date('2026-11-22T10:01:00Z')
  t.match(await text('listaMesajeFactura?zile=1&cif=1'), '5000000001')
})

t.test('a signature is that of its document, and tokens are not revoked without a certificate', async (t) => {
  const { anaf, call, text } = await worldOf(t)
  const [, index = ''] = INDEX.exec(await text('upload?standard=UBL&cif=1', ubl('F-1'))) ?? []
  const [, download = ''] = DOWNLOAD.exec(await text(`stareMesaj?id_incarcare=${index}`)) ?? []
  const files = readZip(new Uint8Array(await (await call(`descarcare?id=${download}`)).arrayBuffer()))
  const signature = files.find(({ name }) => name.startsWith('semnatura'))?.bytes ?? new Uint8Array()
  const check = (parts: Readonly<Record<string, string | Uint8Array>>): Promise<Response> => {
    const body = new FormData()
    for (const [name, bytes] of Object.entries(parts)) body.set(name, new Blob([new Uint8Array(Buffer.from(bytes))]))
    return fetch(`${anaf.address}/api/validate/signature`, { method: 'POST', body })
  }
  t.match(await (await check({ file: ubl('F-1'), signature })).text(), 'au fost validate cu succes')
  t.match(await (await check({ file: ubl('F-2'), signature })).text(), 'NU au putut fi validate')
  t.equal((await check({ file: ubl('F-1') })).status, 400)
  const revoked = await fetch(`${anaf.address}/anaf-oauth2/v1/revoke`, { method: 'POST', body: '' })
  t.match(revoked.headers.get('content-type'), 'text/html')
  t.match(await text(`stareMesaj?id_incarcare=${index}`), 'stare="ok"')
})

t.test('a token that has expired, and the page on which the user agrees', async (t) => {
  const { anaf, call } = await worldOf(t, { accessTokenSeconds: 0 })
  t.equal((await call('stareMesaj?id_incarcare=1')).status, 401)
  const query = 'response_type=code&client_id=standin-client&redirect_uri=http://127.0.0.1:1/back&state=s'
  const page = await fetch(`${anaf.settings['ANAF_AUTH_URL']}?${query}`)
  const [, link = ''] = /href="([^"]+auto=1)"/.exec(await page.text()) ?? []
  const agreed = await fetch(`${anaf.settings['ANAF_AUTH_URL']}${link.replaceAll('&amp;', '&')}`, {
    redirect: 'manual',
  })
  t.match(agreed.headers.get('location'), /^http:\/\/127\.0\.0\.1:1\/back\?code=[0-9a-f]+&state=s$/)
})
