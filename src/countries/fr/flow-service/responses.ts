import type { BuyerResponse } from '../../gateway/gateway.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import type { InvoiceStatus } from '../cdar-reader.js'
import { LIFE_CYCLE } from '../life-cycle-codes.js'
import { statusesOf } from './messages.js'

/**
 * A life-cycle message as text for users; null: a step of transport without a remark, or
 * unreadable. If a message has several invoices, only a common reason counts.
 */
export function responseInLifeCycle(message: GovernmentMessage): BuyerResponse | null {
  const statuses = statusesOf(message)
  const [first] = statuses
  if (first === undefined) return null
  const { code, label, at } = first
  const reasons = new Set(statuses.map(reasonOf))
  const [reason = null] = reasons.size === 1 ? reasons : []
  const known = LIFE_CYCLE.get(code)
  if (known?.isTransport === true && reason === null) return null
  return { at: at ?? message.receivedAt, code, label: known?.meaning ?? label, reason }
}

function reasonOf({ reasons }: InvoiceStatus): string | null {
  const texts = reasons.map(({ code, label, notes }) =>
    [[code, label].filter((text) => text !== '').join(' - '), ...notes].filter((text) => text !== '').join(': '),
  )
  return texts.length === 0 ? null : texts.join('; ')
}
