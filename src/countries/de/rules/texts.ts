import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

/**
 * The rules of XRechnung, its extension and its profile for clean vehicles. See `RuleTable` for
 * the form.
 */
export const XRECHNUNG_TEXTS: RuleTable = `
PEPPOL-EN16931-R120 | BT-131 BT-129 BT-146 | The net amount {} of a line is not quantity × net price, with the charges and less the allowances | Compute the net amount as quantity × net price / base quantity + charges − allowances, to two decimals | warning
BR-DE-1 | BG-16 | The invoice does not say how to pay | Give the payment instructions: for a credit transfer the account (paymentMeans.bankAccount), for example its IBAN
BR-DE-15 | BT-10 | The invoice has no buyer reference | Give the buyer's reference (buyerReference); for a public authority its Leitweg-ID (customer.leitwegId), for example 04011000-12345-03
BR-DE-16 | BT-31 BT-32 BG-11 | The seller has neither VAT identifier nor tax registration nor a tax representative | Give the seller's VAT number (supplier.vatNumber), its tax registration or its tax representative
BR-DE-17 | BT-3 | The type {} is not one that German receivers expect | Use 326, 380, 381, 384, 389, 875, 876 or 877 | warning
BR-DE-18 | BT-20 | The cash discount in the terms of payment {} is not written as #SKONTO#TAGE=14#PROZENT=2.00# and a line break | Write each discount in the terms of payment (paymentMeans.paymentTerms) on a line of its own that ends with a line break: #SKONTO#TAGE=14#PROZENT=2.00#, if need be #SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=100.00#; begin no other line with #
BR-DE-21 | BT-24 | The specification {} is not XRechnung 3.0 | Use urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0 | warning
BR-DE-22 | BT-125-2 | Two attachments have the file name {} | Give every attachment a file name of its own (attachments[].filename)
BR-DE-26 | BG-3 BT-3 | A corrected invoice (384) does not say which invoice it corrects | Give the number of the invoice that is corrected (precedingInvoice.number) | warning
BR-DE-30 | BT-90 | A direct debit does not name its creditor | Give the creditor identifier that the bank assigned, for example DE98ZZZ09999999999
BR-DE-31 | BT-91 | A direct debit does not name the account to debit | Give the account that is debited, for example its IBAN
BR-DE-TMP-32 | BT-72 BG-14 BG-26 | The invoice does not say when goods or services were supplied | Give the date of delivery (deliveryDate), the invoicing period or a period on every line (lines[].period); § 14 Abs. 4 Nr. 6 UStG asks for the date of supply | warning
BR-TMP-2 | BT-124 | The location {} of a document is not an absolute URL | Give the location as an absolute URL with its scheme, for example https://example.com/order.pdf
BR-DE-2 | BG-6 | The seller has no contact | Give the seller's contact with name, telephone and email (supplier.phone, supplier.email)
BR-DE-3 | BT-37 | The seller's address has no city | Give the seller's city (supplier.address.city)
BR-DE-4 | BT-38 | The seller's address has no post code | Give the seller's post code (supplier.address.postalCode)
BR-DE-5 | BT-41 | The seller's contact has no name | Name the person or department to ask at the seller (supplier.name)
BR-DE-6 | BT-42 | The seller's contact has no telephone number | Give the telephone number of the seller's contact (supplier.phone)
BR-DE-7 | BT-43 | The seller's contact has no email address | Give the email address of the seller's contact (supplier.email)
BR-DE-27 | BT-42 | The seller's telephone number {} has fewer than three digits | Give a telephone number with at least three digits (supplier.phone) | warning
BR-DE-28 | BT-43 | The seller's email address {} does not look like one | Give the email address of the seller's contact (supplier.email) as name@domain.example | warning
BR-DE-8 | BT-52 | The buyer's address has no city | Give the buyer's city (customer.address.city)
BR-DE-9 | BT-53 | The buyer's address has no post code | Give the buyer's post code (customer.address.postalCode)
BR-DE-10 | BT-77 | The deliver to address has no city | Give the city that the goods go to (customer.address.city)
BR-DE-11 | BT-78 | The deliver to address has no post code | Give the post code that the goods go to (customer.address.postalCode)
BR-DE-19 | BT-84 | The account {} of a SEPA credit transfer is not an IBAN | Give the account to pay to (paymentMeans.bankAccount) as its IBAN, for example DE89370400440532013000; the third and fourth characters are check digits | warning
BR-DE-23-a | BG-17 BT-81 | Payment is by a credit transfer, but no account is given | Give the account to pay to (paymentMeans.bankAccount), for example its IBAN
BR-DE-23-b | BG-18 BT-81 | Payment is by a credit transfer, but a card or a direct debit is given | Leave card and direct debit out, or use the code of the payment means for these: 48, 54 or 55 for a card, 59 for a direct debit
BR-DE-24-a | BG-18 BT-81 | Payment is by card, but no card is given | Give the payment card information, or another code of the payment means, for example 58 for a SEPA credit transfer
BR-DE-24-b | BG-17 BT-81 | Payment is by card, but an account or a direct debit is given | Leave account and direct debit out, or use the code of the payment means for these: 30 or 58 for a credit transfer, 59 for a direct debit
BR-DE-20 | BT-91 | The debited account {} of a SEPA direct debit is not an IBAN | Give the debited account as its IBAN, for example DE89370400440532013000; the third and fourth characters are check digits | warning
BR-DE-25-a | BG-19 BT-81 | Payment is by direct debit, but no mandate is given | Give the direct debit: mandate, creditor identifier and debited account; or another code of the payment means
BR-DE-25-b | BG-17 BT-81 | Payment is by direct debit, but an account or a card is given | Leave account and card out, or use the code of the payment means for these: 30 or 58 for a credit transfer, 48, 54 or 55 for a card
BR-DE-14 | BT-119 | An entry of the VAT breakdown has no rate | Give the VAT rate of the entry in percent, 0 where there is no VAT
BR-DEX-01 | BT-125-1 | The media type {} of an attachment is not one that XRechnung admits | Attach PDF, PNG, JPEG, CSV, XLSX, ODS or XML, and name its media type, for example application/pdf
BR-DEX-02 | BT-131 | The net amount {} of a line is not the sum of its sub invoice lines | Let the net amount of each line be the sum of the lines directly below it | warning
BR-DEX-03 | BG-25 | A sub invoice line does not have exactly one VAT category | Give each sub invoice line exactly one VAT category, for example S
BR-DEX-09 | BT-115 | The amount due {} is not the total with VAT less what is paid, rounded, plus the third party payments | Recompute the amount due: total with VAT less the paid amount, plus the rounding amount, plus the third party payments
BR-DEX-04 | BT-29 BT-46 BT-60 | The scheme {} of a party's identifier is not in the lists of the extension | Use a scheme of ISO 6523, for example 0088 for a GLN, or XR01, XR02 or XR03; SEPA for a creditor identifier
BR-DEX-05 | BT-30 BT-47 BT-61 | The scheme {} of a legal registration is not in the lists of the extension | Use a scheme of ISO 6523, for example 0088 for a GLN, or XR01, XR02 or XR03
BR-DEX-06 | BT-157 | The scheme {} of a standard item identifier is not in the lists of the extension | Use a scheme of ISO 6523, for example 0160 for a GTIN, or XR01, XR02 or XR03
BR-DEX-07 | BT-34 BT-49 | The scheme {} of an electronic address is not in the lists of the extension | Use a scheme of the EAS list, for example 9930 for a German VAT number, or XR01, XR02 or XR03
BR-DEX-08 | BT-71 | The scheme {} of the place of delivery is not in the lists of the extension | Use a scheme of ISO 6523, for example 0088 for a GLN, or XR01, XR02 or XR03
BR-DEX-10 | BT-DEX-001 | A third party payment has no type | Give the type of each third party payment
BR-DEX-11 | BT-DEX-002 | A third party payment has no amount | Give the amount of each third party payment, in the currency of the invoice and to two decimals
BR-DEX-12 | BT-DEX-003 | A third party payment has no description | Describe each third party payment
BR-DEX-13 | BT-DEX-002 | A third party payment has an amount of more than two decimals | Round the amount of the third party payment to two decimals, for example 12.35
BR-DEX-14 | BT-DEX-002 | A third party payment is in another currency than the invoice | Give the amount of the third party payment in the currency of the invoice
BR-DE-CVD-02 | BT-17 | The invoice has no tender or lot reference | Give the reference of the tender or lot
BR-DE-CVD-01 | BT-12 | The invoice has no contract reference | Give the number of the contract (contractReference)
BR-DE-CVD-03 | BG-25 BT-158 BT-160 | No line is about a vehicle: none has both a classification of scheme CVD and the attribute cva | Give at least one line both: a classification of scheme CVD, for example M1, and an item attribute cva, for example zero-emission
BR-DE-CVD-06-a | BT-160 BT-158 BT-161 | The item of a line has a classification of scheme CVD, but not exactly one attribute cva | Give the item one attribute cva with the value clean, zero-emission or other
BR-DE-CVD-06-b | BT-158 BT-160 BT-161 | The item of a line has an attribute cva, but not exactly one classification of scheme CVD | Give the item one classification of scheme CVD: M1, M2, M3, N1, N2 or N3
BR-TMP-CVD-01 | BT-158 | The item of a line is classified by a scheme that is not in UNTDID 7143 | Use CVD for a vehicle category, or a code of UNTDID 7143 as scheme of the classification, for example STI
BR-DE-CVD-04 | BT-158 | The item of a line has a vehicle category other than M1, M2, M3, N1, N2, N3 | Write M1, M2, M3, N1, N2 or N3 as classification of scheme CVD
BR-DE-CVD-05 | BT-161 BT-160 | The item of a line has a value of cva other than clean, zero-emission, other | Write clean, zero-emission or other as value of the attribute cva
BR-TMP-3 | BT-149 | Gross and net price of a line have different base quantities | Give gross and net price the same base quantity and unit
BR-DEX-15 | BG-25 | A line is a sub invoice line, which XRechnung does not take in CII | Remove ram:ParentLineID, or send the invoice in UBL, where the extension has sub invoice lines
`
