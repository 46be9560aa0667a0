import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

/**
 * CIUS-RO: ANAF's own rules, and its differences from EN 16931. See `RuleTable` for the form.
 */
export const CIUS_RO_TEXTS: RuleTable = `
BR-CO-25 | BT-9 BT-20 BT-115 | An amount of {} is due, but neither a due date nor terms of payment are given | Give the due date (dueDate) as YYYY-MM-DD, or the terms of payment (paymentMeans.paymentTerms)
BR-RO-DT001 | BT-2 BT-26 | The date {} is not a day of the form YYYY-MM-DD | Write the date (issueDate, precedingInvoice.issueDate) as YYYY-MM-DD
BR-RO-DT002 | BT-7 | The tax point date {} is not a day of the form YYYY-MM-DD | Write the tax point date as YYYY-MM-DD
BR-RO-DT003 | BT-9 | The due date {} is not a day of the form YYYY-MM-DD | Write the due date (dueDate) as YYYY-MM-DD
BR-RO-DT003_CN | BT-9 | The due date {} is not a day of the form YYYY-MM-DD | Write the due date (dueDate) as YYYY-MM-DD
BR-RO-DT004 | BT-72 | The date of delivery {} is not a day of the form YYYY-MM-DD | Write the date of delivery (deliveryDate) as YYYY-MM-DD
BR-RO-DT005 | BT-73 BT-134 | The start {} of a period is not a day of the form YYYY-MM-DD | Write the start of the period (lines[].period.start) as YYYY-MM-DD
BR-RO-DT006 | BT-74 BT-135 | The end {} of a period is not a day of the form YYYY-MM-DD | Write the end of the period (lines[].period.end) as YYYY-MM-DD
BR-RO-020_1 | BT-3 | The invoice type {} is not allowed in Romania | Use 380 for an invoice, 384 for a corrected one, 389 for one that the buyer makes, or 751 for accounting purposes
BR-RO-020_2 | BT-3 | The credit note type {} is not allowed in Romania | Use 381 for a credit note
BR-RO-001 | BT-24 | The specification {} is not CIUS-RO 1.0.1 | Use urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1
BR-RO-A020 | BG-1 | The invoice has more than 20 notes | Combine the notes into at most 20
BR-RO-L0201 | BT-38 | The seller's post code is longer than 20 characters: {} | Shorten the seller's post code to at most 20 characters (supplier.address.postalCode)
BR-RO-L0202 | BT-53 | The buyer's post code is longer than 20 characters: {} | Shorten the buyer's post code to at most 20 characters (customer.address.postalCode)
BR-RO-L0203 | BT-67 | The tax representative's post code is longer than 20 characters: {} | Shorten the tax representative's post code to at most 20 characters
BR-RO-L0204 | BT-78 | The post code of delivery is longer than 20 characters: {} | Shorten the post code of delivery to at most 20 characters (customer.address.postalCode)
BR-RO-L155 | BT-1 | The invoice number is longer than 200 characters: {} | Shorten the invoice number to at most 200 characters (number or externalId)
BR-RO-L0302 | BT-12 | The contract reference is longer than 200 characters: {} | Shorten the contract reference to at most 200 characters (contractReference)
BR-RO-L0303 | BT-13 | The purchase order reference is longer than 200 characters: {} | Shorten the purchase order reference to at most 200 characters (orderReference)
BR-RO-L0304 | BT-14 | The sales order reference is longer than 200 characters: {} | Shorten the sales order reference to at most 200 characters
BR-RO-L0305 | BT-15 | The receiving advice reference is longer than 200 characters: {} | Shorten the receiving advice reference to at most 200 characters
BR-RO-L0306 | BT-16 | The despatch advice reference is longer than 200 characters: {} | Shorten the despatch advice reference to at most 200 characters
BR-RO-L0307 | BT-17 | The tender or lot reference is longer than 200 characters: {} | Shorten the tender or lot reference to at most 200 characters
BR-RO-L0501 | BT-37 | The seller's city is longer than 50 characters: {} | Shorten the seller's city to at most 50 characters (supplier.address.city)
BR-RO-L0502 | BT-52 | The buyer's city is longer than 50 characters: {} | Shorten the buyer's city to at most 50 characters (customer.address.city)
BR-RO-L0503 | BT-66 | The tax representative's city is longer than 50 characters: {} | Shorten the tax representative's city to at most 50 characters
BR-RO-L0504 | BT-77 | The city of delivery is longer than 50 characters: {} | Shorten the city of delivery to at most 50 characters (customer.address.city)
BR-RO-L1001 | BT-19 | The buyer accounting reference is longer than 100 characters: {} | Shorten the buyer accounting reference to at most 100 characters
BR-RO-L1002 | BT-36 | The second line of the seller's address is longer than 100 characters: {} | Shorten the second line of the seller's address to at most 100 characters
BR-RO-L1003 | BT-162 | The third line of the seller's address is longer than 100 characters: {} | Shorten the third line of the seller's address to at most 100 characters
BR-RO-L1004 | BT-41 | The seller's contact point is longer than 100 characters: {} | Shorten the seller's contact point to at most 100 characters
BR-RO-L1005 | BT-42 | The seller's telephone number is longer than 100 characters: {} | Shorten the seller's telephone number to at most 100 characters (supplier.phone)
BR-RO-L1006 | BT-43 | The seller's email address is longer than 100 characters: {} | Shorten the seller's email address to at most 100 characters (supplier.email)
BR-RO-L1007 | BT-51 | The second line of the buyer's address is longer than 100 characters: {} | Shorten the second line of the buyer's address to at most 100 characters
BR-RO-L1008 | BT-163 | The third line of the buyer's address is longer than 100 characters: {} | Shorten the third line of the buyer's address to at most 100 characters
BR-RO-L1009 | BT-56 | The buyer's contact point is longer than 100 characters: {} | Shorten the buyer's contact point to at most 100 characters
BR-RO-L1010 | BT-57 | The buyer's telephone number is longer than 100 characters: {} | Shorten the buyer's telephone number to at most 100 characters (customer.phone)
BR-RO-L1011 | BT-58 | The buyer's email address is longer than 100 characters: {} | Shorten the buyer's email address to at most 100 characters (customer.email)
BR-RO-L1012 | BT-65 | The second line of the tax representative's address is longer than 100 characters: {} | Shorten the second line of the tax representative's address to at most 100 characters
BR-RO-L1013 | BT-164 | The third line of the tax representative's address is longer than 100 characters: {} | Shorten the third line of the tax representative's address to at most 100 characters
BR-RO-L1014 | BT-76 | The second line of the address of delivery is longer than 100 characters: {} | Shorten the second line of the address of delivery to at most 100 characters
BR-RO-L1015 | BT-165 | The third line of the address of delivery is longer than 100 characters: {} | Shorten the third line of the address of delivery to at most 100 characters
BR-RO-L151 | BT-35 | The seller's street is longer than 150 characters: {} | Shorten the seller's street to at most 150 characters (supplier.address.street)
BR-RO-L152 | BT-50 | The buyer's street is longer than 150 characters: {} | Shorten the buyer's street to at most 150 characters (customer.address.street)
BR-RO-L153 | BT-64 | The tax representative's street is longer than 150 characters: {} | Shorten the tax representative's street to at most 150 characters
BR-RO-L154 | BT-75 | The street of delivery is longer than 150 characters: {} | Shorten the street of delivery to at most 150 characters (customer.address.street)
BR-RO-L201 | BT-27 | The seller's name is longer than 200 characters: {} | Shorten the seller's name to at most 200 characters (supplier.name)
BR-RO-L202 | BT-28 | The seller's trading name is longer than 200 characters: {} | Shorten the seller's trading name to at most 200 characters
BR-RO-L203 | BT-44 | The buyer's name is longer than 200 characters: {} | Shorten the buyer's name to at most 200 characters (customer.name)
BR-RO-L204 | BT-45 | The buyer's trading name is longer than 200 characters: {} | Shorten the buyer's trading name to at most 200 characters
BR-RO-L205 | BT-59 | The payee's name is longer than 200 characters: {} | Shorten the payee's name to at most 200 characters
BR-RO-L206 | BT-62 | The tax representative's name is longer than 200 characters: {} | Shorten the tax representative's name to at most 200 characters
BR-RO-L207 | BT-70 | The receiver's name is longer than 200 characters: {} | Shorten the receiver's name to at most 200 characters
BR-RO-L301 | BT-20 | The text of the payment terms is longer than 300 characters: {} | Shorten the text of the payment terms to at most 300 characters (paymentMeans.paymentTerms)
BR-RO-L1000 | BT-33 | The seller's additional legal information is longer than 1000 characters: {} | Shorten the seller's additional legal information to at most 1000 characters
BR-RO-010 | BT-1 | The invoice number {} has no digit | Give an invoice number (number or externalId) with at least one digit, for example FCT-2026-17
BR-RO-030 | BT-6 BT-5 | The invoice is not in RON, and neither is its VAT accounting currency | Give RON as VAT accounting currency, and the total of VAT in RON (exchangeRate: RON for one unit of the invoice currency)
BR-RO-065 | BT-31 BT-32 BT-63 | The seller has neither a VAT identifier nor a tax registration | Give the seller's VAT number (supplier.vatNumber), its tax registration (supplier.taxRegistration) or the VAT number of its tax representative
BR-RO-081 | BT-35 | The seller's street is missing | Give the seller's street and number (supplier.address.street)
BR-RO-082 | BT-50 | The buyer's street is missing | Give the buyer's street and number (customer.address.street)
BR-RO-091 | BT-37 | The seller's city is missing | Give the seller's city (supplier.address.city)
BR-RO-092 | BT-52 | The buyer's city is missing | Give the buyer's city (customer.address.city)
BR-RO-120 | BT-48 BT-47 | The buyer has neither a VAT identifier nor a registration | Give the buyer's VAT number (customer.vatNumber) or its legal registration (customer.legalRegistration: abroad its number in a register or at a tax office)
BR-RO-100 | BT-37 | The seller's city {} does not name a sector, though the county is Bucharest | Write SECTOR1 to SECTOR6 as city (supplier.address.city, which also accepts "Sector 3"; a postal code of Bucharest determines the sector too)
BR-RO-110 | BT-39 | The seller's county {} is not a county of Romania | Write the county as its ISO 3166-2 code, for example RO-CJ (supplier.address.stateOrProvince, which also accepts Cluj or CJ; a postal code of six digits determines the county too)
BR-RO-101 | BT-52 | The buyer's city {} does not name a sector, though the county is Bucharest | Write SECTOR1 to SECTOR6 as city (customer.address.city, which also accepts "Sector 3"; a postal code of Bucharest determines the sector too)
BR-RO-111 | BT-54 | The buyer's county {} is not a county of Romania | Write the county as its ISO 3166-2 code, for example RO-CJ (customer.address.stateOrProvince, which also accepts Cluj or CJ; a postal code of six digits determines the county too)
BR-RO-140 | BT-64 | The tax representative's street is missing | Give street and number of the tax representative
BR-RO-150 | BT-66 | The tax representative's city is missing | Give the city of the tax representative
BR-RO-160 | BT-66 | The tax representative's city {} does not name a sector, though the county is Bucharest | Write SECTOR1 to SECTOR6 as city of the tax representative
BR-RO-170 | BT-68 | The tax representative's county {} is not a county of Romania | Write the county of the tax representative as its ISO 3166-2 code, for example RO-CJ
BR-RO-L208 | BT-85 | The name of the payment account is longer than 200 characters: {} | Shorten the name of the payment account to at most 200 characters
BR-RO-L209 | BT-88 | The name of the card holder is longer than 200 characters: {} | Shorten the name of the card holder to at most 200 characters
BR-RO-L1016 | BT-82 | The text of the payment means is longer than 100 characters: {} | Shorten the text of the payment means to at most 100 characters
BR-RO-L140 | BT-83 | The remittance information is longer than 140 characters: {} | Shorten the remittance information to at most 140 characters
BR-RO-180 | BT-75 | The street of delivery is missing | Give the street that the goods go to (delivery.address.street, by default customer.address.street)
BR-RO-201 | BT-77 | The city of delivery is missing | Give the city that the goods go to (delivery.address.city, by default customer.address.city)
BR-RO-211 | BT-79 | The delivery address has no county or region, which Romania requires even for goods to another country of the EU | Give the county or region that the goods go to (delivery.address.stateOrProvince, by default customer.address.stateOrProvince); in Romania as its ISO 3166-2 code, for example RO-CJ
BR-RO-202 | BT-77 | The delivery city {} does not name a sector, though the county is Bucharest | Write SECTOR1 to SECTOR6 as city (delivery.address.city, by default customer.address.city, which also accepts "Sector 3"; a postal code of Bucharest determines the sector too)
BR-RO-212 | BT-79 | The delivery county {} is not a county of Romania | Write the county as its ISO 3166-2 code, for example RO-CJ (delivery.address.stateOrProvince, by default customer.address.stateOrProvince, which also accepts Cluj or CJ; a postal code of six digits determines the county too)
BR-RO-040 | BT-8 | The tax point date code {} is not allowed in Romania | Use 3 (issue date), 35 (delivery) or 432 (payment)
BR-RO-L1024 | BT-153 | The item name is longer than 100 characters: {} | Shorten the item name to at most 100 characters (lines[].description)
BR-RO-L1021 | BT-133 | The buyer accounting reference of a line is longer than 100 characters: {} | Shorten the buyer accounting reference of a line to at most 100 characters
BR-RO-L212 | BT-154 | The item description is longer than 200 characters: {} | Shorten the item description to at most 200 characters
BR-RO-L303 | BT-127 | The note of a line is longer than 300 characters: {} | Shorten the note of a line to at most 300 characters
BR-RO-L0505 | BT-160 | The name of an item attribute is longer than 50 characters: {} | Shorten the name of an item attribute to at most 50 characters
BR-RO-L1025 | BT-161 | The value of an item attribute is longer than 100 characters: {} | Shorten the value of an item attribute to at most 100 characters
BR-DEC-RO-01 | BT-92 | The document level allowance {} has more than two decimals | Round the document level allowance to two decimals, for example 12.35
BR-DEC-RO-02 | BT-93 | The base amount of a document level allowance {} has more than two decimals | Round the base amount of a document level allowance to two decimals, for example 12.35
BR-RO-L1017 | BT-98 BT-97 | The reason code of an allowance is longer than 100 characters: {} | Use a code of UNTDID 5189, for example 95 (discount), and give other reasons in words
BR-DEC-RO-05 | BT-99 | The document level charge {} has more than two decimals | Round the document level charge to two decimals, for example 12.35
BR-DEC-RO-06 | BT-100 | The base amount of a document level charge {} has more than two decimals | Round the base amount of a document level charge to two decimals, for example 12.35
BR-RO-L1018 | BT-105 BT-104 | The reason code of a charge is longer than 100 characters: {} | Use a code of UNTDID 7161, for example FC (freight), and give other reasons in words
BR-DEC-RO-09 | BT-106 | The sum of the line net amounts {} has more than two decimals | Round the sum of the line net amounts to two decimals, for example 12.35
BR-DEC-RO-10 | BT-107 | The sum of the allowances {} has more than two decimals | Round the sum of the allowances to two decimals, for example 12.35
BR-DEC-RO-11 | BT-108 | The sum of the charges {} has more than two decimals | Round the sum of the charges to two decimals, for example 12.35
BR-DEC-RO-12 | BT-109 | The total without VAT {} has more than two decimals | Round the total without VAT to two decimals, for example 12.35
BR-DEC-RO-13 | BT-110 | The total of VAT {} has more than two decimals | Round the total of VAT to two decimals, for example 12.35
BR-DEC-RO-15 | BT-111 | The total of VAT in the accounting currency {} has more than two decimals | Round the total of VAT in the accounting currency to two decimals, for example 12.35
BR-DEC-RO-14 | BT-112 | The total with VAT {} has more than two decimals | Round the total with VAT to two decimals, for example 12.35
BR-DEC-RO-16 | BT-113 | The paid amount {} has more than two decimals | Round the paid amount to two decimals, for example 12.35
BR-DEC-RO-17 | BT-114 | The rounding amount {} has more than two decimals | Round the rounding amount to two decimals, for example 12.35
BR-DEC-RO-18 | BT-115 | The amount due {} has more than two decimals | Round the amount due to two decimals, for example 12.35
BR-DEC-RO-1009 | BT-116 | The taxable amount of a VAT category {} has more than two decimals | Round the taxable amount of a VAT category to two decimals, for example 12.35
BR-DEC-RO-1010 | BT-117 | The tax amount of a VAT category {} has more than two decimals | Round the tax amount of a VAT category to two decimals, for example 12.35
BR-DEC-RO-23 | BT-131 | The net amount {} of a line has more than two decimals | Round the net amount of a line to two decimals, for example 12.35
BR-DEC-RO-24 | BT-136 | The line allowance {} has more than two decimals | Round the line allowance to two decimals, for example 12.35
BR-DEC-RO-25 | BT-137 | The base amount of a line allowance {} has more than two decimals | Round the base amount of a line allowance to two decimals, for example 12.35
BR-RO-L1022 | BT-139 | The reason of a line allowance is longer than 100 characters: {} | Shorten the reason of a line allowance to at most 100 characters
BR-DEC-RO-27 | BT-141 | The line charge {} has more than two decimals | Round the line charge to two decimals, for example 12.35
BR-DEC-RO-28 | BT-142 | The base amount of a line charge {} has more than two decimals | Round the base amount of a line charge to two decimals, for example 12.35
BR-RO-L1023 | BT-144 | The reason of a line charge is longer than 100 characters: {} | Shorten the reason of a line charge to at most 100 characters
BR-RO-L302 | BT-22 | The note is longer than 300 characters: {} | Shorten the note to at most 300 characters (note)
BR-RO-L302 | BT-20 | The text of the payment terms is longer than 300 characters: {} | Shorten the text of the payment terms to at most 300 characters (paymentMeans.paymentTerms)
BR-RO-L302 | BT-127 | The note of a line is longer than 300 characters: {} | Shorten the note of a line to at most 300 characters
BR-RO-L0308 | BT-122 | The reference of a supporting document is longer than 200 characters: {} | Shorten the reference of a supporting document to at most 200 characters (attachments[].filename)
BR-RO-L0308 | BT-18 | The invoiced object identifier is longer than 200 characters: {} | Shorten the invoiced object identifier to at most 200 characters
BR-RO-L1019 | BT-120 | The reason of an exemption is longer than 100 characters: {} | Shorten the reason of the exemption to at most 100 characters (lines[].exemptionReason)
BR-RO-A051 | BG-24 | There are more than 50 supporting documents | Attach at most 50 documents (attachments[]), or combine some of them
BR-RO-A052 | BG-32 | An item has more than 50 attributes | Keep at most 50 attributes of an item
BR-RO-L1020 | BT-123 | The description of a supporting document is longer than 100 characters: {} | Shorten the description of a supporting document to at most 100 characters
BR-RO-L210 | BT-124 | The location of an external document is longer than 200 characters: {} | Shorten the location of an external document to at most 200 characters
BR-RO-L211 | BT-125-2 | The file name of an attached document is longer than 200 characters: {} | Shorten the file name of an attached document to at most 200 characters (attachments[].filename)
BR-RO-A500 | BG-3 | There are more than 500 preceding invoices | Refer to at most 500 preceding invoices; put the others on another invoice
BR-RO-L156 | BT-25 | The number of a preceding invoice is longer than 200 characters: {} | Shorten the number of a preceding invoice to at most 200 characters (precedingInvoice.number)
`
