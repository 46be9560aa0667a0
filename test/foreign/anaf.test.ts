// Two clients that others wrote for ANAF run their whole flow against our stand-in: they send
// invoices, and read what suppliers and buyers sent.
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { type Anaf, startAnaf } from '../standins/anaf/index.js'
import type { AnafOptions } from '../standins/anaf/options.js'
import { documentsOf } from './documents.js'
import { foreignProgram } from './programs.js'
import { flowOf } from './steps.js'

const CIF = '18547290'
const REDIRECT = 'https://app.example/callback'
const SUPPLIER = '9010105'
const MESSAGE =
  '<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="5000000001" message="Factura nu este a noastră"/>'
const documents = documentsOf('RO')
const [document] = documents

/** A document of our supplier: the parties of a sample change places. */
function bought(xml: string): string {
  return xml.replaceAll(/RO(?:18547290|9010105)\b/g, (vat) => `RO${vat === `RO${CIF}` ? SUPPLIER : CIF}`)
}

const BOUGHT = [
  document,
  documents.find(({ xml }) => xml.includes('<CreditNote')),
  documents.find(({ name }) => name.includes('06-discount')),
].map((each) => ({ number: each?.invoice.number, xml: bought(each?.xml.toString() ?? '') }))

/** Three invoices and a message come for the company, a minute apart. */
function deliver({ register }: Anaf, now: number): void {
  const at = (minutes: number): Date => new Date(now - minutes * 60_000)
  BOUGHT.forEach(({ xml }, index) => register.deliver(CIF, SUPPLIER, Buffer.from(xml), at(8 - index)))
  register.deliverMessage(CIF, Buffer.from(MESSAGE), at(4))
}

async function standIn(
  t: Test,
  limits: AnafOptions['limits'] = {},
): Promise<{ readonly anaf: Anaf; readonly question: object }> {
  const begin = Date.now()
  // Clients ask for messages of a minute ago and older, so uploads come some minutes ago.
  let minutesAgo = 5
  const now = (): Date => new Date(Date.now() - minutesAgo * 60_000)
  const anaf = await startAnaf({ decisionSeconds: 1, rights: [CIF], now, limits })
  t.teardown(() => anaf.stop())
  const { settings } = anaf
  const consent = new URL(settings['ANAF_AUTH_URL'] ?? '')
  const clientId = settings['ANAF_CLIENT_ID'] ?? ''
  consent.search = String(
    new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: REDIRECT, auto: '1' }),
  )
  const { headers } = await fetch(consent, { redirect: 'manual' })
  // What the client can't do itself.
  const switches = createServer(({ url }, response) => {
    if (url === '/some-minutes-later') minutesAgo = 0
    else if (url === '/deliver') deliver(anaf, begin)
    else anaf.revokeAccessTokens()
    response.end()
  })
  await new Promise<void>((resolve) => switches.listen(0, '127.0.0.1', resolve))
  t.teardown(() => switches.close())
  const { port } = switches.address() as { port: number }
  const question = {
    origin: anaf.address,
    url: settings['ANAF_API_URL'],
    tokenUrl: settings['ANAF_TOKEN_URL'],
    clientId,
    clientSecret: settings['ANAF_CLIENT_SECRET'],
    redirectUri: REDIRECT,
    code: new URL(headers.get('location') ?? '').searchParams.get('code'),
    switches: `http://127.0.0.1:${port}`,
    cif: CIF,
    invoice: document?.xml.toString(),
    from: begin - 86_400_000,
    // Before the last invoice of a supplier.
    until: begin - 6.5 * 60_000,
    notOurs: anaf.register.deliver('1234567897', SUPPLIER, Buffer.from('<x/>'), new Date(begin - 600_000)).downloadId,
  }
  return { anaf, question }
}

t.test('anafpy (PyPI) runs its whole flow', async (t) => {
  const client = foreignProgram(t, 'python', 'anafpy_flow', 'anafpy against the stand-in for ANAF')
  if (client === null) return
  const { anaf, question } = await standIn(t)
  const { value } = await flowOf(t, client, question, {
    'refresh with the token before': /Refresh Token status is expired/,
    'unknown upload': /15000/,
    'unknown download': /21/,
  })
  t.equal(value('accepted'), true)
  t.equal(value('state at once'), 'in prelucrare')
  t.equal(value('state'), 'ok')
  t.equal(value('the invoice came back'), true)
  t.equal(value('it is read'), document?.invoice.number)
  t.equal(value('it is signed'), true)
  t.equal(value('the signature is valid'), true)
  t.equal(value('state of the duplicate'), 'nok')
  t.match(value('the error'), /Factura a mai fost transmisa anterior cu index=/)
  t.match(value('what is no invoice'), [String])
  t.match(value('without rights'), [/SPV/])
  t.strictSame(value('their types'), ['ERORI FACTURA', 'FACTURA TRIMISA'])
  t.strictSame(value('the parties'), [CIF])
  t.equal(value('list of sent'), 1)
  t.strictSame(value('list by a clock that is ahead'), [], 'it reads the time of ANAF, and asks again')
  t.equal(anaf.calls.filter(({ call }) => call === 'list').length, 5)
  t.strictSame(value("list of buyers' messages"), [])
  t.equal(value('state with a token of its own accord'), 'ok')
  t.equal(value('it has refreshed'), true)
})

t.test('anafpy (PyPI) reads what came for a company', async (t) => {
  const client = foreignProgram(t, 'python', 'anafpy_receiving_flow', 'anafpy against the stand-in for ANAF, receiving')
  if (client === null) return
  const { anaf, question } = await standIn(t, { messagesAPage: 2 })
  const { value } = await flowOf(t, client, question, {
    'of a company without rights': /Nu aveti drept in SPV/,
    'archive of another company': /Nu aveti dreptul sa descarcati acesta factura/,
  })
  const arrived = anaf.register.arrived.filter(({ cif }) => cif === CIF).toReversed()
  const newest = BOUGHT.toReversed()
  t.strictSame(value('before anything came'), [])
  t.strictSame(
    value('their ids'),
    arrived.map(({ downloadId }) => downloadId),
  )
  t.strictSame(
    value('their uploads'),
    arrived.map(({ index }) => index),
  )
  t.strictSame(value('their types'), ['FACTURA PRIMITA'])
  t.strictSame(value('the parties'), [`${SUPPLIER} to ${CIF}`])
  t.strictSame(
    value('until a time'),
    arrived.slice(1).map(({ downloadId }) => downloadId),
  )
  t.strictSame(value('their type'), ['MESAJ CUMPARATOR PRIMIT'])
  t.strictSame([value('sent invoices'), value('errors')], [[], []])
  t.equal((value('everything') as unknown[]).length, 4)
  for (const [place, { number, xml }] of newest.entries()) {
    const index = arrived[place]?.index ?? ''
    t.strictSame(value(`files ${place}`), [`${index}.xml`, `semnatura_${index}.xml`])
    t.equal(value(`content ${place}`), xml)
    t.equal(value(`kind ${place}`), xml.includes('<CreditNote') ? 'CreditNote' : 'Invoice')
    t.equal(value(`number ${place}`), number)
    t.equal(value(`valid ${place}`), true)
  }
  t.equal(value('valid for another content'), false)
  t.equal(value('the message'), MESSAGE)
  t.equal(value('it is no invoice'), true)
})

t.test('efactura-sdk (npm) runs its whole flow', async (t) => {
  const client = foreignProgram(t, 'node', 'efactura-sdk-flow', 'efactura-sdk against the stand-in for ANAF')
  if (client === null) return
  const { anaf, question } = await standIn(t)
  const { value } = await flowOf(t, client, question, {
    // It takes an empty list for an error.
    "list of buyers' messages": /Nu exista mesaje in intervalul selectat/,
    // It takes a path below that of the invoices, where ANAF has no such service.
    signature: /404|Not Found/,
    // It takes the text of an error for the bytes of an archive.
    'archive of another company': /TypeError: .*Received an instance of Object/s,
  })
  t.match(value('wait for the decision'), { stare: 'ok' })
  t.ok((value('download') as number) > 1000)
  // Sent, refused as a duplicate, and the consumer's.
  t.equal(value('list'), 3)
  t.equal(value('list by pages'), 3)
  const [third, second, first] = anaf.register.arrived
    .filter(({ cif }) => cif === CIF)
    .map(({ downloadId }) => downloadId)
    .toReversed()
  t.strictSame(value('received invoices'), [third, second, first])
  t.match(value('received by pages'), {
    ids: [third, second, first],
    tips: ['FACTURA PRIMITA'],
    numar_total_inregistrari: BOUGHT.length,
    cui: CIF,
  })
  t.strictSame(value('until a time'), [second, first])
  t.strictSame(
    value('a message of a buyer'),
    anaf.register.messages.map(({ downloadId }) => downloadId),
  )
  // Those that were sent, too.
  t.equal((value('without a filter') as unknown[]).length, 3 + BOUGHT.length + 1)
  t.match(value('archive'), [
    { path: /^\d+\.xml$/, text: BOUGHT.at(-1)?.xml },
    { path: /^semnatura_\d+\.xml$/, text: '<ds:Signature ' },
  ])
})
