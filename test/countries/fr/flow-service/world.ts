import type { Test } from 'tap'
import type { Credentials } from '../../../../src/domain/connection.js'
import type { Scope } from '../../../../src/domain/event.js'
import type { InvoiceRequest } from '../../../../src/domain/request/invoice-request.js'
import type {
  Access,
  CollectOutcome,
  Concerns,
  Gateway,
  LeaseCheck,
  PollOutcome,
  Submission,
} from '../../../../src/countries/gateway/gateway.js'
import { GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { frenchGateway } from '../../../../src/countries/fr/gateway.js'
import { type FlowServiceStandin, startFlowService } from '../../../standins/flow-service/index.js'
import type { FaultKind, FlowServiceOptions } from '../../../standins/flow-service/options.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { MemoryUploads } from '../../../standins/memory/uploads.js'

/** The seller of the tests' invoices. */
const SIREN = '732829320'

/** An invoice of the tests, without what the gateway doesn't look at. */
export const INVOICE: InvoiceRequest = {
  country: 'FR',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: `FR44${SIREN}`, name: 'Vendeur SARL' },
  customer: { vatNumber: 'FR40303265045', name: 'Acheteur SAS' },
  lines: [],
  currency: 'EUR',
  issueDate: '2026-11-22',
}

/** What a test says of an invoice. */
export interface Change {
  readonly invoice?: Partial<InvoiceRequest>
  readonly xml?: string
  readonly account?: string
  readonly credentials?: Credentials
}

/** The gateway before the stand-in, with a clock that the test moves for both. */
export interface World {
  readonly platform: FlowServiceStandin
  readonly gateway: Gateway
  readonly uploads: MemoryUploads
  readonly mailbox: MemoryMailbox
  /** What was warned of. */
  readonly warnings: string[]
  readonly access: Access
  now(): Date
  pass(seconds: number): void
  /** A submission of a new attempt. */
  submission(change?: Change): Submission
  /** Hands it over; throws where it is not taken. */
  submitted(submission: Submission, hold?: LeaseCheck): Promise<string>
  /** Fetches the life cycle into the mailbox, as the core does. */
  collect(since?: Date | null): Promise<CollectOutcome>
  /** Asks for the decision, as long after the submission was made as the clock says. */
  poll(submission: Submission, uploadId: string): Promise<PollOutcome>
  /** Hands it over, fetches the life cycle and asks for the decision. */
  decided(submission: Submission): Promise<PollOutcome>
  /** The same deployment, having lost its ledger and mailbox. */
  restored(): Gateway
}

/** Whose invoices the tests hand over. */
export const SCOPE: Scope = { account: 'acc_1', environment: 'production' }

/** A document of UBL as far as gateway and stand-in look. */
export function ubl(number: string, { root = 'Invoice', id = 'urn:cen.eu:en16931:2017', note = '' } = {}): string {
  return (
    `<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ` +
    'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
    `<cbc:CustomizationID>${id}</cbc:CustomizationID><cbc:ID>${number}</cbc:ID>` +
    `<cbc:IssueDate>2026-11-22</cbc:IssueDate><cbc:Note>${note}</cbc:Note>` +
    '<cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity>' +
    `<cbc:CompanyID schemeID="0002">${SIREN}</cbc:CompanyID>` +
    `</cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty></${root}>`
  )
}

/** What a call that ends so concerns: even a strange answer shows that the platform is there. */
export function concernOf(does: FaultKind): Concerns {
  return does.kind !== 'answer' || does.status >= 500 ? 'connection' : 'invoice'
}

/** A world of its own for one test. */
export async function worldOf(t: Test, options: FlowServiceOptions & { readonly pace?: number } = {}): Promise<World> {
  let time = new Date('2026-11-22T10:00:00.000Z').getTime()
  let attempts = 0
  const now = (): Date => new Date(time)
  const platform = await startFlowService({ now, ...options })
  const platforms = new GovernmentHttp({ connectMs: 2_000, customers: { allowPrivateNetwork: true } })
  t.teardown(async () => {
    await platforms.close()
    await platform.stop()
  })
  const uploads = new MemoryUploads()
  const mailbox = new MemoryMailbox()
  const warnings: string[] = []
  const gatewayWith = (ledger: MemoryUploads, messages: MemoryMailbox): Gateway =>
    frenchGateway(
      gatewayTools({
        settings: platform.settings,
        uploads: ledger,
        mailbox: messages,
        clock: { now },
        pace: options.pace ?? 1,
        warn: (_facts, text) => void warnings.push(text),
      }),
      { platforms, chorus: platforms },
    )
  const gateway = gatewayWith(uploads, mailbox)
  const access: Access = {
    connectionId: 'conn_1',
    vatNumber: INVOICE.supplier.vatNumber,
    credentials: platform.credentials,
  }
  const world: World = {
    platform,
    gateway,
    uploads,
    mailbox,
    warnings,
    access,
    now,
    pass(seconds) {
      time += seconds * 1000
    },
    submission({ invoice = {}, xml, account = SCOPE.account, credentials = platform.credentials } = {}) {
      attempts += 1
      const number = invoice.number ?? `F-${attempts}`
      return {
        scope: { ...SCOPE, account },
        invoiceId: `inv_${attempts}`,
        attemptId: `00000000-0000-8000-8000-${String(attempts).padStart(12, '0')}`,
        refusals: 0,
        createdAt: now(),
        invoice: { ...INVOICE, number, ...invoice },
        xml: new TextEncoder().encode(xml ?? ubl(number)),
        access: { ...access, credentials },
      }
    },
    async submitted(submission, hold) {
      const outcome = await gateway.submit(submission, hold)
      if (outcome.kind !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(outcome)}`)
      return outcome.uploadId
    },
    async collect(since = null) {
      const outcome = await gateway.collect?.(SCOPE, access, since)
      if (outcome === undefined) throw new Error('nothing collects')
      if (outcome.kind === 'messages') for (const message of outcome.messages) await mailbox.put(message)
      return outcome
    },
    poll: (submission, uploadId) => gateway.poll(submission, uploadId, submission.createdAt),
    async decided(submission) {
      const uploadId = await world.submitted(submission)
      world.pass(60)
      await world.collect()
      return world.poll(submission, uploadId)
    },
    restored: () => gatewayWith(new MemoryUploads(), new MemoryMailbox()),
  }
  return world
}
