import type { XmlElement } from '../xml/element.js'
import { along, type BoundRules, type Context, everywhere, ROOT, type Test, within } from './bindings/binding.js'
import { all, count, decimal, has, text } from './bindings/xpath.js'
import { Decimal } from '../decimal.js'
import { PEPPOL_CURRENCIES } from './peppol-codes.js'
import { isWithin, type Slack } from './peppol-lines.js'
import { normalised } from './rule.js'

/** Allowances and charges of the document and of its lines, but not those of prices. */
const ALLOWANCES: Context = ({ root }) => [
  ...all(root, 'cac:AllowanceCharge'),
  ...all(root, 'cac:InvoiceLine/cac:AllowanceCharge'),
  ...all(root, 'cac:CreditNoteLine/cac:AllowanceCharge'),
]

const hasPercentage: Test = (each) => has(each, 'cbc:MultiplierFactorNumeric')
const hasBase: Test = (each) => has(each, 'cbc:BaseAmount')
const never: Test = () => false
const isWorded: Test = (each) => ['true', 'false'].includes(normalised(text(each, 'cbc:ChargeIndicator')))

function where(context: Context, applies: (element: XmlElement) => boolean): Context {
  return (document) => context(document).filter(applies)
}

const AMOUNTS = [
  ...['cbc:Amount', 'cbc:BaseAmount', 'cbc:PriceAmount', 'cbc:TaxableAmount', 'cbc:LineExtensionAmount'],
  ...['cbc:TaxExclusiveAmount', 'cbc:TaxInclusiveAmount', 'cbc:AllowanceTotalAmount', 'cbc:ChargeTotalAmount'],
  ...['cbc:PrepaidAmount', 'cbc:PayableRoundingAmount', 'cbc:PayableAmount'],
]

/** Those that must be in the invoice currency: not the VAT total in another. */
const AMOUNTS_IN_CURRENCY: Context = (document) => [
  ...everywhere(...AMOUNTS)(document),
  ...along('cac:TaxSubtotal/cbc:TaxAmount')(document),
  ...along('cac:TaxTotal/cbc:TaxAmount')(document).filter(
    ({ parent }) => parent?.child('cac:TaxSubtotal') !== undefined,
  ),
]

/**
 * Rules of Peppol on how a UBL document is written, which XRechnung took over (schematron 2.5.0). A rule on an element of its own pattern hides
 * the later ones: an allowance that lacks its percentage (R042) is not asked for its indicator (R043).
 */
export function peppolUblRules(slackOf: Slack): readonly BoundRules[] {
  return [
    within(({ report }) => report.empties(), { 'PEPPOL-EN16931-R008': never }),
    within(ROOT, {
      'PEPPOL-EN16931-R053': (root) =>
        root.all('cac:TaxTotal').filter((total) => has(total, 'cac:TaxSubtotal')).length === 1,
      'PEPPOL-EN16931-R054': (root) =>
        root.all('cac:TaxTotal').filter((total) => !has(total, 'cac:TaxSubtotal')).length ===
        (has(root, 'cbc:TaxCurrencyCode') ? 1 : 0),
    }),
    within(along('cac:AccountingCustomerParty/cac:Party'), {
      'PEPPOL-EN16931-R010': (party) => has(party, 'cbc:EndpointID'),
    }),
    within(along('cac:AccountingSupplierParty/cac:Party'), {
      'PEPPOL-EN16931-R020': (party) => has(party, 'cbc:EndpointID'),
    }),
    within(
      where(ALLOWANCES, (each) => has(each, 'cbc:MultiplierFactorNumeric') && !has(each, 'cbc:BaseAmount')),
      {
        'PEPPOL-EN16931-R041': never,
      },
    ),
    within(
      where(ALLOWANCES, (each) => !has(each, 'cbc:MultiplierFactorNumeric') && has(each, 'cbc:BaseAmount')),
      {
        'PEPPOL-EN16931-R042': never,
      },
    ),
    within(
      where(ALLOWANCES, (each) => has(each, 'cbc:MultiplierFactorNumeric') === has(each, 'cbc:BaseAmount')),
      {
        'PEPPOL-EN16931-R040': (each, document) => {
          if (!hasPercentage(each, document) || !hasBase(each, document)) return true
          const percentage = decimal(each, 'cbc:MultiplierFactorNumeric')
          const base = decimal(each, 'cbc:BaseAmount')
          if (percentage === undefined || base === undefined) return true
          const amount = decimal(each, 'cbc:Amount') ?? Decimal.zero
          return isWithin(slackOf(document.invoice), amount, percentage.percentOf(base))
        },
        'PEPPOL-EN16931-R043': isWorded,
      },
    ),
    within(along('cac:Price/cac:AllowanceCharge'), {
      'PEPPOL-EN16931-R044': (each) => normalised(text(each, 'cbc:ChargeIndicator')) === 'false',
    }),
    within(along('cac:Price/cbc:BaseQuantity'), {
      'PEPPOL-EN16931-R130': (quantity, { root }) => {
        const unit = quantity.attribute('unitCode')
        const line = quantity.parent?.parent
        if (unit === undefined || line == null) return true
        const [invoiced, credited] = [line.child('cbc:InvoicedQuantity'), line.child('cbc:CreditedQuantity')]
        if (invoiced === undefined && credited === undefined) return true
        return (root.name === 'ubl:Invoice' ? invoiced : credited)?.attribute('unitCode') === unit
      },
    }),
    within(everywhere('cac:InvoiceLine', 'cac:CreditNoteLine'), {
      'PEPPOL-EN16931-R101': (line) =>
        !has(line, 'cac:DocumentReference') || hasType(line.all('cac:DocumentReference'), '130'),
    }),
  ]
}

/** What Peppol asks beyond those. */
export const PEPPOL_ONLY_UBL: readonly BoundRules[] = [
  within(
    where(ROOT, ({ name }) => name === 'cn:CreditNote'),
    {
      'PEPPOL-EN16931-R080': (root) =>
        root.all('cac:AdditionalDocumentReference').filter((each) => hasType([each], '50')).length <= 1,
    },
  ),
  within(everywhere('cac:InvoiceLine', 'cac:CreditNoteLine'), {
    'PEPPOL-EN16931-R100': (line) => count(line, 'cac:DocumentReference') <= 1,
  }),
  within(AMOUNTS_IN_CURRENCY, {
    'PEPPOL-EN16931-R051': (amount, { root }) => {
      const currency = amount.attribute('currencyID')
      return (
        currency !== undefined && root.all('cbc:DocumentCurrencyCode').some((code) => code.stringValue === currency)
      )
    },
  }),
  within(everywhere(...AMOUNTS, 'cbc:TaxAmount'), {
    'PEPPOL-EN16931-CL007': (amount) => PEPPOL_CURRENCIES.has(amount.attribute('currencyID') ?? ''),
  }),
]

function hasType(references: readonly XmlElement[], type: string): boolean {
  return references.some((each) => each.all('cbc:DocumentTypeCode').some((code) => code.stringValue === type))
}
