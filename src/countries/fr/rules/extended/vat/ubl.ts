import { attempt, rateKey, type Sighting } from '../../../../../einvoice/rules/bindings/item-index.js'
import { documentLevel } from '../../../../../einvoice/rules/bindings/ubl/facts.js'
import { isCode, isOf } from '../../../../../einvoice/rules/bindings/ubl/vat-breakdown.js'
import { all, decimal, plain } from '../../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../../einvoice/xml/element.js'
import { countedLines } from '../../sub-lines/ubl.js'
import { asDecimal, isWithinCents, minus, roundedSum } from '../mixed.js'
import { extendedVat, taxOn, type VatPlaces } from './rules.js'

const LINE_CATEGORY = 'cac:Item/cac:ClassifiedTaxCategory'
const RATE = 'cbc:Percent'
const REASON_CODE = 'cbc:TaxExemptionReasonCode'
const REASON = 'cbc:TaxExemptionReason'

const PLACES: VatPlaces<'lines' | 'allowances' | 'charges' | 'reductions'> = {
  prefix: 'BR-FREXT',
  entries: ({ root }) => all(root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory'),
  isCode,
  isOf,
  isUsed: (document, code) =>
    all(document.root, 'cac:AllowanceCharge/cac:TaxCategory').some((each) => isCode(each, code)) ||
    document.once(countedLines).some((line) => all(line, LINE_CATEGORY).some((each) => isCode(each, code))),
  rate: RATE,
  reasonCode: REASON_CODE,
  reason: REASON,
  taxable,
  kinds: {
    lines: { items: (document) => document.once(countedLines), categories: LINE_CATEGORY },
    allowances: { items: documentLevel(false), categories: 'cac:TaxCategory' },
    charges: { items: documentLevel(true), categories: 'cac:TaxCategory' },
    reductions: { items: ({ root }) => root.all('cac:AllowanceCharge'), categories: 'cac:TaxCategory' },
  },
  sightings,
  sums: (covered) => {
    const lines = covered('lines').flatMap((line) => line.all('cbc:LineExtensionAmount'))
    return {
      lines: roundedSum(lines),
      allowances: asDecimal(roundedSum(amountsOf(covered('allowances')))),
      charges: asDecimal(roundedSum(amountsOf(covered('charges')))),
      items: lines.length + amountsOf(covered('reductions')).length,
    }
  },
  isTaxOfRate: (entry, ofReason) => {
    const [amount, rate] = [taxable(entry), decimal(entry, RATE)]
    const tax = entry.parent === null ? undefined : decimal(entry.parent, 'cbc:TaxAmount')
    return isWithinCents(minus(tax, taxOn(amount, rate)), ofReason())
  },
}

/** BR-FREXT-*-01, -08 and -09 of UBL. */
export const UBL_EXTENDED_VAT = extendedVat(PLACES)

function taxable({ parent }: XmlElement) {
  return parent === null ? undefined : decimal(parent, 'cbc:TaxableAmount')
}

/** Code, rate and reasons have to be in the same category of an item. */
function* sightings(item: XmlElement, path: string, code: string, byReason: boolean): Generator<Sighting> {
  for (const category of all(item, path)) {
    const isCoded = attempt(() => isCode(category, code))
    if ('failure' in isCoded) {
      yield { key: [], failure: isCoded.failure }
      return
    }
    if (!isCoded.value) continue
    const rate = attempt(() => (code === 'O' ? '' : decimal(category, RATE)))
    if ('failure' in rate) {
      yield { key: [], failure: rate.failure }
      return
    }
    if (rate.value === undefined) continue
    const ofRate = [rate.value === '' ? '' : rateKey(rate.value)]
    if (!byReason) {
      yield { key: ofRate }
      continue
    }
    const reasonCode = attempt(() => plain(category, REASON_CODE))
    if ('failure' in reasonCode) {
      yield { key: ofRate, failure: reasonCode.failure }
      continue
    }
    const ofCode = [...ofRate, reasonCode.value]
    const reason = attempt(() => plain(category, REASON))
    yield 'failure' in reason ? { key: ofCode, failure: reason.failure } : { key: [...ofCode, reason.value] }
  }
}

function amountsOf(reductions: readonly XmlElement[]): readonly XmlElement[] {
  return reductions.flatMap((each) => each.all('cbc:Amount'))
}
