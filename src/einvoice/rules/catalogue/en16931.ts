import type { RuleTable } from './rule-catalogue.js'

/**
 * The rules of EN 16931, except those of VAT categories and of the syntaxes. See `RuleTable` for
 * the form.
 */
export const EN16931_TEXTS: RuleTable = `
BR-52 | BT-122 BG-24 | A supporting document has no reference | Give the supporting document a reference (attachments[].filename), for example order-4711.pdf
BR-63 | BT-49 | The buyer's electronic address has no scheme | Name the scheme of the buyer's electronic address (customer.peppolId as scheme:value: in Belgium 0208 and the enterprise number)
BR-62 | BT-34 | The seller's electronic address has no scheme | Name the scheme of the seller's electronic address (supplier.peppolId as scheme:value: in Belgium 0208 and the enterprise number)
BR-11 | BT-55 BG-8 | The buyer's address has no country | Give the buyer's country (customer.address.country) as its ISO 3166-1 code, for example DE
BR-09 | BT-40 BG-5 | The seller's address has no country | Give the seller's country (supplier.address.country) as its ISO 3166-1 code, for example DE
BR-51 | BT-87 BG-18 | The number of the payment card shows more than ten characters | Write only the last four to six digits of the card number, for example 1234
BR-57 | BT-80 BG-15 | The deliver to address has no country | Give the country of delivery (customer.address.country) as its ISO 3166-1 code, for example DE
BR-31 | BT-92 | A document level allowance has no amount | Give the allowance its amount without VAT
BR-32 | BT-95 | A document level allowance has no VAT category | Give the allowance its VAT category, for example S
BR-33 | BT-97 | A document level allowance has neither reason nor reason code | Give the reason of the allowance (allowances[].reason), or its code of UNTDID 5189 (reasonCode), for example 95 (discount)
BR-CO-05 | BT-98 BT-97 | The reason and the reason code of a document level allowance contradict each other | Make the reason match its code of UNTDID 5189, or give only one of the two
BR-CO-21 | BT-97 | A document level allowance has neither reason nor reason code | Give the reason of the allowance (allowances[].reason), or its code of UNTDID 5189 (reasonCode), for example 95 (discount)
BR-36 | BT-99 | A document level charge has no amount | Give the charge its amount without VAT
BR-37 | BT-102 | A document level charge has no VAT category | Give the charge its VAT category, for example S
BR-38 | BT-104 | A document level charge has neither reason nor reason code | Give the reason of the charge (charges[].reason), or its code of UNTDID 7161 (reasonCode), for example FC (freight)
BR-CO-06 | BT-105 BT-104 | The reason and the reason code of a document level charge contradict each other | Make the reason match its code of UNTDID 7161, or give only one of the two
BR-CO-22 | BT-104 | A document level charge has neither reason nor reason code | Give the reason of the charge (charges[].reason), or its code of UNTDID 7161 (reasonCode), for example FC (freight)
BR-01 | BT-24 | The invoice does not name its specification | Give the specification identifier of the profile, for example urn:cen.eu:en16931:2017
BR-02 | BT-1 | The invoice has no number | Give the invoice number (number or externalId)
BR-03 | BT-2 | The invoice has no issue date | Give the issue date (issueDate) as YYYY-MM-DD
BR-04 | BT-3 | The invoice has no type | Give the invoice type (invoiceType) as a code of UNTDID 1001: 380 for an invoice, 381 for a credit note
BR-05 | BT-5 | The invoice has no currency | Give the invoice currency (currency) as an ISO 4217 code, for example EUR
BR-06 | BT-27 | The seller has no name | Give the seller's legal name (supplier.name)
BR-07 | BT-44 | The buyer has no name | Give the buyer's legal name (customer.name)
BR-08 | BG-5 | The seller has no address | Give the seller's address (supplier.address), at least with the country
BR-10 | BG-8 | The buyer has no address | Give the buyer's address (customer.address), at least with the country
BR-16 | BG-25 | The invoice has no line | Give at least one invoice line (lines)
BR-CO-03 | BT-7 BT-8 | The tax point is given both as a date ({}) and as a code | Leave out either the tax point date or the tax point date code
BR-21 | BT-126 | A line has no identifier | Give each line a unique identifier, for example 1, 2, 3
BR-22 | BT-129 | A line has no quantity | Give the invoiced quantity (lines[].quantity), for example 1
BR-23 | BT-130 | A quantity has no unit | Give the unit of the quantity (lines[].unitCode), for example C62 for pieces
BR-24 | BT-131 | A line has no net amount | Give the net amount of the line: quantity × net price, with the charges and less the allowances of the line
BR-25 | BT-153 | A line has no item name | Give the name of the item (lines[].description)
BR-26 | BT-146 | A line has no net price | Give the price of one unit without VAT (lines[].unitPrice)
BR-28 | BT-148 | The gross price {} is negative | Give a unit price of zero or more (lines[].unitPrice); bill a return with a negative quantity
BR-CO-04 | BT-151 | A line has no VAT category | Give the VAT category of the line (lines[].vatCategory), for example S
BR-41 | BT-136 | A line allowance has no amount | Give the line allowance its amount without VAT
BR-42 | BT-139 | A line allowance has neither reason nor reason code | Give the reason of the line allowance (lines[].allowances[].reason), or its code of UNTDID 5189 (reasonCode), for example 95 (discount)
BR-CO-07 | BT-140 BT-139 | The reason and the reason code of a line allowance contradict each other | Make the reason match its code of UNTDID 5189, or give only one of the two
BR-CO-23 | BT-139 | A line allowance has neither reason nor reason code | Give the reason of the line allowance (lines[].allowances[].reason), or its code of UNTDID 5189 (reasonCode), for example 95 (discount)
BR-43 | BT-141 | A line charge has no amount | Give the line charge its amount without VAT
BR-44 | BT-144 | A line charge has neither reason nor reason code | Give the reason of the line charge (lines[].charges[].reason), or its code of UNTDID 7161 (reasonCode), for example FC (freight)
BR-CO-08 | BT-145 BT-144 | The reason and the reason code of a line charge contradict each other | Make the reason match its code of UNTDID 7161, or give only one of the two
BR-CO-24 | BT-144 | A line charge has neither reason nor reason code | Give the reason of the line charge (lines[].charges[].reason), or its code of UNTDID 7161 (reasonCode), for example FC (freight)
BR-30 | BT-135 BT-134 | The period of a line ends ({}) before it begins | Give the period of the line an end (lines[].period.end) that is not before its start
BR-CO-20 | BG-26 | The period of a line has neither start nor end | Give the start or the end of the line's period (lines[].period), or leave the period out
BR-29 | BT-74 BT-73 | The invoicing period ends ({}) before it begins | Give the invoicing period an end that is not before its start
BR-CO-19 | BG-14 BT-73 BT-74 | The invoicing period has neither start nor end | Give the start or the end of the invoicing period, or leave the period out
BR-54 | BG-32 | An item attribute lacks its name or its value | Give the item attribute both its name and its value, for example Colour and Red
BR-65 | BT-158 | An item classification has no scheme | Name the scheme of the classification, for example STI for the Common Procurement Vocabulary
BR-64 | BT-157 | A standard item identifier has no scheme | Name the scheme of the identifier, for example 0160 for a GTIN
BR-17 | BT-59 BG-10 | The payee has no name, or is the seller | Name the payee, or leave the payee out if it is the seller
BR-50 | BT-84 BG-17 | The account for the payment has no number | Give the account for the payment (paymentMeans.bankAccount), for example its IBAN; a BIC alone is not enough
BR-49 | BT-81 BG-16 | The payment instructions do not name the means of payment | Give the means of payment as a code of UNTDID 4461, for example 30 for a credit transfer
BR-61 | BT-84 BT-81 | Payment is by credit transfer, but no account is given | Give the account for the payment (paymentMeans.bankAccount), for example its IBAN
BR-55 | BT-25 BG-3 | A reference to a preceding invoice has no number | Give the number of the preceding invoice (precedingInvoice.number)
BR-CO-26 | BT-31 BT-29 BT-30 | The seller has no VAT identifier, registration or other identifier | Give the seller's VAT number (supplier.vatNumber), its legal registration (supplier.legalRegistration) or another identifier (supplier.identifiers)
BR-18 | BT-62 BG-11 | The seller's tax representative has no name | Name the tax representative
BR-19 | BG-12 BG-11 | The seller's tax representative has no address | Give the address of the tax representative, at least with the country
BR-56 | BT-63 BG-11 | The seller's tax representative has no VAT identifier | Give the VAT identifier of the tax representative with its country code, for example FR12345678901
BR-20 | BT-69 BG-12 | The address of the seller's tax representative has no country | Give the country of the tax representative as its ISO 3166-1 code, for example FR
BR-12 | BT-106 | The invoice lacks the sum of the line net amounts | Give the sum of the net amounts of all lines
BR-13 | BT-109 | The invoice lacks the total without VAT | Give the sum of the line net amounts less the document level allowances, plus the document level charges
BR-14 | BT-112 | The invoice lacks the total with VAT | Give the total without VAT plus the total of VAT
BR-15 | BT-115 | The invoice lacks the amount due | Give the total with VAT less the paid amount, plus the rounding amount
BR-CO-10 | BT-106 | The sum of the line net amounts {} is not the sum of the lines | Recompute the sum of the net amounts of all lines, and the totals that follow from it
BR-CO-11 | BT-107 | The sum of the allowances {} does not match the allowances | Recompute the sum of the document level allowances, and the totals that follow from it
BR-CO-12 | BT-108 | The sum of the charges {} does not match the charges | Recompute the sum of the document level charges, and the totals that follow from it
BR-CO-13 | BT-109 | The total without VAT {} is not lines plus charges less allowances | Recompute the total without VAT: sum of the line net amounts less sum of the allowances, plus sum of the charges
BR-CO-16 | BT-115 | The amount due {} is not the total with VAT less the paid amount, plus the rounding amount | Recompute the amount due: total with VAT less the paid amount, plus the rounding amount
BR-53 | BT-111 BT-6 | There is no total of VAT in the accounting currency | State the total of VAT in the accounting currency too (exchangeRate: units of the accounting currency for one unit of the invoice currency, for example 4.9764)
BR-CO-15 | BT-112 | The total with VAT {} is not the total without VAT plus VAT | Recompute the total with VAT: total without VAT plus the total of VAT in the invoice currency, which must occur once
BR-CO-18 | BG-23 | The invoice has no VAT breakdown | Give the VAT breakdown one entry for each VAT category and rate of the invoice
BR-CO-14 | BT-110 | The total of VAT {} is not the sum of the breakdown | Recompute the total of VAT: the sum of the tax amounts of the VAT breakdown
BR-45 | BT-116 BG-23 | An entry of the VAT breakdown has no taxable amount | Give the sum of the lines, charges and allowances of that VAT category and rate, without VAT
BR-46 | BT-117 BG-23 | An entry of the VAT breakdown has no tax amount | Give the taxable amount × rate / 100, rounded to two decimals
BR-47 | BT-118 BG-23 | An entry of the VAT breakdown has no category | Give the VAT category of the entry as a code of UNTDID 5305, for example S
BR-48 | BT-119 BG-23 | An entry of the VAT breakdown has no rate | Give the VAT rate of the entry in percent, 0 if there is no VAT
BR-CO-17 | BT-117 BT-116 BT-119 | The tax {} of a VAT category is not its taxable amount times its rate | Recompute the tax amount: taxable amount × rate / 100, rounded to two decimals
BR-CO-09 | BT-31 | The VAT identifier {} does not begin with the code of a country | Put the ISO 3166-1 code of the country before the seller's VAT number (supplier.vatNumber), for example DE; Greece may use EL
BR-CO-09 | BT-63 | The VAT identifier {} does not begin with the code of a country | Put the ISO 3166-1 code of the country before the tax representative's VAT number, for example DE; Greece may use EL
BR-CO-09 | BT-48 | The VAT identifier {} does not begin with the code of a country | Put the ISO 3166-1 code of the country before the buyer's VAT number (customer.vatNumber), for example DE; Greece may use EL
BR-IC-11 | BT-72 | An intra-community supply has neither a date of delivery nor an invoicing period | Give the date of delivery (deliveryDate) as YYYY-MM-DD, or the invoicing period
BR-IC-12 | BT-80 | An intra-community supply does not name the country of delivery | Give the country of delivery (customer.address.country)
BR-O-11 | BT-118 | The invoice combines items outside the scope of VAT (O) with a VAT breakdown entry of another category | Put items outside the scope of VAT on a separate invoice, or, as is usual for city taxes, deposits and disbursements, give them the category E with the reason in words
BR-O-12 | BT-151 | The invoice combines items outside the scope of VAT (O) with a line of another category | Put items outside the scope of VAT on a separate invoice, or, as is usual for city taxes, deposits and disbursements, give them the category E with the reason in words
BR-O-13 | BT-95 | The invoice combines items outside the scope of VAT (O) with an allowance of another category | Put items outside the scope of VAT on a separate invoice, or, as is usual for city taxes, deposits and disbursements, give them the category E with the reason in words
BR-O-14 | BT-102 | The invoice combines items outside the scope of VAT (O) with a charge of another category | Put items outside the scope of VAT on a separate invoice, or, as is usual for city taxes, deposits and disbursements, give them the category E with the reason in words
BR-B-01 | BT-151 | Split payment (VAT category B) is used, but a country other than Italy is named | Use another VAT category; split payment (B) is only for invoices within Italy
BR-B-02 | BT-151 | The invoice combines split payment (VAT category B) with standard rated items (S) | Use either B or S for all lines, allowances and charges of the invoice
BR-66 | BG-18 | There is more than one payment card | Keep one payment card
BR-67 | BG-19 | There is more than one direct debit mandate | Keep one direct debit mandate
BR-CL-08 | BT-21 BG-1 | The note {} begins with an invalid subject code | Remove the number signs from the note, or put a code of UNTDID 4451 between them, for example #AAI#
BR-CL-01 | BT-3 | The invoice type {} is not a type of the standard | Use a code of UNTDID 1001 that EN 16931 allows, for example 380 for an invoice or 381 for a credit note
BR-CL-04 | BT-5 | The invoice currency {} is not a code of ISO 4217 | Give the invoice currency (currency) as its three letters of ISO 4217, for example EUR
BR-CL-05 | BT-6 | The VAT accounting currency {} is not a code of ISO 4217 | Give the VAT accounting currency as its three letters of ISO 4217, for example EUR
BR-CL-06 | BT-8 | The tax point date code {} is not a code of the standard | Use 3 (issue date), 35 (delivery) or 432 (payment) in UBL; 5, 29 or 72 in CII
BR-CL-07 | BT-18 BT-128 | The scheme {} of an invoiced object is not a code of UNTDID 1153 | Use a code of UNTDID 1153, for example ABT, or leave the scheme out
BR-CL-10 | BT-29 BT-46 BT-60 | The scheme {} of a party's identifier is not in the list of ISO 6523 | Use a scheme of ISO 6523, for example 0088 for a GLN, or leave the scheme out
BR-CL-11 | BT-30 BT-47 BT-61 | The scheme {} of a legal registration is not in the list of ISO 6523 | Use a scheme of ISO 6523, for example 0002 for a SIREN, or leave the scheme out
BR-CL-13 | BT-158 | The scheme {} of an item classification is not a code of UNTDID 7143 | Use a code of UNTDID 7143, for example STI for the Common Procurement Vocabulary or HS for the customs nomenclature
BR-CL-14 | BT-40 | The country {} is not a code of ISO 3166-1 | Give the seller's country (supplier.address.country) as its two letters of ISO 3166-1, for example DE; Greece is GR
BR-CL-14 | BT-55 | The country {} is not a code of ISO 3166-1 | Give the buyer's country (customer.address.country) as its two letters of ISO 3166-1, for example DE; Greece is GR
BR-CL-14 | BT-69 | The country {} is not a code of ISO 3166-1 | Give the tax representative's country as its two letters of ISO 3166-1, for example DE; Greece is GR
BR-CL-14 | BT-80 | The country {} is not a code of ISO 3166-1 | Give the country of delivery (customer.address.country) as its two letters of ISO 3166-1, for example DE; Greece is GR
BR-CL-15 | BT-159 | The country of origin {} is not a code of ISO 3166-1 | Give the item's country of origin as its two letters of ISO 3166-1, for example DE; Greece is GR
BR-CL-16 | BT-81 | The means of payment {} is not a code of UNTDID 4461 | Use a code of UNTDID 4461, for example 30 for a credit transfer or 58 for a SEPA credit transfer
BR-CL-17 | BT-118 BT-95 BT-102 | The VAT category {} is not a category of the standard | Use S, Z, E, AE, K, G, O, L, M or B (UNTDID 5305)
BR-CL-18 | BT-151 | The VAT category {} of a line is not a category of the standard | Use S, Z, E, AE, K, G, O, L, M or B (UNTDID 5305; lines[].vatCategory)
BR-CL-19 | BT-98 BT-140 | The reason code {} of an allowance is not in UNTDID 5189 | Use a code of UNTDID 5189, for example 95 (discount), or give the reason only as text
BR-CL-20 | BT-105 BT-145 | The reason code {} of a charge is not in UNTDID 7161 | Use a code of UNTDID 7161, for example FC (freight), or give the reason only as text
BR-CL-21 | BT-157 | The scheme {} of a standard item identifier is not in the list of ISO 6523 | Use a scheme of ISO 6523, for example 0160 for a GTIN
BR-CL-22 | BT-121 | The exemption reason code {} is not in the VATEX list | Use a code of the VATEX list (lines[].exemptionReasonCode), for example VATEX-EU-AE, or give the reason only as text (lines[].exemptionReason)
BR-CL-24 | BT-125-1 | The media type {} of an attachment is not allowed by EN 16931 | Attach PDF, PNG, JPEG, CSV, XLSX or ODS, and name its media type (attachments[].mimeType), for example application/pdf
BR-CL-25 | BT-34 BT-49 | The scheme {} of an electronic address is not in the Electronic Address Scheme list | Use a scheme of the EAS list, for example 0208 in Belgium or 9930 for a German VAT number (peppolId as scheme:value)
BR-CL-26 | BT-71 | The scheme {} of the place of delivery is not in the list of ISO 6523 | Use a scheme of ISO 6523, for example 0088 for a GLN, or leave the scheme out
BR-CL-03 | BT-5 | The currency {} of an amount is not a code of ISO 4217 | Give the currency (currency) as its three letters of ISO 4217 with every amount, for example EUR
BR-CL-23 | BT-130 | The unit {} is not in UN/ECE Recommendations 20 and 21 | Give the unit of the quantity (lines[].unitCode) as a code of UN/ECE Recommendations 20 and 21, for example C62 (piece), HUR (hour) or KGM (kilogram); codes of packages (Recommendation 21) begin with X, for example XCS (case)
BR-CL-23 | BT-150 | The unit {} is not in UN/ECE Recommendations 20 and 21 | Give the unit of the price's base quantity as a code of UN/ECE Recommendations 20 and 21, for example C62 (piece), HUR (hour) or KGM (kilogram); codes of packages (Recommendation 21) begin with X, for example XCS (case)
BR-27 | BT-146 | The net price {} is negative | Give a unit price that is not less than the discount (lines[].unitPrice, lines[].discount); bill a return with a negative quantity
BR-DEC-01 | BT-92 | The document level allowance {} has more than two decimals | Round the document level allowance to two decimals, for example 12.35
BR-DEC-02 | BT-93 | The base amount of a document level allowance {} has more than two decimals | Round the base amount of a document level allowance to two decimals, for example 12.35
BR-DEC-05 | BT-99 | The document level charge {} has more than two decimals | Round the document level charge to two decimals, for example 12.35
BR-DEC-06 | BT-100 | The base amount of a document level charge {} has more than two decimals | Round the base amount of a document level charge to two decimals, for example 12.35
BR-DEC-09 | BT-106 | The sum of the line net amounts {} has more than two decimals | Round the sum of the line net amounts to two decimals, for example 12.35
BR-DEC-10 | BT-107 | The sum of the allowances {} has more than two decimals | Round the sum of the allowances to two decimals, for example 12.35
BR-DEC-11 | BT-108 | The sum of the charges {} has more than two decimals | Round the sum of the charges to two decimals, for example 12.35
BR-DEC-12 | BT-109 | The total without VAT {} has more than two decimals | Round the total without VAT to two decimals, for example 12.35
BR-DEC-13 | BT-110 | The total of VAT {} has more than two decimals | Round the total of VAT to two decimals, for example 12.35
BR-DEC-14 | BT-112 | The total with VAT {} has more than two decimals | Round the total with VAT to two decimals, for example 12.35
BR-DEC-15 | BT-111 | The total of VAT in the accounting currency {} has more than two decimals | Round the total of VAT in the accounting currency to two decimals, for example 12.35
BR-DEC-16 | BT-113 | The paid amount {} has more than two decimals | Round the paid amount to two decimals, for example 12.35
BR-DEC-17 | BT-114 | The rounding amount {} has more than two decimals | Round the rounding amount to two decimals, for example 12.35
BR-DEC-18 | BT-115 | The amount due {} has more than two decimals | Round the amount due to two decimals, for example 12.35
BR-DEC-19 | BT-116 | The taxable amount of a VAT category {} has more than two decimals | Round the taxable amount of a VAT category to two decimals, for example 12.35
BR-DEC-20 | BT-117 | The tax amount of a VAT category {} has more than two decimals | Round the tax amount of a VAT category to two decimals, for example 12.35
BR-DEC-23 | BT-131 | The net amount of a line {} has more than two decimals | Round the net amount of a line to two decimals, for example 12.35
BR-DEC-24 | BT-136 | The line allowance {} has more than two decimals | Round the line allowance to two decimals, for example 12.35
BR-DEC-25 | BT-137 | The base amount of a line allowance {} has more than two decimals | Round the base amount of a line allowance to two decimals, for example 12.35
BR-DEC-27 | BT-141 | The line charge {} has more than two decimals | Round the line charge to two decimals, for example 12.35
BR-DEC-28 | BT-142 | The base amount of a line charge {} has more than two decimals | Round the base amount of a line charge to two decimals, for example 12.35
`
