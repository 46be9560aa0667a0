import type { RuleTable } from './catalogue/rule-catalogue.js'

/** The rules of Peppol BIS Billing 3.0. See `RuleTable` for the form. */
export const PEPPOL_TEXTS: RuleTable = `
PEPPOL-EN16931-R008 | BT-27 BT-44 BT-153 BT-122 BT-125 | A field of the document is empty | Leave the field out, or give it a text
PEPPOL-EN16931-R001 | BT-23 | The document names no business process | Use urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
PEPPOL-EN16931-R053 | BG-23 | There is no VAT total with a breakdown | Give one VAT total with its breakdown
PEPPOL-EN16931-R054 | BT-111 BT-6 | A VAT total in the accounting currency and that currency do not go together | Give exchangeRate, so that the VAT total can be stated in the accounting currency
PEPPOL-EN16931-R055 | BT-111 BT-110 | The VAT totals in the two currencies do not have the same sign | Give exchangeRate as a positive number
PEPPOL-EN16931-R005 | BT-6 BT-5 | The VAT accounting currency {} is the currency of the invoice | Leave the accounting currency out
PEPPOL-EN16931-R010 | BT-49 | The buyer has no electronic address | Give customer.peppolId as scheme:value, for example 0208:0403170701
PEPPOL-EN16931-R020 | BT-34 | The seller has no electronic address | Give supplier.peppolId as scheme:value, for example 0208:0403170701
PEPPOL-EN16931-R061 | BT-89 BG-19 | Payment is by direct debit, but there is no mandate | Give the reference of the mandate
PEPPOL-EN16931-R041 | BT-93 BT-100 BT-137 BT-142 | An allowance or charge has a percentage but no base amount | Give the base amount too
PEPPOL-EN16931-R042 | BT-94 BT-101 BT-138 BT-143 | An allowance or charge has a base amount but no percentage | Give the percentage too
PEPPOL-EN16931-R040 | BT-92 BT-99 BT-136 BT-141 | The allowance or charge {} is not its base amount times its percentage | Compute it as base amount × percentage / 100
PEPPOL-EN16931-R043 | BG-20 | The indicator of an allowance or charge is neither true nor false | Write true or false
PEPPOL-EN16931-R110 | BT-134 BG-14 | The period of a line begins {} before the invoicing period | Let the periods of the lines lie within the invoicing period
PEPPOL-EN16931-R111 | BT-135 BG-14 | The period of a line ends {} after the invoicing period | Let the periods of the lines lie within the invoicing period
PEPPOL-EN16931-R120 | BT-131 BT-129 BT-146 | The net amount {} of a line is not quantity × net price, with the charges and less the allowances | Compute it as quantity × net price / base quantity + charges − allowances, to two decimals
PEPPOL-EN16931-R121 | BT-149 | The base quantity {} of a price is not above zero | Give a base quantity above zero, or none
PEPPOL-EN16931-R101 | BT-128 | A line refers to a document that is not its invoiced object | Keep document references on lines to the invoiced object (type 130)
PEPPOL-EN16931-R044 | BT-147 | A price has a charge; only discounts are allowed | Write false: a price has no charges
PEPPOL-EN16931-R046 | BT-146 BT-148 BT-147 | The net price {} is not the gross price less the discount | Compute the net price as gross price less discount
PEPPOL-EN16931-R130 | BT-150 BT-130 | The unit {} of the base quantity is not that of the invoiced quantity | Use one unit for both
PEPPOL-EN16931-R043-1 | BG-20 | The indicator of an allowance or charge is neither true nor false | Write true or false
PEPPOL-EN16931-R043-2 | BG-20 | The indicator of an allowance or charge is neither true nor false | Write true or false
PEPPOL-EN16931-R080 | BT-11 | There is more than one project reference | Keep one project reference
PEPPOL-EN16931-R007 | BT-23 | The business process {} is not one that Peppol approves | Use urn:fdc:peppol.eu:2017:poacc:billing:01:1.0
PEPPOL-EN16931-R002 | BG-1 | The document has more than one note | Join the texts to one note; several are for German sellers and buyers only
PEPPOL-EN16931-R003 | BT-10 BT-13 | Neither a buyer reference nor an order number is given | Give buyerReference or orderReference; without either the buyer cannot tell what the invoice is for
PEPPOL-EN16931-R004 | BT-24 | The specification {} is not Peppol BIS Billing 3.0 | Use urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0
PEPPOL-EN16931-R100 | BT-128 | A line has more than one invoiced object | Keep one invoiced object on the line
PEPPOL-COMMON-R040 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0088) is not a GLN | Correct the GLN; its last digit is a check digit by GS1
PEPPOL-COMMON-R041 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0192) is not a Norwegian organisation number | Give nine digits, the last by modulus 11
PEPPOL-COMMON-R042 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0184) is not a Danish CVR number | Give eight digits, with or without DK before them
PEPPOL-COMMON-R052 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0096) is not a Danish P number | Give ten digits
PEPPOL-COMMON-R053 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0198) is not a Danish SE number | Give DK and eight digits
PEPPOL-COMMON-R043 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0208) is not a Belgian enterprise number | Give ten digits, the last two of them 97 less the remainder of the first eight by 97: look the number up in the Crossroads Bank for Enterprises
PEPPOL-COMMON-R044 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0201) is not an Italian IPA code | Give six letters or digits | warning
PEPPOL-COMMON-R045 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0210) is not an Italian tax code | Give 16 characters or 11 digits | warning
PEPPOL-COMMON-R047 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0211) is not an Italian VAT number | Give IT and eleven digits | warning
PEPPOL-COMMON-R049 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0007) is not a Swedish organisation number | Give ten digits, the last by Luhn
PEPPOL-COMMON-R050 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0151) is not an Australian Business Number | Give eleven digits, checked by modulus 89
PEPPOL-COMMON-R054 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0106) is not a Dutch KVK number | Give eight digits | warning
PEPPOL-COMMON-R055 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0190) is not a Dutch OIN | Give twenty digits | warning
PEPPOL-COMMON-R056-1 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 9944) is not a Dutch VAT number | Write it as NL123456789B12 | warning
PEPPOL-COMMON-R057 | BT-34 BT-49 BT-29 BT-46 BT-30 BT-47 BT-60 BT-61 | The identifier {} (scheme 0217) is not a Dutch establishment number | Give twelve digits | warning
PEPPOL-COMMON-R046 | BT-34 BT-49 | The identifier {} (scheme 9907) is not an Italian tax code | Give 16 characters or 11 digits | warning
PEPPOL-COMMON-R056-2 | BT-31 BT-48 BT-63 | The Dutch VAT number {} does not have the Dutch format | Write it as NL123456789B12 | warning
PEPPOL-EN16931-R051 | BT-5 | The currency of an amount is not that of the invoice | Use the currency of the invoice for every amount but the VAT total in the accounting currency
PEPPOL-EN16931-CL001 | BT-125-1 | The code {} is not in the media types of Peppol | Use a code of the media types of Peppol
PEPPOL-EN16931-CL002 | BT-98 BT-140 | The code {} is not in UNCL 5189 | Use a code of UNCL 5189
PEPPOL-EN16931-CL003 | BT-105 BT-145 | The code {} is not in UNCL 7161 | Use a code of UNCL 7161
PEPPOL-EN16931-CL006 | BT-8 | The code {} is not in UNCL 2005 | Use a code of UNCL 2005
PEPPOL-EN16931-CL007 | BT-5 BT-6 | The code {} is not in ISO 4217 | Use a code of ISO 4217
PEPPOL-EN16931-CL008 | BT-34 BT-49 | The code {} is not in Peppol's list of schemes | Use a code of Peppol's list of schemes
PEPPOL-EN16931-P0100 | BT-3 | The invoice type {} is not one that Peppol admits | Use 380 for an invoice
PEPPOL-EN16931-P0112 | BT-3 | The invoice type {} is for German sellers and buyers only | Use 380 for an invoice
PEPPOL-EN16931-P0101 | BT-3 | The credit note type {} is not one that Peppol admits | Use 381 for a credit note
PEPPOL-EN16931-F001 | BT-2 BT-9 BT-7 BT-26 BT-73 BT-74 BT-134 BT-135 BT-72 | The date {} is not a day written as YYYY-MM-DD | Write the date as YYYY-MM-DD
PEPPOL-EN16931-P0104 | BT-118 BT-121 | The exemption reason VATEX-EU-G stands with the VAT category {} | Use the VAT category G with VATEX-EU-G
PEPPOL-EN16931-P0105 | BT-118 BT-121 | The exemption reason VATEX-EU-O stands with the VAT category {} | Use the VAT category O with VATEX-EU-O
PEPPOL-EN16931-P0106 | BT-118 BT-121 | The exemption reason VATEX-EU-IC stands with the VAT category {} | Use the VAT category K with VATEX-EU-IC
PEPPOL-EN16931-P0107 | BT-118 BT-121 | The exemption reason VATEX-EU-AE stands with the VAT category {} | Use the VAT category AE with VATEX-EU-AE
PEPPOL-EN16931-P0108 | BT-118 BT-121 | The exemption reason VATEX-EU-D stands with the VAT category {} | Use the VAT category E with VATEX-EU-D
PEPPOL-EN16931-P0109 | BT-118 BT-121 | The exemption reason VATEX-EU-F stands with the VAT category {} | Use the VAT category E with VATEX-EU-F
PEPPOL-EN16931-P0110 | BT-118 BT-121 | The exemption reason VATEX-EU-I stands with the VAT category {} | Use the VAT category E with VATEX-EU-I
PEPPOL-EN16931-P0111 | BT-118 BT-121 | The exemption reason VATEX-EU-J stands with the VAT category {} | Use the VAT category E with VATEX-EU-J
NO-R-002 | BT-32 | A Norwegian seller that is registered does not say "Foretaksregisteret" | Give Foretaksregisteret as tax registration of the seller, if it is a company in that register | warning
NO-R-001 | BT-31 | The VAT number {} of the Norwegian seller is not NO, a valid organisation number and MVA | Write it as NO123456785MVA
IS-R-001 | BT-3 | The document of the Icelandic seller is neither an invoice (380) nor a credit note (381) | Follow the Icelandic rules of Peppol BIS Billing 3.0 | warning
IS-R-002 | BT-30 | The document of the Icelandic seller does not give the kennitala of the seller (scheme 0196) | Follow the Icelandic rules of Peppol BIS Billing 3.0
IS-R-003 | BG-5 | The document of the Icelandic seller does not give street and post code of the seller | Follow the Icelandic rules of Peppol BIS Billing 3.0
IS-R-006 | BT-84 | The document of the Icelandic seller is paid by claim (9), but the account does not have 12 digits | Follow the Icelandic rules of Peppol BIS Billing 3.0
IS-R-007 | BT-84 | The document of the Icelandic seller is paid by transfer (42), but the account does not have 12 digits | Follow the Icelandic rules of Peppol BIS Billing 3.0
IS-R-008 | BT-122 | The document of the Icelandic seller has a final due date (EINDAGI) that is not written as YYYY-MM-DD | Follow the Icelandic rules of Peppol BIS Billing 3.0
IS-R-009 | BT-9 | The document of the Icelandic seller has a final due date (EINDAGI) but no due date | Follow the Icelandic rules of Peppol BIS Billing 3.0
IS-R-010 | BT-122 | The document of the Icelandic seller has a final due date (EINDAGI) before the due date | Follow the Icelandic rules of Peppol BIS Billing 3.0
IS-R-004 | BT-47 | The document of the Icelandic seller does not give the kennitala of the buyer (scheme 0196) | Follow the Icelandic rules of Peppol BIS Billing 3.0
IS-R-005 | BG-8 | The document of the Icelandic seller does not give street and post code of the buyer | Follow the Icelandic rules of Peppol BIS Billing 3.0
SE-R-001 | BT-31 | The Swedish VAT number {} does not have 14 characters | Write it as SE123456789701
SE-R-002 | BT-31 | The Swedish VAT number {} does not end with twelve digits | Write it as SE123456789701
SE-R-003 | BT-30 | The organisation number {} of the Swedish seller is not numeric | Give ten digits, the last by Luhn
SE-R-004 | BT-30 | The organisation number {} of the Swedish seller does not have 10 digits | Give ten digits, the last by Luhn
SE-R-013 | BT-30 | The organisation number {} of the Swedish seller has a wrong check digit | Give ten digits, the last by Luhn
SE-R-005 | BT-32 | The tax registration {} of the Swedish seller is not "Godkänd för F-skatt" | Give "Godkänd för F-skatt" or nothing
SE-R-006 | BT-152 BT-119 BT-96 BT-103 | Sweden has no VAT rate of {} percent | Use 25, 12 or 6 with category S
SE-R-007 | BT-84 | The account {} at SE:PLUSGIRO is not numeric | Correct paymentMeans.bankAccount | warning
SE-R-010 | BT-84 | The account {} at SE:PLUSGIRO does not have 2 to 8 digits | Correct paymentMeans.bankAccount | warning
SE-R-008 | BT-84 | The account {} at SE:BANKGIRO is not numeric | Correct paymentMeans.bankAccount | warning
SE-R-009 | BT-84 | The account {} at SE:BANKGIRO does not have 7 or 8 digits | Correct paymentMeans.bankAccount | warning
SE-R-011 | BT-81 | The means of payment {} is not the usual one for Bankgiro and Plusgiro | Use 30, with SE:BANKGIRO or SE:PLUSGIRO as BIC where it applies | warning
SE-R-012 | BT-81 | The means of payment {} is not the usual one for credit transfers within Sweden | Use 30, with SE:BANKGIRO or SE:PLUSGIRO as BIC where it applies | warning
DK-R-002 | BT-30 | The Danish seller has no CVR number | Give supplier.vatNumber as DK and the eight digits of the CVR number
DK-R-014 | BT-30 | The registration {} of the Danish seller is not marked as CVR number (0184) | Give the VAT number as DK and the eight digits of the CVR number
DK-R-016 | BT-115 | A Danish credit note has a negative total {} | Credit positive amounts
DK-R-013 | BT-29 BT-46 | The identifier {} of a Danish party has no scheme | Give the scheme of the identifier
DK-R-005 | BT-81 | The Danish means of payment {} is not one of 1, 10, 31, 42, 48, 49, 50, 58, 59, 93, 97 | Give what this means of payment asks for, or use 58 with an IBAN
DK-R-006 | BT-84 | The Danish means of payment {} asks for account and registration number | Give what this means of payment asks for, or use 58 with an IBAN
DK-R-007 | BT-89 | The Danish means of payment {} asks for mandate and debited account | Give what this means of payment asks for, or use 58 with an IBAN
DK-R-008 | BT-83 | The Danish means of payment {} asks for a payment id of 01#, 04# or 15# and an account of 7 or 8 digits | Give what this means of payment asks for, or use 58 with an IBAN
DK-R-009 | BT-83 | The Danish means of payment {} asks for 16 digits after 04# or 15# | Give what this means of payment asks for, or use 58 with an IBAN
DK-R-010 | BT-83 | The Danish means of payment {} asks for a payment id of 71#, 73# or 75# and an account of 8 characters | Give what this means of payment asks for, or use 58 with an IBAN
DK-R-011 | BT-83 | The Danish means of payment {} asks for 15 or 16 digits after 71# or 75# | Give what this means of payment asks for, or use 58 with an IBAN
DK-R-017 | BT-47 | The registration {} of the Danish buyer is not marked as CVR number (0184) | Give the VAT number as DK and the eight digits of the CVR number
DK-R-003 | BT-158 | A line is classified by UNSPSC in a version other than 19.05.01 or 26.08.01 | Use UNSPSC 19.05.01 or 26.08.01
DK-R-004 | BT-97 BT-104 BT-139 BT-144 | A tax other than VAT (reason code ZZZ) is not named by four digits or a text with # inside: {} | Give the four digits of the tax, or a text with # that neither begins nor ends with it
IT-R-001 | BT-32 | The tax registration {} of the Italian seller does not have 11 to 16 letters or digits | Give the codice fiscale in capitals
IT-R-002 | BT-35 | The address of the Italian seller has no street | Give the seller's whole address
IT-R-003 | BT-37 | The address of the Italian seller has no city | Give the seller's whole address
IT-R-004 | BT-38 | The address of the Italian seller has no post code | Give the seller's whole address
GR-R-001-1 | BT-1 | The number of the Greek invoice does not have six parts | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-001-2 | BT-1 | The number of the Greek invoice does not begin with the tax number of the seller | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-001-3 | BT-1 | The number of the Greek invoice does not have the issue date as second part | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-001-4 | BT-1 | The number of the Greek invoice does not have a whole number as third part | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-001-5 | BT-1 | The number of the Greek invoice does not have a Greek document type as fourth part | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-001-6 | BT-1 | The number of the Greek invoice has nothing as fifth part | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-001-7 | BT-1 | The number of the Greek invoice has nothing as sixth part | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-002 | BT-28 | The Greek seller has no trading name | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-S-011 | BT-31 | The Greek seller has no valid tax number with EL before it | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number | warning
GR-R-003 | BT-31 | The VAT number of the Greek seller is not EL and a valid tax number | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-004-1 | BG-24 | The Greek invoice does not have exactly one MARK number | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-S-008-1 | BG-24 | The Greek invoice does not have exactly one address for its verification | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number | warning
GR-R-008-2 | BG-24 | The Greek invoice has more than one address for its verification | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-004-2 | BT-122 | The MARK number is not a positive whole number | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-008-3 | BT-124 | The address for the verification of the invoice is missing | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-005 | BT-45 | The Greek seller does not give a trading name of the buyer | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-009 | BT-34 | The electronic address of the Greek seller is not its tax number (scheme 9933) | Give supplier.peppolId as 9933: and the nine digits of the tax number
GR-R-006 | BT-48 | The Greek buyer has no valid tax number with EL before it | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
GR-R-010 | BT-49 | The electronic address of the Greek buyer is not its tax number | Follow the Greek rules of Peppol BIS Billing 3.0 for sellers with a Greek VAT number
NL-R-001 | BG-3 | The credit note of a Dutch seller does not say which invoice it corrects | Give precedingInvoice
NL-R-002 | BG-5 | The Dutch address of the seller lacks street, city or post code | Give street, city and postalCode
NL-R-003 | BT-30 | The registration {} of the Dutch seller is neither a KVK number nor an OIN | Give the KVK number (scheme 0106) or the OIN (scheme 0190)
NL-R-004 | BG-8 | The Dutch address of the buyer lacks street, city or post code | Give street, city and postalCode
NL-R-005 | BT-47 | The registration {} of the Dutch buyer is neither a KVK number nor an OIN | Give the KVK number (scheme 0106) or the OIN (scheme 0190)
NL-R-006 | BG-12 | The Dutch address of the tax representative lacks street, city or post code | Give street, city and postalCode
NL-R-007 | BG-16 | The Dutch seller does not say how to pay | Give paymentMeans.bankAccount
NL-R-008 | BT-81 | The means of payment {} is not one that is used in the Netherlands | Use 30, 48, 49, 57, 58 or 59
NL-R-009 | BT-132 BT-13 | A line refers to a line of an order, but the invoice does not name the order | Give orderReference
DE-R-001 | BG-16 | The invoice does not say how to pay | Give paymentMeans.bankAccount
DE-R-015 | BT-10 | The invoice has no buyer reference | Give customer.leitwegId for a public authority, else buyerReference
DE-R-016 | BT-31 BT-32 BG-11 | The seller has neither VAT identifier nor tax registration nor a tax representative | Give supplier.vatNumber
DE-R-017 | BT-3 | The type {} is not one that German receivers expect | Use 326, 380, 381, 384, 389, 875, 876 or 877 | warning
DE-R-018 | BT-20 | The cash discount in the terms of payment {} is not written as #SKONTO#TAGE=14#PROZENT=2.00# and a line break | Write each discount on a line of its own as #SKONTO#TAGE=14#PROZENT=2.00#, if need be with BASISBETRAG=100.00#, and other text on lines that do not begin with #
DE-R-022 | BT-125-2 | Two attachments have the file name {} | Give every attachment a file name of its own
DE-R-026 | BG-3 BT-3 | A corrected invoice (384) does not say which invoice it corrects | Give precedingInvoice | warning
DE-R-030 | BT-90 | A direct debit does not name its creditor | Give the creditor's identifier that the bank assigned
DE-R-031 | BT-91 | A direct debit does not name the account to debit | Give the account that is to be debited
DE-R-T02 | BT-124 | The location {} of a document is not an absolute URL | Give an absolute URL with its scheme, for example https://… | warning
DE-R-002 | BG-6 | The seller has no contact | Give supplier.phone and supplier.email
DE-R-003 | BT-37 | The seller's address has no city | Give supplier.address.city
DE-R-004 | BT-38 | The seller's address has no post code | Give supplier.address.postalCode
DE-R-005 | BT-41 | The seller's contact has no name | Give supplier.name
DE-R-006 | BT-42 | The seller's contact has no telephone number | Give supplier.phone
DE-R-007 | BT-43 | The seller's contact has no email address | Give supplier.email
DE-R-027 | BT-42 | The seller's telephone number {} has fewer than three digits | Give supplier.phone with at least three digits | warning
DE-R-028 | BT-43 | The seller's email address {} does not look like one | Give supplier.email as name@domain.example | warning
DE-R-008 | BT-52 | The buyer's address has no city | Give customer.address.city
DE-R-009 | BT-53 | The buyer's address has no post code | Give customer.address.postalCode
DE-R-010 | BT-77 | The deliver-to address has no city | Give customer.address.city
DE-R-011 | BT-78 | The deliver-to address has no post code | Give customer.address.postalCode
DE-R-019 | BT-84 | The account {} of a SEPA credit transfer is not an IBAN | Correct paymentMeans.bankAccount; the third and fourth characters are check digits | warning
DE-R-023-1 | BG-17 BT-81 | Payment is by a credit transfer, but no account is given | Give paymentMeans.bankAccount
DE-R-023-2 | BG-18 BT-81 | Payment is by a credit transfer, but a card or a direct debit is given | Give only what belongs to the code of the payment means
DE-R-024-1 | BG-18 BT-81 | Payment is by card, but no card is given | Give the card
DE-R-024-2 | BG-17 BT-81 | Payment is by card, but an account or a direct debit is given | Give only what belongs to the code of the payment means
DE-R-020 | BT-91 | The debited account {} of a SEPA direct debit is not an IBAN | Correct the IBAN; its third and fourth characters are check digits | warning
DE-R-025-1 | BG-19 BT-81 | Payment is by direct debit, but no mandate is given | Give the mandate
DE-R-025-2 | BG-17 BT-81 | Payment is by direct debit, but an account or a card is given | Give only what belongs to the code of the payment means
DE-R-014 | BT-119 | An entry of the VAT breakdown has no rate | Give the rate of the VAT category, 0 where there is no VAT
`

/** What is told otherwise of an invoice that the buyer makes: Peppol BIS Self-Billing 3.0. */
export const SELF_BILLING_TEXTS: RuleTable = `
PEPPOL-EN16931-R004 | BT-24 | The specification {} is not Peppol BIS Self-Billing 3.0 | Use urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0
PEPPOL-EN16931-P0100 | BT-3 | The type {} is not one of a self-billed invoice | Use 389 for an invoice that the buyer makes
PEPPOL-EN16931-P0101 | BT-3 | The type {} is not that of a self-billed credit note | Use 261 for a credit note that the buyer makes
`
