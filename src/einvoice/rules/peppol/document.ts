import { DIRECT_DEBITS } from '../../codes/payment-means.js'
import type { XmlElement } from '../../xml/element.js'
import { along, type JudgedDocument, type Assertions, DOCUMENTS, everywhere, inContext } from '../bindings/binding.js'
import { compareToZero } from '../bindings/doubles.js'
import { all, count, has, plain, plainTextNode, plainTextOf, text } from '../bindings/xpath.js'
import { normalised } from '../../xml/white-space.js'
import { bothAreGerman, type PeppolEdition, where } from './facts.js'

/**
 * R008.
 * @param isExempt an element that may be empty
 */
export function noEmptyElements(isExempt: (element: XmlElement) => boolean): Assertions {
  return inContext(({ root, document }: JudgedDocument) => (root.isEmpty ? [root] : document.empties()), {
    'PEPPOL-EN16931-R008': isExempt,
  })
}

/** Rules on the document and its parties that XRechnung adopted from Peppol. */
export const SHARED_DOCUMENT_RULES: readonly Assertions[] = [
  inContext(DOCUMENTS, {
    'PEPPOL-EN16931-R001': (root) => has(root, 'cbc:ProfileID'),
    'PEPPOL-EN16931-R053': (root) => totals(root, true).length === 1,
    'PEPPOL-EN16931-R054': (root) => totals(root, false).length === (has(root, 'cbc:TaxCurrencyCode') ? 1 : 0),
    'PEPPOL-EN16931-R055': (root) => !has(root, 'cbc:TaxCurrencyCode') || haveOneSign(root),
  }),
  inContext(everywhere('cbc:TaxCurrencyCode'), {
    'PEPPOL-EN16931-R005': (code) =>
      code.parent === null || plainTextNode(code) !== plainTextOf(code.parent, 'cbc:DocumentCurrencyCode'),
  }),
  inContext(along('cac:AccountingCustomerParty/cac:Party'), {
    'PEPPOL-EN16931-R010': (party) => has(party, 'cbc:EndpointID'),
  }),
  inContext(along('cac:AccountingSupplierParty/cac:Party'), {
    'PEPPOL-EN16931-R020': (party) => has(party, 'cbc:EndpointID'),
  }),
  inContext(
    where(everywhere('cac:PaymentMeans'), (means) => DIRECT_DEBITS.has(plain(means, 'cbc:PaymentMeansCode'))),
    { 'PEPPOL-EN16931-R061': (means) => has(means, 'cac:PaymentMandate/cbc:ID') },
  ),
]

/** Further rules of Peppol on the document. */
export function documentRules({ specification, processes }: PeppolEdition): readonly Assertions[] {
  return [
    inContext(everywhere('cn:CreditNote'), {
      'PEPPOL-EN16931-R080': (root) =>
        root
          .all('cac:AdditionalDocumentReference')
          .filter((each) => each.all('cbc:DocumentTypeCode').some(({ stringValue }) => stringValue === '50')).length <=
        1,
    }),
    inContext(DOCUMENTS, {
      'PEPPOL-EN16931-R007': (_, { root }) => processes.has(plain(root, 'cbc:ProfileID')),
      'PEPPOL-EN16931-R002': (root, document) => count(root, 'cbc:Note') <= 1 || bothAreGerman(document),
      'PEPPOL-EN16931-R003': (root) => has(root, 'cbc:BuyerReference') || has(root, 'cac:OrderReference/cbc:ID'),
      'PEPPOL-EN16931-R004': (root) => {
        const id = plainTextOf(root, 'cbc:CustomizationID')
        return id.startsWith(specification) && !id.includes('::')
      },
    }),
  ]
}

/** VAT totals with a breakdown, or those without. */
function totals(root: XmlElement, isBrokenDown: boolean): readonly XmlElement[] {
  return root.all('cac:TaxTotal').filter((total) => has(total, 'cac:TaxSubtotal') === isBrokenDown)
}

/** Any total of the one currency with zero and any of the other. */
function haveOneSign(root: XmlElement): boolean {
  const stated = amountsIn(root, 'cbc:TaxCurrencyCode')
  const own = amountsIn(root, 'cbc:DocumentCurrencyCode')
  const some = (holds: (sign: number) => boolean): boolean =>
    stated.some((amount) => holds(compareToZero(amount))) && own.some((amount) => holds(compareToZero(amount)))
  return some((sign) => sign <= 0) || some((sign) => sign >= 0)
}

function amountsIn(root: XmlElement, code: string): readonly XmlElement[] {
  const currency = normalised(text(root, code))
  return all(root, 'cac:TaxTotal/cbc:TaxAmount').filter((amount) => amount.attribute('currencyID') === currency)
}
