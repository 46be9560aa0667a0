import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'
import { trimmed } from '../../../einvoice/xml/white-space.js'
import { CATEGORIES } from './extended/categories.js'
import { addressTexts, identifierTexts, numberTexts } from './texts.js'

/**
 * The texts for EXTENDED-CTC-FR only: the rules of the extension, and those of flow 2 on its
 * terms. A line that counts has no subtype or the subtype DETAIL. See `RuleTable` for the form.
 */
export const EXTENSION_TEXTS: RuleTable = () =>
  [OWN, ...numberTexts('EXT-FR-FE-136', 'The number {} of an invoice that a line refers to', REFERENCE), ...parties()]
    .concat(vatBreakdown())
    .join('\n')

const REFERENCE = 'the number of the invoice that the line names'
const TYPES =
  'Use 380 for an invoice, 384 for a corrected one, 381 for a credit note, or another type that BR-FR-04 allows, for example 386 for a down payment'
const TWO_GROUPS =
  'Give the invoice exactly two lines of the subtype GROUP without a parent line (EXT-FR-FE-162), one with the legal registration of the seller, one with that of the buyer (EXT-FR-FE-167)'
const SELF_BILLED = '261, 389, 471, 473, 500, 501 or 502'
const CORRECTED_NUMBER =
  'Give the number of the invoice that the sub-invoice corrects (EXT-FR-FE-136) on its line of the subtype GROUP'
const CORRECTED_DATE =
  'Give the date of the invoice that the sub-invoice corrects (EXT-FR-FE-138) on its line of the subtype GROUP'
const INCOTERMS = 'Keep the code of the terms of delivery and the name of the place; receivers need not read the rest'
const EXCHANGE = 'Keep the two currencies, the rate and its date; receivers need not read the rest'
const LISTED_ATTRIBUTE = 'Use a code of UNTDID 6313 or of Factur-X, or give the attribute a name (BT-160)'

const OWN = trimmed(`
BR-FR-03_EXT-FR-FE-138 | EXT-FR-FE-138 | The date {} of the invoice that a line refers to is not a date of the years 2000 to 2099 in the form YYYY-MM-DD | Write the date as YYYY-MM-DD, and check the year
BR-FR-03_EXT-FR-FE-158 | EXT-FR-FE-158 | The date of delivery {} of a line is not a date of the years 2000 to 2099 in the form YYYY-MM-DD | Write the date as YYYY-MM-DD, and check the year
BR-FR-04_EXT-FR-FE-02 | EXT-FR-FE-02 | The type {} of the preceding invoice is not allowed in France | ${TYPES}
BR-FR-04_EXT-FR-FE-137 | EXT-FR-FE-137 | The type {} of an invoice that a line refers to is not allowed in France | ${TYPES}
BR-FR-27_EXT-FR-FE-159 | EXT-FR-FE-159 | The code of an item attribute is empty | Give the item attribute a code, or name it instead (BT-160)
BR-FR-MV-01_EXT-FR-FE-163 | EXT-FR-FE-163 | A line of an invoice of several parts has no subtype | Give each line the subtype GROUP, DETAIL or INFORMATION
BR-FR-MV-06_EXT-FR-FE-167 | EXT-FR-FE-167 | A line does not name the seller of its sub-invoice | Give each line the legal registration of the seller of its parent line, for example the SIREN
BR-FR-MV-07_BT-128 | BT-128 | A line does not contain the number of its sub-invoice | Give each line an object of the scheme AFL with the number of the sub-invoice, the same as on its parent line
BR-FR-MV-08_BT-128 | BT-128 | The exemption reason of a line does not begin with the number of its sub-invoice between number signs | Begin the exemption reason of the line with the number of the sub-invoice between number signs, for example #F-2026-17#
BR-FR-MV-02_EXT-FR-FE-163 | EXT-FR-FE-163 | An invoice of several sellers has no line for a sub-invoice (GROUP without parent) | Give each sub-invoice a line of the subtype GROUP without a parent line (EXT-FR-FE-162)
BR-FR-BD-02_EXT-FR-FE-163 | EXT-FR-FE-163 | An invoice in both directions does not have exactly two sub-invoices | ${TWO_GROUPS}
BR-FR-BD-02_BT-30 | EXT-FR-FE-167 BT-30 | An invoice in both directions does not have exactly one sub-invoice of the seller | ${TWO_GROUPS}
BR-FR-BD-02_BT-31 | EXT-FR-FE-167 BT-30 | An invoice in both directions does not have exactly one sub-invoice of the seller | ${TWO_GROUPS}
BR-FR-BD-02_BT-47 | EXT-FR-FE-167 BT-47 | An invoice in both directions does not have exactly one sub-invoice of the buyer | ${TWO_GROUPS}
BR-FR-MV-13_BT-3 | BT-3 | An invoice of several sellers is self-billed ({}) | Use a type other than ${SELF_BILLED}, for example 380
BR-FR-MV-BD_BT-3 | BT-3 | An invoice in both directions is not self-billed ({}) | Use one of the types ${SELF_BILLED}, for example 389
BR-FR-BD-13_BT-3 | BT-3 | An invoice in both directions is not self-billed ({}) | Use one of the types ${SELF_BILLED}, for example 389
BR-FR-MV-03_EXT-FR-FE-164 | EXT-FR-FE-164 | A sub-invoice does not name its seller | Name the seller on the line of the sub-invoice (GROUP without parent)
BR-FR-MV-03_EXT-FR-FE-167 | EXT-FR-FE-167 | A sub-invoice has no legal registration of its seller | Give the seller's legal registration, for example the SIREN, on the line of the sub-invoice (GROUP without parent)
BR-FR-MV-03_EXT-FR-FE-177 | EXT-FR-FE-177 | A sub-invoice has no country of its seller | Give the seller's country, for example FR, on the line of the sub-invoice (GROUP without parent)
BR-FR-MV-03_EXT-FR-FE-181 | EXT-FR-FE-181 | A sub-invoice has no VAT amount in the invoice currency | Give the VAT amount in the invoice currency on the line of the sub-invoice (GROUP without parent)
BR-FR-MV-03_EXT-FR-FE-182 | EXT-FR-FE-182 | A sub-invoice has no VAT amount in the VAT accounting currency | Give the VAT amount in the VAT accounting currency (BT-6) on the line of the sub-invoice (GROUP without parent)
BR-FR-MV-03_BT-128_AFL | BT-128 | A sub-invoice has no number (AFL) | Give the line of the sub-invoice (GROUP without parent) an object of the scheme AFL with the number of the sub-invoice
BR-FR-MV-03_BT-128_AVV | BT-128 | A sub-invoice has no own business process (AVV) | Give the line of the sub-invoice (GROUP without parent) an object of the scheme AVV with a business process other than B8, S8 and M8, for example B1
BR-FR-MV-05_EXT-FR-FE-BG-12 | BT-131 | The net amount {} of a sub-invoice is not the sum of its lines | Recompute the net amount of the sub-invoice: the sum of the net amounts of the lines directly below it, without INFORMATION lines
BR-FR-MV-09_EXT-FR-FE-181 | EXT-FR-FE-181 | The VAT amount of a sub-invoice is not the sum of its entries in the VAT breakdown | Recompute the VAT amount of the sub-invoice: the tax amounts of the entries whose exemption reason begins with its number between number signs
BR-FR-MV-10_EXT-FR-FE-184 | EXT-FR-FE-184 | The total with VAT of a sub-invoice is not its net amount plus VAT | Recompute the total with VAT of the sub-invoice: its net amount plus its VAT amount
BR-FR-MV-11_BT-128 | BT-128 | Not exactly one sub-invoice of the main seller has the number of the invoice | Give exactly one sub-invoice of the main seller the number of the invoice (BT-1) as an object of the scheme AFL
BR-FR-MV-12_BT-128 | BT-128 | Two sub-invoices have the same number | Give each sub-invoice a unique number, as an object of the scheme AFL
BR-FR-MV-14-EXT-FR-FE-136 | EXT-FR-FE-136 | A correcting sub-invoice has no number of the invoice that it corrects | ${CORRECTED_NUMBER}
BR-FR-MV-14-EXT-FR-FE-138 | EXT-FR-FE-138 | A correcting sub-invoice has no date of the invoice that it corrects | ${CORRECTED_DATE}
BR-FR-BD-14-EXT-FR-FE-136 | EXT-FR-FE-136 | A correcting sub-invoice has no number of the invoice that it corrects | ${CORRECTED_NUMBER}
BR-FR-BD-14-EXT-FR-FE-138 | EXT-FR-FE-138 | A correcting sub-invoice has no date of the invoice that it corrects | ${CORRECTED_DATE}
BR-CO-25 | BT-9 BT-20 BT-115 | An amount of {} is due, but neither a due date nor payment terms are given | Give the due date (dueDate) as YYYY-MM-DD, or the payment terms (paymentMeans.paymentTerms)
BR-CO-27 | BT-84 | A credit transfer has neither an IBAN nor another account number, or both | Give the account for the payment either as ram:IBANID or as ram:ProprietaryID
BR-FREXT-CO-10 | BT-106 | The sum of the line net amounts {} is not the sum of the lines that count | Recompute the sum of the net amounts of the lines without subtype or of the subtype DETAIL, and the totals that follow from it
BR-FREXT-CO-11 | BT-107 | The sum of the allowances {} does not match the allowances | Recompute the sum of the document level allowances, and the totals that follow from it
BR-FREXT-CO-12 | BT-108 | The sum of the charges {} does not match the charges | Recompute the sum of the document level charges, and the totals that follow from it
BR-FREXT-CO-13 | BT-109 | The total without VAT {} is not the sum of the lines that count, less allowances, plus charges | Recompute the total without VAT: the lines without subtype or of the subtype DETAIL, less the document level allowances, plus the document level charges
BR-FREXT-CO-15 | BT-112 | The total with VAT {} is not the total without VAT plus VAT | Recompute the total with VAT: total without VAT plus the total of VAT in the invoice currency
BR-FREXT-05 | EXT-FR-FE-163 | The subtype of a line is not DETAIL, GROUP or INFORMATION | Use DETAIL, GROUP or INFORMATION as the subtype of the line, or leave the subtype out
BR-FREXT-06 | EXT-FR-FE-163 EXT-FR-FE-162 | A line with a parent line has no subtype | Give the line with a parent line the subtype DETAIL, GROUP or INFORMATION
BR-FREXT-08 | BT-131 | The net amount {} of a group is not the sum of the lines under it | Recompute the net amount of the group: the sum of the lines DETAIL and GROUP directly below it; or leave it out
BR-FREXT-11 | EXT-FR-FE-162 | The parent line of a line does not exist | Give the identifier (BT-126) of another line of the invoice as the parent line, or none
BR-FREXT-12 | BT-131 | A group with a net amount contains a group without one | Give each group below a group with a net amount its own net amount, or leave out that of the upper one
BR-FREXT-54-1 | BT-160 EXT-FR-FE-159 | An attribute of an item has neither name nor code | Give the item attribute a name, for example Colour, or a code of UNTDID 6313
BR-FREXT-54-2 | BT-161 EXT-FR-FE-160 | An attribute of an item has no value, or both a text and a quantity with its unit | Give the item attribute either a value, or a quantity with its unit (EXT-FR-FE-161)
UBL-FREXT-SR-48 | BT-151 | A line that counts does not have exactly one VAT category, or another line has more than one | Give each line without subtype or of the subtype DETAIL one cac:ClassifiedTaxCategory, and any other at most one
UBL-FREXT-CR-410 | | The terms of delivery contain more than a code and the name of a place | ${INCOTERMS}
UBL-FREXT-CR-645 | | The terms of delivery of a line contain more than a code and the name of a place | ${INCOTERMS}
CII-FREXT-CR-490 | | The exchange rate contains more than the currencies, the rate and its date | ${EXCHANGE}
CII-FREXT-SR-069 | BT-160 | An attribute of an item has more than one name | Keep one ram:Description in ram:ApplicableProductCharacteristic
CII-FREXT-SR-072 | BT-161 | An attribute of an item has more than one value | Keep one ram:Value in ram:ApplicableProductCharacteristic
CII-FREXT-SR-106 | | The terms of delivery of a line contain more than a code and the name of a place | ${INCOTERMS}
CII-FREXT-SR-293 | | The terms of delivery contain more than a code and the name of a place | ${INCOTERMS}
CII-FREXT-SR-366 | | The exchange rate contains more than the currencies, the rate and its date | ${EXCHANGE}
CII-FREXT-SR-439 | BT-146 | A line has more than one net price | Keep one ram:ChargeAmount in ram:NetPriceProductTradePrice
CII-EXT-DT-018 | BT-122 | A referenced document has a type that is not allowed | Use 50 (tender or lot), 130 (invoiced object) or 916 (supporting document) in ram:AdditionalReferencedDocument; remove ram:TypeCode elsewhere, except from ram:InvoiceReferencedDocument
CII-FREXT-DT-024 | BT-18 BT-128 | A document other than the invoiced object and the contract has ram:ReferenceTypeCode | Remove ram:ReferenceTypeCode, or make it a ram:AdditionalReferencedDocument of type 130 (invoiced object)
CII-FREXTDT-027 | BT-26 | A referenced document has a date that is not allowed | Remove ram:FormattedIssueDateTime; only a preceding invoice, a contract, an order and a despatch advice have it
BR-EXT-CL-07 | BT-18 BT-128 | The scheme {} of an invoiced object is not a code of UNTDID 1153 that France allows | Use a code of UNTDID 1153, for example AFL or AVV
BR-FREXT-CL-10 | BT-29 BT-46 BT-60 | The scheme {} of a party's identifier is neither in the list of ISO 6523 nor BY or SE | Use a scheme of ISO 6523, for example 0009 for a SIRET, or BY or SE
BR-FREXT-CL-19-GP | BT-147 | The reason code {} of a price discount is not in UNTDID 5189 | Use a code of UNTDID 5189, for example 95 (discount), or leave the reason code out
BR-FREXT-CL-20 | BT-105 BT-145 | The reason code {} of a charge is not in UNTDID 7161 | Use a code of UNTDID 7161, for example FC (freight); for a tax use the list 5153
BR-FREXT-CL-20-TAX | BT-105 BT-145 | The reason code {} of a tax is not in UNTDID 5153 | Use a code of UNTDID 5153 other than VAT, for example ENV (environmental tax)
BR-FREXT-CL-20-LISTID | BT-105 BT-145 | The reason code of a charge has another list ({}) than UNTDID 7161 and 5153 | Use the list 7161 for a charge, 5153 for a tax, or leave the list out for a charge
BR-FREXT-CL-24 | BT-125-1 | The media type {} of an attachment is not allowed by the extension | Attach PDF, PNG, JPEG, CSV, XLSX, ODS or XML, and name its media type, for example application/pdf
BR-FREXT-CL-27 | | The terms of delivery {} are not a code of UNTDID 4053 | Use 1, 2 or an Incoterm: CFR, CIF, CIP, CPT, DAP, DDP, DPU, EXW, FAS, FCA or FOB
BR-FREXT-04 | EXT-FR-FE-159 | The code {} of an item attribute is not listed | ${LISTED_ATTRIBUTE}
BR-FXEXT-04 | EXT-FR-FE-159 | The code {} of an item attribute is not listed | ${LISTED_ATTRIBUTE}
BR-FREXT-BR-38 | BT-104 | A document level charge has neither reason nor reason code | Give the reason of the charge, or its code of UNTDID 7161, for example FC (freight)
BR-FREXT-BR-44 | BT-144 | A line charge has neither reason nor reason code | Give the reason of the line charge, or its code of UNTDID 7161, for example FC (freight)
BR-FREXT-22 | BT-129 | A line that counts has no quantity | Give the invoiced quantity of the line, for example 1, or set the subtype of the line to INFORMATION
BR-FREXT-23 | BT-130 | The quantity of a line that counts has no unit | Give the unit of the quantity, for example C62 for pieces
BR-FREXT-24 | BT-131 | A line that counts has no net amount | Give the net amount of the line, or set the subtype of the line to INFORMATION
BR-FREXT-26 | BT-146 | A line that counts has no net price | Give the price of one unit without VAT, or set the subtype of the line to INFORMATION
BR-FREXT-BR-22 | BT-129 | A line that counts has no quantity | Give the invoiced quantity of the line, for example 1, or set the subtype of the line to INFORMATION
BR-FREXT-BR-23 | BT-130 | The quantity of a line that counts has no unit | Give the unit of the quantity, for example C62 for pieces
BR-FREXT-BR-24 | BT-131 | A line that counts has no net amount | Give the net amount of the line, or set the subtype of the line to INFORMATION
BR-FREXT-BR-26 | BT-146 | A line that counts has no net price | Give the price of one unit without VAT, or set the subtype of the line to INFORMATION
BR-FREXT-CO-04 | BT-151 | A line that counts has no VAT category | Give the VAT category of the line, for example S`)

/** The parties of the extension: the terms of their identifiers and electronic addresses. */
function parties(): readonly string[] {
  const rows = [
    ['06', '12', "buyer's agent"],
    ['', '29', 'payee'],
    ['46', '52', 'payer'],
    ['69', '75', "seller's agent"],
    ['92', '98', 'invoicee'],
    ['115', '121', 'invoicer'],
    ['146', '', "line's place of delivery"],
  ] as const
  return rows.flatMap(([identifier, address, party]) => [
    ...(identifier === '' ? [] : identifierTexts(`EXT-FR-FE-${identifier}`, party)),
    ...(address === '' ? [] : addressTexts(`EXT-FR-FE-${address}`, party)),
  ])
}

/**
 * The rules of the VAT breakdown, by their names for the categories; those on amounts have another
 * prefix in CII.
 */
function vatBreakdown(): readonly string[] {
  return Array.from(CATEGORIES)
    .flatMap(([name, code]) => {
      const items = `the net amounts of the lines that count, less the allowances, plus the charges of category ${code} and that rate`
      const taxable = ['BR-FREXT', 'BR-FXEXT'].flatMap((prefix) => [
        `${prefix}-${name}-08 | BT-116 | The taxable amount {} of category ${code} is not the sum of its items | Recompute the taxable amount: ${items}`,
        `${prefix}-${name}-08ini | BT-116 | The taxable amount {} of category ${code} is not the sum of all its items, regardless of their exemption reason | Keep the entry if category ${code} has one for each exemption reason; otherwise recompute it: ${items}`,
        `${prefix}-${name}-08rev | BT-116 | The taxable amount {} of category ${code} is not the sum of its items with the same exemption reason | Give the entry and its items the same exemption reason, and each reason a separate entry`,
      ])
      return [
        `BR-FREXT-${name}-01 | BT-118 | The VAT breakdown does not fit the items of category ${code} | Give the VAT breakdown an entry of category ${code} if a line that counts, an allowance or a charge has it, and none otherwise`,
        ...taxable,
      ]
    })
    .concat(
      ['BR-FREXT', 'BR-FXEXT'].map(
        (prefix) =>
          `${prefix}-S-09 | BT-117 | The tax {} of category S is not its taxable amount times its rate | Recompute the tax amount: taxable amount × rate / 100, rounded to two decimals`,
      ),
    )
}
