import type { Test } from 'tap'
import type { InvoiceRequest } from '../../../../src/domain/request/invoice-request.js'
import type { Access, LeaseCheck, PollOutcome, Submission } from '../../../../src/countries/gateway/gateway.js'
import { GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { invoicetronicGateway } from '../../../../src/countries/it/invoicetronic/gateway.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import { type Invoicetronic, startInvoicetronic } from '../../../standins/invoicetronic/index.js'
import type { InvoicetronicOptions } from '../../../standins/invoicetronic/options.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { MemoryUploads } from '../../../standins/memory/uploads.js'
import { memoryFileNumbers } from '../../gateway/memory-file-numbers.js'

const INVOICE: InvoiceRequest = {
  country: 'IT',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: 'IT00743110157', name: 'Venditore' },
  customer: { vatNumber: 'IT00488410010', name: 'Cliente', sdiCode: 'ABC1234' },
  lines: [],
  currency: 'EUR',
  issueDate: '2026-11-22',
}
/** The office code of an administration has six characters. */
const OFFICE = 'UFABCD'

/** What a test says of an invoice. */
interface Change {
  readonly number?: string
  readonly toAdministration?: boolean
  /** Whether its owner has signed it. */
  readonly isSigned?: boolean
  readonly xml?: string
  /** The file that its owner has signed, instead of `xml`. */
  readonly signedFile?: Uint8Array
  readonly apiKey?: string
}

/** The gateway before the stand-in, with a clock that the test moves for both. */
interface World {
  readonly standIn: Invoicetronic
  readonly gateway: ReturnType<typeof invoicetronicGateway>
  readonly uploads: MemoryUploads
  readonly mailbox: MemoryMailbox
  /** What the operator was warned of. */
  readonly warnings: readonly Readonly<Record<string, string>>[]
  now(): Date
  pass(seconds: number): void
  access(apiKey?: string): Access
  /** A submission of a new attempt. */
  submission(change?: Change): Submission
  /** Sends it; throws where it is not taken. */
  sent(submission: Submission, hold?: LeaseCheck): Promise<string>
  /** Asks for the decision, as long after the submission was made as the clock says. */
  poll(submission: Submission, uploadId: string): Promise<PollOutcome>
  /** Sends it and asks for the decision a minute later. */
  decided(submission: Submission): Promise<PollOutcome>
  /** The same deployment in another process, having lost what is named. */
  restarted(lost?: 'ledger' | 'ledger and names'): World['gateway']
}

/** FatturaPA as far as the stand-in looks. */
export function fattura(number: string, { toAdministration = false, isSigned = false }: Change = {}): string {
  return (
    '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2">' +
    `<FormatoTrasmissione>${toAdministration ? 'FPA12' : 'FPR12'}</FormatoTrasmissione>` +
    `<CodiceDestinatario>${toAdministration ? OFFICE : 'ABC1234'}</CodiceDestinatario><IdCodice>00743110157</IdCodice>` +
    `<TipoDocumento>TD01</TipoDocumento><Data>2026-11-22</Data><Numero>${number}</Numero>` +
    (isSigned ? '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"></ds:Signature>' : '') +
    '</p:FatturaElettronica>'
  )
}

/** A world of its own for one test. */
export async function worldOf(
  t: Test,
  options: InvoicetronicOptions & {
    readonly pace?: number
    readonly address?: string
    /** Of Invoicetronic's clock: how far it is ahead of ours. */
    readonly aheadSeconds?: number
  } = {},
): Promise<World> {
  let time = new Date('2026-11-22T10:00:00.000Z').getTime()
  let attempts = 0
  const now = (): Date => new Date(time)
  const theirNow = (): Date => new Date(time + (options.aheadSeconds ?? 0) * 1000)
  const standIn = await startInvoicetronic({ now: theirNow, ...options })
  const http = new GovernmentHttp({ connectMs: 2_000, clock: { now } })
  t.teardown(async () => {
    await http.close()
    await standIn.stop()
  })
  const uploads = new MemoryUploads()
  const mailbox = new MemoryMailbox()
  const warnings: Readonly<Record<string, string>>[] = []
  const names = memoryFileNumbers()
  const settings = options.address === undefined ? standIn.settings : { INVOICETRONIC_URL: options.address }
  const gatewayWith = (ledger: MemoryUploads, fileNumbers = names) =>
    invoicetronicGateway(
      gatewayTools({
        settings,
        uploads: ledger,
        mailbox,
        fileNumbers,
        clock: { now },
        pace: options.pace ?? 1,
        warn: (facts) => warnings.push(facts),
      }),
      http,
    )
  const gateway = gatewayWith(uploads)
  const world: World = {
    standIn,
    gateway,
    uploads,
    mailbox,
    warnings,
    now,
    pass(seconds) {
      time += seconds * 1000
    },
    access: (apiKey = standIn.credentials['apiKey'] ?? '') => ({
      connectionId: 'con_1',
      vatNumber: 'IT00743110157',
      credentials: { apiKey },
    }),
    submission(change = {}) {
      attempts += 1
      const number = change.number ?? `F-${String(attempts)}`
      const { customer } = INVOICE
      return {
        scope: { account: 'acc_1', environment: 'production' },
        invoiceId: `inv_${String(attempts)}`,
        attemptId: `attempt-${String(attempts)}`,
        refusals: 0,
        createdAt: now(),
        invoice: {
          ...INVOICE,
          number,
          customer: { ...customer, ...(change.toAdministration === true && { sdiCode: OFFICE }) },
        },
        xml: change.signedFile ?? new TextEncoder().encode(change.xml ?? fattura(number, change)),
        access: world.access(change.apiKey),
      }
    },
    async sent(submission, hold) {
      const outcome = await gateway.submit(submission, hold)
      if (outcome.kind !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(outcome)}`)
      return outcome.uploadId
    },
    poll: (submission, uploadId) => gateway.poll(submission, uploadId, submission.createdAt),
    async decided(submission) {
      const uploadId = await world.sent(submission)
      world.pass(60)
      return world.poll(submission, uploadId)
    },
    restarted(lost) {
      if (lost === undefined) return gatewayWith(uploads)
      return gatewayWith(new MemoryUploads(), lost === 'ledger' ? names : memoryFileNumbers())
    },
  }
  return world
}
