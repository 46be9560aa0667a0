import {
  type JudgedDocument,
  type Assertions,
  everywhere,
  ROOT,
  type Test,
  inContext,
} from '../../../../einvoice/rules/bindings/binding.js'
import {
  AGREEMENT,
  isOfVat,
  LINE_TOTAL,
  LINES,
  SETTLEMENT,
  TRANSACTION,
} from '../../../../einvoice/rules/bindings/cii/facts.js'
import { hasReason, worded } from '../../../../einvoice/rules/bindings/cii/model.js'
import { ending } from '../../../../einvoice/rules/bindings/cii/syntax.js'
import { all, count, has, is } from '../../../../einvoice/rules/bindings/xpath.js'
import { normalised } from '../../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { OCTOBER } from '../../editions.js'
import { CII_ATTRIBUTE } from '../item-attributes.js'
import { compared, number } from '../values.js'
import { CII_EXTENDED_CODES } from './codes.js'
import { CII_HIERARCHY } from './hierarchy.js'
import { attributeRules, isPlainCiiDelivery } from './items.js'
import { ciiTotalTests } from './totals/cii.js'
import { ciiExtendedVat } from './vat/cii.js'

const DOCUMENT = 'ram:AssociatedDocumentLineDocument'
const SUBTYPE = 'ram:LineStatusReasonCode'

/** Rules of EXTENDED-CTC-FR for a Cross Industry Invoice that extend or replace EN 16931. */
export function ciiExtendedRules(edition: string): readonly Assertions[] {
  const isOctober = edition >= OCTOBER
  return [
    inContext(worded('ram:ApplicableHeaderTradeSettlement', 'true'), { 'BR-FREXT-BR-38': hasReason }),
    inContext(worded('ram:SpecifiedLineTradeSettlement', 'true'), { 'BR-FREXT-BR-44': hasReason }),
    inContext(everywhere('ram:SpecifiedTradeSettlementHeaderMonetarySummation'), ciiTotalTests(edition)),
    inContext(ROOT, {
      'BR-CO-25': (_, document) => {
        if (!(number(compared(document.named('ram:DuePayableAmount'))) > 0)) return true
        return document
          .named('ram:SpecifiedTradePaymentTerms')
          .some((terms) => has(terms, 'ram:DueDateDateTime') || has(terms, 'ram:Description'))
      },
    }),
    inContext(countedDocuments, {
      'BR-FREXT-BR-22': ofLine((line) => has(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')),
      'BR-FREXT-BR-23': ofLine((line) =>
        all(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity').some(
          (quantity) => quantity.attribute('unitCode') !== undefined,
        ),
      ),
      'BR-FREXT-BR-24': ofLine((line) => has(line, LINE_TOTAL)),
      'BR-FREXT-BR-26': ofLine((line) =>
        has(line, 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount'),
      ),
      'BR-FREXT-CO-04': ofLine((line) =>
        all(line, 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax').some(
          (tax) => isOfVat(tax) && has(tax, 'ram:CategoryCode'),
        ),
      ),
    }),
    attributeRules(CII_ATTRIBUTE),
    inContext(LINES, CII_HIERARCHY),
    isOctober ? ATTRIBUTE_PARTS : TRANSFERS,
    ...syntaxRules(),
    ...ciiExtendedVat(edition),
    ...CII_EXTENDED_CODES,
  ]
}

/** Until September 2026. */
const TRANSFERS: Assertions = inContext(transfers, {
  'BR-CO-27': (means) => {
    const account = 'ram:PayeePartyCreditorFinancialAccount'
    return has(means, `${account}/ram:IBANID`) !== has(means, `${account}/ram:ProprietaryID`)
  },
})

/** Since October 2026 an attribute of an item may lack its name, and its value. */
const ATTRIBUTE_PARTS: Assertions = inContext(
  ({ root }) =>
    all(
      root,
      `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedTradeProduct/ram:ApplicableProductCharacteristic`,
    ),
  {
    'CII-FREXT-SR-069': (attribute) => count(attribute, 'ram:Description') <= 1,
    'CII-FREXT-SR-072': (attribute) => count(attribute, 'ram:Value') <= 1,
  },
)

/** The elements with the numbers of the lines that count in the totals. */
function countedDocuments(document: JudgedDocument): readonly XmlElement[] {
  return LINES(document)
    .flatMap((line) => line.all(DOCUMENT))
    .filter((each) => !has(each, SUBTYPE) || is(each, SUBTYPE, 'DETAIL'))
}

function ofLine(test: Test): Test {
  return (element, document) => element.parent !== null && test(element.parent, document)
}

/** Credit transfers; a match pattern ignores one with two codes. */
function transfers(document: JudgedDocument): readonly XmlElement[] {
  return document.named('ram:SpecifiedTradeSettlementPaymentMeans').filter((means) => {
    const [code, another] = means.all('ram:TypeCode')
    return another === undefined && ['30', '58'].includes(normalised(code?.stringValue ?? ''))
  })
}

function syntaxRules(): readonly Assertions[] {
  const at = (path: string) => {
    return ({ root }: JudgedDocument): readonly XmlElement[] => all(root, path)
  }
  const isPlainTerms: Test = (parent) => parent.all('ram:ApplicableTradeDeliveryTerms').every(isPlainCiiDelivery)
  const isSupporting = (reference: XmlElement, ...types: readonly string[]): boolean =>
    reference.name === 'ram:AdditionalReferencedDocument' && types.some((type) => is(reference, 'ram:TypeCode', type))
  const dated = /^ram:(?:Invoice|Contract|BuyerOrder|DespatchAdvice)ReferencedDocument$/
  return [
    inContext(at(`${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeAgreement`), {
      'CII-FREXT-SR-106': isPlainTerms,
      'CII-FREXT-SR-439': (agreement) => count(agreement, 'ram:NetPriceProductTradePrice/ram:ChargeAmount') <= 1,
    }),
    inContext(at(`${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedLineTradeSettlement`), {
      'CII-SR-454': (settlement) => count(settlement, 'ram:ApplicableTradeTax') <= 1,
    }),
    inContext(at(AGREEMENT), { 'CII-FREXT-SR-293': isPlainTerms }),
    inContext(at(SETTLEMENT), {
      'CII-FREXT-SR-366': (settlement) =>
        settlement
          .all('ram:TaxApplicableTradeCurrencyExchange')
          .every((rate) =>
            rate.children.every(({ name }) =>
              /:(?:SourceCurrencyCode|TargetCurrencyCode|ConversionRate|ConversionRateDateTime)$/.test(name),
            ),
          ),
    }),
    inContext(ending('ReferencedDocument'), {
      'CII-EXT-DT-018': (each) =>
        !has(each, 'ram:TypeCode') ||
        isSupporting(each, '50', '130', '916') ||
        each.name === 'ram:InvoiceReferencedDocument',
      'CII-FREXT-DT-024': (each) =>
        !has(each, 'ram:ReferenceTypeCode') ||
        isSupporting(each, '130') ||
        each.name === 'ram:ContractReferencedDocument',
      'CII-FREXTDT-027': (each) => !has(each, 'ram:FormattedIssueDateTime') || dated.test(each.name),
    }),
  ]
}
