import type { InvoicingMode } from '../../../domain/invoice.js'
import type { PollOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { Taxpayer } from './credentials.js'
import { secondCode } from './second-code.js'

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
  const url = mode === 'offline' ? codeOrWarning(ksefNumber, submission, taxpayer, tools) : undefined
  return {
    kind: 'accepted',
    govId: ksefNumber,
    govMessage: `200: Sukces; ${ksefNumber}`,
    receipt,
    ...(mode !== null && { invoicingMode: mode }),
    ...(url !== undefined && { certificateUrl: url }),
  }
}

function codeOrWarning(
  ksefNumber: string,
  submission: Submission,
  taxpayer: Taxpayer,
  { clock, warn }: Pick<GatewayTools, 'clock' | 'warn'>,
): string | undefined {
  const code = secondCode(submission, taxpayer, clock.now())
  if (code === undefined || 'url' in code) return code?.url
  warn({ government: 'KSeF', ksefNumber }, `An offline invoice has no second code: offlineCertificate ${code.fault}`)
  return undefined
}
