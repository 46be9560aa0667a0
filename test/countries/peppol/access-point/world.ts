import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { belgianInvoice } from '../../../../src/countries/be/profile.js'
import type { Gateway, LeaseCheck, PollOutcome, Submission } from '../../../../src/countries/gateway/gateway.js'
import { GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { accessPointGateway } from '../../../../src/countries/peppol/access-point/gateway.js'
import { receiveBusinessDocument } from '../../../../src/countries/peppol/access-point/inbound.js'
import type { InvoiceRequest } from '../../../../src/domain/request/invoice-request.js'
import { PEPPOL_BILLING, PEPPOL_BILLING_PROCESS } from '../../../../src/einvoice/rules/peppol/specification.js'
import { type AccessPoint, startAccessPoint } from '../../../standins/access-point/index.js'
import type { AccessPointOptions } from '../../../standins/access-point/options.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { MemoryUploads } from '../../../standins/memory/uploads.js'

/** The seller, as the network knows him. */
export const SELLER = 'iso6523-actorid-upis::0208:0403170701'
/** The buyer. */
export const BUYER = 'iso6523-actorid-upis::0208:0202239951'

/** The invoice that tests send. */
export const INVOICE: InvoiceRequest = {
  country: 'BE',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: 'BE0403170701', name: 'Seller' },
  customer: { vatNumber: 'BE0202239951', name: 'Buyer' },
  lines: [],
  currency: 'EUR',
  issueDate: '2026-11-22',
}

/** What a test says of an invoice. */
export interface Change {
  readonly invoice?: Partial<InvoiceRequest>
  readonly xml?: string
  /** A customer's own access point in place of the operator's. */
  readonly credentials?: Readonly<Record<string, string>>
}

/** What a test says of its world. */
interface WorldOptions extends AccessPointOptions {
  readonly pace?: number
  /** Settings beside those of the access point. */
  readonly settings?: Readonly<Record<string, string>>
}

/** The gateway before the stand-in, with a clock that the test moves for both. */
export interface World {
  readonly accessPoint: AccessPoint
  readonly gateway: Gateway
  readonly uploads: MemoryUploads
  readonly mailbox: MemoryMailbox
  readonly warnings: string[]
  now(): Date
  pass(seconds: number): void
  /** A submission of a new attempt. */
  submission(change?: Change): Submission
  /** Uploads it; throws where it is not taken. */
  uploaded(submission: Submission, hold?: LeaseCheck): Promise<string>
  /** Asks for the decision, as long after the submission was made as the clock says. */
  poll(submission: Submission, uploadId: string): Promise<PollOutcome>
  /** The same deployment, having lost its ledger. */
  restored(): Gateway
  /** Another process of the same deployment. */
  another(): Gateway
}

/** A document of UBL as far as the stand-in looks. */
export function ubl(
  number: string,
  root = 'Invoice',
  specification = PEPPOL_BILLING,
  process = PEPPOL_BILLING_PROCESS,
): string {
  return (
    `<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ` +
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
    `<cbc:CustomizationID>${specification}</cbc:CustomizationID><cbc:ProfileID>${process}</cbc:ProfileID>` +
    `<cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-22</cbc:IssueDate></${root}>`
  )
}

/** The id under which a document goes through the network. */
export function instanceOf(uploadId: string): string {
  return uploadId.split(' ')[0] ?? ''
}

/** A world of its own for one test. */
export async function worldOf(t: Test, options: WorldOptions = {}): Promise<World> {
  let time = new Date('2026-11-22T10:00:00.000Z').getTime()
  let attempts = 0
  const now = (): Date => new Date(time)
  const mailbox = new MemoryMailbox()
  const inbound = await inboundOf(t, mailbox, now)
  const accessPoint = await startAccessPoint({ now, inbound: { url: inbound }, ...options })
  const http = {
    operators: new GovernmentHttp({ connectMs: 2_000 }),
    customers: new GovernmentHttp({ connectMs: 2_000, customers: { allowPrivateNetwork: true } }),
  }
  t.teardown(async () => {
    await Promise.all([http.operators.close(), http.customers.close()])
    await accessPoint.stop()
  })
  const uploads = new MemoryUploads()
  const warnings: string[] = []
  const gatewayWith = (ledger: MemoryUploads): Gateway => {
    const settings = { ...accessPoint.settings, ...options.settings }
    const warn = (_: unknown, text: string): void => void warnings.push(text)
    const pace = options.pace ?? 1
    return accessPointGateway(
      gatewayTools({ settings, uploads: ledger, mailbox, clock: { now }, pace, warn }),
      belgianInvoice,
      http,
    )
  }
  const gateway = gatewayWith(uploads)
  return {
    accessPoint,
    gateway,
    uploads,
    mailbox,
    warnings,
    now,
    pass(seconds) {
      time += seconds * 1000
    },
    submission({ invoice = {}, xml, credentials = {} } = {}) {
      attempts += 1
      const number = `F-${attempts}`
      return {
        scope: { account: 'acc_1', environment: 'production' },
        invoiceId: `inv_${attempts}`,
        attemptId: `attempt-${attempts}`,
        refusals: 0,
        createdAt: now(),
        invoice: { ...INVOICE, number, ...invoice },
        xml: new TextEncoder().encode(xml ?? ubl(number)),
        access: { connectionId: 'con_1', vatNumber: 'BE0403170701', credentials },
      }
    },
    async uploaded(submission, hold) {
      const outcome = await gateway.submit(submission, hold)
      if (outcome.kind !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(outcome)}`)
      return outcome.uploadId
    },
    poll: (submission, uploadId) => gateway.poll(submission, uploadId, submission.createdAt),
    restored: () => gatewayWith(new MemoryUploads()),
    another: () => gatewayWith(uploads),
  }
}

/** The door for what the access point forwards. */
async function inboundOf(t: Test, mailbox: MemoryMailbox, now: () => Date): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const forwarded = {
        body: Buffer.concat(chunks),
        contentType: request.headers['content-type'] ?? '',
        headers: request.headers as Readonly<Record<string, string | undefined>>,
      }
      receiveBusinessDocument(forwarded, mailbox, now()).then(
        ({ status, contentType, body }) => response.writeHead(status, { 'content-type': contentType }).end(body),
        (error: unknown) => response.destroy(error as Error),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/peppol`
}
