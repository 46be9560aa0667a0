import type { BuyerResponse } from '../../gateway/gateway.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import { BadNotification, readNotification } from './notification.js'

/**
 * An administration's response to an invoice that counts as accepted: NE, which has no time.
 * Everything else is a receipt. Pure.
 */
export function responseIn({ bytes, receivedAt }: GovernmentMessage): BuyerResponse | null {
  try {
    const { outcome, description } = readNotification(bytes)
    if (outcome === null) return null
    const label =
      outcome === 'EC01' ? 'The administration accepts the invoice' : 'The administration refuses the invoice'
    return { at: receivedAt, code: outcome, label, reason: description }
  } catch (error) {
    if (error instanceof BadNotification) return null
    throw error
  }
}
