// zeep, a SOAP stack that others wrote, reads the official WSDL and plays SdI: it brings official
// notifications to the service.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import t from 'tap'
import { sdiDoor } from '../../src/countries/it/sdi/inbound.js'
import { random } from '../../src/domain/random.js'
import { startInboundServer } from '../../src/http/inbound/server.js'
import { writeZip } from '../standins/anaf/zip-writer.js'
import { MemoryMailbox } from '../standins/memory/mailbox.js'
import { GOVERNMENTS, hasArtefacts } from '../support/official-artefacts.js'
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
