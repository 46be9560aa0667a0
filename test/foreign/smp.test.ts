// phoss-smp takes the registration that we write, and the network finds in it what we registered.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { GovernmentHttp } from '../../src/countries/gateway/government-http.js'
import { documentTypesIn } from '../../src/countries/peppol/access-point/lookup.js'
import { deregister, type MetadataPublisher, register } from '../../src/countries/peppol/metadata-publisher.js'
import { RECEIVED_TYPES } from '../../src/countries/peppol/registration.js'
import type { XmlElement } from '../../src/einvoice/xml/element.js'
import { parseXml } from '../../src/einvoice/xml/parse.js'
import { ROOT } from '../countries/accepted-sample.js'
import { waitFor } from '../support/wait-for.js'
import { smpPrograms } from './programs.js'

const PARTICIPANT = 'iso6523-actorid-upis::0208:0403170701'
const PASSWORD = 'of-the-test'
const STARTING_MS = 60_000
const CALL_MS = 10_000

/** phoss-smp in a folder of its own, and our settings for it. */
async function startSmp(t: Test, programs: string): Promise<MetadataPublisher> {
  const folder = mkdtempSync(join(tmpdir(), 'smp-'))
  const ends: (() => Promise<unknown>)[] = []
  // One teardown: a running server would write into the folder while it is removed.
  t.teardown(async () => {
    for (const end of ends) await end()
    rmSync(folder, { recursive: true, force: true })
  })
  mkdirSync(join(folder, 'data'))
  const certificate = await newKey(folder)
  const token = randomBytes(24).toString('hex')
  const { PATH, HOME, TMPDIR } = process.env
  const command = ['-Xmx512m', '-cp', join(programs, '*'), join(ROOT, 'test', 'foreign', 'java', 'RunSmp.java')]
  const server = spawn('java', [...command, folder, PASSWORD, token], {
    env: { PATH, HOME, TMPDIR },
    // It ends by itself where this process ends, which closes its input.
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let ended: string | null = null
  const closed = once(server, 'close').then(
    () => (ended = 'it ended'),
    (error: unknown) => (ended = String(error)),
  )
  ends.push(() => {
    server.kill('SIGKILL')
    return closed
  })
  const port = await waitFor(
    'phoss-smp',
    () => {
      if (ended !== null) throw new Error(`phoss-smp: ${ended}: ${output.slice(-4000)}`)
      return /^port=(\d+)$/m.exec(output)?.[1]
    },
    STARTING_MS,
  )
  return { address: `http://127.0.0.1:${port}`, token, endpoint: 'https://ap.example.com/as4', certificate }
}

/** A new key store for signatures. Returns its certificate, in Base64. */
async function newKey(folder: string): Promise<string> {
  const keytool = async (...args: readonly string[]): Promise<Buffer> => {
    const store = ['-storetype', 'PKCS12', '-keystore', join(folder, 'smp.p12'), '-storepass', PASSWORD]
    const options = { encoding: 'buffer', timeout: STARTING_MS } as const
    return (await promisify(execFile)('keytool', [...args, '-alias', 'smp', ...store], options)).stdout
  }
  await keytool('-genkeypair', '-keyalg', 'RSA', '-keysize', '2048', '-dname', 'CN=smp', '-validity', '2')
  return (await keytool('-exportcert')).toString('base64')
}

function get(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(CALL_MS) })
}

async function rootOf(url: string): Promise<XmlElement> {
  const answer = await get(url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status} of ${url}: ${bytes.toString()}`)
  return parseXml(bytes).root
}

/** What the register publishes of a document type, as a sender of the network reads it. */
async function published(group: string, documentType: string) {
  const root = await rootOf(`${group}/services/${encodeURIComponent(documentType)}`)
  const named = (local: string) => within(root).filter(({ name }) => name.endsWith(`}${local}`))
  const identifiers = (local: string) => named(local).map((each) => `${each.attribute('scheme')}::${each.text}`)
  return {
    participants: identifiers('ParticipantIdentifier'),
    documentTypes: identifiers('DocumentIdentifier'),
    processes: identifiers('ProcessIdentifier'),
    profiles: named('Endpoint').map((each) => each.attribute('transportProfile')),
    addresses: named('Address').map(({ text }) => text),
    certificates: named('Certificate').map(({ text }) => text.replace(/-----[A-Z ]+-----|\s/g, '')),
  }
}

function within(element: XmlElement): readonly XmlElement[] {
  return [element, ...element.children.flatMap(within)]
}

/** Fails where the register publishes anything else than what was registered with it. */
async function checkRegister(t: Test, { address, endpoint, certificate }: MetadataPublisher): Promise<void> {
  const group = `${address}/${encodeURIComponent(PARTICIPANT)}`
  const answer = await get(group)
  t.equal(answer.status, 200)
  const found = documentTypesIn(Buffer.from(await answer.arrayBuffer())) ?? []
  t.strictSame([...found].sort(), RECEIVED_TYPES.map(({ documentType }) => documentType).sort())
  for (const { name, documentType, process } of RECEIVED_TYPES)
    t.strictSame(
      await published(group, documentType),
      {
        participants: [PARTICIPANT],
        documentTypes: [documentType],
        processes: [process],
        profiles: ['peppol-transport-as4-v2_0'],
        addresses: [endpoint],
        certificates: [certificate],
      },
      name,
    )
}

t.test('phoss-smp publishes what we register, until its end', { timeout: 120_000 }, async (t) => {
  const programs = smpPrograms(t, 'registration of participants in phoss-smp')
  if (programs === null) return
  const smp = await startSmp(t, programs)
  const http = new GovernmentHttp()
  t.teardown(() => http.close())
  const group = `${smp.address}/${encodeURIComponent(PARTICIPANT)}`
  const [first] = RECEIVED_TYPES
  const service = `${group}/services/${encodeURIComponent(first?.documentType ?? '')}`

  t.equal(await deregister(smp, PARTICIPANT, http), null, 'there is nothing to end yet')
  const stranger = { ...smp, token: randomBytes(24).toString('hex') }
  const headers = { authorization: `Bearer ${stranger.token}` }
  const answer = await fetch(group, { method: 'DELETE', headers, signal: AbortSignal.timeout(CALL_MS) })
  t.match(await answer.text(), stranger.token, 'the answer to a wrong token repeats it')
  for (const call of [register, deregister])
    t.equal(
      await call(stranger, PARTICIPANT, http),
      'The SMP refuses PEPPOL_SMP_TOKEN (HTTP 403): set it to a token of the SMP user who owns the participant.',
    )
  t.equal((await get(group)).status, 404, 'a wrong token registers nothing')

  t.equal(await register(smp, PARTICIPANT, http), null)
  await checkRegister(t, smp)
  t.equal(await register(smp, PARTICIPANT, http), null, 'the same again')
  await checkRegister(t, smp)
  const moved = { ...smp, endpoint: 'https://ap.example.com/moved' }
  t.equal(await register(moved, PARTICIPANT, http), null, 'another endpoint')
  t.match(await deregister(stranger, PARTICIPANT, http), /PEPPOL_SMP_TOKEN/)
  await checkRegister(t, moved)

  t.equal(await deregister(smp, PARTICIPANT, http), null)
  t.equal((await get(group)).status, 404, 'the participant is gone')
  t.equal((await get(service)).status, 404, 'its document types are gone')
  t.equal(await deregister(smp, PARTICIPANT, http), null, 'the same again')
})
