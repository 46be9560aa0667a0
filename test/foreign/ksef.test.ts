// Two clients that others wrote for KSeF 2.0 run their whole flow against our stand-in: they send
// invoices, and read what is stored for a buyer.
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

const BUYER = '7831643201'
const THIRD = '<Podmiot3><DaneIdentyfikacyjne><NIP>7831643201</NIP></DaneIdentyfikacyjne><Rola>4</Rola></Podmiot3>'
const BOUGHT = Array.from({ length: 12 }, (_, index) => `Z/${index + 1}`)
const MOST_PACKED = 8

/** A stand-in with invoices of a supplier, a second apart: for the buyer, and as a third party. */
async function withBought(t: Test) {
  const ksef = await startKsef({
    limits: null,
    exportSeconds: 0.2,
    exportPartBytes: 4_000,
    exportedAtOnce: MOST_PACKED,
  })
  t.teardown(() => ksef.stop())
  const begin = Date.now() - 60_000
  const at = (seconds: number): Date => new Date(begin + seconds * 1000)
  const deliver = (number: string, place: number, change = (xml: string): string => xml): Buffer => {
    const xml = Buffer.from(change(invoice(number, inWarsaw.format(at(place)))))
    t.equal(ksef.register.deliver(NIP, xml, at(place)).status.code, 200, number)
    return xml
  }
  const [first] = BOUGHT.map((number, index) => deliver(number, index + 1))
  deliver('T/1', 20, (xml) => xml.replaceAll(BUYER, '5265877635').replace('</Podmiot2>', `</Podmiot2>${THIRD}`))
  const who = (nip: string, ...permissions: string[]) => ({ nip, token: ksef.issueToken(nip, permissions) })
  const question = {
    url: ksef.settings['KSEF_API_URL'],
    from: at(0).toISOString(),
    middle: at(5.5).toISOString(),
    buyer: who(BUYER, 'InvoiceRead'),
    stranger: who('7010000007', 'InvoiceRead'),
    sender: who(BUYER, 'InvoiceWrite'),
  }
  return { ksef, question, first: first?.toString() ?? '', storedAt: at(1) }
}

t.test('ksef2 (PyPI) reads what is stored for a buyer', async (t) => {
  const client = foreignProgram(t, 'python', 'ksef2_receiving_flow', 'ksef2 against the stand-in for KSeF, receiving')
  if (client === null) return
  const { ksef, question, first, storedAt } = await withBought(t)
  const { value } = await flowOf(t, client, question, {
    'download by another': /21164/,
    'the package of the buyer': /21175/,
    'metadata without it': /403/,
  })
  t.strictSame(value('pages'), [10, 2])
  t.strictSame(value('their numbers'), BOUGHT)
  t.equal(value('in the order of storage'), true)
  t.match(value('metadata of the first'), {
    ksef_number: new RegExp(`^${NIP}-`),
    seller: { nip: NIP },
    buyer: { identifier: { type: 'nip', value: BUYER } },
    invoicing_mode: 'online',
    invoice_type: 'vat',
    currency: 'PLN',
    form_code_system: 'FA (3)',
    invoice_hash: hash('sha256', first, 'base64'),
    permanent_storage_date: storedAt.toISOString().slice(0, 19),
  })
  t.equal(value('the mark is after the last'), true)
  t.strictSame(value('since the mark'), [])
  t.strictSame(value('its numbers'), BOUGHT.slice(0, 5))
  t.equal(value('its mark is its end'), true)
  t.strictSame(value('the role'), [[4, BUYER]])
  t.strictSame(value('as a seller'), [])
  t.equal(value('download'), first)
  t.equal(value('download by a third party'), true)
  t.equal(value('its count'), MOST_PACKED)
  t.equal(value('it is cut'), true)
  for (const each of ['its parts', 'its metadata', 'its invoices', 'it ends with the last', 'it has a mark'])
    t.equal(value(each), true, each)
  t.equal(value('its first invoice'), first)
  t.equal(value('it is complete'), true)
  t.strictSame(value('its numbers again'), BOUGHT.slice(MOST_PACKED - 1), 'the last one once more')
  t.strictSame(value('no invoices'), [true, 0])
  t.strictSame(value('nothing in it'), [0, [], []])
  t.equal(ksef.count('export'), 4)
})

t.test('ksef-client (PyPI) reads what is stored for a buyer', async (t) => {
  const leftOut = 'ksef-client against the stand-in for KSeF, receiving'
  const client = foreignProgram(t, 'python', 'ksef_client_receiving_flow', leftOut)
  if (client === null) return
  const { ksef, question, first, storedAt } = await withBought(t)
  const { value } = await flowOf(t, client, question, {
    'download by another': /HTTP 400/,
    'the package of the buyer': /HTTP 400/,
    'metadata without it': /HTTP 403/,
  })
  t.strictSame(value('their sizes'), [10, 2])
  t.strictSame(value('their numbers'), BOUGHT)
  t.match(value('metadata of the first'), {
    seller: { nip: NIP },
    buyer: { identifier: { type: 'Nip', value: BUYER } },
    invoicingMode: 'Online',
    invoiceType: 'Vat',
    invoiceHash: hash('sha256', first, 'base64'),
    permanentStorageDate: storedAt.toISOString(),
  })
  t.strictSame(value('since the mark'), [0])
  t.strictSame(value('its numbers'), BOUGHT.slice(0, 5))
  t.equal(value('its mark'), question.middle)
  t.strictSame(value('the role'), [4])
  t.equal(value('it came back'), first)
  t.equal(value('its hash'), hash('sha256', first, 'base64'))
  t.equal(value('its count'), MOST_PACKED)
  t.equal(value('it is cut'), true)
  t.equal(value('its first invoice'), first)
  for (const each of ['its parts', 'its metadata', 'nothing is missing', 'they continue from the mark'])
    t.equal(value(each), true, each)
  t.match(value('package after package'), { cut: [true, false], files: BOUGHT.length })
  t.equal(ksef.count('export'), 3)
})
