import type { GovernmentDocument, NoAnswer, PollOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { transmissionFormat } from '../parties.js'
import type { InvoicetronicApi } from './api.js'
import { refusedKey, unanswered } from './failures.js'
import { sentBy } from './find.js'
import { senderOf } from './sender.js'
import { type Update, type UpdateOutcome, verdictOf } from './states.js'
import { sendIdIn } from './upload-id.js'
import { LAST_SECONDS, pollSeconds, untilFirstPoll } from './waits.js'

type Decided = Exclude<UpdateOutcome, { kind: 'pending' }> & { readonly document: GovernmentDocument }

/** Queries SdI's decision on a sent invoice. */
export async function poll(
  api: InvoicetronicApi,
  tools: GatewayTools,
  submission: Submission,
  uploadId: string,
  submittedAt: Date,
): Promise<PollOutcome> {
  const early = untilFirstPoll(submittedAt, tools)
  if (early > 0) return { kind: 'pending', retryAfterSeconds: early }
  const sendId = sendIdIn(uploadId)
  if (sendId === null || submission.access?.credentials['apiKey'] === undefined)
    return unanswered(
      'the invoice was sent through another channel than that of the connection now',
      LAST_SECONDS,
      tools,
    )
  const { key, fault } = senderOf(submission.access, api.sendAddress)
  if (fault !== null) return refusedKey(`The API key ${fault}`)
  return decision(api, tools, submission, key, sendId, pollSeconds(submittedAt, tools))
}

/**
 * SdI's decision on a sent invoice, from the updates at Invoicetronic. Read-only.
 * @param wait seconds until the next query
 */
export async function decision(
  api: InvoicetronicApi,
  tools: GatewayTools,
  submission: Submission,
  key: string,
  sendId: string,
  wait: number,
): Promise<PollOutcome> {
  const pending: PollOutcome = { kind: 'pending', retryAfterSeconds: wait }
  const said = await verdictOn(api, tools, submission, key, sendId)
  if (said.kind === 'pending') return pending
  if (!('document' in said)) return said
  if (said.kind === 'repetition') {
    const first = await firstOf(api, tools, submission, sendId)
    if (first === null) return { kind: 'rejected', errorMessage: said.errorMessage, document: said.document }
    if (typeof first !== 'string') return first
    const original = await verdictOn(api, tools, submission, key, first)
    if (original.kind === 'pending') return pending
    if (!('document' in original)) return original
    return outcomeOf(api, key, original, first, wait)
  }
  return outcomeOf(api, key, said, sendId, wait)
}

/**
 * An earlier upload of the same attempt whose response was lost, and which counts. Null: there is
 * none, so another invoice was first.
 */
async function firstOf(
  api: InvoicetronicApi,
  tools: GatewayTools,
  submission: Submission,
  sendId: string,
): Promise<string | null | NoAnswer> {
  const ours = await sentBy(api, tools, submission)
  if ('kind' in ours) return ours
  const [first] = ours.sent.filter(({ id }) => String(id) !== sendId)
  return first === undefined ? null : String(first.id)
}

async function verdictOn(
  api: InvoicetronicApi,
  { warn }: GatewayTools,
  { invoice, invoiceId }: Submission,
  key: string,
  sendId: string,
): Promise<Decided | { readonly kind: 'pending' } | NoAnswer> {
  const listed = await api.updates(key, { send_id: sendId })
  if (listed.kind !== 'listed') return listed
  const about = listed.items.filter(({ item }) => String(item.sendId) === sendId)
  for (const { item } of about) {
    if (item.state !== null) continue
    warn({ invoiceId, state: item.stateText }, 'Invoicetronic returned a state that is unknown to this release')
  }
  const updates = about.map(({ item }) => item)
  const verdict = verdictOf(updates, transmissionFormat(invoice) === 'FPA12')
  if (verdict.kind === 'pending') return verdict
  const bytes = Buffer.from(JSON.stringify(about.find(({ item }) => item === verdict.by)?.json))
  return { ...verdict, by: withIdentifier(verdict.by, updates), document: { bytes, mediaType: 'application/json' } }
}

/** Any update may contain it; all concern the same file. */
function withIdentifier(by: Update, updates: readonly Update[]): Update {
  return {
    ...by,
    identifier: by.identifier ?? updates.find(({ identifier }) => identifier !== null)?.identifier ?? null,
  }
}

async function outcomeOf(
  api: InvoicetronicApi,
  key: string,
  decided: Decided,
  sendId: string,
  wait: number,
): Promise<PollOutcome> {
  if (decided.kind !== 'accepted') {
    return { kind: 'rejected', errorMessage: decided.errorMessage, document: decided.document }
  }
  const { by, govMessage, document } = decided
  if (by.identifier !== null) return { kind: 'accepted', govId: by.identifier, govMessage, receipt: document }
  const sent = await api.sent(key, sendId)
  if (sent !== 'none' && 'kind' in sent) return sent
  if (sent === 'none' || sent.identifier === null) {
    return {
      ...unanswered(`Invoicetronic returned ${by.stateText} without the IdentificativoSdI`, 0, { pace: 1 }),
      retryAfterSeconds: wait,
    }
  }
  return { kind: 'accepted', govId: sent.identifier, govMessage, receipt: document }
}
