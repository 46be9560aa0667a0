import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { cut } from '../../domain/text.js'

/** UNTDID 4461: means of payment that are, or may be, a transfer by the payer. */
const TRANSFERS = new Set(['1', '30', '31', '42', '58', 'ZZZ'])

const MOST = Decimal.of('999999999.99')
/** Capacity of version 13 of a QR code, the largest that the guidelines allow. */
const MOST_BYTES = 331

/**
 * The text of the QR code that starts a SEPA credit transfer of the amount due (European Payments
 * Council, EPC069-12, version 002); null without a SEPA transfer: another currency than the euro,
 * no IBAN, no amount due, another means of payment, a credit note.
 */
export function creditTransferCode(invoice: Invoice): string | null {
  const { kind, currency, totals, payment, payee, seller, number } = invoice
  const due = totals.due?.round(2)
  if (kind !== 'invoice' || currency !== 'EUR' || due === undefined || !due.isPositive()) return null
  if (due.compare(MOST) > 0 || payment === undefined || !TRANSFERS.has(payment.meansCode)) return null
  const transfer = payment.transfers.find(({ account }) => isIban(account))
  if (transfer === undefined) return null
  const name = oneLine(transfer.accountName ?? payee?.name ?? seller.name, 70)
  if (name === '') return null
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    isBic(transfer.serviceProvider) ? transfer.serviceProvider : '',
    name,
    transfer.account ?? '',
    `EUR${due.toFixed(2)}`,
    '',
    '',
    oneLine(payment.remittance ?? number, 140),
  ]
  const code = lines.join('\n')
  return Buffer.byteLength(code) > MOST_BYTES ? null : code
}

/** Format and check digits (ISO 13616: modulo 97 of the rearranged characters is 1). */
function isIban(account: string | undefined): boolean {
  if (account === undefined || !/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false
  const rearranged = account.slice(4) + account.slice(0, 4)
  let rest = 0
  for (const character of rearranged) {
    const value = parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

function isBic(text: string | undefined): boolean {
  return text !== undefined && /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)
}

function oneLine(text: string, most: number): string {
  return cut(
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
    most,
    '',
  )
}
