import { hash } from 'node:crypto'
import type { InvoicingMode } from '../../../domain/invoice.js'
import type { PollOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { expiryFault, readSigner, UnusableSigner } from '../../signing/signer.js'
import { certificateUrl } from '../certificate-link.js'
import { nipOf, type Taxpayer } from './credentials.js'

/** What KSeF says of an invoice that it has accepted. */
interface AcceptedInvoice {
  readonly ksefNumber: string
  /** null: it names none. */
  readonly mode: InvoicingMode | null
  readonly receipt: Extract<PollOutcome, { kind: 'accepted' }>['receipt']
}

/** The mode as KSeF writes it; null: it is none. */
export function modeIn(value: unknown): InvoicingMode | null {
  if (value === 'Online') return 'online'
  return value === 'Offline' ? 'offline' : null
}

/**
 * The outcome for an accepted invoice. An offline one gets its second verification code, if the
 * connection has the certificate for it.
 */
export function acceptance(
  { ksefNumber, mode, receipt }: AcceptedInvoice,
  submission: Submission,
  taxpayer: Taxpayer,
  tools: Pick<GatewayTools, 'clock' | 'warn'>,
): PollOutcome {
  const url = mode === 'offline' ? secondCode(ksefNumber, submission, taxpayer, tools) : undefined
  return {
    kind: 'accepted',
    govId: ksefNumber,
    govMessage: `200: Sukces; ${ksefNumber}`,
    receipt,
    ...(mode !== null && { invoicingMode: mode }),
    ...(url !== undefined && { certificateUrl: url }),
  }
}

function secondCode(
  ksefNumber: string,
  { scope, invoice, xml }: Submission,
  { nip, offline }: Taxpayer,
  { clock, warn }: Pick<GatewayTools, 'clock' | 'warn'>,
): string | undefined {
  if (offline === undefined) return undefined
  const unusable = (fault: string): undefined => {
    warn({ government: 'KSeF', ksefNumber }, `An offline invoice has no second code: offlineCertificate ${fault}`)
  }
  try {
    const signer = readSigner(offline)
    const fault = expiryFault(signer, clock.now())
    if (fault !== null) return unusable(fault)
    return certificateUrl(
      {
        environment: scope.environment,
        contextNip: nip,
        sellerNip: nipOf(invoice.supplier.vatNumber),
        documentSha256: hash('sha256', xml),
      },
      signer,
    )
  } catch (error) {
    if (!(error instanceof UnusableSigner)) throw error
    return unusable(error.message)
  }
}
