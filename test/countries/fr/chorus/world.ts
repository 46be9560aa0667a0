import type { Test } from 'tap'
import type { Credentials } from '../../../../src/domain/connection.js'
import type { InvoiceRequest } from '../../../../src/domain/request/invoice-request.js'
import type { Gateway, PollOutcome, Submission } from '../../../../src/countries/gateway/gateway.js'
import { GovernmentHttp } from '../../../../src/countries/gateway/government-http.js'
import { frenchGateway } from '../../../../src/countries/fr/gateway.js'
import { startChorus } from '../../../standins/chorus/index.js'
import type { ChorusOptions } from '../../../standins/chorus/options.js'
import { startFlowService } from '../../../standins/flow-service/index.js'
import { gatewayTools } from '../../../standins/gateway-tools.js'
import { MemoryMailbox } from '../../../standins/memory/mailbox.js'
import { MemoryUploads } from '../../../standins/memory/uploads.js'
import { INVOICE, SCOPE } from '../flow-service/world.js'
import { BODY, chorusUbl } from './document.js'

/** A commune. */
export const PUBLIC = { vatNumber: 'FR37217500016', name: 'Commune', siret: BODY }

/** A world of its own for one test. */
export async function worldOf(t: Test, options: ChorusOptions = {}) {
  let time = Date.parse('2026-11-22T10:00:00.000Z')
  let attempts = 0
  const now = (): Date => new Date(time)
  const chorus = await startChorus({ now, ...options })
  const platform = await startFlowService({ now })
  const http = new GovernmentHttp({ connectMs: 2_000, clock: { now } })
  t.teardown(async () => {
    await http.close()
    await chorus.stop()
    await platform.stop()
  })
  const warnings: string[] = []
  const uploads = new MemoryUploads()
  const mailbox = new MemoryMailbox()
  const gatewayWith = (ledger: MemoryUploads): Gateway =>
    frenchGateway(
      gatewayTools({
        settings: chorus.settings,
        uploads: ledger,
        mailbox,
        clock: { now },
        warn: (_facts, text) => void warnings.push(text),
      }),
      { platforms: http, chorus: http },
    )
  const gateway = gatewayWith(uploads)
  const access = { connectionId: 'conn_1', vatNumber: INVOICE.supplier.vatNumber, credentials: chorus.credentials }
  const submission = (
    invoice: Partial<InvoiceRequest> = {},
    credentials: Credentials = chorus.credentials,
  ): Submission => {
    attempts += 1
    const number = invoice.number ?? `F-${attempts}`
    return {
      scope: SCOPE,
      invoiceId: `inv_${attempts}`,
      attemptId: `attempt-${attempts}`,
      refusals: 0,
      createdAt: now(),
      invoice: { ...INVOICE, number, customer: PUBLIC, ...invoice },
      xml: new TextEncoder().encode(chorusUbl({ number })),
      access: { ...access, credentials },
    }
  }
  const submitted = async (invoice: Submission): Promise<string> => {
    const outcome = await gateway.submit(invoice)
    if (outcome.kind !== 'submitted') throw new Error(JSON.stringify(outcome))
    return outcome.uploadId
  }
  return {
    chorus,
    platform,
    gateway,
    uploads,
    mailbox,
    warnings,
    access,
    submission,
    submitted,
    now,
    pass: (seconds: number): void => void (time += seconds * 1000),
    poll: (invoice: Submission, uploadId: string): Promise<PollOutcome> =>
      gateway.poll(invoice, uploadId, invoice.createdAt),
    restored: () => gatewayWith(new MemoryUploads()),
  }
}
