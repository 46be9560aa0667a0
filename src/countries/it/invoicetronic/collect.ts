import type { Access, BuyerResponse, CollectOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import type { Scope } from '../../../domain/event.js'
import { cut } from '../../../domain/text.js'
import { updateIn } from './answers.js'
import type { InvoicetronicApi } from './api.js'
import { refusedKey } from './failures.js'
import { attemptReference, sendReference } from './references.js'
import { senderOf } from './sender.js'
import type { State, Update } from './states.js'

/** Updates have SdI's time but appear later; this is the overlap with the last query. */
const OVERLAP_MS = 6 * 3_600_000
/**
 * An administration responds within fifteen days; older updates are irrelevant for a first query.
 */
const OLDEST_MS = 30 * 24 * 3_600_000

/** SdI's own codes of its notifications. */
const LETTERS: Readonly<Record<State, string>> = {
  Inviato: 'Inviato',
  Consegnato: 'RC',
  NonConsegnato: 'MC',
  Scartato: 'NS',
  AccettatoDalDestinatario: 'NE',
  RifiutatoDalDestinatario: 'NE',
  ImpossibilitaDiRecapito: 'MC',
  DecorrenzaTermini: 'DT',
  AttestazioneTrasmissioneFattura: 'AT',
}
const MEDIA_TYPE = 'application/json'
const LONGEST_KIND = 50

/** Fetches SdI's updates on an account's invoices. */
export async function collect(
  api: InvoicetronicApi,
  { clock }: GatewayTools,
  scope: Scope,
  access: Access,
  since: Date | null,
): Promise<CollectOutcome> {
  const { key, fault } = senderOf(access, api.sendAddress)
  if (fault !== null) return refusedKey(`The API key ${fault}`)
  const now = clock.now()
  const from = since === null ? now.getTime() - OLDEST_MS : since.getTime() - OVERLAP_MS
  const listed = await api.updates(key, { last_update_from: inSeconds(new Date(from)) })
  if (listed.kind !== 'listed') return listed
  const messages = listed.items
    .filter(({ item }) => item.state !== 'Inviato')
    .map(({ item, json }) => messageOf(item, json, scope, now))
  const last = listed.items.at(-1)?.item.at ?? null
  // If there are more, the next query continues from there.
  // Updates have Invoicetronic's times: a clock of ours that is ahead would leave some out.
  const complete = new Date(now.getTime() + Math.min(api.aheadMs, 0))
  const until = listed.isCut && last !== null ? new Date(last.getTime() + OVERLAP_MS) : complete
  return { kind: 'messages', messages, until }
}

function messageOf(update: Update, json: unknown, scope: Scope, receivedAt: Date): GovernmentMessage {
  const { id, sendId, state, stateText, attemptId } = update
  return {
    channel: 'sdi',
    scope,
    messageId: `invoicetronic update ${String(id)} ${state ?? cut(stateText, LONGEST_KIND)}`,
    references: [sendReference(sendId), ...(attemptId === null ? [] : [attemptReference(attemptId)])],
    kind: state === null ? cut(stateText, LONGEST_KIND) : LETTERS[state],
    receivedAt,
    bytes: Buffer.from(JSON.stringify(json)),
    mediaType: MEDIA_TYPE,
  }
}

/**
 * An administration's response to an invoice, in a message from `collect`; null: nothing to show,
 * or a message of another channel. Pure.
 */
export function responseIn({ bytes, mediaType, receivedAt }: GovernmentMessage): BuyerResponse | null {
  if (mediaType !== MEDIA_TYPE) return null
  const update = readUpdate(bytes)
  const isYes = update?.state === 'AccettatoDalDestinatario'
  if (update === null || (!isYes && update.state !== 'RifiutatoDalDestinatario')) return null
  return {
    at: update.at ?? receivedAt,
    code: isYes ? 'EC01' : 'EC02',
    label: isYes ? 'The administration accepts the invoice' : 'The administration refuses the invoice',
    reason: update.description,
  }
}

function readUpdate(bytes: Uint8Array): Update | null {
  try {
    return updateIn(JSON.parse(Buffer.from(bytes).toString()))
  } catch (error) {
    // A message is untrusted, even its form.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** UTC, in the documented form: `2024-11-29T12:34:56Z`. */
export function inSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}
