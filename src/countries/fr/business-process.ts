import type { InvoiceLine } from '../../einvoice/model/lines.js'

/**
 * BT-23 of invoices that the seller submits and that are not yet paid: goods, services, both (XP
 * Z12-012, cadre de facturation; BR-FR-08).
 */
type BusinessProcess = 'B1' | 'S1' | 'M1'

/** UN/ECE Recommendation 20: time and service units, then mass, volume and energy. */
const TIME: ReadonlySet<string> = new Set('SEC MIN HUR DAY WEE MON QAN SAN ANN E48 E49'.split(' '))
const MATTER: ReadonlySet<string> = new Set('MGM GRM KGM TNE MLT CLT DLT LTR HLT CMQ DMQ MTQ KWH MWH MJ GWH'.split(' '))

/**
 * Distinguishes goods from services, for which the API has no field, by the item's classification,
 * the unit, the VAT category and the period. Indeterminate lines follow the others. If all are
 * indeterminate, the invoice is mixed (M1), which keeps the duty to report payments that applies
 * to services but not to goods; `saysNothing` reports this case.
 */
export function businessProcessOf(lines: readonly InvoiceLine[]): BusinessProcess {
  const natures = new Set(lines.map(natureOf))
  if (natures.has('goods')) return natures.has('service') ? 'M1' : 'B1'
  return natures.has('service') ? 'S1' : 'M1'
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
