import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

/** What KSeF checks beyond the schema, and what the service asks of FA(3) beside that. */
export const POLISH_TEXTS: RuleTable = `
XSD |  |  | Write <element> as FA(3) has it: name, place and form of the element
KSEF:chars |  | The text {} holds a character that KSeF refuses: a control character (U+007F to U+009F) or one that is none in Unicode | Remove the control characters, such as those pasted from a word processor
KSEF:NIP | BT-31 BT-48 | The NIP {} fails its check digit; KSeF refuses it in production | Correct the VAT number (supplier.vatNumber, customer.vatNumber, thirdParties[].vatNumber): PL and the 10 digits of the NIP | warning
`
