import { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { InvoiceLine } from '../../einvoice/model/lines.js'
import { CORRECTED, DOWN_PAYMENTS } from './rules/facts.js'

/**
 * BT-23 of invoices that the seller submits (XP Z12-012, cadre de facturation; BR-FR-08): goods,
 * services, both; not yet paid, already paid, or final after an advance.
 */
type BusinessProcess = `${'B' | 'S' | 'M'}${1 | 2 | 4}`

/** UN/ECE Recommendation 20: time and service units, then mass, volume and energy. */
const TIME: ReadonlySet<string> = new Set('SEC MIN HUR DAY WEE MON QAN SAN ANN E48 E49'.split(' '))
const MATTER: ReadonlySet<string> = new Set('MGM GRM KGM TNE MLT CLT DLT LTR HLT CMQ DMQ MTQ KWH MWH MJ GWH'.split(' '))

/**
 * Distinguishes goods from services, for which the API has no field, by the item's classification,
 * the unit, the VAT category and the period. Indeterminate lines follow the others. If all are
 * indeterminate, the invoice is mixed (M1), which keeps the duty to report payments that applies
 * to services but not to goods; `saysNothing` reports this case.
 */
export function businessProcessOf(invoice: Invoice): BusinessProcess {
  const natures = new Set(invoice.lines.map(natureOf))
  const stage = stageOf(invoice)
  if (natures.has('goods')) return natures.has('service') ? `M${stage}` : `B${stage}`
  return natures.has('service') ? `S${stage}` : `M${stage}`
}

/** Not yet paid, already paid, or the final invoice after an advance. */
export function stageOf(invoice: Invoice): 1 | 2 | 4 {
  if (invoice.kind === 'creditNote' || !isPartlyPaid(invoice)) return 1
  if (mayBeFinal(invoice) && invoice.precedingInvoices.length > 0) return 4
  const { paid, withVat, due } = invoice.totals
  // BR-FR-CO-09: a rounded total is not paid exactly.
  const isPaid = due?.isZero() === true && withVat !== undefined && paid?.equals(withVat) === true
  return isPaid ? 2 : 1
}

/** Whether it is an invoice that deducts an advance, whose invoice it does not name. */
export function namesNoAdvance(invoice: Invoice): boolean {
  const isDue = invoice.totals.due?.isZero() !== true
  return isDue && isPartlyPaid(invoice) && mayBeFinal(invoice) && invoice.precedingInvoices.length === 0
}

function isPartlyPaid({ totals: { paid } }: Invoice): boolean {
  return paid !== undefined && paid.compare(Decimal.zero) > 0
}

/** No credit note, no correction and no down payment itself (BR-FR-CO-08). */
function mayBeFinal({ kind, typeCode }: Invoice): boolean {
  return kind === 'invoice' && !CORRECTED.has(typeCode) && !DOWN_PAYMENTS.has(typeCode)
}

/** Whether all lines are indeterminate. */
export function saysNothing(lines: readonly InvoiceLine[]): boolean {
  return lines.every((line) => natureOf(line) === 'unknown')
}

function natureOf({ item, unitCode, vatCategory, period }: InvoiceLine): 'goods' | 'service' | 'unknown' {
  for (const { scheme, code } of item.classifications) {
    if (scheme === 'HS') return 'goods'
    if (scheme === 'STI') return isSupply(Number(code.slice(0, 2))) ? 'goods' : 'service'
  }
  if (TIME.has(unitCode)) return 'service'
  // K and G are supplies of goods to another EU country and exports; services there are AE or O.
  if (MATTER.has(unitCode) || vatCategory === 'K' || vatCategory === 'G') return 'goods'
  return period === undefined ? 'unknown' : 'service'
}

/**
 * Divisions of the Common Procurement Vocabulary: 03 to 44 and 48 are supplies, 45 works, the
 * others services.
 */
function isSupply(division: number): boolean {
  return division < 45 || division === 48
}
