import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'

/** The key that wakes the invoices of a company that wait for its connection to a country. */
export function connectionAwaited({ account, environment }: Scope, companyId: string, country: CountryCode): string {
  return `connection ${account} ${environment} ${companyId} ${country}`
}

/**
 * The key that wakes an invoice that waits for its government: a message of the mailbox about it.
 */
export function messagesAwaited(stream: string): string {
  return `messages of ${stream}`
}

/** The key that wakes the collecting of a connection's messages: a hint that there are some. */
export function hintAwaited(stream: string): string {
  return `hint for ${stream}`
}

/** The key that wakes the look for what suppliers sent: a hint that something has come. */
export function arrivalAwaited(stream: string): string {
  return `arrival for ${stream}`
}

/** The key that wakes the looks for a company's suppliers: it receives now. */
export function receivingAwaited(companyId: string): string {
  return `receiving ${companyId}`
}
