import type { Scope } from '../../../domain/event.js'
import { cut } from '../../../domain/text.js'
import type { BuyerResponse, CollectOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import type { ChorusAccess } from '../credentials.js'
import { isNoAnswer, jsonIn } from '../failures.js'
import { invoiceReference } from '../flow-service/messages.js'
import type { ChorusPro, ListedInvoice } from './api.js'

const DAY_MS = 24 * 3_600_000
/** The list's days are in another time zone, and it may show a change late. */
const OVERLAP_MS = DAY_MS
/** The number of pages read at a time. */
const MOST_PAGES = 200
const KIND = 'CPRO-'
const LONGEST_KIND = 50
const LONGEST_ID = 200

/**
 * The meanings of the states of an invoice; those before its receipt by the buyer are steps of
 * transport.
 */
const STATES: Readonly<Record<string, string | undefined>> = {
  A_RECYCLER: 'To be sent again: it was sent to the wrong public body or service',
  REJETEE: 'Refused by the public buyer',
  SUSPENDUE: 'Suspended by the public buyer until it is completed',
  COMPLETEE: 'Completed by the seller',
  SERVICE_FAIT: 'Delivery confirmed by the public buyer',
  MANDATEE: 'Payment ordered by the public buyer',
  MISE_A_DISPOSITION_COMPTABLE: 'Made available to the public accountant',
  COMPTABILISEE: 'Booked by the public accountant',
  MISE_EN_PAIEMENT: 'Payment in progress',
}
const TRANSPORT: ReadonlySet<string> = new Set(['', 'DEPOSEE', 'EN_COURS_ACHEMINEMENT', 'MISE_A_DISPOSITION'])

/** The states of a company's invoices that have changed since a given time. */
export async function collectStates(
  chorus: ChorusPro,
  tools: GatewayTools,
  scope: Scope,
  access: ChorusAccess,
  vatNumber: string,
  since: Date | null,
): Promise<CollectOutcome> {
  const from = since === null ? null : new Date(since.getTime() - OVERLAP_MS)
  const criteria = from === null ? {} : { periodeDateHeureEtatCourantDu: from.toISOString() }
  const now = tools.clock.now()
  const messages: GovernmentMessage[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const found = await chorus.invoices(access, criteria, page)
    if (isNoAnswer(found)) return found
    for (const row of found.invoices) messages.push(messageOf(scope, row, vatNumber, now))
    if (!found.isFull) break
    if (page === MOST_PAGES)
      tools.warn({ account: scope.account }, 'Chorus Pro lists more changed invoices than are read at a time')
  }
  return { kind: 'messages', messages, until: now }
}

function messageOf(scope: Scope, row: ListedInvoice, vatNumber: string, receivedAt: Date): GovernmentMessage {
  const { number, id, state, stateSince, issueDate } = row
  return {
    channel: 'afnor',
    scope,
    messageId: cut(`cpro ${id ?? number} ${state} ${stateSince ?? ''}`, LONGEST_ID),
    references: [invoiceReference(vatNumber, number, issueDate)].filter((reference) => reference.length <= LONGEST_ID),
    kind: cut(KIND + state, LONGEST_KIND),
    receivedAt,
    bytes: Buffer.from(JSON.stringify(row)),
    mediaType: 'application/json',
  }
}

/** The state as text for users; null: a step of transport, or not a message of Chorus Pro. */
export function responseInState(message: GovernmentMessage): BuyerResponse | null {
  if (!message.kind.startsWith(KIND)) return null
  const { state, stateSince, comment } = jsonIn(message) ?? {}
  if (typeof state !== 'string' || TRANSPORT.has(state)) return null
  const at = typeof stateSince === 'string' ? new Date(stateSince) : message.receivedAt
  return {
    at: Number.isNaN(at.getTime()) ? message.receivedAt : at,
    code: state,
    label: STATES[state] ?? state,
    reason: typeof comment === 'string' ? comment : null,
  }
}
