import type { BindingRow } from './binding-row.js'
import { NATIONAL_EXPLANATIONS } from './explanations-national.js'

/** What is told of rules that only documents in XML can break; `{}` stands for the element. */
const EXPLANATIONS: readonly BindingRow[] = [
  ['XSD', 'Write {} as the schema of the document has it: name, place and type of the element'],
  ['UBL-CR-', 'Remove {}; receivers are not bound to read it'],
  ['UBL-CR-002', 'Write 2.1, or leave cbc:UBLVersionID out'],
  ['UBL-CR-412', 'Move the due date to cbc:DueDate below the root'],
  [
    'UBL-CR-470',
    'Leave it where the document follows an extension that has it, as XRechnung has third party payments; else remove {}',
  ],
  [
    'UBL-CR-665',
    'Remove schemeID, or set the type 130 if it is the invoiced object',
    'BT-122',
    'A supporting document has a scheme, which only the invoiced object (130) may have',
  ],
  ['UBL-DT-', 'Remove the attribute; EN 16931 has no place for it'],
  ['UBL-DT-01', 'Round the amount to two decimals'],
  ['UBL-DT-06', 'Give the attribute mimeCode, for example application/pdf'],
  ['UBL-DT-07', 'Give the attribute filename'],
  ['UBL-DT-18', 'Remove the attribute', undefined, '{} has the attribute name, which EN 16931 has no place for'],
  ['UBL-SR-', 'Keep one of them'],
  ['UBL-SR-04', 'Keep one of them', 'BT-18'],
  ['UBL-SR-06', 'Give each of them a cac:BillingReference of its own', 'BG-3'],
  ['UBL-SR-07', 'Give the number of the preceding invoice'],
  ['UBL-SR-12', 'Keep one of them', 'BT-31'],
  ['UBL-SR-13', 'Keep one of them', 'BT-32'],
  ['UBL-SR-18', 'Keep one of them', 'BT-48'],
  ['UBL-SR-29', 'Keep one of them', 'BT-90'],
  ['UBL-SR-33', 'Keep one of them', 'BT-123'],
  ['UBL-SR-34', 'Keep one of them', 'BT-127'],
  ['UBL-SR-42', 'Keep at most one VAT identifier and one other tax number'],
  ['UBL-SR-43', 'Remove type and scheme, or set the type 130 if it is the invoiced object'],
  ['UBL-SR-44', 'Repeat the same cbc:PaymentID with each account', 'BT-83'],
  ['UBL-SR-46', 'Keep the attribute name of the first cbc:PaymentMeansCode only', 'BT-82'],
  ['UBL-SR-47', 'Repeat the same cbc:PaymentMeansCode with each account', 'BT-81'],
  ['UBL-SR-48', 'Give each line one cac:ClassifiedTaxCategory'],
  ['UBL-SR-50', 'Keep one of them', 'BT-154'],
  ['UBL-SR-53', 'Give cbc:CompanyID and the tax scheme: VAT for a VAT identifier'],
  ['UBL-SR-54', 'Keep one of them', 'BG-18'],
  ['UBL-SR-55', 'Keep one of them', 'BG-19'],
  ['UBL-SR-56', 'Keep one of them', 'BT-17'],
  ['CII-SR-', 'Remove what EN 16931 has no place for; of what it has once keep one'],
  [
    'CII-SR-009',
    'Give one ram:GuidelineSpecifiedDocumentContextParameter',
    'BT-24',
    'The specification identifier is missing, or stands more than once',
  ],
  ['CII-SR-010', 'Give the invoice one ram:ID', 'BT-1', 'The invoice number is missing, or stands more than once'],
  [
    'CII-SR-014',
    'Give the invoice one ram:TypeCode',
    'BT-3',
    'The type of the invoice is missing, or stands more than once',
  ],
  [
    'CII-SR-046',
    'Give ram:GlobalID the attribute schemeID, or use ram:ID',
    'BT-157',
    'A global identifier of an item has no scheme',
  ],
  ['CII-SR-069', 'Keep one of them', 'BT-160', 'An attribute of an item has more than one name'],
  ['CII-SR-072', 'Keep one of them', 'BT-161', 'An attribute of an item has more than one value'],
  ['CII-SR-090', 'Keep one of them', 'BT-159', 'An item has more than one country of origin'],
  [
    'CII-SR-119',
    'Take charges on a price into the price itself',
    'BT-147',
    'A price has a charge; EN 16931 knows discounts alone',
  ],
  ['CII-SR-439', 'Keep one of them', 'BT-148', 'A gross price stands more than once'],
  [
    'CII-SR-449',
    'Give either ram:ID or ram:GlobalID, once',
    'BT-71',
    'The place of delivery has more than one identifier',
  ],
  ['CII-SR-450', 'Give either ram:ID or ram:GlobalID, once', 'BT-46', 'The buyer has more than one identifier'],
  ['CII-SR-451', 'Give either ram:ID or ram:GlobalID, once', 'BT-60', 'The payee has more than one identifier'],
  ['CII-SR-454', 'Keep one of them', 'BG-30', 'A line has more than one VAT category'],
  ['CII-SR-457', 'Keep one of them', 'BT-17', 'There is more than one tender or lot reference (document type 50)'],
  ['CII-SR-458', 'Keep one of them', 'BT-18', 'There is more than one invoiced object (document type 130)'],
  ['CII-SR-462', 'Keep one of them, in the first ram:ApplicableTradeTax', 'BT-8', 'The tax point date codes differ'],
  [
    'CII-SR-463',
    'Give ram:ChargeIndicator with true or false',
    'BG-20',
    'An allowance or charge does not say which of the two it is',
  ],
  [
    'CII-SR-465',
    'Give either ram:PersonName or ram:DepartmentName',
    'BT-41',
    'The contact of the seller has both a person and a department',
  ],
  [
    'CII-SR-466',
    'Give either ram:PersonName or ram:DepartmentName',
    'BT-56',
    'The contact of the buyer has both a person and a department',
  ],
  ['CII-SR-467', 'Repeat the same ram:TypeCode with each account', 'BT-81'],
  ['CII-SR-468', 'Repeat the same ram:Information with each account', 'BT-82'],
  ['CII-SR-470', 'Give each account ram:IBANID or ram:ProprietaryID', 'BT-84'],
  ['CII-SR-474', 'Keep one of them', 'BT-128', 'A line has more than one object (document type 130)'],
  [
    'CII-SR-475',
    'Nothing needs to be done: the rule counts the descriptions of all documents together',
    'BT-123',
    'Several supporting documents have a description',
  ],
  [
    'CII-SR-476',
    'Nothing needs to be done: the rule counts the attachments of all documents together',
    'BT-125',
    'There is more than one attachment',
  ],
  [
    'CII-DT-',
    'Remove what EN 16931 has no place for',
    undefined,
    '{} has a part or an attribute that EN 16931 has no place for',
  ],
  ['CII-DT-031', 'Remove currencyID; only ram:TaxTotalAmount has it'],
  ['CII-DT-037', 'Write VAT', 'BG-23', 'The type of a tax is not VAT'],
  ['CII-DT-097', 'Write the date as YYYYMMDD with format 102'],
  ['PEPPOL-EN16931-R008', 'Remove the element, or fill it'],
  [
    'PEPPOL-EN16931-R043',
    'Write true or false',
    'BG-20',
    'The indicator of an allowance or charge is neither true nor false',
  ],
  [
    'PEPPOL-EN16931-R044',
    'Write false: a price has no charges',
    'BT-147',
    'A price has a charge; only discounts are allowed',
  ],
  [
    'PEPPOL-EN16931-R051',
    'Use the currency of the invoice for every amount but the VAT total in the accounting currency',
    'BT-5',
    'The currency of an amount is not that of the invoice',
  ],
  ['PEPPOL-EN16931-R053', 'Give one VAT total in the currency of the invoice'],
  ['PEPPOL-EN16931-R054', 'Give one VAT total in the accounting currency, if there is one'],
  ['PEPPOL-EN16931-R080', 'Keep one project reference', 'BT-11', 'There is more than one project reference'],
  ['PEPPOL-EN16931-R100', 'Keep one invoiced object on the line', 'BT-128', 'A line has more than one invoiced object'],
  [
    'PEPPOL-EN16931-R101',
    'Keep document references on lines to the invoiced object (type 130)',
    'BT-128',
    'A line refers to a document that is not its invoiced object',
  ],
  ['BR-66', 'Keep one payment card', 'BG-18', 'There is more than one payment card'],
  ['BR-67', 'Keep one direct debit mandate', 'BG-19', 'There is more than one direct debit mandate'],
  [
    'BR-B-',
    'Use another VAT category; split payment (B) is for invoices within Italy alone, and not beside category S',
    'BT-151',
    'The VAT category split payment (B) does not fit the invoice',
  ],
  [
    'BR-DE-14',
    'Give the VAT rate in each entry of the VAT breakdown',
    'BT-119',
    'An entry of the VAT breakdown has no rate',
  ],
  [
    'BR-DE-23-b',
    'Remove payment card and direct debit, or change the payment means code',
    'BG-16',
    'Payment is by credit transfer, but a card or a direct debit is given',
  ],
  [
    'BR-DE-24-b',
    'Remove credit transfer and direct debit, or change the payment means code',
    'BG-16',
    'Payment is by card, but an account or a direct debit is given',
  ],
  [
    'BR-DE-30',
    "Give the creditor's identifier of the direct debit",
    'BT-90',
    'A direct debit does not name its creditor',
  ],
  [
    'BR-DE-31',
    'Give the account that the direct debit is taken from',
    'BT-91',
    'A direct debit does not name the account that it is taken from',
  ],
  ['BR-RO-A500', 'Refer to at most 500 preceding invoices', 'BG-3', 'There are more than 500 preceding invoices'],
  [
    'BR-TMP-3',
    'Give gross and net price the same base quantity and unit',
    'BT-149',
    'Gross and net price of a line have different base quantities',
  ],
  ...NATIONAL_EXPLANATIONS,
]

export interface BindingExplanation {
  readonly fix: string
  readonly term: string | undefined
  readonly message: string | undefined
  /** Whether nothing is told of the rule but that it is broken. */
  readonly isGeneral: boolean
}

/**
 * What is told of a rule of a binding.
 * @param element the name of the element that the finding is at
 */
export function explanationOf(rule: string, element: string): BindingExplanation {
  let found: BindingRow | undefined
  for (const each of EXPLANATIONS)
    if (rule.startsWith(each[0]) && (found === undefined || each[0].length > found[0].length)) found = each
  const [, fix = 'Bring {} to the form that the rule asks for', term, message] = found ?? []
  return {
    fix: fix.replace('{}', () => element),
    term,
    message: message?.replace('{}', () => element),
    isGeneral: found === undefined,
  }
}
