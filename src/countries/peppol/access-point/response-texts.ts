import type { MessageReader } from '../../gateway/message-reader.js'
import type { AnsweredInvoice, BuyerResponse } from '../../gateway/gateway.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import { RESPONSE_NAMES, STATUS_ACTIONS, STATUS_REASONS } from '../response-codes.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import { type ApplicationResponse, readBusinessDocument, type Reason } from './business-document.js'
import { isNumberReference } from './route.js'

/** The raw text of a rejection, one statement per line. */
export function rejectionText(response: ApplicationResponse): string {
  return [headOf(response), ...detailsOf(response)].join('\n')
}

/**
 * `Message Level Status RE; StatusReasonCode BV: text`, or `Invoice Response RE (Rejected): text`.
 */
function headOf(response: ApplicationResponse): string {
  const { kind, code, description } = response
  const name = RESPONSE_NAMES[code]
  const codes = codesOf(response)
  const gravest = GRAVITY.find((each) => codes.includes(each)) ?? codes[0]
  const head =
    kind === 'IMR'
      ? `Invoice Response ${code}${name === undefined ? '' : ` (${name})`}`
      : `Message Level Status ${code}${gravest === undefined ? '' : `; StatusReasonCode ${gravest}`}`
  return description === null ? head : `${head}: ${description}`
}

/**
 * Reasons of a status, rejecting ones first: wrong syntax, a broken rule, no delivery; then the
 * warning.
 */
const GRAVITY: readonly string[] = ['SV', 'BV', 'FD', 'BW']

/** The codes of a status, each once. */
function codesOf({ kind, reasons, lines }: ApplicationResponse): readonly string[] {
  if (kind === 'IMR') return []
  const codes = [...reasons, ...lines].map(({ code }) => code ?? '')
  return [...new Set(codes)].filter((code) => code !== '')
}

/** One line per reason. A single code is in the first line. */
function detailsOf(response: ApplicationResponse): readonly string[] {
  const { kind, reasons, lines } = response
  const isSeveral = codesOf(response).length > 1
  const coded = (code: string | null): string | null =>
    isSeveral && code !== null && code !== '' ? `StatusReasonCode ${code}` : null
  return [
    ...reasons.map((reason) => (kind === 'IMR' ? reasonText(reason) : joined(reason.text, coded(reason.code)))),
    ...lines.map(({ place, description, code }) =>
      joined(description, coded(code), place === 'NA' ? null : `at ${place}`),
    ),
  ].filter((line) => line !== '')
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('; ')
}

/** `OPStatusReason REF: References incorrect; text`. */
function reasonText({ list, code, text }: Reason): string {
  if (code === '') return text ?? ''
  // Without a list name the code determines the list, except OTH, which both lists have.
  const isAction = list === 'OPStatusAction' || (list !== 'OPStatusReason' && STATUS_REASONS[code] === undefined)
  const name = (isAction ? STATUS_ACTIONS : STATUS_REASONS)[code]
  const head = `${isAction ? 'OPStatusAction' : 'OPStatusReason'} ${code}${name === undefined ? '' : `: ${name}`}`
  return text === null || text === name ? head : `${head}; ${text}`
}

/**
 * A message as text for users: a buyer's Invoice Response, or a rejection by its access point,
 * which may arrive too late to decide. Null: neither, or about an earlier invoice. Never throws.
 */
export function buyerResponseIn(message: GovernmentMessage, invoice?: AnsweredInvoice): BuyerResponse | null {
  const { channel, bytes, receivedAt } = message
  const response = channel === 'peppol' ? applicationResponseIn(bytes) : null
  if (response === null) return null
  const { kind, code, description, issuedAt } = response
  if (kind !== 'IMR' && code !== 'RE') return null
  if (kind === 'IMR' && invoice !== undefined && !speaksOf(response, message, invoice)) return null
  const isForeign = message.references.some(isNumberReference)
  const from = isForeign ? `Sent by ${response.sender}, to whom the invoice was not sent.` : null
  const reason = [from, description, ...detailsOf(response)].filter((text) => text !== null).join('\n')
  return {
    at: issuedAt ?? receivedAt,
    code: kind === 'IMR' ? code : `${kind} ${code}`,
    label:
      kind === 'IMR' ? (RESPONSE_NAMES[code] ?? `Invoice Response ${code}`) : "Rejected by the receiver's access point",
    reason: reason === '' ? null : reason,
  }
}

/**
 * Whether a buyer refers to this invoice and not to an earlier one with the same number, which may
 * be reused after a rejection.
 */
export function speaksOf(
  response: ApplicationResponse,
  { receivedAt }: Pick<GovernmentMessage, 'receivedAt'>,
  invoice: AnsweredInvoice,
): boolean {
  return maySpeakOf({ receivedAt, issueDates: datesIn(response) }, invoice)
}

/** The same, from what is noted of a message. Without a note of its dates it may. */
export function maySpeakOf(
  { receivedAt, issueDates = [] }: Pick<GovernmentMessage, 'receivedAt' | 'issueDates'>,
  { createdAt, issueDate }: AnsweredInvoice,
): boolean {
  return receivedAt >= createdAt && issueDates.every((date) => date === issueDate)
}

/** The dates of the documents that a response names. */
export function datesIn({ references }: ApplicationResponse): readonly string[] {
  return references.flatMap(({ issuedOn }) => issuedOn?.slice(0, 10) ?? [])
}

/** Reads the response in a message; null: none or unreadable. */
export const APPLICATION_RESPONSE: MessageReader<null, ApplicationResponse | null> = {
  name: 'response of Peppol',
  read: applicationResponseIn,
}

function applicationResponseIn(bytes: Uint8Array): ApplicationResponse | null {
  try {
    return readBusinessDocument(bytes).response
  } catch (error) {
    if (error instanceof RefusedXml) return null
    throw error
  }
}
