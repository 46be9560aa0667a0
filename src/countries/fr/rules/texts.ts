import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'

/** The rules of flow 2 and of EXTENDED-CTC-FR. See `RuleTable` for the form. */
export const FRENCH_TEXTS: RuleTable = `
BR-FR-01_BT-1-1 | BT-1 | The invoice number {} is longer than 35 characters | Give a number (or externalId) of at most 35 characters
BR-FR-01_BT-1-2 | BT-1 | The invoice number {} has characters other than letters, digits and + - _ / | Write number (or externalId) with unaccented letters, digits and + - _ / only, without spaces
BR-FR-02_BT-1 | BT-1 | The invoice number {} has characters other than letters, digits and + - _ / | Write number (or externalId) with unaccented letters, digits and + - _ / only, without spaces
BR-FR-01_BT-25-1 | BT-25 | The number of the preceding invoice {} is longer than 35 characters | Give a precedingInvoice.number of at most 35 characters
BR-FR-01_BT-25-2 | BT-25 | The number of the preceding invoice {} has characters other than letters, digits and + - _ / | Write precedingInvoice.number with unaccented letters, digits and + - _ / only, without spaces
BR-FR-02_BT-25 | BT-25 | The number of the preceding invoice {} has characters other than letters, digits and + - _ / | Write precedingInvoice.number with unaccented letters, digits and + - _ / only, without spaces
BR-FR-01_EXT-FR-FE-136-1 | EXT-FR-FE-136 | The number {} of an invoice that a line refers to is longer than 35 characters | Shorten the number to 35 characters
BR-FR-01_EXT-FR-FE-136-2 | EXT-FR-FE-136 | The number {} of an invoice that a line refers to has forbidden characters | Shorten the number to 35 characters
BR-FR-02_EXT-FR-FE-136 | EXT-FR-FE-136 | The number {} of an invoice that a line refers to has characters other than letters, digits and + - _ / | Use letters, digits and + - _ / alone
BR-FR-03_BT-2 | BT-2 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-03_BT-7 | BT-7 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-03_BT-9 | BT-9 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-03_BT-26 | BT-26 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-03_BT-72 | BT-72 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-03_BT-73 | BT-73 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-03_BT-74 | BT-74 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-03_EXT-FR-FE-138 | EXT-FR-FE-138 | The date {} is no day of the years 2000 to 2099 | Write a day of the years 2000 to 2099
BR-FR-03_EXT-FR-FE-158 | EXT-FR-FE-158 | The date {} is no day of the years 2000 to 2099 | Write a day of the years 2000 to 2099
BR-FR-03_BT-134 | BT-134 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-03_BT-135 | BT-135 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-04_BT-3 | BT-3 | The document type {} is not one that France admits | Use 380 for an invoice, 384 for a corrected one, 381 for a credit note
BR-FR-04_EXT-FR-FE-02 | EXT-FR-FE-02 | The type {} of an invoice that is referred to is not one that France admits | Use a type of invoice that France admits, for example 380 or 381
BR-FR-04_EXT-FR-FE-137 | EXT-FR-FE-137 | The type {} of an invoice that is referred to is not one that France admits | Use a type of invoice that France admits, for example 380 or 381
BR-FR-15_BT-95_BT-102-1 | BT-95 | The VAT category {} is not one that France has | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-102-2 | BT-95 | The VAT category {} is one of Spain alone | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-118-1 | BT-118 | The VAT category {} is not one that France has | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-118-2 | BT-118 | The VAT category {} is one of Spain alone | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-151-1 | BT-151 | The VAT category {} is not one that France has | Use S, Z, E, AE, K, G or O
BR-FR-08_BT-151-2 | BT-151 | The VAT category {} is one of Spain alone | Use S, Z, E, AE, K, G or O
BR-FR-05_BT-22-1 | BT-22 BT-21 | No note with the subject code PMT tells the recovery costs for late payment | Write it into note behind its code: #PMT#Indemnité forfaitaire de 40 €
BR-FR-05_BT-22-2 | BT-22 BT-21 | No note with the subject code PMD tells the penalties for late payment | Write it into note behind its code: #PMD#Trois fois le taux d'intérêt légal
BR-FR-05_BT-22-3 | BT-22 BT-21 | No note with the subject code AAB tells the discount for early payment, or that there is none | Write it into note behind its code: #AAB#Pas d'escompte
BR-FR-06_BT-21-1 | BT-21 | More than one note has the subject code PMT | Keep one note with #PMT#
BR-FR-06_BT-21-2 | BT-21 | More than one note has the subject code PMD | Keep one note with #PMD#
BR-FR-06_BT-21-3 | BT-21 | More than one note has the subject code AAB | Keep one note with #AAB#
BR-FR-06_BT-21-4 | BT-21 | More than one note has the subject code TXD | Keep one note with #TXD#
BR-FR-08_BT-23 | BT-23 | The business process {} is not one of the French reform | Use B1 for goods, S1 for services, M1 for both, or another code of XP Z12-012
BR-FR-11_BT-47 | BT-47 BT-21 | The buyer's SIREN {} is missing or has not nine digits, but the invoice is one between companies in France | Give the French VAT number (its last nine digits are the SIREN), or the SIRET of the customer; for a customer who is no company in France say so in note: #BAR#B2BINT or #BAR#B2C
BR-FR-12_BT-49 | BT-49 | The buyer has no electronic address | Give customer.peppolId: in France 0225: and the SIREN, abroad the address in the receiver's network
BR-FR-13_BT-34 | BT-34 | The seller has no electronic address | Give supplier.peppolId: in France 0225: and the SIREN, abroad the address in the receiver's network
BR-FR-18_BT-123 | BT-123 | More than one supporting document is the readable form of the invoice (LISIBLE) | Keep one document described as LISIBLE
BR-FR-20_BT-21 | BT-22 BT-21 | The treatment {} in the note with the subject code BAR is not one that platforms know | Write one of B2B, B2BINT, B2C, B2CINT, OUTOFSCOPE, ARCHIVEONLY behind #BAR#, and nothing else before the next number sign
BR-FR-21_BT-49 | BT-49 | The electronic address {} of the buyer, who receives the invoice, is not in the French directory under the company's SIREN | Give customer.peppolId as 0225: and the SIREN, or leave it out
BR-FR-22_BT-34 | BT-34 | The electronic address {} of the seller, who receives the invoice, is not in the French directory under the company's SIREN | Give supplier.peppolId as 0225: and the SIREN, or leave it out
BR-FR-30_BT-21 | BT-21 | More than one note with the subject code BAR tells the treatment | Keep one note with #BAR#
BR-FR-CO-04_BT-3 | BG-3 BT-3 | A corrected invoice refers to {} preceding invoices instead of one | Give precedingInvoice: the one invoice that is corrected
BR-FR-CO-07_BT-9 | BT-9 BT-2 | The due date {} lies before the issue date | Give a dueDate that is not before issueDate
BR-FR-CO-08_BT-23 | BT-23 BT-3 | The business process {}, a final invoice after a down payment, does not go with an invoice for a down payment | Use B1, S1 or M1 for the down payment itself
BR-FR-CO-09_BT-23-1 | BT-113 BT-23 | The business process {} is for what is paid, but the amount paid is not the total with VAT | Use B1, S1 or M1 for what is not yet paid
BR-FR-CO-09_BT-23-2 | BT-115 BT-23 | The business process {} is for what is paid, but an amount is still due | Use B1, S1 or M1 for what is not yet paid
BR-FR-CO-09_BT-23-3 | BT-9 BT-23 | The business process {} is for what is paid, but the day of payment is missing | Use B1, S1 or M1 for what is not yet paid
BR-FR-CO-12_BT-5 | BT-111 BT-6 BT-5 | The invoice is not in euro, and does not show its VAT in euro | Give exchangeRate: how many euro one unit of the invoice currency is worth
BR-FR-CO-14_BT-29-1 | BT-22 BT-29 | The seller is a member of a VAT group (0231), but no note says so | Add the note #TXD#MEMBRE_ASSUJETTI_UNIQUE
BR-FR-CO-15_BT-29-1 | BT-63 BG-11 BT-29 | The seller is a member of a VAT group (0231), but the group is not named as its tax representative | Name the group as tax representative, with its VAT number
BR-FR-CO-03_BT-3 | BG-14 BT-12 BT-3 | A credit note for a global rebate (262) names no contract or no invoicing period with start and end | Give the contract and the period that the rebate is for
BR-FR-CO-05_BT-3 | BG-3 BT-26 BT-25 | A credit note does not name the invoice that it corrects with number and date | Give precedingInvoice with number and issueDate, or with its id if it was submitted here
BR-FR-17_BT-123 | BT-123 | The description {} of a supporting document is not one of the kinds that France has | Use one of the codes of BR-FR-17, for example BON_LIVRAISON or DOCUMENT_ANNEXE
BR-FR-27_BG-32 | BG-32 | An attribute of an item has neither name nor code | Give the attribute a name or a code
BR-FR-27_BG-32 | BG-32 | An attribute of an item has neither name nor code | Name the attribute
BR-FR-27_BT-160 | BT-160 | An attribute of an item has neither name nor code | Give the attribute a name or a code
BR-FR-27_EXT-FR-FE-159 | EXT-FR-FE-159 | An attribute of an item has neither name nor code | Give the attribute a name or a code
BR-FR-28-Value | BG-32 | An attribute of an item has no value | Give the attribute one value
BR-FR-29_BT-18 | BT-18 | More than one invoiced object has the scheme AFL, or AVV | Keep one of the scheme AFL and one of the scheme AVV
BR-FR-29_AFL | BT-18 | An invoiced object (AFL) is empty | Give its identifier, or leave it out
BR-FR-29_AVV | BT-18 | An invoiced object (AVV) is empty | Give its identifier, or leave it out
BR-FR-30_BT-128 | BT-128 | More than one invoiced object has the scheme AFL, or AVV | Keep one of them
BR-FR-30_AFL | BT-128 | An invoiced object (AFL) is empty | Give its identifier, or leave it out
BR-FR-30_AFL |  | An invoiced object of a line (AFL, AVV) is empty | Keep one of them
BR-FR-30_AVV | BT-128 | An invoiced object (AVV) is empty | Give its identifier, or leave it out
BR-FR-30_AVV |  | An invoiced object of a line (AFL, AVV) is empty | Keep one of them
BR-FR-09_BT-29 | BT-29 | The SIRET {} has not 14 digits or belongs to another SIREN | Give supplier.siret as 14 digits that begin with the SIREN of the company (the last nine digits of its French VAT number)
BR-FR-CO-10_BT-29-1 | BT-29 | The identifier {} has no scheme | Name the scheme of the identifier (ISO 6523), for example 0009 for a SIRET or 0088 for a GLN
BR-FR-CO-10_BT-29-2 | BT-29 | Two identifiers have the scheme {} | Give one identifier for each scheme
BR-FR-09_BT-46 | BT-46 | The SIRET {} has not 14 digits or belongs to another SIREN | Give customer.siret as 14 digits that begin with the SIREN of the company (the last nine digits of its French VAT number)
BR-FR-CO-10_BT-46-1 | BT-46 | The identifier {} has no scheme | Name the scheme of the identifier (ISO 6523), for example 0009 for a SIRET or 0088 for a GLN
BR-FR-CO-10_BT-46-2 | BT-46 | Two identifiers have the scheme {} | Give one identifier for each scheme
BR-FR-09_BT-60 | BT-60 | The SIRET {} has not 14 digits or belongs to another SIREN | Give the payee's SIRET as 14 digits that begin with the SIREN of the company (the last nine digits of its French VAT number)
BR-FR-CO-10_BT-60-1 | BT-60 | The identifier {} has no scheme | Name the scheme of the identifier (ISO 6523), for example 0009 for a SIRET or 0088 for a GLN
BR-FR-CO-10_BT-60-2 | BT-60 | Two identifiers have the scheme {} | Give one identifier for each scheme
BR-FR-09_EXT-FR-FE-06 | EXT-FR-FE-06 | A party's SIRET has not 14 digits or belongs to another SIREN | Give the 14 digits of a SIRET that begins with the party's SIREN
BR-FR-CO-10_EXT-FR-FE-06-1 | EXT-FR-FE-06 | An identifier of a party has no scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-CO-10_EXT-FR-FE-06-2 | EXT-FR-FE-06 | Two identifiers of a party have the same scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-09_EXT-FR-FE-46 | EXT-FR-FE-46 | A party's SIRET has not 14 digits or belongs to another SIREN | Give the 14 digits of a SIRET that begins with the party's SIREN
BR-FR-CO-10_EXT-FR-FE-46-1 | EXT-FR-FE-46 | An identifier of a party has no scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-CO-10_EXT-FR-FE-46-2 | EXT-FR-FE-46 | Two identifiers of a party have the same scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-09_EXT-FR-FE-69 | EXT-FR-FE-69 | A party's SIRET has not 14 digits or belongs to another SIREN | Give the 14 digits of a SIRET that begins with the party's SIREN
BR-FR-CO-10_EXT-FR-FE-69-1 | EXT-FR-FE-69 | An identifier of a party has no scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-CO-10_EXT-FR-FE-69-2 | EXT-FR-FE-69 | Two identifiers of a party have the same scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-09_EXT-FR-FE-92 | EXT-FR-FE-92 | A party's SIRET has not 14 digits or belongs to another SIREN | Give the 14 digits of a SIRET that begins with the party's SIREN
BR-FR-CO-10_EXT-FR-FE-92-1 | EXT-FR-FE-92 | An identifier of a party has no scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-CO-10_EXT-FR-FE-92-2 | EXT-FR-FE-92 | Two identifiers of a party have the same scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-09_EXT-FR-FE-115 | EXT-FR-FE-115 | A party's SIRET has not 14 digits or belongs to another SIREN | Give the 14 digits of a SIRET that begins with the party's SIREN
BR-FR-CO-10_EXT-FR-FE-115-1 | EXT-FR-FE-115 | An identifier of a party has no scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-CO-10_EXT-FR-FE-115-2 | EXT-FR-FE-115 | Two identifiers of a party have the same scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-23_BT-34 | BT-34 | The French address {} of the seller has characters other than letters, digits and + - _ . | Write supplier.peppolId as 0225: and SIREN, SIREN_SIRET, SIREN_SIRET_code or SIREN_suffix
BR-FR-25_BT-34 | BT-34 | The electronic address {} of the seller is longer than 125 characters | Give a supplier.peppolId of at most 125 characters
BR-FR-23_BT-49 | BT-49 | The French address {} of the buyer has characters other than letters, digits and + - _ . | Write customer.peppolId as 0225: and SIREN, SIREN_SIRET, SIREN_SIRET_code or SIREN_suffix
BR-FR-25_BT-49 | BT-49 | The electronic address {} of the buyer is longer than 125 characters | Give a customer.peppolId of at most 125 characters
BR-FR-23_EXT-FR-FE-29 | EXT-FR-FE-29 | The French address {} of a party has characters other than letters, digits and + - _ . | Use letters, digits and + - _ . alone
BR-FR-25_EXT-FR-FE-29 | EXT-FR-FE-29 | The electronic address {} of a party is longer than 125 characters | Shorten the address to 125 characters
BR-FR-23_EXT-FR-FE-12 | EXT-FR-FE-12 | The French address {} of a party has characters other than letters, digits and + - _ . | Use letters, digits and + - _ . alone
BR-FR-25_EXT-FR-FE-12 | EXT-FR-FE-12 | The electronic address {} of a party is longer than 125 characters | Shorten the address to 125 characters
BR-FR-23_EXT-FR-FE-52 | EXT-FR-FE-52 | The French address {} of a party has characters other than letters, digits and + - _ . | Use letters, digits and + - _ . alone
BR-FR-25_EXT-FR-FE-52 | EXT-FR-FE-52 | The electronic address {} of a party is longer than 125 characters | Shorten the address to 125 characters
BR-FR-23_EXT-FR-FE-75 | EXT-FR-FE-75 | The French address {} of a party has characters other than letters, digits and + - _ . | Use letters, digits and + - _ . alone
BR-FR-25_EXT-FR-FE-75 | EXT-FR-FE-75 | The electronic address {} of a party is longer than 125 characters | Shorten the address to 125 characters
BR-FR-23_EXT-FR-FE-98 | EXT-FR-FE-98 | The French address {} of a party has characters other than letters, digits and + - _ . | Use letters, digits and + - _ . alone
BR-FR-25_EXT-FR-FE-98 | EXT-FR-FE-98 | The electronic address {} of a party is longer than 125 characters | Shorten the address to 125 characters
BR-FR-23_EXT-FR-FE-121 | EXT-FR-FE-121 | The French address {} of a party has characters other than letters, digits and + - _ . | Use letters, digits and + - _ . alone
BR-FR-25_EXT-FR-FE-121 | EXT-FR-FE-121 | The electronic address {} of a party is longer than 125 characters | Shorten the address to 125 characters
BR-FR-24_BT-29 | BT-29 | The routing code {} (scheme 0224) has characters other than letters, digits and + - _ . | Write the routing code as the directory has it
BR-FR-26_BT-29 | BT-29 | The routing code {} (scheme 0224) is longer than 100 characters | Write the routing code as the directory has it
BR-FR-24_BT-46 | BT-46 | The routing code {} (scheme 0224) has characters other than letters, digits and + - _ . | Write the routing code as the directory has it
BR-FR-26_BT-46 | BT-46 | The routing code {} (scheme 0224) is longer than 100 characters | Write the routing code as the directory has it
BR-FR-09_BT-71 | BT-71 | The SIRET {} has not 14 digits or belongs to another SIREN | Give the SIRET of delivery as 14 digits that begin with the SIREN of the company (the last nine digits of its French VAT number)
BR-FR-09_EXT-FR-FE-146 | EXT-FR-FE-146 | A party's SIRET has not 14 digits or belongs to another SIREN | Give the 14 digits of a SIRET that begins with the party's SIREN
BR-FR-CO-10_BT-71-1 | BT-71 | The identifier {} has no scheme | Name the scheme of the identifier (ISO 6523), for example 0009 for a SIRET or 0088 for a GLN
BR-FR-CO-10_BT-71-2 | BT-71 | Two identifiers have the scheme {} | Give one identifier for each scheme
BR-FR-CO-10_EXT-FR-FE-146-1 | EXT-FR-FE-146 | An identifier of a party has no scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-CO-10_EXT-FR-FE-146-2 | EXT-FR-FE-146 | Two identifiers of a party have the same scheme | Give the identifier the scheme that belongs to it: 0009 for a SIRET, 0002 for a SIREN
BR-FR-10_BT-30 | BT-30 | The seller's SIREN {} is missing or has not nine digits | Give the French VAT number (its last nine digits are the SIREN), or the SIRET of the supplier
BR-FR-32-LEGALID | BT-30 BT-47 BT-61 | The SIREN {} (scheme 0002) has not nine digits | Give the French VAT number (its last nine digits are the SIREN), or the SIRET
BR-FR-32-ID | BT-29 BT-46 BT-60 | The identifier {} (scheme 0002 or 0231) has not nine digits | Write the nine digits of the SIREN
BR-FR-DEC-01_BT-93_BT-100 | BT-93 | The amount {} (BT-93) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-92_BT-99 | BT-92 | The amount {} (BT-92) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-106 | BT-106 | The amount {} (BT-106) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-107 | BT-107 | The amount {} (BT-107) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-108 | BT-108 | The amount {} (BT-108) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-109 | BT-109 | The amount {} (BT-109) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-110 | BT-110 | The amount {} (BT-110) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-112 | BT-112 | The amount {} (BT-112) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-113 | BT-113 | The amount {} (BT-113) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-114 | BT-114 | The amount {} (BT-114) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-115 | BT-115 | The amount {} (BT-115) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-116 | BT-116 | The amount {} (BT-116) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-117 | BT-117 | The amount {} (BT-117) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-131 | BT-131 | The amount {} (BT-131) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-136_BT-141 | BT-136 | The amount {} (BT-136) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-01_BT-137_BT-142 | BT-137 | The amount {} (BT-137) is not a number of at most two decimals and 19 digits | Write a number of at most two decimals and 19 digits
BR-FR-DEC-02_BT-129 | BT-129 | The quantity {} (BT-129) is not a number of at most four decimals and 19 digits | Write a number of at most four decimals and 19 digits
BR-FR-DEC-02_BT-149 | BT-149 | The quantity {} (BT-149) is not a number of at most four decimals and 19 digits | Write a number of at most four decimals and 19 digits
BR-FR-DEC-03_BT-146 | BT-146 | The price {} (BT-146) is not a number of at most six decimals and 19 digits, and is not negative | Write a number of at most six decimals and 19 digits, and is not negative
BR-FR-DEC-03_BT-147 | BT-147 | The price {} (BT-147) is not a number of at most six decimals and 19 digits, and is not negative | Write a number of at most six decimals and 19 digits, and is not negative
BR-FR-DEC-03_BT-148 | BT-148 | The price {} (BT-148) is not a number of at most six decimals and 19 digits, and is not negative | Write a number of at most six decimals and 19 digits, and is not negative
BR-FR-16_BT-96 | BT-96 | France has no VAT rate of {} percent | Use one of 0, 20, 10, 5.5, 2.1, 8.5, 1.05, 1.75, 0.9, 13, 7, 19.6, 20.6, 9.2, 9.6
BR-FR-DEC-04_BT-96_BT-103 | BT-96 | The VAT rate {} (BT-96) is not a number of at most two decimals and 4 digits, and is not negative | Write a number of at most two decimals and 4 digits, and is not negative
BR-FR-16_BT-119 | BT-119 | France has no VAT rate of {} percent | Use one of 0, 20, 10, 5.5, 2.1, 8.5, 1.05, 1.75, 0.9, 13, 7, 19.6, 20.6, 9.2, 9.6
BR-FR-DEC-04_BT-119 | BT-119 | The VAT rate {} (BT-119) is not a number of at most two decimals and 4 digits, and is not negative | Write a number of at most two decimals and 4 digits, and is not negative
BR-FR-16_BT-152 | BT-152 | France has no VAT rate of {} percent | Use one of 0, 20, 10, 5.5, 2.1, 8.5, 1.05, 1.75, 0.9, 13, 7, 19.6, 20.6, 9.2, 9.6
BR-FR-DEC-04_BT-152 | BT-152 | The VAT rate {} (BT-152) is not a number of at most two decimals and 4 digits, and is not negative | Write a number of at most two decimals and 4 digits, and is not negative
BR-FR-MV-01_EXT-FR-FE-163 | EXT-FR-FE-163 | A line of an invoice of several parts has no subtype (GROUP, DETAIL, INFORMATION) | Give each line a subtype: GROUP, DETAIL or INFORMATION
BR-FR-MV-06_EXT-FR-FE-167 | EXT-FR-FE-167 | A line does not name the seller of its sub-invoice | Name the seller of the sub-invoice on each of its lines
BR-FR-MV-07_BT-128 | BT-128 | A line does not bear the number of its sub-invoice | Give each line the number of its sub-invoice as its object (scheme AFL)
BR-FR-MV-08_BT-128 | BT-128 | A line's reason of exemption does not begin with the number of its sub-invoice between number signs | Begin the reason with the number of the sub-invoice between number signs
BR-FR-MV-02_EXT-FR-FE-163 | EXT-FR-FE-163 | An invoice of several sellers has no line that stands for a sub-invoice (GROUP without parent) | Give each sub-invoice a line with the subtype GROUP and no parent line
BR-FR-BD-02_EXT-FR-FE-163 | EXT-FR-FE-163 | An invoice in both directions needs two sub-invoices, one of the seller and one of the buyer | Give each of the two sub-invoices a line with the subtype GROUP and no parent line
BR-FR-BD-02_BT-30 | BT-30 | An invoice in both directions needs two sub-invoices, one of the seller and one of the buyer | Give each of the two sub-invoices a line with the subtype GROUP and no parent line
BR-FR-BD-02_BT-47 | BT-47 | An invoice in both directions needs two sub-invoices, one of the seller and one of the buyer | Give each of the two sub-invoices a line with the subtype GROUP and no parent line
BR-FR-MV-13_BT-3 | BT-3 | An invoice of several sellers cannot be self-billed | Use a type that is not one of self-billed invoices
BR-FR-MV-BD_BT-3 | BT-3 | An invoice in both directions must be self-billed | Use a type of self-billed invoices, for example 389
BR-FR-MV-03_EXT-FR-FE-164 | EXT-FR-FE-164 | A sub-invoice lacks the name, identifier or country of its seller, or its VAT | Give the line of the sub-invoice what it lacks
BR-FR-MV-03_EXT-FR-FE-167 | EXT-FR-FE-167 | A sub-invoice lacks the name, identifier or country of its seller, or its VAT | Give the line of the sub-invoice what it lacks
BR-FR-MV-03_EXT-FR-FE-177 | EXT-FR-FE-177 | A sub-invoice lacks the name, identifier or country of its seller, or its VAT | Give the line of the sub-invoice what it lacks
BR-FR-MV-03_EXT-FR-FE-181 | EXT-FR-FE-181 | A sub-invoice lacks the name, identifier or country of its seller, or its VAT | Give the line of the sub-invoice what it lacks
BR-FR-MV-03_EXT-FR-FE-182 | EXT-FR-FE-182 | A sub-invoice lacks the name, identifier or country of its seller, or its VAT | Give the line of the sub-invoice what it lacks
BR-FR-MV-03_BT-128_AFL | BT-128 | A sub-invoice lacks its number (AFL) or its business process (AVV) | Give the line of the sub-invoice what it lacks
BR-FR-MV-03_BT-128_AVV | BT-128 | A sub-invoice lacks its number (AFL) or its business process (AVV) | Give the line of the sub-invoice what it lacks
BR-FR-MV-05_EXT-FR-FE-BG-12 | BG-12 | The net amount of a sub-invoice is not the sum of its lines | Recompute the amounts of the sub-invoice from its lines
BR-FR-MV-09_EXT-FR-FE-181 | EXT-FR-FE-181 | The VAT of a sub-invoice is not that of its entries in the VAT breakdown | Recompute the amounts of the sub-invoice from its lines
BR-FR-MV-10_EXT-FR-FE-184 | EXT-FR-FE-184 | The total with VAT of a sub-invoice is not its net amount plus VAT | Recompute the amounts of the sub-invoice from its lines
BR-FR-MV-11_BT-128 | BT-128 | One sub-invoice of the main seller, and only one, must bear the number of the invoice | Give one sub-invoice of the main seller, and no other, the number of the invoice
BR-FR-MV-12_BT-128 | BT-128 | Two sub-invoices have the same number | Give each sub-invoice a number of its own
BR-FR-MV-14-EXT-FR-FE-136 | EXT-FR-FE-136 | A sub-invoice that corrects does not name the invoice that it corrects with number and date | Name the invoice that is corrected, with number and date
BR-FR-MV-14-EXT-FR-FE-138 | EXT-FR-FE-138 | A sub-invoice that corrects does not name the invoice that it corrects with number and date | Name the invoice that is corrected, with number and date
BR-FR-BD-14-EXT-FR-FE-136 | EXT-FR-FE-136 | A sub-invoice that corrects does not name the invoice that it corrects with number and date | Name the invoice that is corrected, with number and date
BR-FR-BD-14-EXT-FR-FE-138 | EXT-FR-FE-138 | A sub-invoice that corrects does not name the invoice that it corrects with number and date | Name the invoice that is corrected, with number and date
BR-CO-25 |  | An amount is due, but there is neither a due date nor terms of payment | Bring <element> to the form that the rule asks for
BR-FREXT-CO-10 |  | The sum of the lines that count is not that of the document | Bring <element> to the form that the rule asks for
BR-FREXT-CO-11 |  | The sum of the allowances is not that of the document | Bring <element> to the form that the rule asks for
BR-FREXT-CO-12 |  | The sum of the charges is not that of the document | Bring <element> to the form that the rule asks for
BR-FREXT-CO-13 |  | The total without VAT is not the sum of the lines that count, less allowances, plus charges | Bring <element> to the form that the rule asks for
BR-FREXT-CO-15 |  | The total with VAT is not the total without VAT plus the VAT | Bring <element> to the form that the rule asks for
BR-FREXT-22 |  | A line that counts has no quantity | Bring <element> to the form that the rule asks for
BR-FREXT-23 |  | The quantity of a line that counts has no unit | Bring <element> to the form that the rule asks for
BR-FREXT-24 |  | A line that counts has no net amount | Bring <element> to the form that the rule asks for
BR-FREXT-26 |  | A line that counts has no net price | Bring <element> to the form that the rule asks for
BR-FREXT-CO-04 |  | A line that counts has no VAT category | Bring <element> to the form that the rule asks for
UBL-FREXT-SR-48 |  | A line that counts does not have exactly one VAT category, or another more than one | Bring <element> to the form that the rule asks for
BR-FREXT-05 |  | The subtype of a line is not DETAIL, GROUP or INFORMATION | Bring <element> to the form that the rule asks for
BR-FREXT-06 |  | A line under another has no subtype | Bring <element> to the form that the rule asks for
BR-FREXT-08 |  | The net amount of a group is not the sum of the lines under it | Bring <element> to the form that the rule asks for
BR-FREXT-11 |  | A line stands under one that there is not | Bring <element> to the form that the rule asks for
BR-FREXT-12 |  | A group with a net amount contains a group without one | Bring <element> to the form that the rule asks for
BR-FREXT-54-1 |  | An attribute of an item has neither name nor code | Bring <element> to the form that the rule asks for
BR-FREXT-54-2 |  | An attribute of an item has no value, or both a text and a quantity with its unit | Bring <element> to the form that the rule asks for
UBL-FREXT-CR-410 |  | The terms of delivery show more than a code and the name of a place | Bring <element> to the form that the rule asks for
UBL-FREXT-CR-645 |  | The terms of delivery show more than a code and the name of a place | Bring <element> to the form that the rule asks for
CII-FREXT-CR-490 |  | The exchange rate shows more than the currencies, the rate and its date | Bring <element> to the form that the rule asks for
BR-FREXT-S-01 |  | The VAT breakdown does not have an entry for each category that is used, and for no other | Bring <element> to the form that the rule asks for
BR-FREXT-S-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FREXT-S-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FREXT-S-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-S-09 |  | The VAT is not the rate of the taxable amount | Bring <element> to the form that the rule asks for
BR-FREXT-Z-01 |  | The VAT breakdown does not have an entry for each category that is used, and for no other | Bring <element> to the form that the rule asks for
BR-FREXT-Z-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FREXT-Z-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FREXT-Z-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-E-01 |  | The VAT breakdown does not have an entry for each category that is used, and for no other | Bring <element> to the form that the rule asks for
BR-FREXT-E-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FREXT-E-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FREXT-E-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-AE-01 |  | The VAT breakdown does not have an entry for each category that is used, and for no other | Bring <element> to the form that the rule asks for
BR-FREXT-AE-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FREXT-AE-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FREXT-AE-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-IC-01 |  | The VAT breakdown does not have an entry for each category that is used, and for no other | Bring <element> to the form that the rule asks for
BR-FREXT-IC-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FREXT-IC-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FREXT-IC-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-G-01 |  | The VAT breakdown does not have an entry for each category that is used, and for no other | Bring <element> to the form that the rule asks for
BR-FREXT-G-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FREXT-G-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FREXT-G-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-O-01 |  | The VAT breakdown does not have an entry for each category that is used, and for no other | Bring <element> to the form that the rule asks for
BR-FREXT-O-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FREXT-O-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FREXT-O-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-AF-01 |  | The VAT breakdown does not have an entry for each category that is used, and for no other | Bring <element> to the form that the rule asks for
BR-FREXT-AF-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FREXT-AF-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FREXT-AF-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-AG-01 |  | The VAT breakdown does not have an entry for each category that is used, and for no other | Bring <element> to the form that the rule asks for
BR-FREXT-AG-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FREXT-AG-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FREXT-AG-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-CL-10 |  | The scheme of the identifier {} of a party is none of ISO 6523, nor BY or SE | Bring <element> to the form that the rule asks for
BR-FREXT-CL-20 |  | The reason {} of a charge is no code of UNTDID 7161 | Bring <element> to the form that the rule asks for
BR-FREXT-CL-20-TAX |  | The reason {} of a charge is no kind of tax of UNTDID 5153 | Bring <element> to the form that the rule asks for
BR-FREXT-CL-20-LISTID |  | The reason {} of a charge is of another list than UNTDID 7161 and 5153 | Bring <element> to the form that the rule asks for
BR-FREXT-CL-24 |  | A line that counts has no net amount | Bring <element> to the form that the rule asks for
BR-FREXT-CL-27 |  | The terms of delivery {} are no code of UNTDID 4053 | Bring <element> to the form that the rule asks for
BR-FREXT-04 |  | The code {} of an attribute of an item is not listed | Bring <element> to the form that the rule asks for
BR-FR-01_BT-1 | BT-1 | The invoice number {} is longer than 35 characters | Give a number (or externalId) of at most 35 characters
BR-FR-01_BT-25 | BT-25 | The number of the preceding invoice {} is longer than 35 characters | Give a precedingInvoice.number of at most 35 characters
BR-FR-01_EXT-FR-FE-136 | EXT-FR-FE-136 | The number {} of an invoice that a line refers to is longer than 35 characters | Shorten the number to 35 characters
BR-FR-03_EXT-FR-FE-134 | BT-134 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-03_EXT-FR-FE-135 | BT-135 | The date {} is no day of the years 2000 to 2099 written as YYYY-MM-DD | Write dates as YYYY-MM-DD, and check the year
BR-FR-15_BT-95_BT-102 | BT-95 | The VAT category {} is not one that France has | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-102_LM | BT-95 | The VAT category {} is one of Spain alone | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-118 | BT-118 | The VAT category {} is not one that France has | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-118_LM | BT-118 | The VAT category {} is one of Spain alone | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-151 | BT-151 | The VAT category {} is not one that France has | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-151_LM | BT-151 | The VAT category {} is one of Spain alone | Use S, Z, E, AE, K, G or O
BR-FR-05_BT-22_PMT | BT-22 BT-21 | No note with the subject code PMT tells the recovery costs for late payment | Write it into note behind its code: #PMT#Indemnité forfaitaire de 40 €
BR-FR-05_BT-22_PMD | BT-22 BT-21 | No note with the subject code PMD tells the penalties for late payment | Write it into note behind its code: #PMD#Trois fois le taux d'intérêt légal
BR-FR-05_BT-22_AAB | BT-22 BT-21 | No note with the subject code AAB tells the discount for early payment, or that there is none | Write it into note behind its code: #AAB#Pas d'escompte
BR-FR-06_BT-21_PMT | BT-21 | More than one note has the subject code PMT | Keep one note with #PMT#
BR-FR-06_BT-21_PMD | BT-21 | More than one note has the subject code PMD | Keep one note with #PMD#
BR-FR-06_BT-21_AAB | BT-21 | More than one note has the subject code AAB | Keep one note with #AAB#
BR-FR-06_BT-21_TXD | BT-21 | More than one note has the subject code TXD | Keep one note with #TXD#
BR-FR-31_BT-21 | BT-21 | More than one note with the subject code BAR tells the treatment | Keep one note with #BAR#
BR-FR-CO-04_BT-4 | BG-3 BT-3 | A corrected invoice refers to {} preceding invoices instead of one | Give precedingInvoice: the one invoice that is corrected
BR-FR-32-GLOBALID | BT-29 BT-46 BT-60 | The identifier {} (scheme 0002 or 0231) has not nine digits | Write the nine digits of the SIREN
BR-FR-16_BT-96_BT-103 | BT-96 | France has no VAT rate of {} percent | Use one of 0, 20, 10, 5.5, 2.1, 8.5, 1.05, 1.75, 0.9, 13, 7, 19.6, 20.6, 9.2, 9.6
BR-FR-BD-02_BT-31 | BT-31 | An invoice in both directions needs two sub-invoices, one of the seller and one of the buyer | Give each of the two sub-invoices a line with the subtype GROUP and no parent line
BR-FR-BD-13_BT-3 | BT-3 | An invoice in both directions must be self-billed | Use a type of self-billed invoices, for example 389
BR-FREXT-BR-38 |  | A charge has neither reason nor reason code | Bring <element> to the form that the rule asks for
BR-FREXT-BR-44 |  | A charge has neither reason nor reason code | Bring <element> to the form that the rule asks for
BR-FREXT-BR-22 |  | A line that counts has no quantity | Bring <element> to the form that the rule asks for
BR-FREXT-BR-23 |  | The quantity of a line that counts has no unit | Bring <element> to the form that the rule asks for
BR-FREXT-BR-24 |  | A line that counts has no net amount | Bring <element> to the form that the rule asks for
BR-FREXT-BR-26 |  | A line that counts has no net price | Bring <element> to the form that the rule asks for
BR-CO-27 |  | A credit transfer needs an IBAN or another account number, and not both | Bring <element> to the form that the rule asks for
CII-FREXT-SR-106 |  | The terms of delivery show more than a code and the name of a place | Bring <element> to the form that the rule asks for
CII-FREXT-SR-439 |  | A line has more than one net price | Bring <element> to the form that the rule asks for
CII-FREXT-SR-293 |  | The terms of delivery show more than a code and the name of a place | Bring <element> to the form that the rule asks for
CII-FREXT-SR-366 |  | The exchange rate shows more than the currencies, the rate and its date | Bring <element> to the form that the rule asks for
CII-EXT-DT-018 |  | The document referred to has a type, which it cannot have | Bring <element> to the form that the rule asks for
CII-FREXT-DT-024 |  | The document referred to has a kind of reference, which it cannot have | Bring <element> to the form that the rule asks for
CII-FREXTDT-027 |  | The document referred to has a date, which it cannot have | Bring <element> to the form that the rule asks for
BR-FXEXT-S-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FXEXT-S-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-S-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-S-09 |  | The VAT is not the rate of the taxable amount | Bring <element> to the form that the rule asks for
BR-FXEXT-Z-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FXEXT-Z-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-Z-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-E-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FXEXT-E-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-E-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-AE-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FXEXT-AE-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-AE-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-IC-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FXEXT-IC-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-IC-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-G-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FXEXT-G-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-G-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-O-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FXEXT-O-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-O-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-AF-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FXEXT-AF-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-AF-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-AG-08 |  | The taxable amount is not that of the lines, allowances and charges of the category and rate | Bring <element> to the form that the rule asks for
BR-FXEXT-AG-08ini |  | The taxable amount is that of its items only if the reasons of exemption are looked at | Bring <element> to the form that the rule asks for
BR-FXEXT-AG-08rev |  | The taxable amount is that of its items only if the reasons of exemption are not looked at | Bring <element> to the form that the rule asks for
BR-FREXT-CL-19-GP |  | The reason {} of a discount is no code of UNTDID 5189 | Bring <element> to the form that the rule asks for
BR-FXEXT-04 |  | The code {} of an attribute of an item is not listed | Bring <element> to the form that the rule asks for
`
