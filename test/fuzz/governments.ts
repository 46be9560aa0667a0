import { belgianInvoice } from '../../src/countries/be/profile.js'
import { frenchGateway } from '../../src/countries/fr/gateway.js'
import type { Gateway, Submission } from '../../src/countries/gateway/gateway.js'
import type { GatewayTools } from '../../src/countries/gateway/gateway-tools.js'
import type { GovernmentHttp } from '../../src/countries/gateway/government-http.js'
import { invoicetronicGateway } from '../../src/countries/it/invoicetronic/gateway.js'
import { sdiGateway } from '../../src/countries/it/sdi/gateway.js'
import { accessPointGateway } from '../../src/countries/peppol/access-point/gateway.js'
import { ksefGateway } from '../../src/countries/pl/ksef/gateway.js'
import { anafGateway } from '../../src/countries/ro/anaf/gateway.js'
import { anafOAuth } from '../../src/countries/ro/anaf/oauth.js'
import type { Credentials } from '../../src/domain/connection.js'
import type { InvoiceRequest } from '../../src/domain/request/invoice-request.js'
import { fattura } from '../countries/it/invoicetronic/world.js'
import { documentOf, sound } from '../countries/it/sound-invoice.js'
import { ubl as frenchUbl } from '../countries/fr/flow-service/world.js'
import { ubl as peppolUbl } from '../countries/peppol/access-point/world.js'
import { fa, NIP } from '../countries/pl/ksef/world.js'
import { ubl as romanianUbl } from '../countries/ro/anaf/world.js'
import { gatewayTools } from '../standins/gateway-tools.js'
import { MemoryMailbox } from '../standins/memory/mailbox.js'
import { selfSigned } from '../support/certificate.js'
import { answersIn, ScriptedGovernment } from './answers.js'

/** A government's interface, and an invoice that goes through it. */
export interface Operation {
  readonly gatewayOf: (tools: GatewayTools, http: GovernmentHttp) => Gateway
  readonly settings: Readonly<Record<string, string>>
  readonly credentials: () => Credentials
  readonly invoice: InvoiceRequest
  readonly xml: string
}

const ADDRESS = 'https://government.example'
const channel = selfSigned('channel.example')

const invoiceOf = (
  country: InvoiceRequest['country'],
  supplier: string,
  customer: InvoiceRequest['customer'],
): InvoiceRequest => ({
  country,
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: supplier, name: 'Seller' },
  customer,
  lines: [],
  currency: 'EUR',
  issueDate: '2026-11-22',
})
const buyer = (vatNumber: string) => ({ vatNumber, name: 'Buyer' })
const french = (tools: GatewayTools, http: GovernmentHttp): Gateway =>
  frenchGateway(tools, { platforms: http, chorus: http })

/** Every interface that a gateway speaks with, by its name. */
export const ERRANDS = {
  anaf: {
    gatewayOf(tools, http) {
      const gateway = anafGateway(tools, http)
      if (gateway === null) throw new Error('no gateway')
      return gateway
    },
    settings: { ANAF_API_URL: `${ADDRESS}/api`, ANAF_CLIENT_ID: 'x' },
    credentials: () => ({ accessToken: 'token' }),
    invoice: invoiceOf('RO', 'RO18547290', buyer('RO9010105')),
    xml: romanianUbl('F-1'),
  },
  ksef: {
    gatewayOf: ksefGateway,
    settings: { KSEF_API_URL: `${ADDRESS}/v2`, KSEF_STATUS_URL: `${ADDRESS}/status` },
    credentials: () => ({ token: 'token' }),
    invoice: invoiceOf('PL', `PL${NIP}`, buyer('PL5265877635')),
    xml: fa('F-1'),
  },
  sdi: {
    gatewayOf: sdiGateway,
    settings: { SDI_URL: `${ADDRESS}/sdi` },
    credentials: () => ({ certificate: channel.cert, privateKey: channel.key }),
    invoice: sound,
    xml: documentOf(sound),
  },
  invoicetronic: {
    gatewayOf: invoicetronicGateway,
    settings: { INVOICETRONIC_URL: ADDRESS },
    credentials: () => ({ apiKey: 'key' }),
    invoice: invoiceOf('IT', 'IT00743110157', { ...buyer('IT00488410010'), sdiCode: 'ABC1234' }),
    xml: fattura('F-1'),
  },
  flowService: {
    gatewayOf: french,
    settings: {},
    credentials: () => ({
      url: `${ADDRESS}/flow-service`,
      tokenUrl: `${ADDRESS}/token`,
      clientId: 'id',
      clientSecret: 'secret',
      directoryUrl: `${ADDRESS}/directory-service`,
    }),
    invoice: invoiceOf('FR', 'FR44732829320', buyer('FR40303265045')),
    xml: frenchUbl('F-1'),
  },
  chorus: {
    gatewayOf: french,
    settings: { CHORUS_OAUTH_URL: `${ADDRESS}/token`, CHORUS_API_URL: `${ADDRESS}/cpro` },
    credentials: () => ({
      chorusClientId: 'id',
      chorusClientSecret: 'secret',
      chorusLogin: 'login',
      chorusPassword: 'password',
    }),
    invoice: invoiceOf('FR', 'FR44732829320', buyer('FR37217500016')),
    xml: frenchUbl('F-1'),
  },
  accessPoint: {
    gatewayOf: (tools, http) => accessPointGateway(tools, belgianInvoice, { operators: http, customers: http }),
    settings: { PEPPOL_AP_URL: ADDRESS, PEPPOL_AP_TOKEN: 'token' },
    credentials: () => ({}),
    invoice: invoiceOf('BE', 'BE0403170701', buyer('BE0202239951')),
    xml: peppolUbl('F-1'),
  },
} satisfies Readonly<Record<string, Operation>>

/** How an operation is run. */
interface Running {
  readonly http: GovernmentHttp
  readonly now: () => Date
  /** Lets time pass, in seconds. */
  readonly pass: (seconds: number) => void
}

/**
 * Does everything that is ever done with a government, one after the other: hands a document over,
 * fetches messages, asks for the decision, and so on. No answer may cause an error.
 */
export async function runOperation(operation: Operation, { http, now, pass }: Running): Promise<void> {
  const mailbox = new MemoryMailbox()
  const { gatewayOf, settings, invoice, xml } = operation
  // Waiting for real would make an input take seconds.
  const gateway = gatewayOf(gatewayTools({ settings, mailbox, clock: { now }, pace: 0.0001 }), http)
  const scope = { account: 'acc_1', environment: 'production' } as const
  const access = {
    connectionId: 'con_1',
    vatNumber: invoice.supplier.vatNumber,
    credentials: operation.credentials(),
  }
  const submission: Submission = {
    scope,
    invoiceId: 'inv_1',
    attemptId: '00000000-0000-8000-8000-000000000001',
    refusals: 0,
    createdAt: now(),
    invoice,
    xml: new TextEncoder().encode(xml),
    access,
  }
  const submitted = await gateway.submit(submission)
  pass(90)
  const collected = await gateway.collect?.(scope, access, null)
  for (const message of collected?.kind === 'messages' ? collected.messages : []) {
    await mailbox.put(message)
    gateway.responseIn?.(message, { createdAt: submission.createdAt, issueDate: invoice.issueDate })
  }
  if (submitted.kind === 'submitted') {
    const { uploadId } = submitted
    await gateway.poll(submission, uploadId, submission.createdAt)
    pass(600)
    await gateway.poll(submission, uploadId, submission.createdAt)
    await gateway.reconcile?.(submission, uploadId, 'gov-1')
  }
  await gateway.find(submission)
  await gateway.uploadsSince?.(access, submission.createdAt, new Set(['0208:0403170701']))
  await gateway.check?.(access)
}

/** When operations begin, in milliseconds. */
export const BEGIN = Date.parse('2026-11-24T10:00:00.000Z')

/** Runs an operation before a government that returns these answers in turn. */
export async function answeredBy(operation: Operation, bytes: Buffer): Promise<void> {
  let time = BEGIN
  const pass = (seconds: number): void => void (time += seconds * 1_000)
  const http = new ScriptedGovernment(answersIn(bytes), () => pass(1))
  await runOperation(operation, { http, now: () => new Date(time), pass })
}

/** Exchanges a code for tokens, and renews them, before a server that returns these answers. */
export async function tokensFrom(bytes: Buffer): Promise<void> {
  const http = new ScriptedGovernment(answersIn(bytes))
  const settings = {
    ANAF_AUTH_URL: `${ADDRESS}/authorize`,
    ANAF_TOKEN_URL: `${ADDRESS}/token`,
    ANAF_CLIENT_ID: 'x',
    ANAF_CLIENT_SECRET: 'y',
  }
  const client = anafOAuth(settings, http)
  if (client === null) throw new Error('no client')
  await client.exchange('code', 'https://clearway.example/callback', new Date(BEGIN))
  await client.refresh('refresh', new Date(BEGIN))
}
