import { lengthOf } from '../../../domain/text.js'
import type { CodeList } from '../../codes/code-list.js'
import { CURRENT_CODE_LISTS } from '../../codes/code-lists.js'
import type { XmlElement } from '../../xml/element.js'
import {
  along,
  ofAttribute,
  type JudgedDocument,
  type Assertions,
  type Context,
  everywhere,
  inContext,
} from '../bindings/binding.js'
import { has, is, plain, plainTextNode, text, textNode } from '../bindings/xpath.js'
import { dateOf } from '../bindings/xs-types.js'
import { CATEGORY_OF_REASON, PEPPOL_ADDRESS_SCHEMES, PEPPOL_CURRENCIES } from './code-lists.js'
import { normalised } from '../../xml/white-space.js'
import { bothAreGerman, type PeppolEdition, where } from './facts.js'

const { mimeTypes, allowanceReasons, chargeReasons, taxPointDates } = CURRENT_CODE_LISTS

const AMOUNTS = [
  ...['cbc:Amount', 'cbc:BaseAmount', 'cbc:PriceAmount', 'cbc:TaxableAmount', 'cbc:LineExtensionAmount'],
  ...['cbc:TaxExclusiveAmount', 'cbc:TaxInclusiveAmount', 'cbc:AllowanceTotalAmount', 'cbc:ChargeTotalAmount'],
  ...['cbc:PrepaidAmount', 'cbc:PayableRoundingAmount', 'cbc:PayableAmount'],
]

const TOTALS_WITH_BREAKDOWN = where(
  along('cac:TaxTotal/cbc:TaxAmount'),
  ({ parent }) => parent !== null && has(parent, 'cac:TaxSubtotal'),
)

/**
 * Amounts that must be in the invoice currency: not the VAT total in another one. Self-billing
 * excludes the VAT of the breakdown.
 */
function amountsInCurrency(isSelfBilling: boolean): Context {
  const plainAmounts = everywhere(...AMOUNTS)
  const ofBreakdown = along('cac:TaxSubtotal/cbc:TaxAmount')
  return (document) => [
    ...plainAmounts(document),
    ...(isSelfBilling ? [] : ofBreakdown(document)),
    ...TOTALS_WITH_BREAKDOWN(document),
  ]
}

/** PEPPOL-EN16931-CL001 to CL008, P0100 to P0111, R051 and F001: codes, currencies and dates. */
export function codeRules(edition: PeppolEdition): readonly Assertions[] {
  const { isSelfBilling, judged, invoiceTypes, creditNoteTypes } = edition
  const isJudged = ({ root }: JudgedDocument): boolean => judged.has(plain(root, 'cbc:ProfileID'))
  return [
    inContext(amountsInCurrency(isSelfBilling), {
      'PEPPOL-EN16931-R051': ofAttribute(
        'currencyID',
        (currency, { root }) => currency !== undefined && is(root, 'cbc:DocumentCurrencyCode', currency),
      ),
    }),
    inContext(having('mimeCode', 'cbc:EmbeddedDocumentBinaryObject'), {
      'PEPPOL-EN16931-CL001': ofAttribute('mimeCode', (type) => mimeTypes.has(type ?? '')),
    }),
    inContext(reasonsOf('false'), { 'PEPPOL-EN16931-CL002': listed(allowanceReasons) }),
    inContext(reasonsOf('true'), { 'PEPPOL-EN16931-CL003': listed(chargeReasons) }),
    inContext(along('cac:InvoicePeriod/cbc:DescriptionCode'), { 'PEPPOL-EN16931-CL006': listed(taxPointDates) }),
    inContext(everywhere(...AMOUNTS, 'cbc:TaxAmount'), {
      'PEPPOL-EN16931-CL007': ofAttribute('currencyID', (code) => PEPPOL_CURRENCIES.has(code ?? '')),
    }),
    inContext(having('schemeID', 'cbc:EndpointID'), {
      'PEPPOL-EN16931-CL008': ofAttribute('schemeID', (scheme) => PEPPOL_ADDRESS_SCHEMES.has(scheme ?? '')),
    }),
    inContext(everywhere('cbc:InvoiceTypeCode'), {
      'PEPPOL-EN16931-P0100': (code, document) => !isJudged(document) || invoiceTypes.has(plainTextNode(code)),
      ...(isSelfBilling ? {} : { 'PEPPOL-EN16931-P0112': isNotGermanOnly }),
    }),
    inContext(everywhere('cbc:CreditNoteTypeCode'), {
      'PEPPOL-EN16931-P0101': (code, document) => !isJudged(document) || creditNoteTypes.has(plainTextNode(code)),
    }),
    inContext(everywhere(...DATES), {
      'PEPPOL-EN16931-F001': (date) => lengthOf(textNode(date) ?? '') === 10 && dateOf(date.stringValue) !== undefined,
    }),
    ...CATEGORY_OF_REASON.map(([id, reason, category]) =>
      inContext(
        where(
          everywhere('cac:TaxCategory'),
          (each) => text(each, 'cbc:TaxExemptionReasonCode').toUpperCase() === reason,
        ),
        { [`PEPPOL-EN16931-${id}`]: (each) => plain(each, 'cbc:ID') === category },
      ),
    ),
  ]
}

const DATES = [
  ...['cbc:IssueDate', 'cbc:DueDate', 'cbc:TaxPointDate', 'cbc:StartDate', 'cbc:EndDate', 'cbc:ActualDeliveryDate'],
]

/** Types for German parties only. */
function isNotGermanOnly(code: XmlElement, document: JudgedDocument): boolean {
  return !['326', '384'].includes(normalised(code.stringValue)) || bothAreGerman(document)
}

function having(attribute: string, name: string): Context {
  return where(everywhere(name), (element) => element.attribute(attribute) !== undefined)
}

/** Reason codes of allowances (`false`) and charges (`true`), those of prices included. */
function reasonsOf(indicator: 'true' | 'false'): Context {
  return where(
    along('cac:AllowanceCharge/cbc:AllowanceChargeReasonCode'),
    ({ parent }) => parent !== null && is(parent, 'cbc:ChargeIndicator', indicator),
  )
}

function listed(list: CodeList): (code: XmlElement) => boolean {
  return (code) => list.has(plainTextNode(code))
}
