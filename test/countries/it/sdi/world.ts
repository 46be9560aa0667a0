import type { Test } from 'tap'
import type { Gateway, LeaseCheck, PollOutcome, Submission } from '../../../../src/countries/gateway/gateway.js'
import type { GatewayTools } from '../../../../src/countries/gateway/gateway-tools.js'
import { GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { sdiGateway } from '../../../../src/countries/it/sdi/gateway.js'
import { sdiDoor } from '../../../../src/countries/it/sdi/inbound.js'
import type { Credentials } from '../../../../src/domain/connection.js'
import type { InvoiceRequest } from '../../../../src/domain/request/invoice-request.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { MemoryUploads } from '../../../standins/memory/uploads.js'
import { type Sdi, startSdi } from '../../../standins/sdi/index.js'
import type { FaultKind, SdiOptions } from '../../../standins/sdi/options.js'
import { memoryFileNumbers } from '../../gateway/memory-file-numbers.js'
import { documentOf, sound } from '../sound-invoice.js'
import { openDoor } from './inbound-service.js'

/** What a test says of an invoice. */
interface Change {
  readonly invoice?: Partial<InvoiceRequest>
  readonly credentials?: Credentials
  readonly xml?: string
  readonly account?: string
}

/** The gateway between the stand-in and the door, with a clock that the test moves for all. */
interface World {
  readonly sdi: Sdi
  readonly gateway: Gateway
  readonly tools: GatewayTools
  readonly mailbox: MemoryMailbox
  readonly uploads: MemoryUploads
  readonly warnings: string[]
  now(): Date
  pass(seconds: number): void
  /** A submission of a new attempt. */
  submission(change?: Change): Submission
  /** Sends its file; throws where it is not taken. */
  sent(submission: Submission, hold?: LeaseCheck): Promise<string>
  poll(submission: Submission, uploadId: string): Promise<PollOutcome>
  /** Sends its file under a fault, has SdI send its notifications, and asks for the decision. */
  decided(submission: Submission, does?: FaultKind): Promise<PollOutcome>
  /** The same deployment, having lost the named data. */
  restored(lost: Partial<Pick<GatewayTools, 'uploads' | 'fileNumbers' | 'mailbox'>>): Gateway
}

/** A customer that is an administration. */
export const ADMINISTRATION = { ...sound.customer, sdiCode: 'UFXH7Q' }

/** A document with the mark of a signature; no such thing is ever verified here. */
export function markedAsSigned(xml: string): string {
  return xml.replace(
    /(<\/p:FatturaElettronica>)/,
    '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignatureValue>AAAA</ds:SignatureValue></ds:Signature>$1',
  )
}

/** A world of its own for one test. */
export async function worldOf(t: Test, options: SdiOptions & { readonly pace?: number } = {}): Promise<World> {
  let time = new Date('2026-11-22T10:00:00.000Z').getTime()
  let attempts = 0
  const now = (): Date => new Date(time)
  const mailbox = new MemoryMailbox()
  const uploads = new MemoryUploads()
  const warnings: string[] = []
  const door = await openDoor(sdiDoor, mailbox, now)
  const sdi = await startSdi({ now, automatic: false, inboundUrl: door.url, ...options })
  const http = new GovernmentHttp({ connectMs: 2_000 })
  t.teardown(async () => {
    await http.close()
    await sdi.stop()
    await door.stop()
  })
  const tools = gatewayTools({
    settings: sdi.settings,
    clock: { now },
    pace: options.pace ?? 1,
    mailbox,
    uploads,
    fileNumbers: memoryFileNumbers(),
    warn: (_, text) => warnings.push(text),
  })
  const gateway = sdiGateway(tools, http)
  const world: World = {
    sdi,
    gateway,
    tools,
    mailbox,
    uploads,
    warnings,
    now,
    pass(seconds) {
      time += seconds * 1000
    },
    submission({ invoice = {}, credentials, xml, account = 'acc_1' } = {}) {
      attempts += 1
      const request: InvoiceRequest = { ...sound, number: `F-${attempts}`, ...invoice }
      const document = documentOf(request)
      const isToAdministration = request.customer.sdiCode?.length === 6
      return {
        scope: { account, environment: 'production' },
        invoiceId: `inv_${attempts}`,
        attemptId: `attempt-${attempts}`,
        refusals: 0,
        createdAt: now(),
        invoice: request,
        xml: new TextEncoder().encode(xml ?? (isToAdministration ? markedAsSigned(document) : document)),
        access: {
          connectionId: 'con_1',
          vatNumber: request.supplier.vatNumber,
          credentials: credentials ?? sdi.credentials,
        },
      }
    },
    async sent(submission, hold) {
      const outcome = await gateway.submit(submission, hold)
      if (outcome.kind !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(outcome)}`)
      return outcome.uploadId
    },
    poll: (submission, uploadId) => gateway.poll(submission, uploadId, submission.createdAt),
    async decided(submission, does) {
      sdi.faults(...(does === undefined ? [] : [{ on: 'file' as const, times: 1, does }]))
      const uploadId = await world.sent(submission)
      await sdi.deliver()
      return world.poll(submission, uploadId)
    },
    restored: (lost) => sdiGateway({ ...tools, ...lost }, http),
  }
  return world
}
