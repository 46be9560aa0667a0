import { RuleCatalogue } from '../../../einvoice/rules/catalogue/rule-catalogue.js'
import { SHARED_TEXTS } from '../rules/texts.js'

const NATURA = 'N1, N2.1, N2.2, N3.1 to N3.6, N4 or N5'
const ORDINARY = 'an ordinary invoice (documentType: TD01; TD04 for a credit note, TD05 for a debit note)'

/** The texts of the controls of simplified invoices, by their codes. See `RuleTable`. */
export const SIMPLIFIED_CATALOGUE = new RuleCatalogue([
  `
XSD |  |  | Correct <element> as the schema of the simplified FatturaPA requires: name, position and type of the element
00400 | BT-152 | A line without VAT has no reason why none is charged | Give the reason as a Natura (lines[].exemptionReasonCode: ${NATURA}), or the category that implies it (lines[].vatCategory: E, G or O), or a VAT rate (lines[].vatRate)
00401 | BT-151 | A line has both VAT and the reason {} why none is charged | Leave out lines[].vatCategory and lines[].exemptionReasonCode, or give the VAT rate 0 (lines[].vatRate)
00418 | BT-26 | The date {} of the corrected invoice is after the issue date of this one | Correct the date of the corrected invoice (precedingInvoice.issueDate) or of this one (issueDate)
00424 | BT-152 | The VAT rate {} is not a percentage | Give the VAT rate in percent (lines[].vatRate: 22, not 0.22)
00427 | BT-49 | The recipient code {} does not have 7 characters: an administration, whose code has 6, takes no simplified invoice | Give the customer's code of 7 characters (customer.sdiCode), or send ${ORDINARY} to an administration
00428 |  | The attribute versione and FormatoTrasmissione differ | Write FSM10 in both (in JSON the service does, from documentType)
00431 | BG-7 | The customer has neither a tax number nor a name with an address | Give the VAT number (customer.vatNumber) or the codice fiscale (customer.nationalId)
00445 | BT-151 | The Natura {} is too general since 2021 | Give the Natura with its second digit (lines[].exemptionReasonCode: ${NATURA})
00460 | BT-112 | The lines add up to more than 400 EUR with VAT, the limit of a simplified invoice | Send ${ORDINARY}, with name and address of the customer; only suppliers in the flat-rate regime (supplier.taxRegime: RF19) and corrections have no limit
00471 | BG-7 | In a simplified invoice supplier and customer cannot be the same | Give another customer (customer.vatNumber), or the document type for self-supply (documentType: TD27)
CW-IT-SIMPLIFIED-CORRECTED | BG-3 | A simplified credit or debit note does not name the invoice that it corrects | Give number and date of that invoice (precedingInvoice), and what is corrected (note)
CW-IT-SIMPLIFIED-CURRENCY | BT-5 | The currency is {}, but the amounts of a simplified invoice are in EUR, and it has no place for others | Give the amounts in EUR (currency: EUR), or send ${ORDINARY} with the exchange rate
CW-IT-SIMPLIFIED-EU | BT-151 | The line is a supply to another member state without VAT ({}), which a simplified invoice may not state (art. 21-bis (2) DPR 633/72) | Send ${ORDINARY}
`,
  SHARED_TEXTS,
])
