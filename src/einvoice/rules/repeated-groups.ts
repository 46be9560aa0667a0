import type { Invoice } from '../model/invoice-model.js'

/** The repeated groups that may contain a term; undefined: the document has it once. */
export function groupOf(term: string, invoice: Invoice): readonly object[] | undefined {
  const { lines, vatBreakdown, allowances, charges, supportingDocuments, precedingInvoices } = invoice
  const groups = [lines, vatBreakdown, allowances, charges, supportingDocuments, precedingInvoices]
  return [...groups, invoice.thirdPartyPayments ?? []][GROUP_OF[term] ?? -1]
}

/** Sub-lines of XRechnung's extension and of EXTENDED-CTC-FR. */
const SUB_LINES = ['BG-DEX-01', 'EXT-FR-FE-162', 'EXT-FR-FE-163']

/**
 * Terms of repeated groups: lines, VAT breakdown, allowances, charges, supporting documents,
 * preceding invoices, third party payments.
 */
const GROUP_OF: Readonly<Record<string, number>> = Object.fromEntries(
  [
    [...numbered('BT', 126, 161), 'BG-25', 'BG-26', 'BG-27', 'BG-28', 'BG-29', 'BG-30', 'BG-31', 'BG-32', ...SUB_LINES],
    [...numbered('BT', 116, 121), 'BG-23'],
    [...numbered('BT', 92, 98), 'BG-20'],
    [...numbered('BT', 99, 105), 'BG-21'],
    [...numbered('BT', 122, 125), 'BT-125-1', 'BT-125-2', 'BG-24'],
    ['BG-3', 'BT-25', 'BT-26'],
    ['BG-DEX-09', 'BT-DEX-001', 'BT-DEX-002', 'BT-DEX-003'],
  ].flatMap((terms, group) => terms.map((term) => [term, group])),
)

function numbered(kind: 'BT' | 'BG', from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${kind}-${from + index}`)
}
