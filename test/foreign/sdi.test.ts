// zeep, a SOAP stack that others wrote, reads the official WSDLs and plays SdI: it brings official
// notifications and files of suppliers to the service.
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import pino from 'pino'
import t, { type Test } from 'tap'
import { sdiDoor } from '../../src/countries/it/sdi/inbound.js'
import { random } from '../../src/domain/random.js'
import { startInboundServer } from '../../src/http/inbound/server.js'
import { writeZip } from '../standins/anaf/zip-writer.js'
import { MemoryMailbox } from '../standins/memory/mailbox.js'
import { metadataXml } from '../standins/sdi/deliveries.js'
import { call } from '../support/api.js'
import { signedFile } from '../support/cades.js'
import { selfSignedAround } from '../support/certificate.js'
import { fattura, fatture } from '../support/italian-files.js'
import { italy } from '../support/italy.js'
import { GOVERNMENTS, hasArtefacts } from '../support/official-artefacts.js'
import { waitFor } from '../support/wait-for.js'
import { foreignProgram } from './programs.js'
import { flowOf } from './steps.js'

const FOLDER = join(GOVERNMENTS, 'data', 'it')
const TOKEN = 'a-token-of-the-proxy'
const NOW = new Date('2026-11-26T12:00:00Z')

const OPERATIONS: Readonly<Record<string, string>> = {
  RC: 'RicevutaConsegna',
  MC: 'NotificaMancataConsegna',
  NS: 'NotificaScarto',
  NE: 'NotificaEsito',
  DT: 'NotificaDecorrenzaTermini',
  AT: 'AttestazioneTrasmissioneFattura',
}

/** The official samples of the kinds that the sender of invoices gets; AT comes as a ZIP. */
function samples(): { kind: string; id: string; operation: string; name: string; content: Buffer }[] {
  return readdirSync(join(FOLDER, 'samples')).flatMap((name) => {
    const kind = name.split('_')[2] ?? ''
    const operation = OPERATIONS[kind]
    if (operation === undefined) return []
    const xml = readFileSync(join(FOLDER, 'samples', name))
    const id = /<IdentificativoSdI>(\d+)</.exec(xml.toString())?.[1] ?? ''
    const sample = { kind, id, operation, name, content: xml }
    if (kind !== 'AT') return [sample]
    const files = [
      { name, bytes: xml },
      { name: 'IT01234567890_11111.xml.p7m', bytes: Buffer.from('the invoice') },
    ]
    return [sample, { ...sample, name: name.replace('.xml', '.zip'), content: Buffer.from(writeZip(files)) }]
  })
}

t.test('every notification of the official WSDL is kept, with its kind and invoice', async (t) => {
  const leftOut = 'zeep with the official WSDL'
  const zeep = foreignProgram(t, 'python', 'sdi_notices', leftOut)
  if (zeep === null || !hasArtefacts(t, leftOut) || !existsSync(FOLDER)) return
  const mailbox = new MemoryMailbox()
  const server = await startInboundServer('127.0.0.1', 0, {
    doors: [sdiDoor],
    access: { tls: null, token: TOKEN },
    mailbox,
    notifications: null,
    clock: { now: () => NOW },
    random,
    log: pino({ level: 'silent' }),
    observer: { happened: () => undefined },
  })
  t.teardown(() => server.close())
  const notices = samples()
  t.equal(notices.length, 7)
  const question = {
    wsdl: join(FOLDER, 'wsdl', 'TrasmissioneFatture', 'TrasmissioneFatture_v1.1.wsdl'),
    url: `http://127.0.0.1:${server.port}/sdi`,
    authorization: `Bearer ${TOKEN}`,
    notices: notices.map(({ content, ...rest }) => ({ ...rest, content: content.toString('base64') })),
  }
  const { value } = await flowOf(t, zeep, question, {})
  for (const { name } of notices) t.equal(value(name), 200, name)
  t.match(
    mailbox.messages,
    notices.map(({ kind, id, name, content }) => ({
      channel: 'sdi',
      kind,
      references: [new RegExp(`\\b${id}$`)],
      bytes: content,
      messageId: new RegExp(name),
    })),
  )
  t.equal(mailbox.messages.length, notices.length)
})

type Json = Readonly<Record<string, unknown>>

/** A server whose addresses lock the table of arrived documents for writers, and free it. */
async function lockOf(t: Test, pool: pg.Pool): Promise<string> {
  let holder: pg.PoolClient | null = null
  const free = (): void => {
    holder?.release(true)
    holder = null
  }
  const server = createServer(({ url }, response) => {
    const done = async (): Promise<void> => {
      if (url === '/free') free()
      else {
        holder = await pool.connect()
        await holder.query('BEGIN; LOCK TABLE operations.arrival IN SHARE MODE')
      }
      response.end()
    }
    void done()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    free()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A file of a supplier with its metadata, as SdI delivers them. */
interface Delivered {
  readonly id: string
  readonly name: string
  readonly file: Buffer
  readonly metadataName: string
  readonly metadata: Buffer
}

/** What SdI delivers, by the names of the steps; the first with the official metadata. */
function deliveries(): Readonly<Record<string, Delivered>> {
  const administration = fattura('PA-1', '12-administration').replaceAll('80016350821', '00743110157')
  const files: readonly (readonly [string, string, string, string | Buffer])[] = [
    [
      'signed',
      '111',
      'IT01234567890_11111.xml.p7m',
      signedFile(Buffer.from(administration), selfSignedAround(new Date(), 'fornitore.example')),
    ],
    ['several', '112', 'IT01879020517_00002.xml', fatture(['L-1', 'L-2'])],
    ['for no company', '113', 'IT01879020517_00003.xml', fattura('FOREIGN').replaceAll('00743110157', '12345670017')],
    ['no invoice', '114', 'IT01879020517_00004.xml', 'no invoice'],
    ['late', '115', 'IT01879020517_00005.xml', fattura('LATE-1')],
    ['empty', '116', 'IT01879020517_00006.xml', ''],
  ]
  return Object.fromEntries(
    files.map(([step, id, name, file]) => {
      const metadataName = `${name.replace(/\..*/, '')}_MT_001.xml`
      const metadata =
        id === '111' ? readFileSync(join(FOLDER, 'samples', metadataName)) : Buffer.from(metadataXml(id, name, 'FPR12'))
      return [step, { id, name, metadataName, file: Buffer.from(file), metadata }]
    }),
  )
}

t.test('files of suppliers by the official WSDL are answered when they are kept', { timeout: 120_000 }, async (t) => {
  const leftOut = 'zeep with the official WSDL of RicezioneFatture'
  const zeep = foreignProgram(t, 'python', 'sdi_deliveries', leftOut)
  if (zeep === null || !hasArtefacts(t, leftOut) || !existsSync(FOLDER)) return
  const { sdi, api, key, member, deployment } = await italy(t)
  const delivered = deliveries()
  const DT = 'IT01234567890_11111_DT_001.xml'
  const question = {
    wsdl: join(FOLDER, 'wsdl', 'RicezioneFatture', 'RicezioneFatture_v1.0.wsdl'),
    url: (sdi.inboundUrl ?? '').replace(/\/sdi$/, '/sdi-ricezione'),
    authorization: `Bearer ${deployment.env['INBOUND_TOKEN'] ?? ''}`,
    switches: await lockOf(t, deployment.pool),
    deliveries: Object.fromEntries(
      Object.entries(delivered).map(([step, { file, metadata, ...rest }]) => [
        step,
        { ...rest, file: file.toString('base64'), metadata: metadata.toString('base64') },
      ]),
    ),
    terms: { id: '111', name: DT, file: readFileSync(join(FOLDER, 'samples', DT), 'base64') },
  }
  const { value } = await flowOf(t, zeep, question, {
    'while it is locked': /^ReadTimeout: /,
    'an empty file': /^Fault: an empty File$/,
    'of another file': /^Fault: an IdentificativoSdI that is not the one of the notification$/,
    'with another token': /\(401\)/,
  })
  for (const step of ['signed', 'several', 'for no company', 'no invoice', 'signed, again', 'after it was locked'])
    t.equal(value(step), 'ER01', step)
  t.strictSame([value('elapsed terms'), value('elapsed terms, again')], [200, 200])

  const received = await waitFor(
    'all have arrived',
    async () => {
      const found = await api<Json[]>('GET', '/v1/received')
      return found.length >= 4 && found
    },
    60_000,
  )
  t.strictSame(received.map(({ number, govId, channel, valid }) => [number, govId, channel, valid]).toReversed(), [
    ['PA-1', '111', 'sdi', true],
    ['L-1', '112', 'sdi', true],
    ['L-2', '112', 'sdi', true],
    ['LATE-1', '115', 'sdi', true],
  ])
  const first = `/v1/received/${String(received.at(-1)?.['id'])}`
  const { signed } = delivered
  t.match(
    (await api<Json[]>('GET', `${first}/documents`)).slice(1, 4),
    [
      { kind: 'original', filename: signed?.name, sha256: hash('sha256', signed?.file ?? '') },
      { kind: 'metadata', filename: signed?.metadataName, sha256: hash('sha256', signed?.metadata ?? '') },
      { kind: 'signature' },
    ],
    'as they came',
  )
  t.match(
    await call(member.url, key, 'POST', `${first}/responses`, { code: 'approved' }),
    { status: 409 },
    'its terms have elapsed',
  )
  const { rows } = await deployment.pool.query<{ identity: string }>(
    'SELECT identity FROM operations.unclaimed_document ORDER BY 1',
  )
  t.strictSame(
    rows.map(({ identity }) => identity),
    ['113', '114'],
    'what is for no company',
  )
})
