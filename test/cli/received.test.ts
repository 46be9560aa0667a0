import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { call, dataOf } from '../support/api.js'
import { accountOf } from '../support/account-of-test.js'
import { runCli } from '../support/command-line.js'
import { temporaryDataDir, type Ended } from '../support/running-service.js'
import { databaseSettings, startHere } from '../support/service-here.js'
import { fileName } from '../../src/cli/received/files.js'

interface Received {
  readonly id: string
  readonly number: string
}

const XML = readFileSync(join(import.meta.dirname, '../../../test/golden/ro/13-authority.xml'), 'utf8')

t.test('received invoices are listed, shown and exported with the key', { timeout: 240_000 }, async (t) => {
  const directory = temporaryDataDir(t)
  const settings = await databaseSettings(t)
  const service = await startHere(t, { ...settings, SIMULATED_DECISION_SECONDS: '0' })
  const { testKey, liveKey, company } = await accountOf(t, service.url, settings)
  const companyId = await company({ name: 'Client SRL', vatNumber: 'RO9010105' }, 'RO')
  const api = (method: string, path: string, body?: unknown) => call(service.url, testKey, method, `/v1/${path}`, body)
  await api('PUT', `companies/${companyId}/receiving`, { enabled: true })
  const arrive = async (xml: string): Promise<Received> =>
    dataOf<Received>(await api('POST', 'test/received', { companyId, document: Buffer.from(xml).toString('base64') }))
  const first = await arrive(
    XML.replace('Atelierul Digital Someș S.R.L.', 'Atelier \u009b31m \u202ESRL').replaceAll(
      'lista-participanti.csv',
      '../\u202Ex.csv',
    ),
  )
  const second = await arrive(XML)
  const garbage = await arrive('<none/>')

  const env = { CLEARWAY_API: service.url, CLEARWAY_API_KEY: testKey }
  const received = (args: readonly string[], more: Record<string, string> = {}): Promise<Ended> =>
    runCli(['received', ...args], { ...env, ...more })
  const idsIn = ({ stdout }: Ended): readonly string[] =>
    (JSON.parse(stdout) as { received: readonly Received[] }).received.map(({ id }) => id)

  t.same(idsIn(await received(['list', '--json'])), [garbage.id, second.id, first.id])
  t.same(idsIn(await received(['list', '--json', '--limit', '2'])), [garbage.id, second.id])
  t.same(idsIn(await received(['list', '--json', '--supplier', 'RO18547290', '--company', companyId])), [
    second.id,
    first.id,
  ])
  t.same(idsIn(await received(['list', '--json', '--country', 'BE'])), [])
  t.same(idsIn(await received(['list', '--json'], { CLEARWAY_API_KEY: liveKey })), [], 'of the environment of the key')
  const listed = await received(['list', '--search', first.number])
  t.match(listed.stdout, `${second.id}  received  RO  ${second.number}  Atelierul Digital`)
  t.match(listed.stdout, 'duplicate')
  t.notMatch(listed.stdout, /[\u009b\u202E]/, 'no text of a supplier controls the terminal')

  const shown = await received(['show', first.id])
  t.match(shown.stdout, `Invoice ${first.number} (received), ${first.id}`)
  t.match(shown.stdout, /Findings:\n {2}warning CW-OTHER-BUYER: .*\n.*Check whether/)
  t.match(shown.stdout, /Documents:\n {2}xml/)
  t.match(shown.stdout, /Events:\n {2}\S+ {2}received\.created/)
  t.notMatch(shown.stdout, /[\u009b\u202E]/)
  t.match(JSON.parse((await received(['show', second.id, '--json'])).stdout), {
    received: { id: second.id, duplicateOf: first.id },
    documents: [{ kind: 'xml' }, { kind: 'attachment-1' }, { kind: 'pdf' }],
    events: [{ event: 'received.created' }],
    responses: [],
  })
  const unknown = await received(['show', 'rcv_0000000000000000000000'])
  t.match([unknown.status, unknown.stderr], [1, /answered 404: No such received invoice/])
  t.match(await received(['show', 'inv_0000000000000000000000']), {
    status: 1,
    stderr: /Name the received invoice by its id/,
  })
  t.match(await received(['list', '--from', 'yesterday']), { status: 1, stderr: /dateFrom/ })
  t.match(await received(['list', '--limit', '0']), { status: 2 })

  const folder = join(directory, 'purchases')
  const exported = await received(['export', '-o', folder, '--json'])
  t.same(JSON.parse(exported.stdout), { directory: folder, invoices: 3, written: 3, unchanged: 0 })
  t.same(readdirSync(join(folder, first.id)).sort(), ['attachment-1-x.csv', 'pdf.pdf', 'received.json', 'xml.xml'])
  t.same(readdirSync(join(folder, garbage.id)).sort(), ['received.json', 'xml.bin'], 'no PDF of what could not be read')
  t.equal(readFileSync(join(folder, second.id, 'xml.xml'), 'utf8'), XML, 'byte for byte')
  t.match(readFileSync(join(folder, second.id, 'pdf.pdf'), 'latin1'), /^%PDF-/)
  t.match(JSON.parse(readFileSync(join(folder, second.id, 'received.json'), 'utf8')), { id: second.id, findings: [{}] })
  t.equal(readFileSync(join(folder, 'received.csv'), 'utf8').split('\r\n').length, 5)

  await api('POST', `received/${second.id}/read`)
  writeFileSync(join(folder, first.id, 'received.json'), '{"upd', 'utf8')
  const again = await received(['export', '-o', folder])
  t.match(again.stdout, 'purchases: 3 invoices, 2 written, 1 unchanged.')
  t.match(JSON.parse(readFileSync(join(folder, second.id, 'received.json'), 'utf8')), { status: 'read' })
  t.match((await received(['export', '-o', folder])).stdout, '0 written, 3 unchanged')
  const plain = await received(['export', '-o', join(directory, 'plain'), '--no-pdf', '--status', 'read'])
  t.match(plain.stdout, '1 invoice, 1 written')
  t.notOk(existsSync(join(directory, 'plain', second.id, 'pdf.pdf')))
  const barred = await received(['export', '-o', join(folder, 'received.csv')])
  t.match([barred.status, barred.stderr], [1, /cannot be written \((?:ENOTDIR|EEXIST)\)/])
  t.match(await received(['list'], { CLEARWAY_API_KEY: `sk_test_${'x'.repeat(40)}` }), { status: 1, stderr: /API key/ })
})

t.test('a legal hold keeps a received invoice, by the command line', { timeout: 120_000 }, async (t) => {
  const settings = await databaseSettings(t)
  const service = await startHere(t, settings)
  const { api, company } = await accountOf(t, service.url, settings)
  const companyId = await company({ name: 'Client SRL', vatNumber: 'RO9010105' }, 'RO')
  await api('PUT', `companies/${companyId}/receiving`, { enabled: true })
  const { id } = dataOf<Received>(await api('POST', 'test/received', { companyId, sample: 'RO' }))
  const retention = (...args: readonly string[]): Promise<Ended> => runCli(['retention', ...args], settings)
  const held = await retention('hold', '--received', id, '--reason', 'Case 1', '--json')
  t.match(JSON.parse(held.stdout), { kind: 'received', id, changed: true, tooLate: 0 })
  t.match(
    (await retention('hold', '--received', id, '--reason', 'Case 1')).stdout,
    `It was already held: received ${id}`,
  )
  t.match((await retention('holds')).stdout, `received ${id} of acc_`)
  const released = await retention('release', '--received', id, '--reason', 'Closed', '--json')
  t.match(JSON.parse(released.stdout), { kind: 'received', id, changed: true })
  t.match((await retention('holds', 'all')).stdout, /released .*: Closed/)
  for (const [other, why] of [
    ['rcv_0000000000000000000000', 'There is no received rcv_0'],
    [companyId, 'There is no received comp_'],
  ] as const) {
    const unknown = await retention('hold', '--received', other, '--reason', 'x')
    t.match([unknown.status, unknown.stderr], [1, why])
  }
  t.match(await retention('hold', '--received', id, '--company', companyId, '--reason', 'x'), {
    status: 1,
    stderr: /Name one of/,
  })
})

t.test('no name of a supplier leaves the folder', async (t) => {
  t.equal(fileName('attachment-1', '../../etc/passwd', null), 'attachment-1-.._.._etc_passwd')
  t.equal(fileName('attachment-2', 'C:\\x\u202Efdp.exe', null), 'attachment-2-C__x_fdp.exe')
  t.equal(fileName('original', null, 'application/pkcs7-mime'), 'original.p7m')
  t.equal(fileName('../x', null, 'text/html'), '.._x.bin')
  t.ok(fileName('attachment-1', `${'a'.repeat(98)}\u{1F4A9}\uD800b`, null).isWellFormed())
})
