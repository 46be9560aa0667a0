import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { statusIn } from './answers.js'
import type { Taxpayer } from './credentials.js'
import { unanswered } from './failures.js'
import { type Json, referenceIn, textIn } from './json.js'
import type { SessionInvoices } from './session-invoices.js'

/** Whether a document that was possibly sent arrived. */
type Located =
  | { readonly kind: 'found'; readonly invoice: string }
  /** It did not, and no longer will: it may be sent again. */
  | { readonly kind: 'absent' }
  | NoAnswer

/** Seconds, before the pace, after which a call whose answer was lost has no effect. */
export const SETTLED_SECONDS = 120
/** Seconds, before the pace, until the next search. */
export const NEXT_LOOK_SECONDS = 15
/** The longest wait for a session: KSeF refuses repetitions. */
const OUT_OF_REACH_SECONDS = 3600
const NEXT_REACH_SECONDS = 300

/** Looks for a document in the session in which it was sent, by its hash. */
export async function locate(
  invoices: SessionInvoices,
  tools: GatewayTools,
  taxpayer: Taxpayer,
  sought: { readonly session: string; readonly sha256: string; readonly begunAt: Date },
): Promise<Located> {
  const listed = await invoices.of(taxpayer, sought.session, sought.begunAt)
  const seconds = (tools.clock.now().getTime() - sought.begunAt.getTime()) / 1000 / tools.pace
  if (listed.kind === 'no-session' && listed.isForAWhile) {
    if (seconds > OUT_OF_REACH_SECONDS) return { kind: 'absent' }
    return unanswered("KSeF can't show the session in which the invoice was sent", NEXT_REACH_SECONDS, tools)
  }
  if (listed.kind !== 'listed' && listed.kind !== 'no-session') return listed
  const found = listed.kind === 'listed' ? referencesIn(listed.invoices).get(sought.sha256) : undefined
  if (found !== undefined) return { kind: 'found', invoice: found }
  if (seconds > SETTLED_SECONDS) return { kind: 'absent' }
  const reason = "it is not known whether KSeF received the document; the session's list does not show it yet"
  return unanswered(reason, NEXT_LOOK_SECONDS, tools)
}

/**
 * The references of the invoices of a session, by the SHA-256 (hexadecimal) of their documents.
 * If the same document was sent twice, one is the duplicate of the other.
 */
export function referencesIn(invoices: readonly Json[]): ReadonlyMap<string, string> {
  const references = new Map<string, string>()
  for (const { invoiceHash, referenceNumber } of [...invoices].sort((a, b) => rank(a) - rank(b))) {
    const [sha256, reference] = [textIn(invoiceHash), referenceIn(referenceNumber)]
    if (sha256 === null || reference === null) continue
    const hex = Buffer.from(sha256, 'base64').toString('hex')
    if (!references.has(hex)) references.set(hex, reference)
  }
  return references
}

function rank(invoice: Json): number {
  const code = statusIn(invoice)?.code ?? 0
  if (code === 200) return 0
  return code < 200 ? 1 : 2
}
