// The way of a user through the client that openapi-generator made for TypeScript, which stands in
// `client` beside a copy of this file. Reads {"api", "key", "receiver", "samples"} from the
// standard input, and prints one JSON value per line.
import { setTimeout } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import {
  CompaniesApi,
  Configuration,
  ConfigureWebhookFromJSON,
  ConnectionsApi,
  CreateCompanyFromJSON,
  CreateConnectionFromJSON,
  CreateInvoiceFromJSON,
  InvoicesApi,
  WebhooksApi,
} from './client/index.js'

interface Asked {
  readonly api: string
  readonly key: string
  readonly receiver: string
  readonly samples: readonly {
    readonly country: string
    readonly supplier: { readonly name: string; readonly vatNumber: string }
  }[]
}

const { api, key, receiver, samples } = JSON.parse(await text(process.stdin)) as Asked
const configuration = new Configuration({ basePath: api, accessToken: key })
const invoices = new InvoicesApi(configuration)
const webhooks = new WebhooksApi(configuration)

await webhooks.configureWebhook({ configureWebhook: ConfigureWebhookFromJSON({ url: receiver }) })
const connected = new Set<string>()
for (const [place, sample] of samples.entries()) {
  const { country, supplier } = sample
  if (!connected.has(country)) {
    const { name, vatNumber } = supplier
    const company = await new CompaniesApi(configuration).createCompany({
      createCompany: CreateCompanyFromJSON({ name, vatNumber, country }),
    })
    await new ConnectionsApi(configuration).createConnection({
      createConnection: CreateConnectionFromJSON({ companyId: company.data.id, countryCode: country }),
    })
    connected.add(country)
  }
  const created = await invoices.createInvoice({
    createInvoice: CreateInvoiceFromJSON(sample),
    xIdempotencyKey: `typescript-${place}`,
  })
  const { id, number, netAmount: net } = (await invoices.getInvoice({ id: created.data.id })).data
  const pdf = await (await invoices.getInvoicePdf({ id })).slice(0, 5).text()
  console.log(JSON.stringify({ country, number, net, pdf }))
}

const until = performance.now() + 30_000
let { data: deliveries } = await webhooks.listDeliveries({ limit: 5 })
while (deliveries.length === 0 && performance.now() < until) {
  await setTimeout(200)
  deliveries = (await webhooks.listDeliveries({ limit: 5 })).data
}
console.log(JSON.stringify({ delivered: deliveries[0]?.type ?? null }))
