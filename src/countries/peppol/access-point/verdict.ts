import type { Scope } from '../../../domain/event.js'
import { type GatewayTools, readingFor } from '../../gateway/gateway-tools.js'
import type { GovernmentMessage, MessageHead } from '../../gateway/mailbox.js'
import type { AnsweredInvoice, GovernmentDocument, PollOutcome } from '../../gateway/gateway.js'
import { referencesOf } from './inbound.js'
import { APPLICATION_RESPONSE, maySpeakOf, rejectionText, speaksOf } from './response-texts.js'
import type { Upload } from './route.js'

/** A decision. */
type NetworkDecision = Extract<PollOutcome, { kind: 'accepted' | 'rejected' }>

/**
 * The first decision in the messages about a document: the Message Level Status or, before there
 * is one, a buyer's rejection. Null: none yet. Reads the content of those only that can decide.
 * @param reference of the invoice; null: it has none
 */
export async function verdictIn(
  tools: Pick<GatewayTools, 'mailbox' | 'readFor'>,
  messages: readonly MessageHead[],
  answered: AnsweredInvoice & { readonly scope: Scope },
  upload: Upload,
  reference: string | null,
): Promise<NetworkDecision | null> {
  const read = readingFor(tools, answered.scope)
  for (const head of messages) {
    const isOfDocument = head.references.includes(upload.id)
    if (head.decides === false || !(isOfDocument || maySpeakOf(head, answered))) continue
    const message = await tools.mailbox.whole(head)
    if (message === null) continue
    const response = await read(APPLICATION_RESPONSE, message.bytes, null)
    if (response === null) continue
    const references = referencesOf(response)
    if (response.kind === 'IMR') {
      const isOurs = reference !== null && references.includes(reference) && speaksOf(response, message, answered)
      if (isOurs && response.code === 'RE') return rejected(rejectionText(response), documentOf(message))
    } else if (references.includes(upload.id)) {
      const { code } = response
      if (code === 'RE') return rejected(rejectionText(response), documentOf(message))
      if (code === 'AP' || code === 'AB') return accepted(upload, levelText(code), documentOf(message))
    }
  }
  return null
}

function documentOf({ bytes, mediaType }: GovernmentMessage): GovernmentDocument {
  return { bytes, mediaType }
}

/** Accepted; `govId` is the AS4 message id if known. */
export function accepted(
  { id, messageId }: Upload,
  govMessage: string,
  receipt: GovernmentDocument | null,
): NetworkDecision {
  return { kind: 'accepted', govId: messageId ?? id, govMessage, receipt }
}

/** Rejected. */
export function rejected(errorMessage: string, document: GovernmentDocument | null): NetworkDecision {
  return { kind: 'rejected', errorMessage, document }
}

/** The meaning of a Message Level Status. */
export function levelText(code: 'AP' | 'AB'): string {
  return code === 'AP'
    ? 'Message Level Status AP: accepted and delivered to the buyer'
    : "Message Level Status AB: accepted by the receiver's access point; delivery to the buyer is not confirmed"
}
