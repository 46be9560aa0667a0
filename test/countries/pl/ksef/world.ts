import type { Test } from 'tap'
import type { InvoiceRequest } from '../../../../src/domain/request/invoice-request.js'
import type { Gateway, LeaseCheck, PollOutcome, Submission } from '../../../../src/countries/gateway/gateway.js'
import { GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { ksefGateway } from '../../../../src/countries/pl/ksef/gateway.js'
import { type Ksef, startKsef } from '../../../standins/ksef/index.js'
import type { KsefOptions } from '../../../standins/ksef/options.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import { MemoryBudgets } from '../../../standins/memory/budgets.js'
import { MemoryUploads } from '../../../standins/memory/uploads.js'

/** Of the seller. */
export const NIP = '5260250274'

const INVOICE: InvoiceRequest = {
  country: 'PL',
  invoiceType: 'invoice',
  number: 'FA/1',
  supplier: { vatNumber: `PL${NIP}`, name: 'Seller' },
  customer: { vatNumber: 'PL5265877635', name: 'Buyer' },
  lines: [],
  currency: 'PLN',
  issueDate: '2026-11-24',
}

/** What a test says of an invoice. */
interface Change {
  readonly credentials?: Readonly<Record<string, string>>
  readonly vatNumber?: string
  readonly xml?: string
  readonly invoice?: Partial<InvoiceRequest>
  readonly account?: string
}

/** The gateway before the stand-in, with a clock that the test moves for both. */
export interface World {
  readonly ksef: Ksef
  readonly gateway: Gateway
  readonly uploads: MemoryUploads
  readonly budgets: MemoryBudgets
  /** What the gateway has passed on to the operator. */
  readonly warnings: readonly string[]
  now(): Date
  pass(seconds: number): void
  /** A submission of a new attempt. */
  submission(change?: Change): Submission
  /** Sends it; throws where it is not taken. */
  sent(submission: Submission, hold?: LeaseCheck): Promise<string>
  /** Asks for the decision, as long after the submission was made as the clock says. */
  poll(submission: Submission, uploadId: string): Promise<PollOutcome>
  /** Sends it and asks for the decision so many seconds later; default 2. */
  decided(submission: Submission, seconds?: number): Promise<PollOutcome>
  /** Another process of the same deployment, which remembers no session. */
  restarted(): Gateway
  /** The same, having lost its ledger too. */
  restored(): Gateway
}

/** A document of FA(3) as far as the stand-in looks. */
export function fa(number: string, note = '', nip = NIP): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<Faktura xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/">' +
    `<Podmiot1><DaneIdentyfikacyjne><NIP>${nip}</NIP></DaneIdentyfikacyjne></Podmiot1>` +
    `<Fa><P_1>2026-11-24</P_1><P_2>${number}</P_2><RodzajFaktury>VAT</RodzajFaktury><P_7>zażółć ${note}</P_7></Fa></Faktura>\n`
  )
}

/** How a world is. */
export interface WorldOptions extends KsefOptions {
  readonly pace?: number
  readonly allowPrivateNetwork?: boolean
  /** Of KSeF's clock: how far it is ahead of ours. */
  readonly aheadSeconds?: number
}

/** A world of its own for one test. */
export async function worldOf(t: Test, options: WorldOptions = {}): Promise<World> {
  let time = new Date('2026-11-24T10:00:00.000Z').getTime()
  let attempts = 0
  const now = (): Date => new Date(time)
  const ksefNow = (): Date => new Date(time + (options.aheadSeconds ?? 0) * 1000)
  const ksef = await startKsef({ now: ksefNow, ...options })
  const http = new GovernmentHttp({ connectMs: 2_000, clock: { now } })
  t.teardown(async () => {
    await http.close()
    await ksef.stop()
  })
  const budgets = new MemoryBudgets()
  const uploads = new MemoryUploads()
  const warnings: string[] = []
  const gatewayWith = (ledger: MemoryUploads): Gateway => {
    const tools = gatewayTools({
      settings: ksef.settings,
      uploads: ledger,
      budgets,
      clock: { now },
      pace: options.pace ?? 1,
      allowPrivateNetwork: options.allowPrivateNetwork ?? true,
      warn: (_, text) => warnings.push(text),
    })
    return ksefGateway(tools, http)
  }
  const gateway = gatewayWith(uploads)
  const world: World = {
    ksef,
    gateway,
    uploads,
    budgets,
    warnings,
    now,
    pass(seconds) {
      time += seconds * 1000
    },
    submission({ credentials, vatNumber = `PL${NIP}`, xml, invoice, account = 'acc_1' } = {}) {
      attempts += 1
      return {
        scope: { account, environment: 'production' },
        invoiceId: `inv_${attempts}`,
        attemptId: `attempt-${attempts}`,
        refusals: 0,
        createdAt: now(),
        invoice: { ...INVOICE, ...invoice },
        xml: new TextEncoder().encode(xml ?? fa(`FA/${attempts}`)),
        access: { connectionId: `con_${vatNumber}`, vatNumber, credentials: credentials ?? ksef.credentials },
      }
    },
    async sent(submission, hold) {
      const outcome = await gateway.submit(submission, hold)
      if (outcome.kind !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(outcome)}`)
      return outcome.uploadId
    },
    poll: (submission, uploadId) => gateway.poll(submission, uploadId, submission.createdAt),
    async decided(submission, seconds = 2) {
      const uploadId = await world.sent(submission)
      world.pass(seconds)
      return world.poll(submission, uploadId)
    },
    restarted: () => gatewayWith(uploads),
    restored: () => gatewayWith(new MemoryUploads()),
  }
  return world
}
