import type { RuleTable } from '../../../einvoice/rules/catalogue/rule-catalogue.js'
import { trimmed } from '../../../einvoice/xml/white-space.js'

/**
 * The rules of flow 2 on the terms of EN 16931, some of which have another id in UBL than in CII.
 * See `RuleTable` for the form.
 */
export const FRENCH_TEXTS: RuleTable = () =>
  [OWN, ...numbers(), ...dates(), ...notes(), ...identifiers(), ...addresses(), ...amounts()].join('\n')

const CORRECTED = 'Refer to the corrected invoice with its number and date (precedingInvoice)'
const OTHER_PROCESS = 'or use B1, S1 or M1 if the invoice is not yet paid'

/** BR-FR-16. */
const RATES = '20, 10, 5.5, 2.1 or 0; the list also has 13, 8.5, 1.75, 1.05, 0.9, and 20.6, 19.6, 9.6, 9.2, 7'

const OWN = trimmed(`
BR-FR-04_BT-3 | BT-3 | The document type {} is not allowed in France | Use 380 for an invoice, 384 for a corrected one, 381 for a credit note, 386 for a down payment, 389 if the buyer issues the invoice; or 261, 262, 393, 396, 471, 472, 473, 500, 501, 502 or 503
BR-FR-08_BT-23 | BT-23 | The business process {} is not a code of the French reform | Use B1 for goods, S1 for services, M1 for both, or another code of XP Z12-012
BR-FR-11_BT-47 | BT-47 BT-21 | The buyer's SIREN {} is missing or does not have nine digits, but the invoice is one between companies in France | Give the buyer's SIREN as legal registration (customer.vatNumber, whose last nine digits are the SIREN, or customer.siret); for a buyer that is not a French company add the note #BAR#B2BINT or #BAR#B2C
BR-FR-12_BT-49 | BT-49 | The buyer has no electronic address | Give the buyer's electronic address (customer.peppolId): in France 0225: and the SIREN; abroad the address in the receiver's network, or the email address (customer.email)
BR-FR-13_BT-34 | BT-34 | The seller has no electronic address | Give the seller's electronic address (supplier.peppolId): in France 0225: and the SIREN; abroad the address in the receiver's network, or the email address (supplier.email)
BR-FR-17_BT-123 | BT-123 | The description {} of a supporting document is not one of the French kinds | Use RIB, LISIBLE, FEUILLE_DE_STYLE, PJA, BORDEREAU_SUIVI, DOCUMENT_ANNEXE, BON_LIVRAISON, BON_COMMANDE, BORDEREAU_SUIVI_VALIDATION, ETAT_ACOMPTE, FACTURE_PAIEMENT_DIRECT or RECAPITULATIF_COTRAITANCE
BR-FR-18_BT-123 | BT-123 | More than one supporting document is the readable form of the invoice (LISIBLE) | Keep one document described as LISIBLE
BR-FR-20_BT-21 | BT-22 BT-21 | The processing code {} in the note with the subject code BAR is not defined | Write one of B2B, B2BINT, B2C, B2CINT, OUTOFSCOPE, ARCHIVEONLY after #BAR# (note), and nothing else before the next number sign
BR-FR-21_BT-49 | BT-49 | The electronic address {} of the buyer, who receives the invoice, is not in the French directory under the company's SIREN | Give the buyer's electronic address (customer.peppolId) with the scheme 0225, beginning with the buyer's SIREN
BR-FR-22_BT-34 | BT-34 | The electronic address {} of the seller, who receives the invoice, is not in the French directory under the company's SIREN | Give the seller's electronic address (supplier.peppolId) with the scheme 0225, beginning with the seller's SIREN
BR-FR-30_BT-21 | BT-21 | More than one note with the subject code BAR contains a processing code | Keep one note with #BAR# (note)
BR-FR-31_BT-21 | BT-21 | More than one note with the subject code BAR contains a processing code | Keep one note with #BAR# (note)
BR-FR-CO-04_BT-3 | BG-3 BT-3 | A corrected invoice refers to {} preceding invoices instead of one | ${CORRECTED}
BR-FR-CO-04_BT-4 | BG-3 BT-3 | A corrected invoice refers to {} preceding invoices instead of one | ${CORRECTED}
BR-FR-CO-07_BT-9 | BT-9 BT-2 | The due date {} is before the issue date | Give a due date (dueDate) that is not before the issue date (issueDate); it may only be before with the business process B2, S2 or M2, for an invoice that is already paid
BR-FR-CO-08_BT-23 | BT-23 BT-3 | The business process {}, a final invoice after a down payment, does not match an invoice for a down payment | Use B1, S1 or M1 for the down payment itself
BR-FR-CO-09_BT-23-1 | BT-113 BT-23 | The business process is for a paid invoice, but the paid amount {} is not the total with VAT | Give the total with VAT as the paid amount, ${OTHER_PROCESS}
BR-FR-CO-09_BT-23-2 | BT-115 BT-23 | The business process is for a paid invoice, but an amount of {} is still due | Give 0 as the amount due, ${OTHER_PROCESS}
BR-FR-CO-09_BT-23-3 | BT-9 BT-23 | The business process is for a paid invoice, but the day of payment is missing | Give the day of payment as the due date (dueDate), ${OTHER_PROCESS}
BR-FR-CO-12_BT-5 | BT-111 BT-6 BT-5 | The invoice is not in euro and does not contain its VAT in euro | Give EUR as the VAT accounting currency, and the total of VAT in euro (exchangeRate: euro for one unit of the invoice currency)
BR-FR-CO-14_BT-29-1 | BT-22 BT-29 | The seller is a member of a VAT group (0231), but the note for it is missing | Add the note #TXD#MEMBRE_ASSUJETTI_UNIQUE (note)
BR-FR-CO-15_BT-29-1 | BT-63 BG-11 BT-29 | The seller is a member of a VAT group (0231), but the group is not named as its tax representative | Name the VAT group as the tax representative, with its VAT number
BR-FR-CO-03_BT-3 | BG-14 BT-12 BT-3 | A credit note for a global rebate (262) names no contract or no invoicing period with start and end | Give the contract (contractReference), and start and end of the invoicing period of the rebate
BR-FR-CO-05_BT-3 | BG-3 BT-26 BT-25 | A credit note does not name the invoice that it corrects with number and date | Give number and date of the corrected invoice (precedingInvoice: number and issueDate, or its id if it was submitted here), or both on every line; a rebate on the invoices of a period has typeCode 262, period and contractReference
BR-FR-10_BT-30 | BT-30 | The seller's SIREN {} is missing or does not have nine digits | Give the nine digits of the seller's SIREN as legal registration (supplier.vatNumber, whose last nine digits are the SIREN, or supplier.siret)
BR-FR-27_BG-32 | BG-32 | An attribute of an item has neither name nor code | Give the item attribute a name or a code
BR-FR-27_BT-160 | BT-160 | The name of an item attribute is empty | Give the item attribute a name or a code
BR-FR-28-Value | BT-161 BG-32 | An item attribute has no value, or both a text and a quantity with its unit | Give the item attribute either a value or a quantity with its unit
BR-FR-29_BT-18 | BT-18 | More than one invoiced object has the scheme AFL, or AVV | Keep one invoiced object of the scheme AFL and one of the scheme AVV
BR-FR-29_AFL | BT-18 | An invoiced object (AFL) is empty | Give the identifier of the invoiced object, or leave the object out
BR-FR-29_AVV | BT-18 | An invoiced object (AVV) is empty | Give the identifier of the invoiced object, or leave the object out
BR-FR-30_BT-128 | BT-128 | More than one object of a line has the scheme AFL, or AVV | Keep one object of the line of the scheme AFL and one of the scheme AVV
BR-FR-30_AFL | BT-128 | An object of a line (AFL) is empty | Give the identifier of the line's object, or leave the object out
BR-FR-30_AVV | BT-128 | An object of a line (AVV) is empty | Give the identifier of the line's object, or leave the object out
BR-FR-24_BT-29 | BT-29 | The routing code {} (scheme 0224) has characters other than letters, digits, points and + - _ | Write the seller's routing code as in the directory, with unaccented letters, digits, points and + - _ only
BR-FR-26_BT-29 | BT-29 | The routing code {} (scheme 0224) is longer than 100 characters | Write the seller's routing code as in the directory, with at most 100 characters
BR-FR-24_BT-46 | BT-46 | The routing code {} (scheme 0224) has characters other than letters, digits, points and + - _ | Write the buyer's routing code as in the directory, with unaccented letters, digits, points and + - _ only
BR-FR-26_BT-46 | BT-46 | The routing code {} (scheme 0224) is longer than 100 characters | Write the buyer's routing code as in the directory, with at most 100 characters
BR-FR-32-LEGALID | BT-30 BT-47 BT-61 | The SIREN {} (scheme 0002) does not have nine digits | Write the nine digits of the SIREN without blanks (from JSON the last nine digits of the French VAT number, or the first nine of the SIRET)
BR-FR-32-ID | BT-29 BT-46 BT-60 | The identifier {} (scheme 0002 or 0231) does not have nine digits | Write the nine digits of the SIREN without blanks
BR-FR-32-GLOBALID | BT-29 BT-46 BT-60 | The identifier {} (scheme 0002 or 0231) does not have nine digits | Write the nine digits of the SIREN without blanks
BR-FR-15_BT-95_BT-102 | BT-95 BT-102 | The VAT category {} does not exist in France | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-102-1 | BT-95 BT-102 | The VAT category {} does not exist in France | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-102_LM | BT-95 BT-102 | The VAT category {} exists only in Spain | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-102-2 | BT-95 BT-102 | The VAT category {} exists only in Spain | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-118 | BT-118 | The VAT category {} does not exist in France | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-118-1 | BT-118 | The VAT category {} does not exist in France | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-118_LM | BT-118 | The VAT category {} exists only in Spain | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-118-2 | BT-118 | The VAT category {} exists only in Spain | Use S, Z, E, AE, K, G or O
BR-FR-15_BT-95_BT-151 | BT-151 | The VAT category {} does not exist in France | Use S, Z, E, AE, K, G or O (lines[].vatCategory)
BR-FR-15_BT-151-1 | BT-151 | The VAT category {} does not exist in France | Use S, Z, E, AE, K, G or O (lines[].vatCategory)
BR-FR-15_BT-95_BT-151_LM | BT-151 | The VAT category {} exists only in Spain | Use S, Z, E, AE, K, G or O (lines[].vatCategory)
BR-FR-08_BT-151-2 | BT-151 | The VAT category {} exists only in Spain | Use S, Z, E, AE, K, G or O (lines[].vatCategory)
BR-FR-DEC-02_BT-129 | BT-129 | The quantity {} is not a number of at most four decimals and 19 digits | Write the quantity (lines[].quantity) with a point and at most four decimals, 19 digits in all, for example 2.5
BR-FR-DEC-02_BT-149 | BT-149 | The base quantity {} is not a number of at most four decimals and 19 digits | Write the base quantity with a point and at most four decimals, 19 digits in all, for example 2.5
BR-FR-DEC-03_BT-146 | BT-146 | The net price {} is not a number of at most six decimals and 19 digits, or has a sign | Write the net price (lines[].unitPrice less lines[].discount) with a point and at most six decimals, 19 digits in all and without a sign, for example 12.345
BR-FR-DEC-03_BT-147 | BT-147 | The price discount {} is not a number of at most six decimals and 19 digits, or has a sign | Write the price discount (lines[].discount) with a point and at most six decimals, 19 digits in all and without a sign, for example 12.345
BR-FR-DEC-03_BT-148 | BT-148 | The gross price {} is not a number of at most six decimals and 19 digits, or has a sign | Write the gross price (lines[].unitPrice) with a point and at most six decimals, 19 digits in all and without a sign, for example 12.345
BR-FR-DEC-04_BT-96_BT-103 | BT-96 BT-103 | The VAT rate {} is not a number of at most two decimals and four digits, or has a sign | Write the VAT rate with a point and at most two decimals, without a sign, for example 5.5
BR-FR-DEC-04_BT-119 | BT-119 | The VAT rate {} is not a number of at most two decimals and four digits, or has a sign | Write the VAT rate with a point and at most two decimals, without a sign, for example 5.5
BR-FR-DEC-04_BT-152 | BT-152 | The VAT rate {} is not a number of at most two decimals and four digits, or has a sign | Write the VAT rate (lines[].vatRate) with a point and at most two decimals, without a sign, for example 5.5
BR-FR-16_BT-96 | BT-96 BT-103 | France has no VAT rate of {} percent | Use ${RATES}
BR-FR-16_BT-96_BT-103 | BT-96 BT-103 | France has no VAT rate of {} percent | Use ${RATES}
BR-FR-16_BT-103 | BT-103 | France has no VAT rate of {} percent | Use ${RATES}
BR-FR-16_BT-119 | BT-119 | France has no VAT rate of {} percent | Use ${RATES}
BR-FR-16_BT-152 | BT-152 | France has no VAT rate of {} percent | Use ${RATES} (lines[].vatRate)`)

/**
 * BR-FR-01 and BR-FR-02: the number of the invoice and of the preceding one. In UBL both have the
 * same id.
 */
function numbers(): readonly string[] {
  const rows = [
    ['BT-1', 'The invoice number {}', 'the invoice number (number or externalId)'],
    [
      'BT-25',
      'The number of the preceding invoice {}',
      'the number of the preceding invoice (precedingInvoice.number)',
    ],
  ] as const
  return rows.flatMap(([term, what, field]) => numberTexts(term, what, field))
}

/** The texts of BR-FR-01 and BR-FR-02 for a number, with all their ids. */
export function numberTexts(term: string, what: string, field: string): readonly string[] {
  const long = `${term} | ${what} is longer than 35 characters | Shorten ${field} to at most 35 characters`
  const odd = `${term} | ${what} has characters other than letters, digits and + - _ / | Write ${field} with unaccented letters, digits and + - _ / only, without spaces`
  return [
    ...[`BR-FR-01_${term}`, `BR-FR-01_${term}-1`].map((id) => `${id} | ${long}`),
    ...[`BR-FR-02_${term}`, `BR-FR-01_${term}-2`].map((id) => `${id} | ${odd}`),
  ]
}

/** BR-FR-03. In CII the ids for the period of a line have another form. */
function dates(): readonly string[] {
  const rows = [
    ['BT-2', 'issue date', 'issueDate'],
    ['BT-7', 'tax point date', ''],
    ['BT-9', 'due date', 'dueDate'],
    ['BT-26', 'date of the preceding invoice', 'precedingInvoice.issueDate'],
    ['BT-72', 'date of delivery', 'deliveryDate'],
    ['BT-73', 'start of the invoicing period', ''],
    ['BT-74', 'end of the invoicing period', ''],
    ['BT-134', "start of the line's period", 'lines[].period.start'],
    ['BT-135', "end of the line's period", 'lines[].period.end'],
  ] as const
  return rows.flatMap(([term, what, field]) => {
    const where = field === '' ? what : `${what} (${field})`
    const row = `${term} | The ${what} {} is not a date of the years 2000 to 2099 in the form YYYY-MM-DD | Write the ${where} as YYYY-MM-DD, and check the year`
    const ids = [`BR-FR-03_${term}`, ...(/BT-13[45]/.test(term) ? [`BR-FR-03_EXT-FR-FE-${term.slice(3)}`] : [])]
    return ids.map((id) => `${id} | ${row}`)
  })
}

/** BR-FR-05 and BR-FR-06. In UBL they are numbered. */
function notes(): readonly string[] {
  const rows = [
    ['PMT', 'the recovery costs for late payment', '#PMT#Indemnité forfaitaire de 40 €'],
    ['PMD', 'the penalties for late payment', "#PMD#Trois fois le taux d'intérêt légal"],
    ['AAB', 'the discount for early payment or its absence', "#AAB#Pas d'escompte"],
    ['TXD', '', ''],
  ] as const
  return rows.flatMap(([code, what, example], index) => [
    ...(example === '' ? [] : [code, String(index + 1)]).map(
      (id) =>
        `BR-FR-05_BT-22${id === code ? '_' : '-'}${id} | BT-22 BT-21 | No note with the subject code ${code} states ${what} | Write ${what} into the note after its code (note), for example ${example}`,
    ),
    ...[`_${code}`, `-${index + 1}`].map(
      (id) =>
        `BR-FR-06_BT-21${id} | BT-21 | More than one note has the subject code ${code} | Keep one note with #${code}# (note)`,
    ),
  ])
}

/** BR-FR-09 and BR-FR-CO-10: the identifiers of parties. */
function identifiers(): readonly string[] {
  const rows = [
    ['BT-29', 'seller', 'supplier.siret'],
    ['BT-46', 'buyer', 'customer.siret'],
    ['BT-60', 'payee', ''],
    ['BT-71', 'place of delivery', ''],
  ] as const
  return rows.flatMap(([term, party, field]) => identifierTexts(term, party, field))
}

/**
 * The texts of BR-FR-09 and BR-FR-CO-10 for a party's identifiers.
 * @param field of the API for the SIRET; empty if there is none
 */
export function identifierTexts(term: string, party: string, field = ''): readonly string[] {
  const siret = field === '' ? `the SIRET of the ${party}` : `the SIRET of the ${party} (${field})`
  return [
    `BR-FR-09_${term} | ${term} | The SIRET {} of the ${party} does not have 14 digits or belongs to another SIREN | Give ${siret} as 14 digits of which the first nine are its SIREN`,
    `BR-FR-CO-10_${term}-1 | ${term} | The identifier {} of the ${party} has no scheme | Name the scheme of the identifier (ISO 6523), for example 0009 for a SIRET or 0088 for a GLN`,
    `BR-FR-CO-10_${term}-2 | ${term} | Two identifiers of the ${party} have the scheme {} | Keep one identifier of the ${party} for each scheme`,
  ]
}

/** BR-FR-23 and BR-FR-25: electronic addresses. */
function addresses(): readonly string[] {
  return [
    ...addressTexts('BT-34', 'seller', ' (supplier.peppolId)'),
    ...addressTexts('BT-49', 'buyer', ' (customer.peppolId)'),
  ]
}

/** The texts of BR-FR-23 and BR-FR-25 for a party's electronic address. */
export function addressTexts(term: string, party: string, field = ''): readonly string[] {
  return [
    `BR-FR-23_${term} | ${term} | The French address {} of the ${party} has characters other than letters, digits, points and + - _ | Write the electronic address of the ${party}${field} as SIREN, SIREN_SIRET, SIREN_SIRET_code or SIREN_suffix with the scheme 0225`,
    `BR-FR-25_${term} | ${term} | The electronic address {} of the ${party} is longer than 125 characters | Shorten the electronic address of the ${party}${field} to at most 125 characters, as in the directory`,
  ]
}

/** BR-FR-DEC-01: the notation of amounts. */
function amounts(): readonly string[] {
  return AMOUNTS.split(' ').map(
    (terms) =>
      `BR-FR-DEC-01_${terms} | ${terms.replace('_', ' ')} | The amount {} is not a number of at most two decimals and 19 digits | Write the amount with a point and at most two decimals, 19 digits in all, for example 1234.50`,
  )
}

const AMOUNTS =
  'BT-93_BT-100 BT-92_BT-99 BT-106 BT-107 BT-108 BT-109 BT-110 BT-111 BT-112 BT-113 BT-114 BT-115 BT-116 BT-117 BT-131 BT-136_BT-141 BT-137_BT-142'
