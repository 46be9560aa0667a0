import type { RuleTable } from './rule-catalogue.js'

/** The rules of EN 16931, but for those of VAT categories and of the syntaxes. See `RuleTable` for the form. */
export const EN16931_TEXTS: RuleTable = `
BR-52 | BT-122 BG-24 | A supporting document has no reference | Give the attachment a filename
BR-63 | BT-49 | The buyer's electronic address has no scheme | Write the Peppol id as scheme:value, for example 0208:0403170701
BR-62 | BT-34 | The seller's electronic address has no scheme | Write the Peppol id as scheme:value, for example 0208:0403170701
BR-11 | BT-55 BG-8 | The buyer's address has no country | Give customer.address.country
BR-09 | BT-40 BG-5 | The seller's address has no country | Give supplier.address.country
BR-51 | BT-87 BG-18 | The number of the payment card shows more than ten digits | Show the last four to six digits only
BR-57 | BT-80 BG-15 | The address of delivery has no country | Give the country that the goods go to
BR-31 | BT-92 | A document level allowance has no amount | Give it
BR-32 | BT-95 | A document level allowance has no VAT category | Give it
BR-33 | BT-97 | A document level allowance has no reason | Give it
BR-CO-21 | BT-97 | A document level allowance has neither reason nor reason code | Give it
BR-36 | BT-99 | A document level charge has no amount | Give it
BR-37 | BT-102 | A document level charge has no VAT category | Give it
BR-38 | BT-104 | A document level charge has no reason | Give it
BR-CO-22 | BT-104 | A document level charge has neither reason nor reason code | Give it
BR-01 | BT-24 | The invoice does not say which specification it follows | Give the specification identifier of the profile
BR-02 | BT-1 | The invoice has no number | Give number or externalId
BR-03 | BT-2 | The invoice has no issue date | Give issueDate as YYYY-MM-DD
BR-04 | BT-3 | The invoice has no type | Give invoiceType
BR-05 | BT-5 | The invoice has no currency | Give currency as an ISO 4217 code
BR-06 | BT-27 | The seller has no name | Give supplier.name
BR-07 | BT-44 | The buyer has no name | Give customer.name
BR-08 | BG-5 | The seller has no address | Give supplier.address
BR-10 | BG-8 | The buyer has no address | Give customer.address
BR-16 | BG-25 | The invoice has no line | Give at least one line
BR-CO-03 | BT-7 BT-8 | The tax point is given both as a date ({}) and as a code | Give one of the two
BR-21 | BT-126 | A line has no identifier | Number the lines
BR-22 | BT-129 | A line has no quantity | Give the quantity
BR-23 | BT-130 | A quantity has no unit | Give unitCode, for example C62 for pieces
BR-24 | BT-131 | A line has no net amount | Give the net amount
BR-25 | BT-153 | A line does not name its item | Give the description
BR-26 | BT-146 | A line has no net price | Give unitPrice
BR-28 | BT-148 | The gross price {} is negative | Give a unit price of zero or more; take something back with a negative quantity
BR-CO-04 | BT-151 | A line has no VAT category | Give vatCategory
BR-41 | BT-136 | A line allowance has no amount | Give it
BR-42 | BT-139 | A line allowance has no reason | Give it
BR-CO-23 | BT-139 | A line allowance has neither reason nor reason code | Give it
BR-43 | BT-141 | A line charge has no amount | Give it
BR-44 | BT-144 | A line charge has no reason | Give it
BR-CO-24 | BT-144 | A line charge has neither reason nor reason code | Give it
BR-30 | BT-135 BT-134 | The period of a line ends ({}) before it begins | Give an end that is not before the start
BR-CO-20 | BG-26 | The period of a line has neither start nor end | Give one of them, or leave the period out
BR-29 | BT-74 BT-73 | The invoicing period ends ({}) before it begins | Give an end that is not before the start
BR-CO-19 | BG-14 BT-73 BT-74 | The invoicing period has neither start nor end | Give one of them, or leave the period out
BR-54 | BG-32 | An item attribute lacks its name or its value | Give both
BR-65 | BT-158 | An item classification has no scheme | Name the scheme, for example STI for the Common Procurement Vocabulary
BR-64 | BT-157 | A standard item identifier has no scheme | Name the scheme, for example 0160 for a GTIN
BR-17 | BT-59 BG-10 | The payee has no name, or is the seller | Name the payee, and only where it is not the seller
BR-50 | BT-84 BG-17 | The account to pay to has no number | Give paymentMeans.bankAccount beside the BIC
BR-49 | BT-81 BG-16 | The payment instructions do not say by which means | Give the code of the means of payment
BR-61 | BT-84 BT-81 | Payment is by credit transfer, but there is no account to pay to | Give paymentMeans.bankAccount
BR-55 | BT-25 BG-3 | A reference to a preceding invoice has no number | Give precedingInvoice.number
BR-CO-26 | BT-31 BT-29 BT-30 | Nothing identifies the seller: neither VAT identifier nor registration nor another identifier | Give supplier.vatNumber
BR-18 | BT-62 BG-11 | The seller's tax representative has no name | Name the tax representative
BR-19 | BG-12 BG-11 | The seller's tax representative has no address | Give the address of the tax representative
BR-56 | BT-63 BG-11 | The seller's tax representative has no VAT identifier | Give the VAT identifier of the tax representative
BR-20 | BT-69 BG-12 | The address of the seller's tax representative has no country | Give the country of the tax representative
BR-12 | BT-106 | The invoice lacks the sum of the line net amounts | Recompute the totals from the lines
BR-13 | BT-109 | The invoice lacks the total without VAT | Recompute the totals from the lines
BR-14 | BT-112 | The invoice lacks the total with VAT | Recompute the totals from the lines
BR-15 | BT-115 | The invoice lacks the amount due | Recompute the totals from the lines
BR-CO-10 | BT-106 | The sum of the line net amounts {} is not what the lines add up to | Recompute the totals from the lines
BR-CO-11 | BT-107 | The sum of the allowances {} is not what they add up to | Recompute the totals from the lines
BR-CO-12 | BT-108 | The sum of the charges {} is not what they add up to | Recompute the totals from the lines
BR-CO-13 | BT-109 | The total without VAT {} is not lines plus charges less allowances | Recompute the totals from the lines
BR-CO-16 | BT-115 | The amount due {} is not the total with VAT less what is paid, rounded | Recompute the totals from the lines
BR-53 | BT-111 BT-6 | There is no total of VAT in the accounting currency | Give exchangeRate: how many units of the accounting currency one unit of the invoice currency is worth
BR-CO-15 | BT-112 | The total with VAT {} is not the total without VAT plus VAT | Recompute the totals from the lines
BR-CO-18 | BG-23 | The invoice has no VAT breakdown | Give at least one line
BR-CO-14 | BT-110 | The total of VAT {} is not what the breakdown adds up to | Recompute the totals from the lines
BR-45 | BT-116 BG-23 | An entry of the VAT breakdown has no taxable amount | Recompute the totals from the lines
BR-46 | BT-117 BG-23 | An entry of the VAT breakdown has no tax amount | Recompute the totals from the lines
BR-47 | BT-118 BG-23 | An entry of the VAT breakdown has no category | Recompute the totals from the lines
BR-48 | BT-119 BG-23 | An entry of the VAT breakdown has no rate | Recompute the totals from the lines
BR-CO-17 | BT-117 BT-116 BT-119 | The tax {} of a VAT category is not its taxable amount times its rate | Recompute the totals from the lines
BR-CO-09 | BT-31 BT-63 BT-48 | The VAT identifier {} does not begin with the code of a country | Put the ISO 3166-1 code of the country that gave the number before it (Greece may use EL)
BR-IC-11 | BT-72 | An intra-community supply has neither a date of delivery nor an invoicing period | Give deliveryDate
BR-IC-12 | BT-80 | An intra-community supply does not say which country the goods go to | Give customer.address.country
BR-O-11 | BT-118 | What is outside the scope of VAT (O) stands beside a VAT breakdown entry of another category | Put what is outside the scope of VAT on an invoice of its own
BR-O-12 | BT-151 | What is outside the scope of VAT (O) stands beside a line of another category | Put what is outside the scope of VAT on an invoice of its own
BR-O-13 | BT-95 | What is outside the scope of VAT (O) stands beside an allowance of another category | Put what is outside the scope of VAT on an invoice of its own
BR-O-14 | BT-102 | What is outside the scope of VAT (O) stands beside a charge of another category | Put what is outside the scope of VAT on an invoice of its own
BR-B-01 | BT-151 | The VAT category split payment (B) does not fit the invoice | Use another VAT category; split payment (B) is for invoices within Italy alone, and not beside category S
BR-B-02 | BT-151 | The VAT category split payment (B) does not fit the invoice | Use another VAT category; split payment (B) is for invoices within Italy alone, and not beside category S
BR-66 | BG-18 | There is more than one payment card | Keep one payment card
BR-67 | BG-19 | There is more than one direct debit mandate | Keep one direct debit mandate
BR-CL-08 | BT-21 BG-1 | The note {} begins with what reads as a subject code, but is none | Leave out the number signs, or put a code of UNTDID 4451 between them
BR-CL-01 | BT-3 | The invoice type {} is not one of the standard | Use a code of UNTDID 1001 that EN 16931 admits
BR-CL-04 | BT-5 | The code {} is not in the list that the government uses: ISO 4217 | Use a code of ISO 4217
BR-CL-05 | BT-6 | The code {} is not in the list that the government uses: ISO 4217 | Use a code of ISO 4217
BR-CL-06 | BT-8 | The code {} is not in the list that the government uses: UNTDID 2005 | Use a code of UNTDID 2005
BR-CL-07 | BT-18 BT-128 | The code {} is not in the list that the government uses: UNTDID 1153 | Use a code of UNTDID 1153
BR-CL-10 | BT-29 BT-46 BT-60 | The code {} is not in the list that the government uses: ISO 6523 | Use a code of ISO 6523
BR-CL-11 | BT-30 BT-47 BT-61 | The code {} is not in the list that the government uses: ISO 6523 | Use a code of ISO 6523
BR-CL-13 | BT-158 | The code {} is not in the list that the government uses: UNTDID 7143 | Use a code of UNTDID 7143
BR-CL-14 | BT-40 BT-55 BT-69 BT-80 | The code {} is not in the list that the government uses: ISO 3166-1 | Use a code of ISO 3166-1
BR-CL-15 | BT-159 | The code {} is not in the list that the government uses: ISO 3166-1 | Use a code of ISO 3166-1
BR-CL-16 | BT-81 | The code {} is not in the list that the government uses: UNTDID 4461 | Use a code of UNTDID 4461
BR-CL-17 | BT-118 BT-95 BT-102 | The code {} is not in the list that the government uses: UNTDID 5305 | Use a code of UNTDID 5305
BR-CL-18 | BT-151 | The code {} is not in the list that the government uses: UNTDID 5305 | Use a code of UNTDID 5305
BR-CL-19 | BT-98 BT-140 | The code {} is not in the list that the government uses: UNTDID 5189 | Use a code of UNTDID 5189
BR-CL-20 | BT-105 BT-145 | The code {} is not in the list that the government uses: UNTDID 7161 | Use a code of UNTDID 7161
BR-CL-21 | BT-157 | The code {} is not in the list that the government uses: ISO 6523 | Use a code of ISO 6523
BR-CL-22 | BT-121 | The code {} is not in the list that the government uses: VATEX | Use a code of VATEX
BR-CL-24 | BT-125-1 | The code {} is not in the list that the government uses: the media types of EN 16931 | Use a code of the media types of EN 16931
BR-CL-25 | BT-34 BT-49 | The code {} is not in the list that the government uses: the Electronic Address Scheme | Use a code of the Electronic Address Scheme
BR-CL-26 | BT-71 | The code {} is not in the list that the government uses: ISO 6523 | Use a code of ISO 6523
BR-CL-03 | BT-5 | The code {} is not in the list that the government uses: ISO 4217 | Use a code of ISO 4217
BR-CL-23 | BT-130 BT-150 | The code {} is not in the list that the government uses: UN/ECE Recommendations 20 and 21 | Use a code of UN/ECE Recommendations 20 and 21
BR-27 | BT-146 | The net price {} is negative | Give a unit price that is not below the discount; take something back with a negative quantity
BR-DEC-01 | BT-92 | The amount {} (BT-92) has more than two decimals | Round it to two decimals
BR-DEC-02 | BT-93 | The amount {} (BT-93) has more than two decimals | Round it to two decimals
BR-DEC-05 | BT-99 | The amount {} (BT-99) has more than two decimals | Round it to two decimals
BR-DEC-06 | BT-100 | The amount {} (BT-100) has more than two decimals | Round it to two decimals
BR-DEC-09 | BT-106 | The amount {} (BT-106) has more than two decimals | Round it to two decimals
BR-DEC-10 | BT-107 | The amount {} (BT-107) has more than two decimals | Round it to two decimals
BR-DEC-11 | BT-108 | The amount {} (BT-108) has more than two decimals | Round it to two decimals
BR-DEC-12 | BT-109 | The amount {} (BT-109) has more than two decimals | Round it to two decimals
BR-DEC-13 | BT-110 | The amount {} (BT-110) has more than two decimals | Round it to two decimals
BR-DEC-14 | BT-112 | The amount {} (BT-112) has more than two decimals | Round it to two decimals
BR-DEC-15 | BT-111 | The amount {} (BT-111) has more than two decimals | Round it to two decimals
BR-DEC-16 | BT-113 | The amount {} (BT-113) has more than two decimals | Round it to two decimals
BR-DEC-17 | BT-114 | The amount {} (BT-114) has more than two decimals | Round it to two decimals
BR-DEC-18 | BT-115 | The amount {} (BT-115) has more than two decimals | Round it to two decimals
BR-DEC-19 | BT-116 | The amount {} (BT-116) has more than two decimals | Round it to two decimals
BR-DEC-20 | BT-117 | The amount {} (BT-117) has more than two decimals | Round it to two decimals
BR-DEC-23 | BT-131 | The amount {} (BT-131) has more than two decimals | Round it to two decimals
BR-DEC-24 | BT-136 | The amount {} (BT-136) has more than two decimals | Round it to two decimals
BR-DEC-25 | BT-137 | The amount {} (BT-137) has more than two decimals | Round it to two decimals
BR-DEC-27 | BT-141 | The amount {} (BT-141) has more than two decimals | Round it to two decimals
BR-DEC-28 | BT-142 | The amount {} (BT-142) has more than two decimals | Round it to two decimals
`
