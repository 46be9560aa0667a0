import type { Decimal } from '../../../../../einvoice/model/decimal.js'
import {
  along,
  type Assertions,
  inContext,
  type JudgedDocument,
} from '../../../../../einvoice/rules/bindings/binding.js'
import { isCharge, LINE_TOTAL, SETTLEMENT } from '../../../../../einvoice/rules/bindings/cii/facts.js'
import { breakdownTests, CII_BREAKDOWN } from '../../../../../einvoice/rules/bindings/cii/vat.js'
import { isCode, isOf } from '../../../../../einvoice/rules/bindings/cii/vat-breakdown.js'
import { attempt, rateKey, type Sighting } from '../../../../../einvoice/rules/bindings/item-index.js'
import { all, cents, decimal, plain, sum } from '../../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../../einvoice/xml/element.js'
import { OCTOBER } from '../../../editions.js'
import { ciiLines, isCounted } from '../../sub-lines/cii.js'
import { CATEGORIES } from '../categories.js'
import { isWithinCents, minus } from '../mixed.js'
import { extendedVat, taxOn, type VatPlaces } from './rules.js'

const LINE_TAX = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'
const LINE_TAXES = along(LINE_TAX)
const LINE_TOTALS = LINE_TOTAL.slice(0, LINE_TOTAL.lastIndexOf('/'))
const RATE = 'ram:RateApplicablePercent'
const REASON_CODE = 'ram:ExemptionReasonCode'
const REASON = 'ram:ExemptionReason'

/** The places of taxed items in CII. */
export const CII_VAT_PLACES: VatPlaces<'lines' | 'reductions' | 'services'> = {
  prefix: 'BR-FXEXT',
  entries: (document) => document.once(CII_BREAKDOWN),
  isCode,
  isOf,
  // Until September 2026 lines at any level of the hierarchy count, as the artefact searches their
  // subtype in a place where it never is.
  isUsed: usedBy(() => true),
  rate: RATE,
  reasonCode: REASON_CODE,
  reason: REASON,
  taxable: (entry) => decimal(entry, 'ram:BasisAmount'),
  kinds: {
    lines: { items: (document) => ciiLines(document).filter(isCounted), categories: LINE_TAX },
    reductions: {
      items: ({ root }) => all(root, `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge`),
      categories: 'ram:CategoryTradeTax',
    },
    services: {
      items: ({ root }) => all(root, `${SETTLEMENT}/ram:SpecifiedLogisticsServiceCharge`),
      categories: 'ram:AppliedTradeTax',
    },
  },
  sightings,
  sums: (covered) => {
    const [lines, reductions, services] = [covered('lines'), covered('reductions'), covered('services')]
    const ofKind = (charge: boolean): Decimal =>
      cents(
        sum(
          reductions.filter((each) => isCharge(each, charge)),
          'ram:ActualAmount',
        ),
      )
    return {
      lines: cents(
        sum(
          lines.flatMap((line) => all(line, LINE_TOTALS)),
          'ram:LineTotalAmount',
        ),
      ),
      allowances: ofKind(false),
      charges: ofKind(true).plus(cents(sum(services, 'ram:AppliedAmount'))),
      items: lines.length + reductions.length + services.length,
    }
  },
  isTaxOfRate: (entry, ofReason, ofRate) => [ofReason, ofRate].some((items) => isTax(entry, items())),
}

/** BR-FREXT-*-01 and BR-FXEXT-*-08 and -09 of CII. */
export function ciiExtendedVat(edition: string): readonly Assertions[] {
  return [
    ...extendedVat(edition < OCTOBER ? CII_VAT_PLACES : { ...CII_VAT_PLACES, isUsed: usedBy(ofCountedLine) }),
    // Only the first matching rule for an entry is judged, and those above match every entry of
    // VAT.
    inContext(
      (document) =>
        document.once(CII_BREAKDOWN).filter((tax) => ![...CATEGORIES.values()].some((code) => isOf(tax, code))),
      breakdownTests(),
    ),
  ]
}

function ofCountedLine(tax: XmlElement): boolean {
  const line = tax.parent?.parent
  return line === undefined || line === null || isCounted(line)
}

/**
 * Whether lines, allowances or charges have a category.
 * @param isMeant the taxes of lines that count
 */
function usedBy(isMeant: (tax: XmlElement) => boolean) {
  return (document: JudgedDocument, code: string): boolean =>
    document.once(LINE_TAXES).some((tax) => isCode(tax, code) && isMeant(tax)) ||
    document.named('ram:CategoryTradeTax').some((tax) => isCode(tax, code))
}

/** Category, rate and reasons may each be in any of the taxes of an item. */
function* sightings(item: XmlElement, path: string, code: string, byReason: boolean): Generator<Sighting> {
  const taxes = all(item, path)
  if (!taxes.some((tax) => isCode(tax, code))) return
  const [reasonCode, reason] = [REASON_CODE, REASON].map((name) => attempt(() => plain(item, `${path}/${name}`)))
  const rates = new Set<string>()
  for (const tax of code === 'O' ? taxes.slice(0, 1) : taxes) {
    const rate = attempt(() => (code === 'O' ? undefined : decimal(tax, RATE)))
    if ('failure' in rate) {
      yield { key: [], failure: rate.failure }
      return
    }
    if (code !== 'O' && rate.value === undefined) continue
    const ofRate = [rate.value === undefined ? '' : rateKey(rate.value)]
    if (rates.has(ofRate.join())) continue
    rates.add(ofRate.join())
    if (!byReason || reasonCode === undefined || reason === undefined) yield { key: ofRate }
    else if ('failure' in reasonCode) yield { key: ofRate, failure: reasonCode.failure }
    else if ('failure' in reason) yield { key: [...ofRate, reasonCode.value], failure: reason.failure }
    else yield { key: [...ofRate, reasonCode.value, reason.value] }
  }
}

/** -09. */
function isTax(entry: XmlElement, items: number): boolean {
  const expected = taxOn(decimal(entry, 'ram:BasisAmount'), decimal(entry, RATE))
  return isWithinCents(expected && minus(decimal(entry, 'ram:CalculatedAmount'), expected), items)
}
