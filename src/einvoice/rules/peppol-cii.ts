import type { XmlElement } from '../xml/element.js'
import {
  along,
  type BoundDocument,
  type BoundRules,
  type Context,
  everywhere,
  ROOT,
  within,
} from './bindings/binding.js'
import { all, has, text } from './bindings/xpath.js'
import { normalised } from './rule.js'

const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement'
const TAX_TOTALS = 'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount'
const MANDATE = `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID`
const CREDITOR = `${SETTLEMENT}/ram:CreditorReferenceID`
const DEBITED = `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans/ram:PayerPartyDebtorFinancialAccount/ram:IBANID`
const LINE = 'ram:IncludedSupplyChainTradeLineItem'
const GROSS = 'ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice'
const NET = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice'

const isWorded = (each: XmlElement): boolean =>
  ['true', 'false'].includes(normalised(text(each, 'ram:ChargeIndicator/udt:Indicator')))

/** Where an allowance or charge has percentage and base amount, or neither: else R041 and R042 speak, and R043 is silent. */
const SOUND_ALLOWANCES: Context = (document) =>
  everywhere('ram:SpecifiedTradeAllowanceCharge')(document).filter(
    (each) => has(each, 'ram:CalculationPercent') === has(each, 'ram:BasisAmount'),
  )

/** Payment means of that code, normalised. */
function means(...codes: readonly string[]): Context {
  return ({ root }) =>
    all(root, `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`).filter((each) =>
      codes.includes(normalised(text(each, 'ram:TypeCode'))),
    )
}

/** Rules of XRechnung (schematron 2.5.0) on how a Cross Industry Invoice is written, where the creditor alone already is a direct debit. */
export const XRECHNUNG_CII: readonly BoundRules[] = [
  within(
    ({ report }: BoundDocument) => report.empties().filter(({ name }) => name !== 'ram:ApplicableHeaderTradeDelivery'),
    { 'PEPPOL-EN16931-R008': () => false },
  ),
  within(along(SETTLEMENT), {
    'PEPPOL-EN16931-R053': (settlement) =>
      all(settlement, TAX_TOTALS).filter((total) => currencyOf(total) === text(settlement, 'ram:InvoiceCurrencyCode'))
        .length <= 1,
    'PEPPOL-EN16931-R054': (settlement) =>
      all(settlement, TAX_TOTALS).filter((total) => {
        const currency = currencyOf(total)
        return currency !== undefined && currency !== text(settlement, 'ram:InvoiceCurrencyCode')
      }).length === (has(settlement, 'ram:TaxCurrencyCode') ? 1 : 0),
  }),
  within(SOUND_ALLOWANCES, { 'PEPPOL-EN16931-R043-1': isWorded }),
  within(everywhere('ram:AppliedTradeAllowanceCharge'), { 'PEPPOL-EN16931-R043-2': isWorded }),
  within(along(`rsm:SupplyChainTradeTransaction/${LINE}/${GROSS}`), {
    'PEPPOL-EN16931-R044': (price) =>
      !has(price, 'ram:AppliedTradeAllowanceCharge/ram:ActualAmount') ||
      all(price, 'ram:AppliedTradeAllowanceCharge/ram:ChargeIndicator/udt:Indicator').some(
        ({ stringValue }) => stringValue === 'false',
      ),
  }),
  within(everywhere(LINE), {
    'PEPPOL-EN16931-R101': (line) => {
      const references = all(line, 'ram:SpecifiedLineTradeSettlement/ram:AdditionalReferencedDocument')
      return references.length === 0 || references.some((each) => text(each, 'ram:TypeCode') === '130')
    },
  }),
  within(everywhere('ram:BasisQuantity'), {
    'PEPPOL-EN16931-R130': (quantity) => {
      const unit = quantity.attribute('unitCode')
      const price = quantity.parent?.name
      if (unit === undefined || (price !== NAME_OF_NET && price !== NAME_OF_GROSS)) return true
      const line = quantity.parent?.parent?.parent
      const billed = line == null ? [] : all(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')
      return billed.some((each) => each.attribute('unitCode') === unit)
    },
  }),
  within(along(`rsm:SupplyChainTradeTransaction/${LINE}`), {
    'BR-TMP-3': (line) => {
      const [gross] = all(line, `${GROSS}/ram:BasisQuantity`)
      const [net] = all(line, `${NET}/ram:BasisQuantity`)
      if (gross === undefined || net === undefined) return true
      const [ofGross, ofNet] = [gross.attribute('unitCode'), net.attribute('unitCode')]
      return gross.text === net.text && (ofGross === undefined || ofNet === undefined || ofGross === ofNet)
    },
  }),
  within(means('30', '58'), {
    'BR-DE-23-b': (each, { root }) => !has(each, 'ram:ApplicableTradeSettlementFinancialCard') && !isDebit(each, root),
  }),
  within(means('48', '54', '55'), {
    'BR-DE-24-b': (each, { root }) => !has(each, 'ram:PayeePartyCreditorFinancialAccount') && !isDebit(each, root),
  }),
  within(ROOT, {
    'BR-DE-30': (root) => !hasDebit(root) || ((has(root, MANDATE) || has(root, DEBITED)) && has(root, CREDITOR)),
    'BR-DE-31': (root) => !hasDebit(root) || ((has(root, MANDATE) || has(root, CREDITOR)) && has(root, DEBITED)),
  }),
]

const NAME_OF_NET = 'ram:NetPriceProductTradePrice'
const NAME_OF_GROSS = 'ram:GrossPriceProductTradePrice'

function currencyOf(total: XmlElement): string | undefined {
  return total.attribute('currencyID')
}

/** BG-19 by any of its parts. */
function hasDebit(root: XmlElement): boolean {
  return has(root, MANDATE) || has(root, CREDITOR) || has(root, DEBITED)
}

function isDebit(means: XmlElement, root: XmlElement): boolean {
  return has(root, MANDATE) || has(root, CREDITOR) || has(means, 'ram:PayerPartyDebtorFinancialAccount/ram:IBANID')
}
