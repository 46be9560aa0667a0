// Two clients that others wrote for ANAF run their whole flow against our stand-in.
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { type Anaf, startAnaf } from '../standins/anaf/index.js'
import { documentsOf } from './documents.js'
import { foreignProgram } from './programs.js'
import { flowOf } from './steps.js'

const CIF = '18547290'
const REDIRECT = 'https://app.example/callback'
const [document] = documentsOf('RO')

async function standIn(t: Test): Promise<{ readonly anaf: Anaf; readonly question: object }> {
  // Clients ask for messages of a minute ago and older, so uploads come some minutes ago.
  let minutesAgo = 5
  const now = (): Date => new Date(Date.now() - minutesAgo * 60_000)
  const anaf = await startAnaf({ decisionSeconds: 1, rights: [CIF], now })
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
    from: Date.now() - 86_400_000,
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

t.test('efactura-sdk (npm) runs its whole flow', async (t) => {
  const client = foreignProgram(t, 'node', 'efactura-sdk-flow', 'efactura-sdk against the stand-in for ANAF')
  if (client === null) return
  const { value } = await flowOf(t, client, (await standIn(t)).question, {
    // It takes an empty list for an error.
    "list of buyers' messages": /Nu exista mesaje in intervalul selectat/,
  })
  t.match(value('wait for the decision'), { stare: 'ok' })
  t.ok((value('download') as number) > 1000)
  // Sent, refused as a duplicate, and the consumer's.
  t.equal(value('list'), 3)
  t.equal(value('list by pages'), 3)
})
