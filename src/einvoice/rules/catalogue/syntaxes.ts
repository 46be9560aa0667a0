import { CII_ONCE } from '../bindings/cii-paths.js'
import { rowsOf } from '../bindings/forbidden.js'
import { UBL_SINGLES } from '../bindings/ubl-syntax.js'
import type { RuleTable } from './rule-catalogue.js'

/** What only documents in XML can break: the rules of the bindings of EN 16931 to UBL and CII. See `RuleTable` for the form. */
export const SYNTAX_TEXTS: RuleTable = `
UBL-CR-* | | | Remove <element>; receivers are not bound to read it
UBL-DT-* | | | Remove the attribute; EN 16931 has no place for it
UBL-SR-* | | | Keep one of them
CII-SR-* | | | Remove what EN 16931 has no place for; of what it has once keep one
CII-DT-* | | <element> has a part or an attribute that EN 16931 has no place for | Remove what EN 16931 has no place for
UBL-SR-04 | BT-18 | There is more than one invoiced object (document type 130) | Keep one of them
UBL-SR-12 | BT-31 | The seller has more than one VAT identifier | Keep one of them
UBL-SR-13 | BT-32 | The seller has more than one tax registration beside the VAT identifier | Keep one of them
UBL-SR-18 | BT-48 | The buyer has more than one VAT identifier | Keep one of them
UBL-SR-29 | BT-90 | There is more than one creditor identifier of SEPA | Keep one of them
UBL-SR-44 | BT-83 | The remittance information differs from account to account | Repeat the same cbc:PaymentID with each account
UBL-SR-46 | BT-82 | The text of the means of payment stands more than once | Keep the attribute name of the first cbc:PaymentMeansCode only
UBL-SR-47 | BT-81 | The means of payment differs from account to account | Repeat the same cbc:PaymentMeansCode with each account
UBL-SR-42 |  | The seller has more than two tax numbers | Keep at most one VAT identifier and one other tax number
UBL-SR-33 | BT-123 | The description of a supporting document stands more than once | Keep one of them
UBL-SR-25 |  | The delivery has more than one recipient | Keep one of them
UBL-SR-30 |  | The reason of an allowance stands more than once | Keep one of them
UBL-SR-31 |  | The reason of a charge stands more than once | Keep one of them
UBL-SR-34 | BT-127 | A line has more than one note | Keep one of them
UBL-SR-35 |  | A line refers to more than one order line | Keep one of them
UBL-SR-36 |  | A line has more than one period | Keep one of them
UBL-SR-37 |  | A price has more than one discount | Keep one of them
UBL-SR-48 |  | A line does not have exactly one VAT category | Give each line one cac:ClassifiedTaxCategory
UBL-SR-50 | BT-154 | A line has more than one item description | Keep one of them
UBL-SR-19 |  | The payee has more than one name, or bears the name of the seller | Keep one of them
UBL-SR-20 |  | The payee has more than one identifier, or bears the name of the seller | Keep one of them
UBL-SR-21 |  | The payee has more than one registration, or bears the name of the seller | Keep one of them
UBL-SR-26 |  | The remittance information stands more than once | Keep one of them
UBL-SR-27 |  | The means of payment stands more than once | Keep one of them
UBL-SR-28 |  | The direct debit has more than one mandate | Keep one of them
UBL-SR-06 | BG-3 | A billing reference has more than one invoice | Give each of them a cac:BillingReference of its own
UBL-SR-07 |  | A billing reference has no invoice number | Give the number of the preceding invoice
UBL-SR-32 |  | The reason of an exemption stands more than once | Keep one of them
UBL-DT-01 |  | The amount {} has more than two decimals | Round the amount to two decimals
UBL-DT-06 |  | The attachment has no media type (mimeCode) | Give the attribute mimeCode, for example application/pdf
UBL-DT-07 |  | The attachment has no file name | Give the attribute filename
UBL-DT-18 |  | <element> has the attribute name, which EN 16931 has no place for | Remove the attribute
UBL-CR-002 |  | The version of UBL is not 2.1 | Write 2.1, or leave cbc:UBLVersionID out
UBL-CR-412 |  | The due date of an invoice stands with the means of payment; its place is cbc:DueDate | Move the due date to cbc:DueDate below the root
UBL-CR-665 | BT-122 | A supporting document has a scheme, which only the invoiced object (130) may have | Remove schemeID, or set the type 130 if it is the invoiced object
UBL-CR-666 |  | The invoiced object (130) has an attachment | Remove <element>; receivers are not bound to read it
UBL-CR-673 |  | The invoiced object (130) has a description | Remove <element>; receivers are not bound to read it
UBL-SR-43 |  | A supporting document has a type or a scheme, which only the invoiced object (130) may have | Remove type and scheme, or set the type 130 if it is the invoiced object
UBL-CR-470 |  |  | Leave it where the document follows an extension that has it, as XRechnung has third party payments; else remove <element>
XSD |  |  | Write <element> as the schema of the document has it: name, place and type of the element
UBL-SR-51 |  | An address has more than one third line | Keep one of them
UBL-SR-52 |  | A line has more than one object | Keep one of them
UBL-SR-53 |  | A tax number lacks its scheme or its value | Give cbc:CompanyID and the tax scheme: VAT for a VAT identifier
UBL-SR-54 | BG-18 | There is more than one payment card | Keep one of them
UBL-SR-55 | BG-19 | There is more than one direct debit mandate | Keep one of them
UBL-SR-56 | BT-17 | There is more than one tender or lot reference | Keep one of them
UBL-SR-22 |  | The tax representative has more than one name | Keep one of them
UBL-SR-23 |  | The tax representative has more than one VAT identifier | Keep one of them
CII-SR-009 | BT-24 | The specification identifier is missing, or stands more than once | Give one ram:GuidelineSpecifiedDocumentContextParameter
CII-SR-010 | BT-1 | The invoice number is missing, or stands more than once | Give the invoice one ram:ID
CII-SR-014 | BT-3 | The type of the invoice is missing, or stands more than once | Give the invoice one ram:TypeCode
CII-SR-046 | BT-157 | A global identifier of an item has no scheme | Give ram:GlobalID the attribute schemeID, or use ram:ID
CII-SR-090 | BT-159 | An item has more than one country of origin | Keep one of them
CII-SR-069 | BT-160 | An attribute of an item has more than one name | Keep one of them
CII-SR-072 | BT-161 | An attribute of an item has more than one value | Keep one of them
CII-SR-439 | BT-148 | A gross price stands more than once | Keep one of them
CII-SR-119 | BT-147 | A price has a charge; EN 16931 knows discounts alone | Take charges on a price into the price itself
CII-SR-463 | BG-20 | An allowance or charge does not say which of the two it is | Give ram:ChargeIndicator with true or false
CII-SR-454 | BG-30 | A line has more than one VAT category | Keep one of them
CII-SR-474 | BT-128 | A line has more than one object (document type 130) | Keep one of them
CII-SR-450 | BT-46 | The buyer has more than one identifier | Give either ram:ID or ram:GlobalID, once
CII-SR-457 | BT-17 | There is more than one tender or lot reference (document type 50) | Keep one of them
CII-SR-458 | BT-18 | There is more than one invoiced object (document type 130) | Keep one of them
CII-SR-465 | BT-41 | The contact of the seller has both a person and a department | Give either ram:PersonName or ram:DepartmentName
CII-SR-466 | BT-56 | The contact of the buyer has both a person and a department | Give either ram:PersonName or ram:DepartmentName
CII-SR-475 | BT-123 | Several supporting documents have a description | Nothing needs to be done: the rule counts the descriptions of all documents together
CII-SR-476 | BT-125 | There is more than one attachment | Nothing needs to be done: the rule counts the attachments of all documents together
CII-SR-449 | BT-71 | The place of delivery has more than one identifier | Give either ram:ID or ram:GlobalID, once
CII-SR-451 | BT-60 | The payee has more than one identifier | Give either ram:ID or ram:GlobalID, once
CII-SR-462 | BT-8 | The tax point date codes differ | Keep one of them, in the first ram:ApplicableTradeTax
CII-SR-470 | BT-84 | Payment is by credit transfer, but an account has no number | Give each account ram:IBANID or ram:ProprietaryID
CII-SR-467 | BT-81 | The means of payment differs from account to account | Repeat the same ram:TypeCode with each account
CII-SR-468 | BT-82 | The text of the means of payment differs from account to account | Repeat the same ram:Information with each account
CII-DT-031 |  | The amount names its currency; in CII only the VAT total does | Remove currencyID; only ram:TaxTotalAmount has it
CII-DT-037 | BG-23 | The type of a tax is not VAT | Write VAT
CII-DT-097 |  | The date {} is not of the form YYYYMMDD | Write the date as YYYYMMDD with format 102
`

/** What EN 16931 has once: UBL-SR-* and CII-SR-* that count nothing but one path. */
export function repeatedElementTexts(): string {
  const repeated = (id: string, path: string, fix: string): string =>
    `${id} | | ${path} stands more often than EN 16931 allows | ${fix}`
  return [
    ...Object.entries(UBL_SINGLES).map(([id, path]) => repeated(id, path, 'Keep one of them')),
    ...rowsOf(CII_ONCE).map(({ id, path }) => repeated(id, path, 'Keep one of them')),
  ].join('\n')
}
