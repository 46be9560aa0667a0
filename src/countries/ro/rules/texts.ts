import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

/** CIUS-RO: ANAF's own rules, and what it says otherwise of EN 16931. See `RuleTable` for the form. */
export const CIUS_RO_TEXTS: RuleTable = `
BR-CO-25 | BT-9 BT-20 BT-115 | An amount of {} is due, but neither a due date nor terms of payment are given | Give dueDate or paymentMeans.paymentTerms
BR-RO-DT001 | BT-2 | The date {} is not of the form YYYY-MM-DD | Write dates as YYYY-MM-DD
BR-RO-DT002 | BT-7 | The date {} is not of the form YYYY-MM-DD | Write dates as YYYY-MM-DD
BR-RO-DT003 | BT-9 | The date {} is not of the form YYYY-MM-DD | Write dates as YYYY-MM-DD
BR-RO-DT003_CN | BT-9 | The date {} is not of the form YYYY-MM-DD | Write dates as YYYY-MM-DD
BR-RO-DT004 | BT-72 | The date {} is not of the form YYYY-MM-DD | Write dates as YYYY-MM-DD
BR-RO-DT005 | BT-73 BT-134 | The date {} is not of the form YYYY-MM-DD | Write dates as YYYY-MM-DD
BR-RO-DT006 | BT-74 BT-135 | The date {} is not of the form YYYY-MM-DD | Write dates as YYYY-MM-DD
BR-RO-020_1 | BT-3 | The invoice type {} is not one that Romania admits | Use 380, 384, 389 or 751 for an invoice
BR-RO-020_2 | BT-3 | The credit note type {} is not the one that Romania admits | Use 381 for a credit note
BR-RO-001 | BT-24 | The specification {} is not CIUS-RO 1.0.1 | Use urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1
BR-RO-A020 | BG-1 | The invoice has more than 20 notes | Keep at most 20 notes
BR-RO-L0201 | BT-38 | The seller's post code is longer than 20 characters: {} | Shorten it to 20 characters
BR-RO-L0202 | BT-53 | The buyer's post code is longer than 20 characters: {} | Shorten it to 20 characters
BR-RO-L0203 | BT-67 | The tax representative's post code is longer than 20 characters: {} | Shorten it to 20 characters
BR-RO-L0204 | BT-78 | The post code of delivery is longer than 20 characters: {} | Shorten it to 20 characters
BR-RO-L155 | BT-1 | The invoice number is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L0302 | BT-12 | The contract reference is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L0303 | BT-13 | The purchase order reference is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L0304 | BT-14 | The sales order reference is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L0305 | BT-15 | The receiving advice reference is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L0306 | BT-16 | The despatch advice reference is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L0307 | BT-17 | The tender or lot reference is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L0501 | BT-37 | The seller's city is longer than 50 characters: {} | Shorten it to 50 characters
BR-RO-L0502 | BT-52 | The buyer's city is longer than 50 characters: {} | Shorten it to 50 characters
BR-RO-L0503 | BT-66 | The tax representative's city is longer than 50 characters: {} | Shorten it to 50 characters
BR-RO-L0504 | BT-77 | The city of delivery is longer than 50 characters: {} | Shorten it to 50 characters
BR-RO-L1001 | BT-19 | The buyer accounting reference is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1002 | BT-36 | The second line of the seller's address is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1003 | BT-162 | The third line of the seller's address is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1004 | BT-41 | The seller's contact point is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1005 | BT-42 | The seller's telephone number is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1006 | BT-43 | The seller's email address is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1007 | BT-51 | The second line of the buyer's address is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1008 | BT-163 | The third line of the buyer's address is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1009 | BT-56 | The buyer's contact point is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1010 | BT-57 | The buyer's telephone number is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1011 | BT-58 | The buyer's email address is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1012 | BT-65 | The second line of the tax representative's address is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1013 | BT-164 | The third line of the tax representative's address is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1014 | BT-76 | The second line of the address of delivery is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1015 | BT-165 | The third line of the address of delivery is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L151 | BT-35 | The seller's street is longer than 150 characters: {} | Shorten it to 150 characters
BR-RO-L152 | BT-50 | The buyer's street is longer than 150 characters: {} | Shorten it to 150 characters
BR-RO-L153 | BT-64 | The tax representative's street is longer than 150 characters: {} | Shorten it to 150 characters
BR-RO-L154 | BT-75 | The street of delivery is longer than 150 characters: {} | Shorten it to 150 characters
BR-RO-L201 | BT-27 | The seller's name is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L202 | BT-28 | The seller's trading name is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L203 | BT-44 | The buyer's name is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L204 | BT-45 | The buyer's trading name is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L205 | BT-59 | The payee's name is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L206 | BT-62 | The tax representative's name is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L207 | BT-70 | The receiver's name is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L301 | BT-20 | The text of the payment terms is longer than 300 characters: {} | Shorten it to 300 characters
BR-RO-L1000 | BT-33 | The seller's additional legal information is longer than 1000 characters: {} | Shorten it to 1000 characters
BR-RO-010 | BT-1 | The invoice number {} has no digit | Give a number (or externalId) that contains at least one digit
BR-RO-030 | BT-6 BT-5 | The invoice is not in RON, and neither is its VAT accounting currency | Set the VAT accounting currency to RON
BR-RO-065 | BT-31 BT-32 BT-63 | The seller has neither a VAT identifier nor a tax registration | Give supplier.vatNumber
BR-RO-081 | BT-35 | The seller's street is missing | Give supplier.address.street
BR-RO-082 | BT-50 | The buyer's street is missing | Give customer.address.street
BR-RO-091 | BT-37 | The seller's city is missing | Give supplier.address.city
BR-RO-092 | BT-52 | The buyer's city is missing | Give customer.address.city
BR-RO-120 | BT-48 BT-47 | The buyer has neither a VAT identifier nor a registration | Give customer.vatNumber
BR-RO-100 | BT-37 | The seller's city {} does not name a sector, though the county is Bucharest | Name the sector in supplier.address.city or supplier.address.stateOrProvince ("Sector 3"), or give the postal code, which tells it
BR-RO-110 | BT-39 | The seller's county {} is not a county of Romania | Give supplier.address.stateOrProvince as a county: its name (Cluj) or its code (CJ, RO-CJ); a postal code of six digits tells it too
BR-RO-101 | BT-52 | The buyer's city {} does not name a sector, though the county is Bucharest | Name the sector in customer.address.city or customer.address.stateOrProvince ("Sector 3"), or give the postal code, which tells it
BR-RO-111 | BT-54 | The buyer's county {} is not a county of Romania | Give customer.address.stateOrProvince as a county: its name (Cluj) or its code (CJ, RO-CJ); a postal code of six digits tells it too
BR-RO-140 | BT-64 | The tax representative's street is missing | Give the street
BR-RO-150 | BT-66 | The tax representative's city is missing | Give the city
BR-RO-160 | BT-66 | The tax representative's city {} does not name a sector, though the county is Bucharest | Name the sector in the address.city or the address.stateOrProvince ("Sector 3"), or give the postal code, which tells it
BR-RO-170 | BT-68 | The tax representative's county {} is not a county of Romania | Give the address.stateOrProvince as a county: its name (Cluj) or its code (CJ, RO-CJ); a postal code of six digits tells it too
BR-RO-L208 | BT-85 | The name of the payment account is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L209 | BT-88 | The name of the card holder is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L1016 | BT-82 | The text of the payment means is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L140 | BT-83 | The remittance information is longer than 140 characters: {} | Shorten it to 140 characters
BR-RO-180 | BT-75 | The street of delivery is missing | Give customer.address.street
BR-RO-201 | BT-77 | The city of delivery is missing | Give customer.address.city
BR-RO-211 | BT-79 | The region or county of delivery, which Romania wants for goods that leave for another country of the EU, is missing | Give customer.address.stateOrProvince
BR-RO-202 | BT-77 | The delivery city {} does not name a sector, though the county is Bucharest | Name the sector in customer.address.city or customer.address.stateOrProvince ("Sector 3"), or give the postal code, which tells it
BR-RO-212 | BT-79 | The delivery county {} is not a county of Romania | Give customer.address.stateOrProvince as a county: its name (Cluj) or its code (CJ, RO-CJ); a postal code of six digits tells it too
BR-RO-040 | BT-8 | The tax point date code {} is not one that Romania admits | Use 3 (issue date), 35 (delivery) or 432 (payment)
BR-RO-L1024 | BT-153 | The item name is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L1021 | BT-133 | The buyer accounting reference of a line is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L212 | BT-154 | The item description is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L303 | BT-127 | The note of a line is longer than 300 characters: {} | Shorten it to 300 characters
BR-RO-L0505 | BT-160 | The name of an item attribute is longer than 50 characters: {} | Shorten it to 50 characters
BR-RO-L1025 | BT-161 | The value of an item attribute is longer than 100 characters: {} | Shorten it to 100 characters
BR-DEC-RO-01 | BT-92 | The amount {} (BT-92) has more than two decimals | Round it to two decimals
BR-DEC-RO-02 | BT-93 | The amount {} (BT-93) has more than two decimals | Round it to two decimals
BR-RO-L1017 | BT-97 | The reason code of an allowance is longer than 100 characters: {} | Shorten it to 100 characters
BR-DEC-RO-05 | BT-99 | The amount {} (BT-99) has more than two decimals | Round it to two decimals
BR-DEC-RO-06 | BT-100 | The amount {} (BT-100) has more than two decimals | Round it to two decimals
BR-RO-L1018 | BT-104 | The reason code of a charge is longer than 100 characters: {} | Shorten it to 100 characters
BR-DEC-RO-09 | BT-106 | The amount {} (BT-106) has more than two decimals | Round it to two decimals
BR-DEC-RO-10 | BT-107 | The amount {} (BT-107) has more than two decimals | Round it to two decimals
BR-DEC-RO-11 | BT-108 | The amount {} (BT-108) has more than two decimals | Round it to two decimals
BR-DEC-RO-12 | BT-109 | The amount {} (BT-109) has more than two decimals | Round it to two decimals
BR-DEC-RO-14 | BT-112 | The amount {} (BT-112) has more than two decimals | Round it to two decimals
BR-DEC-RO-16 | BT-113 | The amount {} (BT-113) has more than two decimals | Round it to two decimals
BR-DEC-RO-17 | BT-114 | The amount {} (BT-114) has more than two decimals | Round it to two decimals
BR-DEC-RO-18 | BT-115 | The amount {} (BT-115) has more than two decimals | Round it to two decimals
BR-DEC-RO-1009 | BT-116 | The amount {} (BT-116) has more than two decimals | Round it to two decimals
BR-DEC-RO-1010 | BT-117 | The amount {} (BT-117) has more than two decimals | Round it to two decimals
BR-DEC-RO-24 | BT-136 | The amount {} (BT-136) has more than two decimals | Round it to two decimals
BR-DEC-RO-25 | BT-137 | The amount {} (BT-137) has more than two decimals | Round it to two decimals
BR-RO-L1022 | BT-139 | The reason of a line allowance is longer than 100 characters: {} | Shorten it to 100 characters
BR-DEC-RO-27 | BT-141 | The amount {} (BT-141) has more than two decimals | Round it to two decimals
BR-DEC-RO-28 | BT-142 | The amount {} (BT-142) has more than two decimals | Round it to two decimals
BR-RO-L1023 | BT-144 | The reason of a line charge is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L302 | BT-22 | The note is longer than 300 characters: {} | Shorten it to 300 characters
BR-RO-L302 | BT-20 | The text of the payment terms is longer than 300 characters: {} | Shorten it to 300 characters
BR-RO-L302 | BT-127 | The note of a line is longer than 300 characters: {} | Shorten it to 300 characters
BR-RO-L0308 | BT-122 | The reference of a supporting document is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L0308 | BT-18 | The invoiced object identifier is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L1020 | BT-123 | The description of a supporting document is longer than 100 characters: {} | Shorten it to 100 characters
BR-RO-L210 | BT-124 | The location of an external document is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-L211 | BT-125-2 | The file name of an attached document is longer than 200 characters: {} | Shorten it to 200 characters
BR-RO-A500 | BG-3 | There are more than 500 preceding invoices | Refer to at most 500 preceding invoices
BR-RO-L156 | BT-25 | The number of a preceding invoice is longer than 200 characters: {} | Shorten it to 200 characters
`
