import type { RuleTable } from '../catalogue/rule-catalogue.js'

/** The rules of Peppol BIS Billing 3.0. See `RuleTable` for the form. */
export const PEPPOL_TEXTS: RuleTable = `
PEPPOL-EN16931-R008 | BT-27 BT-44 BT-153 BT-122 BT-125 | A field of the document is empty | Leave the empty field out, or fill it in
PEPPOL-EN16931-R001 | BT-23 | The document names no business process | Give the business process urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
PEPPOL-EN16931-R053 | BG-23 | The document does not have exactly one VAT total with a breakdown | Give one VAT total with its breakdown; a total in the accounting currency has none
PEPPOL-EN16931-R054 | BT-111 BT-6 | The VAT accounting currency and the VAT total in it do not match | Give the VAT accounting currency and one VAT total in it, without a breakdown, or neither (exchangeRate: units of the accounting currency for one unit of the invoice currency)
PEPPOL-EN16931-R055 | BT-111 BT-110 | The VAT totals in the two currencies do not have the same sign | Give both VAT totals the same sign (exchangeRate must be above 0)
PEPPOL-EN16931-R005 | BT-6 BT-5 | The VAT accounting currency {} is the currency of the invoice | Leave out the VAT accounting currency and the VAT total in it
PEPPOL-EN16931-R010 | BT-49 | The buyer has no electronic address | Give the buyer's electronic address (customer.peppolId as scheme:value: in Belgium 0208 and the enterprise number)
PEPPOL-EN16931-R020 | BT-34 | The seller has no electronic address | Give the seller's electronic address (supplier.peppolId as scheme:value: in Belgium 0208 and the enterprise number)
PEPPOL-EN16931-R061 | BT-89 BG-19 | Payment is by direct debit, but there is no mandate | Give the reference of the mandate that the buyer signed
PEPPOL-EN16931-R041 | BT-93 BT-100 BT-137 BT-142 | An allowance or charge has a percentage but no base amount | Give the base amount that the percentage is taken of, or leave the percentage out
PEPPOL-EN16931-R042 | BT-94 BT-101 BT-138 BT-143 | An allowance or charge has a base amount but no percentage | Give the percentage of the base amount, or leave the base amount out
PEPPOL-EN16931-R040 | BT-92 BT-99 BT-136 BT-141 | The allowance or charge {} is not its base amount times its percentage | Compute the amount as base amount × percentage / 100, to two decimals
PEPPOL-EN16931-R043 | BG-20 | The indicator of an allowance or charge is neither true nor false | Write false for an allowance, true for a charge
PEPPOL-EN16931-R110 | BT-134 BG-14 | The period of a line begins {} before the invoicing period | Choose a period of the line (lines[].period) within the invoicing period
PEPPOL-EN16931-R111 | BT-135 BG-14 | The period of a line ends {} after the invoicing period | Choose a period of the line (lines[].period) within the invoicing period
PEPPOL-EN16931-R120 | BT-131 BT-129 BT-146 | The net amount {} of a line is not quantity × net price, with the charges and less the allowances | Compute the net amount as quantity × net price / base quantity + charges − allowances, to two decimals
PEPPOL-EN16931-R121 | BT-149 | The base quantity {} of a price is not above zero | Give a base quantity above 0, for example 1, or leave it out
PEPPOL-EN16931-R101 | BT-128 | A line refers to a document that is not its invoiced object | Set the type of the line's document reference to 130 (invoiced object), or leave the reference out
PEPPOL-EN16931-R044 | BT-147 | A price has a charge; only discounts are allowed | Write false as indicator; add a charge on a price to the price itself
PEPPOL-EN16931-R046 | BT-146 BT-148 BT-147 | The net price {} is not the gross price less the discount | Compute the net price as gross price less discount (lines[].unitPrice less lines[].discount)
PEPPOL-EN16931-R130 | BT-150 BT-130 | The unit {} of the base quantity is not that of the invoiced quantity | Give base quantity and invoiced quantity the same unit, for example C62
PEPPOL-EN16931-R043-1 | BG-20 | The indicator of an allowance or charge is neither true nor false | Write false for an allowance, true for a charge
PEPPOL-EN16931-R043-2 | BG-20 | The indicator of an allowance or charge is neither true nor false | Write false for an allowance, true for a charge
PEPPOL-EN16931-R080 | BT-11 | There is more than one project reference | Keep one project reference
PEPPOL-EN16931-R007 | BT-23 | The business process {} is not approved by Peppol | Use urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
PEPPOL-EN16931-R002 | BG-1 | The document has more than one note | Combine the texts in one note (note); only German sellers may send several, to German buyers
PEPPOL-EN16931-R003 | BT-10 BT-13 | Neither a buyer reference nor an order number is given | Give the buyer's reference (buyerReference) or the buyer's order number (orderReference)
PEPPOL-EN16931-R004 | BT-24 | The specification {} is not Peppol BIS Billing 3.0 | Use urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0
PEPPOL-EN16931-R100 | BT-128 | A line has more than one invoiced object | Keep one invoiced object on the line
PEPPOL-COMMON-R040 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0088) is not a GLN | Give the GLN in digits only, with its check digit as the last
PEPPOL-COMMON-R041 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0192) is not a Norwegian organisation number | Give the nine digits of the organisation number, with its check digit as the last
PEPPOL-COMMON-R042 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0184) is not a Danish CVR number | Give the eight digits of the CVR number, with or without DK before them, for example DK12345678
PEPPOL-COMMON-R052 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0096) is not a Danish P number | Give the ten digits of the P number, for example 1234567890
PEPPOL-COMMON-R053 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0198) is not a Danish SE number | Give DK and the eight digits of the SE number, for example DK12345678
PEPPOL-COMMON-R043 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0208) is not a Belgian enterprise number | Give the ten digits of the enterprise number as registered in the Crossroads Bank for Enterprises; the last two are check digits
PEPPOL-COMMON-R044 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0201) is not an Italian IPA code | Give the six letters or digits of the IPA code, for example UF1234 | warning
PEPPOL-COMMON-R045 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0210) is not an Italian tax code | Give the 16 characters or 11 digits of the codice fiscale | warning
PEPPOL-COMMON-R047 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0211) is not an Italian VAT number | Give IT and the eleven digits of the partita IVA | warning
PEPPOL-COMMON-R049 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0007) is not a Swedish organisation number | Give the ten digits of the organisation number without a hyphen, with its check digit as the last
PEPPOL-COMMON-R050 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0151) is not an Australian Business Number | Give the eleven digits of the ABN without blanks, with its check digits as the first two
PEPPOL-COMMON-R054 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0106) is not a Dutch KVK number | Give the eight digits of the KVK number, for example 12345678 | warning until 2027-02-24
PEPPOL-COMMON-R055 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0190) is not a Dutch OIN | Give the twenty digits of the OIN, for example 00000001234567890000 | warning until 2027-02-24
PEPPOL-COMMON-R056-1 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 9944) is not a Dutch VAT number | Write the VAT number as NL123456789B12 | warning until 2027-02-24
PEPPOL-COMMON-R057 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0217) is not a Dutch establishment number | Give the twelve digits of the establishment number, for example 123456789012 | warning until 2027-02-24
PEPPOL-COMMON-R046 | BT-34 BT-49 | The identifier {} (scheme 9907) is not an Italian tax code | Give the 16 characters or 11 digits of the codice fiscale | warning
PEPPOL-COMMON-R056-2 | BT-31 BT-48 BT-63 | The Dutch VAT number {} does not have the Dutch format | Write the VAT number as NL123456789B12 | warning until 2027-02-24
PEPPOL-EN16931-R051 | BT-5 | The currency {} of an amount is not that of the invoice | Use the currency of the invoice for every amount but the VAT total in the accounting currency
PEPPOL-EN16931-CL001 | BT-125-1 | The media type {} of an attachment is not allowed by Peppol | Attach PDF, PNG, JPEG, CSV, XLSX or ODS, and name its media type (attachments[].mimeType), for example application/pdf
PEPPOL-EN16931-CL002 | BT-98 BT-140 | The reason code {} of an allowance is not in UNCL 5189 | Use a code of UNCL 5189, for example 95 (discount), or give the reason only as text
PEPPOL-EN16931-CL003 | BT-105 BT-145 | The reason code {} of a charge is not in UNCL 7161 | Use a code of UNCL 7161, for example FC (freight), or give the reason only as text
PEPPOL-EN16931-CL006 | BT-8 | The tax point date code {} is not in UNCL 2005 | Use 3 (issue date), 35 (delivery) or 432 (payment)
PEPPOL-EN16931-CL007 | BT-5 BT-6 | The currency {} is not a code of ISO 4217 | Give the currency (currency) as its three letters of ISO 4217, for example EUR
PEPPOL-EN16931-CL008 | BT-34 BT-49 | The scheme {} of an electronic address is not in Peppol's list of schemes | Use a scheme of Peppol's list, for example 0208 in Belgium or 0106 in the Netherlands (peppolId as scheme:value)
PEPPOL-EN16931-P0100 | BT-3 | The invoice type {} is not allowed by Peppol | Use 380 for an invoice, or another code that Peppol lists for invoices, for example 386 for a prepayment; an invoice that the buyer issues (389) is one of Peppol BIS Self-Billing: in JSON send selfBilled: true and no typeCode
PEPPOL-EN16931-P0112 | BT-3 | The invoice type {} is for German sellers and buyers only | Use 380 for an invoice; 326 and 384 must stay within Germany
PEPPOL-EN16931-P0101 | BT-3 | The credit note type {} is not allowed by Peppol | Use 381 for a credit note; Peppol also allows 81, 83, 396 and 532; a credit note that the buyer issues (261) is one of Peppol BIS Self-Billing: in JSON send selfBilled: true and no typeCode
PEPPOL-EN16931-F001 | BT-2 BT-9 BT-7 BT-26 BT-73 BT-74 BT-134 BT-135 BT-72 | The date {} is not a date in the form YYYY-MM-DD | Write the date as YYYY-MM-DD, for example 2026-03-31
PEPPOL-EN16931-P0104 | BT-118 BT-121 | The exemption reason VATEX-EU-G is used with the VAT category {} | Use the VAT category G (lines[].vatCategory) with VATEX-EU-G, or another exemption reason (lines[].exemptionReasonCode)
PEPPOL-EN16931-P0105 | BT-118 BT-121 | The exemption reason VATEX-EU-O is used with the VAT category {} | Use the VAT category O (lines[].vatCategory) with VATEX-EU-O, or another exemption reason (lines[].exemptionReasonCode)
PEPPOL-EN16931-P0106 | BT-118 BT-121 | The exemption reason VATEX-EU-IC is used with the VAT category {} | Use the VAT category K (lines[].vatCategory) with VATEX-EU-IC, or another exemption reason (lines[].exemptionReasonCode)
PEPPOL-EN16931-P0107 | BT-118 BT-121 | The exemption reason VATEX-EU-AE is used with the VAT category {} | Use the VAT category AE (lines[].vatCategory) with VATEX-EU-AE, or another exemption reason (lines[].exemptionReasonCode)
PEPPOL-EN16931-P0108 | BT-118 BT-121 | The exemption reason VATEX-EU-D is used with the VAT category {} | Use the VAT category E (lines[].vatCategory) with VATEX-EU-D, or another exemption reason (lines[].exemptionReasonCode)
PEPPOL-EN16931-P0109 | BT-118 BT-121 | The exemption reason VATEX-EU-F is used with the VAT category {} | Use the VAT category E (lines[].vatCategory) with VATEX-EU-F, or another exemption reason (lines[].exemptionReasonCode)
PEPPOL-EN16931-P0110 | BT-118 BT-121 | The exemption reason VATEX-EU-I is used with the VAT category {} | Use the VAT category E (lines[].vatCategory) with VATEX-EU-I, or another exemption reason (lines[].exemptionReasonCode)
PEPPOL-EN16931-P0111 | BT-118 BT-121 | The exemption reason VATEX-EU-J is used with the VAT category {} | Use the VAT category E (lines[].vatCategory) with VATEX-EU-J, or another exemption reason (lines[].exemptionReasonCode)
NO-R-002 | BT-32 | A registered Norwegian seller does not state "Foretaksregisteret" | Give Foretaksregisteret as tax registration of the seller, if it is a company in that register | warning
NO-R-001 | BT-31 | The VAT number {} of the Norwegian seller is not NO, a valid organisation number and MVA | Write the seller's VAT number (supplier.vatNumber) as NO, nine digits and MVA, for example NO974760673MVA
IS-R-001 | BT-3 | The document of the Icelandic seller is neither an invoice (380) nor a credit note (381) | Use 380 for an invoice, 381 for a credit note | warning
IS-R-002 | BT-30 | The document of the Icelandic seller does not contain the kennitala of the seller (scheme 0196) | Give the ten digits of the seller's kennitala as legal registration, with the scheme 0196
IS-R-003 | BG-5 | The document of the Icelandic seller does not contain street and post code of the seller | Give the seller's street and post code (supplier.address.street, supplier.address.postalCode)
IS-R-006 | BT-84 | The document of the Icelandic seller is paid by claim (9), but the account {} does not have 12 digits | Give the account (paymentMeans.bankAccount) in 12 digits: 4 of the bank, 66 for the ledger, 6 of the account
IS-R-007 | BT-84 | The document of the Icelandic seller is paid by transfer (42), but the account {} does not have 12 digits | Give the account (paymentMeans.bankAccount) in 12 digits: 4 of the bank, 2 of the ledger, 6 of the account
IS-R-008 | BT-122 | The document of the Icelandic seller has a final due date (EINDAGI) that is not written as YYYY-MM-DD | Write the final due date as YYYY-MM-DD in the reference of the supporting document described as EINDAGI
IS-R-009 | BT-9 | The document of the Icelandic seller has a final due date (EINDAGI) but no due date | Give the due date too (dueDate), as YYYY-MM-DD
IS-R-010 | BT-122 | The document of the Icelandic seller has a final due date (EINDAGI) before the due date | Give a final due date that is not before the due date
IS-R-004 | BT-47 | The document of the Icelandic seller does not contain the kennitala of the buyer (scheme 0196) | Give the ten digits of the buyer's kennitala as legal registration, with the scheme 0196
IS-R-005 | BG-8 | The document of the Icelandic seller does not contain street and post code of the buyer | Give the buyer's street and post code (customer.address.street, customer.address.postalCode)
SE-R-001 | BT-31 | The Swedish VAT number {} does not have 14 characters | Write the seller's VAT number (supplier.vatNumber) as SE and twelve digits, for example SE556012579001
SE-R-002 | BT-31 | The Swedish VAT number {} does not end with twelve digits | Write the seller's VAT number (supplier.vatNumber) as SE and twelve digits, for example SE556012579001
SE-R-003 | BT-30 | The organisation number {} of the Swedish seller is not numeric | Give the ten digits of the organisation number without a hyphen, for example 5560125790
SE-R-004 | BT-30 | The organisation number {} of the Swedish seller does not have 10 digits | Give the ten digits of the organisation number without a hyphen, for example 5560125790
SE-R-013 | BT-30 | The organisation number {} of the Swedish seller has a wrong check digit | Give the organisation number as in the register, for example 5560125790; its last digit is a check digit (Luhn)
SE-R-005 | BT-32 | The tax registration {} of the Swedish seller is not "Godkänd för F-skatt" | Write Godkänd för F-skatt as tax registration, or leave it out
SE-R-006 | BT-152 BT-119 BT-96 BT-103 | Sweden has no VAT rate of {} percent | Use the VAT rate 25, 12 or 6 with category S (lines[].vatRate)
SE-R-007 | BT-84 | The account {} at SE:PLUSGIRO is not numeric | Give the Plusgiro number (paymentMeans.bankAccount) as 2 to 8 digits without hyphens or blanks | warning
SE-R-010 | BT-84 | The account {} at SE:PLUSGIRO does not have 2 to 8 digits | Give the Plusgiro number (paymentMeans.bankAccount) as 2 to 8 digits without hyphens or blanks | warning
SE-R-008 | BT-84 | The account {} at SE:BANKGIRO is not numeric | Give the Bankgiro number (paymentMeans.bankAccount) as 7 or 8 digits without a hyphen | warning
SE-R-009 | BT-84 | The account {} at SE:BANKGIRO does not have 7 or 8 digits | Give the Bankgiro number (paymentMeans.bankAccount) as 7 or 8 digits without a hyphen | warning
SE-R-011 | BT-81 | The means of payment {} is not the usual one for Bankgiro and Plusgiro | Use 30, with SE:BANKGIRO or SE:PLUSGIRO as payment service provider (paymentMeans.bic) | warning
SE-R-012 | BT-81 | The means of payment {} is not the usual one for credit transfers within Sweden | Use 30, with SE:BANKGIRO or SE:PLUSGIRO as payment service provider if applicable (paymentMeans.bic) | warning
DK-R-002 | BT-30 | The Danish seller has no CVR number | Give the eight digits of the seller's CVR number as legal registration, with the scheme 0184 (supplier.vatNumber as DK and those digits)
DK-R-014 | BT-30 | The registration {} of the Danish seller is not marked as CVR number (0184) | Give the seller's legal registration the scheme 0184 (supplier.vatNumber as DK and the eight digits of the CVR number)
DK-R-016 | BT-115 | A Danish credit note has a negative total {} | Give the credited amounts as positive; use an invoice for amounts that the buyer still owes
DK-R-013 | BT-29 BT-46 | The identifier {} of a Danish party has no scheme | Name the scheme of the identifier, for example 0184 for a CVR number or 0088 for a GLN
DK-R-005 | BT-81 | The Danish means of payment {} is not one of 1, 10, 31, 42, 48, 49, 50, 58, 59, 93, 97 | Use one of these codes, for example 58 with an IBAN or 42 with a Danish account
DK-R-006 | BT-84 | The Danish means of payment {} requires account and registration number | Give the account number (paymentMeans.bankAccount) and the bank's registration number (paymentMeans.bic), or use 58 with an IBAN
DK-R-007 | BT-89 | The Danish means of payment {} requires mandate and debited account | Give the reference of the mandate and the debited account, or use another means of payment
DK-R-008 | BT-83 | The Danish means of payment {} requires a payment id of 01#, 04# or 15# and an account of 7 or 8 digits | Begin the remittance information with 01#, 04# or 15#, and give the Giro account as 7 or 8 digits
DK-R-009 | BT-83 | The Danish means of payment {} requires 16 digits after 04# or 15# | Write the remittance information as 04# or 15# and 16 digits, for example 04#1234567890123456
DK-R-010 | BT-83 | The Danish means of payment {} requires a payment id of 71#, 73# or 75# and an account of 8 characters | Begin the remittance information with 71#, 73# or 75#, and give the FIK creditor number as account of 8 characters
DK-R-011 | BT-83 | The Danish means of payment {} requires 15 or 16 digits after 71# or 75# | Write the remittance information as 71# and 15 digits, for example 71#123456789012345, or as 75# and 16 digits
DK-R-017 | BT-47 | The registration {} of the Danish buyer is not marked as CVR number (0184) | Give the buyer's legal registration the scheme 0184 (customer.vatNumber as DK and the eight digits of the CVR number)
DK-R-003 | BT-158 | A line is classified by UNSPSC in a version other than 19.05.01 or 26.08.01 | Name 19.05.01 or 26.08.01 as version of the UNSPSC classification (scheme TST)
DK-R-004 | BT-97 BT-104 BT-139 BT-144 | A tax other than VAT (reason code ZZZ) is not named by four digits or a text with # inside: {} | Write the reason as the four digits of the tax, or as a text with a # that is neither its first nor its last character
IT-R-001 | BT-32 | The tax registration {} of the Italian seller does not have 11 to 16 letters or digits | Give the seller's codice fiscale in 11 to 16 capitals and digits
IT-R-002 | BT-35 | The address of the Italian seller has no street | Give the seller's street and number (supplier.address.street)
IT-R-003 | BT-37 | The address of the Italian seller has no city | Give the seller's city (supplier.address.city)
IT-R-004 | BT-38 | The address of the Italian seller has no post code | Give the seller's post code (supplier.address.postalCode)
GR-R-001-1 | BT-1 | The number {} of the Greek invoice does not have six parts | Write the invoice number (number) as six parts between bars, for example 094259216|31/03/2026|0|1.1|A|17
GR-R-001-2 | BT-1 | The number {} of the Greek invoice does not begin with the tax number of the seller | Begin the invoice number (number) with the nine digits of the seller's or its tax representative's VAT number, for example 094259216|31/03/2026|0|1.1|A|17
GR-R-001-3 | BT-1 | The number {} of the Greek invoice does not have the issue date as second part | Write the issue date with slashes, day first, as second part of the invoice number (number), for example 094259216|31/03/2026|0|1.1|A|17
GR-R-001-4 | BT-1 | The number {} of the Greek invoice does not have a whole number as third part | Write the number of the branch as third part of the invoice number (number), 0 for the head office, for example 094259216|31/03/2026|0|1.1|A|17
GR-R-001-5 | BT-1 | The number {} of the Greek invoice does not have a Greek document type as fourth part | Write 1.1, 1.6, 2.1, 2.4, 5.1 or 5.2 as fourth part of the invoice number (number), for example 094259216|31/03/2026|0|1.1|A|17
GR-R-001-6 | BT-1 | The number {} of the Greek invoice has no fifth part | Write the series as fifth part of the invoice number (number), for example 094259216|31/03/2026|0|1.1|A|17
GR-R-001-7 | BT-1 | The number {} of the Greek invoice has no sixth part | Write the number within the series as sixth part of the invoice number (number), for example 094259216|31/03/2026|0|1.1|A|17
GR-R-002 | BT-28 | The Greek seller has no trading name | Give the seller's full name from the Greek register as trading name
GR-S-011 | BT-31 | The Greek seller has no valid tax number with EL before it | Give the seller's VAT number (supplier.vatNumber) as EL and the nine digits of the tax number, for example EL094259216 | warning
GR-R-003 | BT-31 | The VAT number {} of the Greek seller is not EL and a valid tax number | Write the seller's VAT number (supplier.vatNumber) as EL and the nine digits of the tax number
GR-R-004-1 | BG-24 | The Greek invoice does not have exactly one MARK number | Give the MARK of myDATA as reference of one supporting document with the description ##M.AR.K##
GR-S-008-1 | BG-24 | The Greek invoice does not have exactly one address for its verification | Give the address of the invoice at myDATA as location of one supporting document with the description ##INVOICE|URL## | warning
GR-R-008-2 | BG-24 | The Greek invoice has more than one address for its verification | Keep one supporting document with the description ##INVOICE|URL##
GR-R-004-2 | BT-122 | The MARK number {} is not a positive whole number | Give the MARK of myDATA in digits only, without leading zeros, for example 400001234567890
GR-R-008-3 | BT-124 | The address for the verification of the invoice is missing | Give the address of the invoice at myDATA as location of the supporting document ##INVOICE|URL##
GR-R-005 | BT-45 | The Greek seller's document has no trading name of the buyer | Give the buyer's full name as trading name
GR-R-009 | BT-34 | The electronic address {} of the Greek seller is not its tax number (scheme 9933) | Give the seller's electronic address (supplier.peppolId) as 9933: and the nine digits of the tax number
GR-R-006 | BT-48 | The Greek buyer has no valid tax number with EL before it | Give the buyer's VAT number (customer.vatNumber) as EL and the nine digits of the tax number
GR-R-010 | BT-49 | The electronic address {} of the Greek buyer is not its tax number (scheme 9933) | Give the buyer's electronic address (customer.peppolId) as 9933: and the nine digits of the tax number
NL-R-001 | BG-3 | The credit note of a Dutch seller does not name the invoice that it corrects | Give the number of the corrected invoice (precedingInvoice.number)
NL-R-002 | BG-5 | The Dutch address of the seller lacks street, city or post code | Give the seller's street, city and post code (supplier.address: street, city, postalCode)
NL-R-003 | BT-30 | The registration {} of the Dutch seller is neither a KVK number nor an OIN | Give the seller's KVK number (scheme 0106) or OIN (scheme 0190) as legal registration
NL-R-004 | BG-8 | The Dutch address of the buyer lacks street, city or post code | Give the buyer's street, city and post code (customer.address: street, city, postalCode)
NL-R-005 | BT-47 | The registration {} of the Dutch buyer is neither a KVK number nor an OIN | Give the buyer's KVK number (scheme 0106) or OIN (scheme 0190) as legal registration
NL-R-006 | BG-12 | The Dutch address of the tax representative lacks street, city or post code | Give street, city and post code of the tax representative
NL-R-007 | BG-16 | The document of the Dutch seller has no payment instructions | Give the payment instructions: for a credit transfer the account (paymentMeans.bankAccount)
NL-R-008 | BT-81 | The means of payment {} is not used in the Netherlands | Use 30, 48, 49, 57, 58 or 59
NL-R-009 | BT-132 BT-13 | A line refers to a line of an order, but the invoice does not name the order | Give the order number (orderReference)
`

/** Different texts for an invoice that the buyer issues: Peppol BIS Self-Billing 3.0. */
export const SELF_BILLING_TEXTS: RuleTable = `
PEPPOL-EN16931-R004 | BT-24 | The specification {} is not Peppol BIS Self-Billing 3.0 | Use urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0
PEPPOL-EN16931-P0100 | BT-3 | The type {} is not that of a self-billed invoice | Use 389 for an invoice that the buyer issues
PEPPOL-EN16931-P0101 | BT-3 | The type {} is not that of a self-billed credit note | Use 261 for a credit note that the buyer issues
`
