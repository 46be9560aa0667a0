import type { InvoicingMode, OfflineIssue } from '../../domain/invoice.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { messageWith, sentence } from '../../einvoice/rules/finding-text.js'
import type { Rule } from '../../einvoice/rules/rule.js'
import { nextWorkingDay } from './working-days.js'

/**
 * KSeF compares the day of issue with the day on which it receives the invoice (CIRFMF/ksef-docs,
 * automatyczne-okreslanie-trybu-offline.md). Days are those of Warsaw, `YYYY-MM-DD`.
 */
export function modeOf(issueDate: string, receivedOn: string): InvoicingMode {
  return issueDate < receivedOn ? 'offline' : 'online'
}

/** The last day on which an invoice of `offline24` may reach KSeF (art. 106nda). */
function deadlineOf(issueDate: string): string {
  return nextWorkingDay(issueDate)
}

/**
 * What an invoice that is issued offline says of itself. While KSeF is away its deadline depends
 * on the day of its return, which is unknown here.
 */
export function offlineIssue(
  { offline = 'offline24', issueDate }: Pick<InvoiceRequest, 'offline' | 'issueDate'>,
  certificateUrl: string | null,
): OfflineIssue {
  return { mode: offline, deliverBy: offline === 'offline24' ? deadlineOf(issueDate) : null, certificateUrl }
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

/** An offline invoice that can't reach KSeF in time. */
export const OFFLINE_LATE: Rule = {
  id: 'CW-PL-OFFLINE-LATE',
  severity: 'warning',
  terms: ['BT-2'],
  message:
    'An invoice that is issued offline on {} reaches KSeF on the next working day at the latest; that day is over',
  fix: 'Submit the invoice at once, since a late delivery may be fined; if KSeF was away, send the reason (offline: unavailable or emergency)',
  check: ({ issueDate }, breach, today) => {
    if (deadlineOf(issueDate) < today && issueDate < today) breach('BT-2', undefined, issueDate)
  },
}

/** Whether a rule on the day of issue concerns an invoice: what is meant is no doubt. */
export function concernsIssue({ id }: Pick<Rule, 'id'>, { offline }: Pick<InvoiceRequest, 'offline'>): boolean {
  if (id === OFFLINE_DATE.id) return offline === undefined
  return id !== OFFLINE_LATE.id || offline === undefined || offline === 'offline24'
}

/** The same on the day of the submission: the invoice may have waited over midnight. */
export function offlineWarnings(request: InvoiceRequest, today: string): readonly string[] {
  const { issueDate } = request
  const isBroken: Readonly<Record<string, boolean>> = {
    [OFFLINE_DATE.id]: modeOf(issueDate, today) === 'offline',
    [OFFLINE_LATE.id]: issueDate < today && deadlineOf(issueDate) < today,
  }
  return [OFFLINE_DATE, OFFLINE_LATE].flatMap((rule) =>
    isBroken[rule.id] === true && concernsIssue(rule, request)
      ? [`${rule.id}: ${sentence(messageWith(rule, issueDate, 'issueDate'))}`]
      : [],
  )
}
