// `npm test -- test/fuzz/record.ts` rewrites what is changed by fuzzing and can't be written
// by hand: the answers of the governments' stand-ins, an archive of `clearway audit export`, and a
// time stamp of OpenSSL.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { writeExport } from '../../src/audit/export/write.js'
import { timeStampRequest } from '../../src/audit/seals/time-stamping.js'
import { GovernmentHttp } from '../../src/countries/gateway/government-http.js'
import type { Credentials } from '../../src/domain/connection.js'
import { storeToTamper } from '../audit/verify/store-to-tamper.js'
import { startAccessPoint } from '../standins/access-point/index.js'
import { startAnaf } from '../standins/anaf/index.js'
import { startChorus } from '../standins/chorus/index.js'
import { startFlowService } from '../standins/flow-service/index.js'
import { startInvoicetronic } from '../standins/invoicetronic/index.js'
import { startKsef } from '../standins/ksef/index.js'
import { startSdi } from '../standins/sdi/index.js'
import { RecordingGovernment, recordingOf } from './answers.js'
import { RECORDED, STAMPED } from './corpus.js'
import { BEGIN, type Operation, ERRANDS, runOperation } from './governments.js'

const write = (name: string, bytes: Uint8Array): void => writeFileSync(join(RECORDED, name), bytes)
mkdirSync(RECORDED, { recursive: true })

interface StandIn {
  readonly settings: Readonly<Record<string, string>>
  readonly credentials: Credentials
  stop(): Promise<void>
}

const time = { now: BEGIN }
const now = (): Date => new Date(time.now)
const sdi = async (): Promise<StandIn> => startSdi({ now, automatic: false, inboundUrl: 'http://127.0.0.1:9' })
const anaf = async (): Promise<StandIn> => {
  const standIn = await startAnaf({ now })
  const { settings } = standIn
  return { settings, credentials: { accessToken: standIn.issueToken() }, stop: () => standIn.stop() }
}
const accessPoint = async (): Promise<StandIn> => {
  const standIn = await startAccessPoint({ now })
  return { settings: standIn.settings, credentials: {}, stop: () => standIn.stop() }
}
const STAND_INS: Readonly<Record<keyof typeof ERRANDS, () => Promise<StandIn>>> = {
  anaf,
  sdi,
  accessPoint,
  ksef: () => startKsef({ now }),
  invoicetronic: () => startInvoicetronic({ now }),
  flowService: () => startFlowService({ now }),
  chorus: () => startChorus({ now }),
}

for (const name of Object.keys(ERRANDS) as (keyof typeof ERRANDS)[]) {
  t.test(`what ${name} answers`, async (t) => {
    time.now = BEGIN
    const standIn = await STAND_INS[name]()
    const asked = new GovernmentHttp()
    t.teardown(async () => {
      await asked.close()
      await standIn.stop()
    })
    const http = new RecordingGovernment(asked)
    const operation: Operation = {
      ...ERRANDS[name],
      settings: standIn.settings,
      credentials: () => standIn.credentials,
    }
    await runOperation(operation, { http, now, pass: (seconds) => void (time.now += seconds * 1_000) })
    t.comment(http.answers.map(({ status, bytes }) => `${status} ${bytes.length}`).join(', '))
    t.ok(http.answers.some(({ status }) => status < 300))
    write(`${name}.answers`, recordingOf(http.answers))
  })
}

t.test('an archive', async () => {
  const { store, pool, documents, signer, scope } = await storeToTamper(t)
  const period = { from: new Date(0), to: new Date(Date.UTC(2100, 0)) }
  const request = { kind: 'account', account: scope.account, environment: null, period } as const
  const deps = { store, pool, documents, signer, now: () => new Date(0), version: '1.2.3' }
  await writeExport(deps, request, join(RECORDED, 'archive.zip'))
})

t.test('a time stamp', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'clearway-tsa-'))
  t.teardown(() => rmSync(dir, { recursive: true }))
  const openssl = (command: string): void =>
    void execFileSync('openssl', command.split(' '), { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] })
  const file = (name: string): string => join(dir, name)
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
  openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -subj /CN=CA -days 36500`)
  openssl(`req ${key} -keyout tsa.key -out tsa.csr -subj /CN=tsa`)
  writeFileSync(file('ext'), 'extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n')
  openssl('x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile ext -out tsa.pem -days 36500')
  writeFileSync(file('serial'), '01\n')
  const settings = ['default_tsa=c', '[c]', 'serial=serial', 'crypto_device=builtin', 'signer_cert=tsa.pem']
  const more = ['signer_key=tsa.key', 'signer_digest=sha256', 'default_policy=1.2.3.4.1', 'digests=sha256']
  writeFileSync(file('cnf'), ['[tsa]', ...settings, ...more, 'ess_cert_id_alg=sha256', ''].join('\n'))
  writeFileSync(file('query'), timeStampRequest(Buffer.from(STAMPED), Buffer.from([1, 2, 3])))
  openssl('ts -reply -config cnf -queryfile query -out reply')
  write('time-stamp.tsr', readFileSync(file('reply')))
  write('time-stamp-ca.pem', readFileSync(file('ca.pem')))
})
