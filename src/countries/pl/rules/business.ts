import type { Rule } from '../../../einvoice/rules/rule.js'
import { OFFLINE_DATE, OFFLINE_LATE } from '../offline.js'

/** Rules on facts that the document alone does not show. */
export const POLISH_OWN_RULES: readonly Rule[] = [
  {
    id: 'KSEF:P_1',
    terms: ['BT-2'],
    message: 'The issue date {} is in the future; KSeF refuses it',
    fix: 'Give today or an earlier day as the issue date (issueDate), in the calendar of Warsaw',
    check: ({ issueDate }, breach, today) => {
      if (issueDate > today) breach('BT-2', undefined, issueDate)
    },
  },
  OFFLINE_DATE,
  OFFLINE_LATE,
  {
    id: 'CW-PL-ATTACHMENTS',
    terms: ['BG-24'],
    message: 'FA(3) has no place for files: its attachment (pl.attachment) has structured data alone',
    fix: 'Remove the files (attachments) and send them to the buyer in another way, or their data as pl.attachment',
    check: ({ supportingDocuments }, breach) => {
      if (supportingDocuments.length > 0) breach('BG-24', 0)
    },
  },
  {
    id: 'CW-PL-PERIOD',
    terms: ['BT-134', 'BT-135'],
    message: 'The period of the line ends before it begins on {}',
    fix: 'Give an end (lines[].period.end) that is not before the start (lines[].period.start)',
    check: ({ lines }, breach) => {
      lines.forEach(({ period: { start, end } = {} }, index) => {
        if (start !== undefined && end !== undefined && end < start) breach('BT-135', index, start)
      })
    },
  },
  {
    id: 'CW-PL-RATE-OF-CATEGORY',
    terms: ['BT-152'],
    message: 'The rate of {} percent is used with a VAT category that charges no VAT',
    fix: 'Give 0 as the rate of the line (lines[].vatRate), or S as its category (lines[].vatCategory)',
    check: ({ lines }, breach) => {
      lines.forEach(({ vatCategory, vatRate }, index) => {
        if (vatCategory !== 'S' && vatRate !== undefined && !vatRate.isZero())
          breach('BT-152', index, vatRate.toString())
      })
    },
  },
]
