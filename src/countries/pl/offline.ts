import type { InvoicingMode } from '../../domain/invoice.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { messageWith, sentence } from '../../einvoice/rules/finding-text.js'
import type { Rule } from '../../einvoice/rules/rule.js'

/**
 * KSeF compares the day of issue with the day on which it receives the invoice (CIRFMF/ksef-docs,
 * automatyczne-okreslanie-trybu-offline.md). Days are those of Warsaw, `YYYY-MM-DD`.
 */
export function modeOf(issueDate: string, receivedOn: string): InvoicingMode {
  return issueDate < receivedOn ? 'offline' : 'online'
}

/** An invoice that KSeF will count as issued offline. */
export const OFFLINE_DATE: Rule = {
  id: 'CW-PL-OFFLINE-DATE',
  severity: 'warning',
  terms: ['BT-2'],
  message: 'The issue date {} is before the day of the submission: KSeF makes it an offline invoice',
  fix: 'Give the day of the submission in Warsaw as the issue date (issueDate); or keep it, and print both verification codes on pages of the invoice',
  check: ({ issueDate }, breach, today) => {
    if (modeOf(issueDate, today) === 'offline') breach('BT-2', undefined, issueDate)
  },
}

/** The same on the day of the submission: the invoice may have waited over midnight. */
export function offlineWarnings({ issueDate }: InvoiceRequest, today: string): readonly string[] {
  if (modeOf(issueDate, today) === 'online') return []
  return [`${OFFLINE_DATE.id}: ${sentence(messageWith(OFFLINE_DATE, issueDate, 'issueDate'))}`]
}
