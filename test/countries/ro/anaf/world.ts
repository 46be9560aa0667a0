import type { Test } from 'tap'
import type { Observer } from '../../../../src/domain/observer.js'
import type { InvoiceRequest } from '../../../../src/domain/request/invoice-request.js'
import type { Gateway, LeaseCheck, PollOutcome, Submission } from '../../../../src/countries/gateway/gateway.js'
import { GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { anafGateway } from '../../../../src/countries/ro/anaf/gateway.js'
import { type Anaf, startAnaf } from '../../../standins/anaf/index.js'
import type { AnafOptions } from '../../../standins/anaf/options.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import { MemoryBudgets } from '../../../standins/memory/budgets.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { MemoryUploads } from '../../../standins/memory/uploads.js'

const INVOICE: InvoiceRequest = {
  country: 'RO',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: 'RO18547290', name: 'Seller' },
  customer: { vatNumber: 'RO9010105', name: 'Buyer' },
  lines: [],
  currency: 'RON',
  issueDate: '2026-11-22',
}

/** What a test says of an invoice. */
export interface Change {
  readonly invoice?: Partial<InvoiceRequest>
  readonly token?: string
  readonly vatNumber?: string
  readonly xml?: string
  readonly account?: string
}

/** The gateway before the stand-in, with a clock that the test moves for both. */
export interface World {
  readonly anaf: Anaf
  readonly gateway: Gateway
  readonly uploads: MemoryUploads
  readonly budgets: MemoryBudgets
  readonly mailbox: MemoryMailbox
  readonly warnings: readonly string[]
  now(): Date
  pass(seconds: number): void
  /** A submission of a new attempt. */
  submission(change?: Change): Submission
  /** Uploads it; throws where it is not taken. */
  uploaded(submission: Submission, hold?: LeaseCheck): Promise<string>
  /** Asks for the decision, as long after the submission was made as the clock says. */
  poll(submission: Submission, uploadId: string): Promise<PollOutcome>
  /** Uploads it and asks for the decision a minute later. */
  decided(submission: Submission): Promise<PollOutcome>
  /** The same deployment, having lost its ledger. */
  restored(): Gateway
}

/** A document of UBL as far as the stand-in looks. */
export function ubl(number: string, root = 'Invoice', note = ''): string {
  return (
    `<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ` +
    'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
    `<cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-22</cbc:IssueDate><cbc:Note>${note}</cbc:Note></${root}>`
  )
}

/** A world of its own for one test. */
export async function worldOf(
  t: Test,
  options: AnafOptions & {
    readonly pace?: number
    /** Of ANAF's clock: how far it is ahead of ours. */
    readonly aheadSeconds?: number
    readonly observer?: Observer
  } = {},
): Promise<World> {
  let time = new Date('2026-11-22T10:00:00.000Z').getTime()
  let attempts = 0
  const now = (): Date => new Date(time)
  const anafNow = (): Date => new Date(time + (options.aheadSeconds ?? 0) * 1000)
  const anaf = await startAnaf({ now: anafNow, ...options })
  const http = new GovernmentHttp({
    connectMs: 2_000,
    clock: { now },
    ...(options.observer && { heardBy: { observer: options.observer, government: 'RO' } }),
  })
  t.teardown(async () => {
    await http.close()
    await anaf.stop()
  })
  const budgets = new MemoryBudgets()
  const uploads = new MemoryUploads()
  const mailbox = new MemoryMailbox()
  const warnings: string[] = []
  const gatewayWith = (ledger: MemoryUploads): Gateway => {
    const pace = options.pace ?? 1
    const warn = (_facts: object, text: string): void => void warnings.push(text)
    const tools = gatewayTools({
      settings: anaf.settings,
      uploads: ledger,
      budgets,
      mailbox,
      clock: { now },
      pace,
      warn,
    })
    const made = anafGateway(tools, http)
    if (made === null) throw new Error('no gateway')
    return made
  }
  const gateway = gatewayWith(uploads)
  const world: World = {
    anaf,
    gateway,
    uploads,
    budgets,
    mailbox,
    warnings,
    now,
    pass(seconds) {
      time += seconds * 1000
    },
    submission({ invoice = {}, token, vatNumber = 'RO18547290', xml, account = 'acc_1' } = {}) {
      attempts += 1
      return {
        scope: { account, environment: 'production' },
        invoiceId: `inv_${attempts}`,
        attemptId: `attempt-${attempts}`,
        refusals: 0,
        createdAt: now(),
        invoice: { ...INVOICE, ...invoice },
        xml: new TextEncoder().encode(xml ?? ubl(`F-${attempts}`)),
        access: {
          connectionId: `con_${vatNumber}`,
          vatNumber,
          credentials: { accessToken: token ?? anaf.issueToken() },
        },
      }
    },
    async uploaded(submission, hold) {
      const outcome = await gateway.submit(submission, hold)
      if (outcome.kind !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(outcome)}`)
      return outcome.uploadId
    },
    poll: (submission, uploadId) => gateway.poll(submission, uploadId, submission.createdAt),
    async decided(submission) {
      const uploadId = await world.uploaded(submission)
      world.pass(60)
      return world.poll(submission, uploadId)
    },
    restored: () => gatewayWith(new MemoryUploads()),
  }
  return world
}
