// Two clients that others wrote for KSeF 2.0 run their whole flow against our stand-in.
import { hash } from 'node:crypto'
import t, { type Test } from 'tap'
import { type Ksef, startKsef } from '../standins/ksef/index.js'
import { documentsOf } from './documents.js'
import { foreignProgram } from './programs.js'
import { flowOf } from './steps.js'

const NIP = '5213891244'
const inWarsaw = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Warsaw' })
const today = inWarsaw.format(new Date())
const yesterday = inWarsaw.format(new Date(Date.now() - 86_400_000))
const [document] = documentsOf('PL')

/** The invoice of a sample with another number and day. */
function invoice(number: string, day = today): string {
  const xml = document?.xml.toString() ?? ''
  return xml.replace(/<P_2>.*?</, `<P_2>${number}<`).replace(/<P_1>.*?</, `<P_1>${day}<`)
}

async function standIn(t: Test): Promise<{ readonly ksef: Ksef; readonly question: object }> {
  const ksef = await startKsef({ signInLooks: 1, decisionSeconds: 0.3, limits: null, trustsSelfSigned: true })
  t.teardown(() => ksef.stop())
  const question = {
    url: ksef.settings['KSEF_API_URL'],
    lighthouse: ksef.settings['KSEF_STATUS_URL'],
    nip: NIP,
    token: ksef.issueToken(NIP, ['InvoiceWrite', 'InvoiceRead']),
    certificate: ksef.issueCertificate(NIP, ['InvoiceWrite', 'InvoiceRead']),
    invoices: [invoice('F/1'), invoice('F/2'), invoice('F/3'), invoice('F/4', yesterday)],
    from: `${today}T00:00:00Z`,
    to: `${today}T23:59:59Z`,
  }
  return { ksef, question }
}

t.test('ksef2 (PyPI) runs its whole flow', async (t) => {
  const client = foreignProgram(t, 'python', 'ksef2_flow', 'ksef2 against the stand-in for KSeF')
  if (client === null) return
  const { ksef, question } = await standIn(t)
  const { value } = await flowOf(t, client, question, {
    'the same invoice again': /\(440: /,
    'what is no invoice': /\(450: /,
  })
  t.equal(value('the mode'), 'Online')
  t.equal(value('the hash'), hash('sha256', invoice('F/1'), 'base64'))
  t.match(value('confirmation of the invoice'), /<Potwierdzenie /)
  t.equal(value('confirmation by number'), value('confirmation of the invoice'))
  t.equal(value('its mode'), 'Offline')
  t.equal(value('list'), 4)
  t.equal(value('list of failed invoices'), 2)
  t.strictSame(value('counts'), [4, 2, 2])
  t.match(value('confirmations of the session'), [/<Potwierdzenie /])
  t.equal(value('download by number'), true)
  t.equal(value('list of sessions'), 1)
  t.strictSame(value('counts of the batch'), [2, 2])
  t.match(value('confirmations of the batch'), [/<Potwierdzenie /])
  t.equal(ksef.count('signature'), 2)
})

t.test('ksef-client (PyPI) runs its whole flow', async (t) => {
  const client = foreignProgram(t, 'python', 'ksef_client_flow', 'ksef-client against the stand-in for KSeF')
  if (client === null) return
  const { ksef, question } = await standIn(t)
  const { value } = await flowOf(t, client, question, {
    'unknown session': /HTTP 400/,
    'unknown access token': /HTTP 401/,
  })
  t.equal(value('the mode'), 'Online')
  t.equal(value('the hash'), hash('sha256', invoice('F/1'), 'base64'))
  t.equal(value('its mode'), 'Offline')
  t.equal(value('list'), 2)
  t.equal(value('list of failed invoices'), 0)
  t.strictSame(value('counts'), [2, 2])
  t.equal((value('confirmations of the session') as unknown[]).length, 1)
  t.equal(value('download by number'), true)
  t.equal(value('list of sessions'), 1)
  t.equal(value('lighthouse'), 'AVAILABLE')
  t.equal(value('messages of the lighthouse'), 0)
  t.equal((value('list by date') as unknown[]).length, 2)
  t.equal(ksef.count('signature'), 1)
})
