import {
  type JudgedDocument,
  type Assertions,
  everywhere,
  ROOT,
  type Test,
  inContext,
} from '../../../../einvoice/rules/bindings/binding.js'
import { compareToZero } from '../../../../einvoice/rules/bindings/doubles.js'
import { LINES, ofVat } from '../../../../einvoice/rules/bindings/ubl/facts.js'
import { all, count, has } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { UBL_ATTRIBUTE } from '../item-attributes.js'
import { isCounted, subtypesOf, UBL_SUB_LINES, ublLines } from '../sub-lines/ubl.js'
import { UBL_EXTENDED_CODES } from './codes.js'
import { UBL_HIERARCHY } from './hierarchy.js'
import { attributeRules, isPlainUblDelivery } from './items.js'
import { UBL_TOTAL_TESTS } from './totals/ubl.js'
import { UBL_EXTENDED_VAT } from './vat/ubl.js'

const REFERENCES = ({ root }: JudgedDocument): readonly XmlElement[] => root.all('cac:BillingReference')

/** Rules of EXTENDED-CTC-FR for UBL that extend or replace EN 16931. */
export const UBL_EXTENDED_RULES: readonly Assertions[] = [
  inContext(({ root }) => (root.name === 'ubl:Invoice' ? all(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount') : []), {
    'BR-CO-25': (due, document) =>
      compareToZero(due) <= 0 ||
      (compareToZero(due) > 0 &&
        (document.named('cbc:DueDate').length > 0 ||
          document.named('cac:PaymentTerms').some((terms) => has(terms, 'cbc:Note')))),
  }),
  inContext(everywhere('cac:LegalMonetaryTotal'), UBL_TOTAL_TESTS),
  // References of lines to their own invoice are not references to others.
  inContext(REFERENCES, {
    'BR-55': (reference) => has(reference, 'cac:InvoiceDocumentReference/cbc:ID'),
    'UBL-SR-06': (reference) => count(reference, 'cac:InvoiceDocumentReference') <= 1,
    'UBL-SR-07': (reference) => has(reference, 'cac:InvoiceDocumentReference/cbc:ID'),
  }),
  inContext(LINES, {
    'BR-FREXT-22': ifCounted((line) => has(line, 'cbc:InvoicedQuantity') || has(line, 'cbc:CreditedQuantity')),
    'BR-FREXT-23': ifCounted((line) =>
      line.children.some(
        (each) => /^cbc:(?:Invoiced|Credited)Quantity$/.test(each.name) && each.attribute('unitCode') !== undefined,
      ),
    ),
    'BR-FREXT-24': ifCounted((line) => has(line, UBL_SUB_LINES.places.net)),
    'BR-FREXT-26': ifCounted((line) => has(line, 'cac:Price/cbc:PriceAmount')),
    'BR-FREXT-CO-04': ifCounted((line) =>
      ofVat(all(line, 'cac:Item/cac:ClassifiedTaxCategory')).some((category) => has(category, 'cbc:ID')),
    ),
    'UBL-FREXT-SR-48': (line, document) => {
      const categories = count(line, 'cac:Item/cac:ClassifiedTaxCategory')
      const isCountedHere =
        !has(line, 'cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID') ||
        subtypesOf(line, document).includes('DETAIL')
      return isCountedHere ? categories === 1 : categories <= 1
    },
    ...UBL_HIERARCHY,
  }),
  attributeRules(UBL_ATTRIBUTE),
  inContext(ROOT, {
    'UBL-FREXT-CR-410': (root) => root.all('cac:DeliveryTerms').every(isPlainUblDelivery),
    'UBL-FREXT-CR-645': (_, document) =>
      ublLines(document).every((line) => line.all('cac:DeliveryTerms').every(isPlainUblDelivery)),
    'CII-FREXT-CR-490': (root) =>
      root
        .all('cac:TaxExchangeRate')
        .every((rate) =>
          rate.children.every(({ name }) =>
            /:(?:SourceCurrencyCode|TargetCurrencyCode|CalculationRate|Date)$/.test(name),
          ),
        ),
  }),
  ...UBL_EXTENDED_VAT,
  ...UBL_EXTENDED_CODES,
]

function ifCounted(test: Test): Test {
  return (line, document) => !isCounted(line, document) || test(line, document)
}
