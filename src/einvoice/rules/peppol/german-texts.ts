import type { RuleTable } from '../catalogue/rule-catalogue.js'
import { peppolId, xrechnungId } from './german-facts.js'

/** The texts of the German rules, by their numbers. See `RuleTable` for the form. */
const GERMAN = `
1 | BG-16 | The invoice has no payment instructions | Give the payment instructions: for a credit transfer the account (paymentMeans.bankAccount), for example its IBAN
15 | BT-10 | The invoice has no buyer reference | Give the buyer's reference (buyerReference); for a public authority its Leitweg-ID (customer.leitwegId) as the authority states it
16 | BT-31 BT-32 BG-11 | The seller has neither VAT identifier nor tax registration nor a tax representative | Give the seller's VAT number (supplier.vatNumber), its tax registration or its tax representative
17 | BT-3 | The type {} is not one that German receivers expect | Use 326, 380, 381, 384, 389, 875, 876 or 877 | warning
18 | BT-20 | The cash discount in the terms of payment {} is not written as #SKONTO#TAGE=14#PROZENT=2.00# and a line break | Write each discount in the terms of payment (paymentMeans.paymentTerms) on a separate line that ends with a line break: #SKONTO#TAGE=14#PROZENT=2.00#, or with a base amount #SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=100.00#; do not begin any other line with #
22 | BT-125-2 | Two attachments have the file name {} | Give every attachment a unique file name (attachments[].filename)
26 | BG-3 BT-3 | A corrected invoice (384) does not name the invoice that it corrects | Give the number of the corrected invoice (precedingInvoice.number) | warning
30 | BT-90 | A direct debit does not name its creditor | Give the creditor identifier that the bank assigned, for example DE98ZZZ09999999999
31 | BT-91 | A direct debit does not name the account to debit | Give the account that is debited, for example its IBAN
TMP-2 | BT-124 | The location {} of a document is not an absolute URL | Give the location as an absolute URL with its scheme, for example https://example.com/order.pdf
2 | BG-6 | The seller has no contact | Give the seller's contact with name, telephone and email (supplier.phone, supplier.email)
3 | BT-37 | The seller's address has no city | Give the seller's city (supplier.address.city)
4 | BT-38 | The seller's address has no post code | Give the seller's post code (supplier.address.postalCode)
5 | BT-41 | The seller's contact has no name | Name the contact person or department of the seller (supplier.name)
6 | BT-42 | The seller's contact has no telephone number | Give the telephone number of the seller's contact (supplier.phone)
7 | BT-43 | The seller's contact has no email address | Give the email address of the seller's contact (supplier.email)
27 | BT-42 | The seller's telephone number {} has fewer than three digits | Give a telephone number with at least three digits (supplier.phone) | warning
28 | BT-43 | The seller's email address {} is not valid | Give the email address of the seller's contact (supplier.email) as name@domain.example | warning
8 | BT-52 | The buyer's address has no city | Give the buyer's city (customer.address.city)
9 | BT-53 | The buyer's address has no post code | Give the buyer's post code (customer.address.postalCode)
10 | BT-77 | The deliver to address has no city | Give the city of delivery (customer.address.city)
11 | BT-78 | The deliver to address has no post code | Give the post code of the place of delivery (customer.address.postalCode)
19 | BT-84 | The account {} of a SEPA credit transfer is not an IBAN | Give the account for the payment (paymentMeans.bankAccount) as its IBAN, for example DE89370400440532013000; the third and fourth characters are check digits | warning
23-a | BG-17 BT-81 | Payment is by a credit transfer, but no account is given | Give the account for the payment (paymentMeans.bankAccount), for example its IBAN
23-b | BG-19 BG-18 BT-81 | Payment is by a credit transfer, but a card or a direct debit is given | For a direct debit give paymentMeans.directDebit without an account to pay to (paymentMeans.bankAccount), for a card paymentMeans.card; the payment means code follows (59, 48). Otherwise leave both out
24-a | BG-18 BT-81 | Payment is by card, but no card is given | Give the payment card information, or another payment means code, for example 58 for a SEPA credit transfer
24-b | BG-17 BT-81 | Payment is by card, but an account or a direct debit is given | Leave account and direct debit out, or use their payment means code: 30 or 58 for a credit transfer, 59 for a direct debit
20 | BT-91 | The debited account {} of a SEPA direct debit is not an IBAN | Give the debited account as its IBAN, for example DE89370400440532013000; the third and fourth characters are check digits | warning
25-a | BG-19 BT-81 | Payment is by direct debit, but no mandate is given | Give the direct debit: mandate, creditor identifier and debited account; or another payment means code
25-b | BG-17 BT-81 | Payment is by direct debit, but an account or a card is given | Leave account and card out, or use their payment means code: 30 or 58 for a credit transfer, 48, 54 or 55 for a card
14 | BT-119 | An entry of the VAT breakdown has no rate | Give the VAT rate of the entry in percent, 0 if there is no VAT
`

/** The German rules with the ids of XRechnung. */
export const XRECHNUNG_GERMAN_TEXTS: RuleTable = () => named(xrechnungId)

/** The same with the ids of Peppol, where a location that is not a URL is only a warning. */
export const PEPPOL_GERMAN_TEXTS: RuleTable = () =>
  named(peppolId).replace(/^DE-R-T02 .*$/m, (row) => `${row} | warning`)

function named(idOf: (number: string) => string | undefined): string {
  return GERMAN.replace(/^[^ \n]+/gm, (number) => idOf(number) ?? number)
}
