// efactura-sdk refreshes a token of ANAF's, uploads, reads states, messages and archives, and what
// suppliers and buyers sent.
import { createRequire } from 'node:module'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { step } from './steps.js'

const sdk = `${process.argv[2]}/efactura-sdk/dist`
const require = createRequire(import.meta.url)
const question = await json(process.stdin)
// It knows the government's addresses alone.
const addresses = require(`${sdk}/constants.js`)
addresses.BASE_PATH_OAUTH_PROD = question.url
addresses.OAUTH_TOKEN_URL = question.tokenUrl
const { AnafAuthenticator, AnafEfacturaClient } = require(`${sdk}/index.js`)

const authenticator = new AnafAuthenticator({
  clientId: question.clientId,
  clientSecret: question.clientSecret,
  redirectUri: question.redirectUri,
})
const tokens = await authenticator.exchangeCodeForToken(question.code)
await step('exchange the code', () => tokens.token_type)
const rotated = await authenticator.refreshAccessToken(tokens.refresh_token)
await step('refresh', () => rotated.access_token !== tokens.access_token)
const client = new AnafEfacturaClient(
  {
    vatNumber: question.cif,
    testMode: false,
    accessToken: rotated.access_token,
    refreshToken: rotated.refresh_token,
    expiresAt: Date.now() + 3_600_000,
  },
  authenticator,
)

/** Looks until it is decided, twenty seconds at most. */
async function decided(uploadId) {
  for (let looks = 0; looks < 200; looks += 1) {
    const state = await client.getStatusMessage(uploadId)
    if (state.stare !== 'in prelucrare') return state
    await setTimeout(100)
  }
  throw new Error('not decided')
}

const uploaded = await step('upload', () => client.uploadDocument(question.invoice, {}))
const state = await step('wait for the decision', () => decided(uploaded.indexIncarcare))
await step('download', async () => (await client.downloadDocument(state.idDescarcare)).length)
await step('upload again', () => client.uploadDocument(question.invoice, {}))
await step('of a consumer', () => client.uploadB2CDocument(question.invoice.replace('<cbc:ID>', '<cbc:ID>C'), {}))
await step('some minutes later', async () => (await fetch(`${question.switches}/some-minutes-later`)).status)
await step('list', async () => (await client.getMessages({ zile: 5 })).mesaje.length)
const page = { startTime: question.from, endTime: Date.now() - 1000, pagina: 1 }
await step('list by pages', async () => (await client.getMessagesPaginated(page)).mesaje.length)
await step("list of buyers' messages", () => client.getMessagesPaginated({ ...page, filtru: 'R' }))

await step('something comes', async () => (await fetch(`${question.switches}/deliver`)).status)
const idsOf = async (listed) => (await listed).mesaje.map(({ id }) => id)
await step('received invoices', () => idsOf(client.getMessages({ zile: 1, filtru: 'P' })))
const received = await step('received by pages', async () => {
  const { mesaje, ...rest } = await client.getMessagesPaginated({ ...page, filtru: 'P' })
  return { ...rest, tips: [...new Set(mesaje.map(({ tip }) => tip))], ids: mesaje.map(({ id }) => id) }
})
const until = { ...page, endTime: question.until }
await step('until a time', () => idsOf(client.getMessagesPaginated({ ...until, filtru: 'P' })))
await step('a message of a buyer', () => idsOf(client.getMessagesPaginated({ ...page, filtru: 'R' })))
await step('without a filter', () => idsOf(client.getMessages({ zile: 1 })))
// It opens archives with this itself.
const decompress = createRequire(`${sdk}/`)('decompress')
const archive = await client.downloadDocument(received.ids[0])
const files = await step('archive', async () =>
  (await decompress(archive)).map(({ path, data }) => ({ path, text: String(data) })),
)
await step('signature', () => {
  const [content, signature] = files.map(({ text }) => Buffer.from(text))
  return client.validateSignature(content, signature, files[0].path, files[1].path)
})
await step('archive of another company', () => client.downloadDocument(question.notOurs))
