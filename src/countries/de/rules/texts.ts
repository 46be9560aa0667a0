import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

/** The rules of XRechnung, its extension and its profile for clean vehicles. See `RuleTable` for the form. */
export const XRECHNUNG_TEXTS: RuleTable = `
PEPPOL-EN16931-R120 | BT-131 BT-129 BT-146 | The net amount {} of a line is not quantity × net price, with the charges and less the allowances | Compute it as quantity × net price / base quantity + charges − allowances, to two decimals | warning
BR-DE-1 | BG-16 | The invoice does not say how to pay | Give paymentMeans.bankAccount
BR-DE-15 | BT-10 | The invoice has no buyer reference | Give customer.leitwegId for a public authority, else buyerReference
BR-DE-16 | BT-31 BT-32 BG-11 | The seller has neither VAT identifier nor tax registration nor a tax representative | Give supplier.vatNumber
BR-DE-17 | BT-3 | The type {} is not one that German receivers expect | Use 326, 380, 381, 384, 389, 875, 876 or 877 | warning
BR-DE-18 | BT-20 | The cash discount in the terms of payment {} is not written as #SKONTO#TAGE=14#PROZENT=2.00# and a line break | Write each discount on a line of its own as #SKONTO#TAGE=14#PROZENT=2.00#, if need be with BASISBETRAG=100.00#, and other text on lines that do not begin with #
BR-DE-21 | BT-24 | The specification {} is not XRechnung 3.0 | Use urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0 | warning
BR-DE-22 | BT-125-2 | Two attachments have the file name {} | Give every attachment a file name of its own
BR-DE-26 | BG-3 BT-3 | A corrected invoice (384) does not say which invoice it corrects | Give precedingInvoice | warning
BR-DE-30 | BT-90 | A direct debit does not name its creditor | Give the creditor's identifier that the bank assigned
BR-DE-31 | BT-91 | A direct debit does not name the account to debit | Give the account that is to be debited
BR-DE-TMP-32 | BT-72 BG-14 BG-26 | The invoice does not say when goods or services were supplied | Give deliveryDate, or a period on every line (§ 14 Abs. 4 Nr. 6 UStG asks for the date of supply) | warning
BR-TMP-2 | BT-124 | The location {} of a document is not an absolute URL | Give an absolute URL with its scheme, for example https://…
BR-DE-2 | BG-6 | The seller has no contact | Give supplier.phone and supplier.email
BR-DE-3 | BT-37 | The seller's address has no city | Give supplier.address.city
BR-DE-4 | BT-38 | The seller's address has no post code | Give supplier.address.postalCode
BR-DE-5 | BT-41 | The seller's contact has no name | Give supplier.name
BR-DE-6 | BT-42 | The seller's contact has no telephone number | Give supplier.phone
BR-DE-7 | BT-43 | The seller's contact has no email address | Give supplier.email
BR-DE-27 | BT-42 | The seller's telephone number {} has fewer than three digits | Give supplier.phone with at least three digits | warning
BR-DE-28 | BT-43 | The seller's email address {} does not look like one | Give supplier.email as name@domain.example | warning
BR-DE-8 | BT-52 | The buyer's address has no city | Give customer.address.city
BR-DE-9 | BT-53 | The buyer's address has no post code | Give customer.address.postalCode
BR-DE-10 | BT-77 | The deliver-to address has no city | Give customer.address.city
BR-DE-11 | BT-78 | The deliver-to address has no post code | Give customer.address.postalCode
BR-DE-19 | BT-84 | The account {} of a SEPA credit transfer is not an IBAN | Correct paymentMeans.bankAccount; the third and fourth characters are check digits | warning
BR-DE-23-a | BG-17 BT-81 | Payment is by a credit transfer, but no account is given | Give paymentMeans.bankAccount
BR-DE-23-b | BG-18 BT-81 | Payment is by a credit transfer, but a card or a direct debit is given | Give only what belongs to the code of the payment means
BR-DE-24-a | BG-18 BT-81 | Payment is by card, but no card is given | Give the card
BR-DE-24-b | BG-17 BT-81 | Payment is by card, but an account or a direct debit is given | Give only what belongs to the code of the payment means
BR-DE-20 | BT-91 | The debited account {} of a SEPA direct debit is not an IBAN | Correct the IBAN; its third and fourth characters are check digits | warning
BR-DE-25-a | BG-19 BT-81 | Payment is by direct debit, but no mandate is given | Give the mandate
BR-DE-25-b | BG-17 BT-81 | Payment is by direct debit, but an account or a card is given | Give only what belongs to the code of the payment means
BR-DE-14 | BT-119 | An entry of the VAT breakdown has no rate | Give the rate of the VAT category, 0 where there is no VAT
BR-DEX-01 | BT-125-1 | The media type {} of an attachment is not one that XRechnung admits | Use PDF, PNG, JPEG, CSV, XLSX, ODS or XML
BR-DEX-02 | BT-131 | The net amount {} of a line is not the sum of its sub invoice lines | Let each line be the sum of the lines directly below it | warning
BR-DEX-03 | BG-25 | A sub invoice line has no VAT category | Give each sub invoice line exactly one VAT category
BR-DEX-09 | BT-115 | The amount due {} is not the total with VAT less what is paid, rounded, plus the third party payments | Recompute the amount due
BR-DEX-04 | BT-29 BT-46 BT-60 | The scheme {} of an identifier is not in the lists of the extension | Use a code of ISO 6523 (for an electronic address of EAS), or XR01, XR02, XR03
BR-DEX-05 | BT-30 BT-47 BT-61 | The scheme {} of an identifier is not in the lists of the extension | Use a code of ISO 6523 (for an electronic address of EAS), or XR01, XR02, XR03
BR-DEX-06 | BT-157 | The scheme {} of an identifier is not in the lists of the extension | Use a code of ISO 6523 (for an electronic address of EAS), or XR01, XR02, XR03
BR-DEX-07 | BT-34 BT-49 | The scheme {} of an identifier is not in the lists of the extension | Use a code of ISO 6523 (for an electronic address of EAS), or XR01, XR02, XR03
BR-DEX-08 | BT-71 | The scheme {} of an identifier is not in the lists of the extension | Use a code of ISO 6523 (for an electronic address of EAS), or XR01, XR02, XR03
BR-DEX-10 | BT-115 | A third party payment has no type | Give type, amount (two decimals) and description of each third party payment
BR-DEX-11 | BT-115 | A third party payment has no amount | Give type, amount (two decimals) and description of each third party payment
BR-DEX-12 | BT-115 | A third party payment has no description | Give type, amount (two decimals) and description of each third party payment
BR-DEX-13 | BT-115 | A third party payment has an amount of more than two decimals | Give type, amount (two decimals) and description of each third party payment
BR-DEX-14 | BT-DEX-002 | A third party payment is in another currency than the invoice | Use the currency of the invoice
BR-DE-CVD-02 | BT-17 | The invoice has no tender or lot reference | Give the reference of the tender
BR-DE-CVD-01 | BT-12 | The invoice has no contract reference | Give contractReference
BR-DE-CVD-03 | BG-25 BT-158 BT-160 | No line is about a vehicle: none has both a classification of scheme CVD and the attribute cva | Give at least one line both
BR-DE-CVD-06-a | BT-158 BT-160 BT-161 | The item of a line has a classification of scheme CVD, but not exactly one attribute cva | Describe each vehicle by one classification of scheme CVD and one attribute cva
BR-DE-CVD-06-b | BT-158 BT-160 BT-161 | The item of a line has an attribute cva, but not exactly one classification of scheme CVD | Describe each vehicle by one classification of scheme CVD and one attribute cva
BR-TMP-CVD-01 | BT-158 BT-160 BT-161 | The item of a line is classified by a scheme that is not in UNTDID 7143 | Describe each vehicle by one classification of scheme CVD and one attribute cva
BR-DE-CVD-04 | BT-158 BT-160 BT-161 | The item of a line has a vehicle category other than M1, M2, M3, N1, N2, N3 | Describe each vehicle by one classification of scheme CVD and one attribute cva
BR-DE-CVD-05 | BT-158 BT-160 BT-161 | The item of a line has a value of cva other than clean, zero-emission, other | Describe each vehicle by one classification of scheme CVD and one attribute cva
BR-TMP-3 | BT-149 | Gross and net price of a line have different base quantities | Give gross and net price the same base quantity and unit
BR-DEX-15 | BG-25 | A line is a sub invoice line, which XRechnung does not take in CII | Remove ram:ParentLineID: XRechnung knows sub invoice lines in UBL only
`
