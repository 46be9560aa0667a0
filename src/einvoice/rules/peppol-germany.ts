import type { Invoice } from '../model.js'
import type { Party } from '../model-parties.js'
import { GERMAN_PAYMENT_RULES } from './peppol-germany-payment.js'
import { isInGermany } from './peppol-facts.js'
import { isBlank, normalised, type Rule, type Term } from './rule.js'

/**
 * The German rules stand twice: as BR-DE-… in XRechnung, for any document of that specification, and as DE-R-… in Peppol BIS Billing, where
 * both parties have a German address. One table serves both; its ids are the numbers of XRechnung.
 */
export function germanRules(edition: 'xrechnung' | 'peppol'): readonly Rule[] {
  const rules = [...GERMAN_RULES, ...GERMAN_PAYMENT_RULES]
  if (edition === 'xrechnung') return rules.map((rule) => ({ ...rule, id: xrechnungId(rule.id) }))
  return rules.flatMap((rule): Rule[] => {
    const id = peppolId(rule.id)
    if (id === undefined) return []
    return [
      {
        ...{ ...rule, id },
        // KoSIT made its own a reason to refuse in 2.6.0; Peppol's remained a warning.
        ...(rule.id === EXTERNAL_LOCATION && { severity: 'warning' as const }),
        check: (invoice, breach, context) => {
          if (isInGermany(invoice)) rule.check(invoice, breach, context)
        },
      },
    ]
  })
}

const EXTERNAL_LOCATION = 'TMP-2'
const XRECHNUNG_ONLY: ReadonlySet<string> = new Set(['21', 'TMP-32'])

/** BR-DE-1, BR-DE-23-a, BR-TMP-2. */
export function xrechnungId(number: string): string {
  return number === EXTERNAL_LOCATION ? 'BR-TMP-2' : `BR-DE-${number}`
}

/** DE-R-001, DE-R-023-1, DE-R-T02; undefined for a rule that Peppol does not have. */
export function peppolId(number: string): string | undefined {
  if (XRECHNUNG_ONLY.has(number)) return undefined
  if (number === EXTERNAL_LOCATION) return 'DE-R-T02'
  const [digits = '', part] = number.split('-')
  return `DE-R-${digits.padStart(3, '0')}${part === undefined ? '' : part === 'a' ? '-1' : '-2'}`
}

export const XRECHNUNG_ID = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
export const XRECHNUNG_EXTENSION_ID = `${XRECHNUNG_ID}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`
export const XRECHNUNG_CVD_ID = `${XRECHNUNG_ID}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`
/** What BT-24 may be. */
export const SPECIFICATIONS: readonly string[] = [XRECHNUNG_ID, XRECHNUNG_EXTENSION_ID, XRECHNUNG_CVD_ID]

/** VAT categories that ask the seller for a tax number. */
export const TAXED: ReadonlySet<string> = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'])
export const TYPES: ReadonlySet<string> = new Set(['326', '380', '384', '389', '381', '875', '876', '877'])

const GERMAN_RULES: readonly Rule[] = [
  {
    id: '1',
    terms: ['BG-16'],
    message: 'The invoice does not say how to pay',
    fix: 'Give paymentMeans.bankAccount',
    check: ({ payment }, breach) => {
      if (payment === undefined) breach('BG-16')
    },
  },
  {
    id: '15',
    terms: ['BT-10'],
    message: 'The invoice has no buyer reference',
    fix: 'Give customer.leitwegId for a public authority, else buyerReference',
    check: ({ buyerReference }, breach) => {
      if (isBlank(buyerReference)) breach('BT-10')
    },
  },
  {
    id: '16',
    terms: ['BT-31', 'BT-32', 'BG-11'],
    message: 'The seller has neither VAT identifier nor tax registration nor a tax representative',
    fix: 'Give supplier.vatNumber',
    check: ({ seller, taxRepresentative, allowances, charges, lines }, breach) => {
      const categories = [...allowances, ...charges, ...lines].map(({ vatCategory }) => vatCategory)
      if (!categories.some((category) => TAXED.has(category)) || taxRepresentative !== undefined) return
      if (isBlank(seller.vatIdentifier) && isBlank(seller.taxRegistration)) breach('BT-31')
    },
  },
  {
    ...{ id: '17', severity: 'warning', terms: ['BT-3'] },
    message: 'The type {} is not one that German receivers expect',
    fix: 'Use 326, 380, 381, 384, 389, 875, 876 or 877',
    check: ({ typeCode }, breach) => {
      if (!TYPES.has(normalised(typeCode))) breach('BT-3', undefined, typeCode)
    },
  },
  {
    id: '18',
    terms: ['BT-20'],
    message:
      'The cash discount in the terms of payment {} is not written as #SKONTO#TAGE=14#PROZENT=2.00# and a line break',
    fix: 'Write each discount on a line of its own as #SKONTO#TAGE=14#PROZENT=2.00#, if need be with BASISBETRAG=100.00#, and other text on lines that do not begin with #',
    check: ({ paymentTerms = '' }, breach) => {
      const discounts = discountLines(paymentTerms)
      if (!discounts.every(isDiscount) || (discounts.length > 0 && !endsWithLineBreak(paymentTerms)))
        breach('BT-20', undefined, paymentTerms)
    },
  },
  {
    ...{ id: '21', severity: 'warning', terms: ['BT-24'] },
    message: 'The specification {} is not XRechnung 3.0',
    fix: `Use ${XRECHNUNG_ID}`,
    check: ({ specification }, breach) => {
      if (!SPECIFICATIONS.includes(specification)) breach('BT-24', undefined, specification)
    },
  },
  {
    id: '22',
    terms: ['BT-125-2'],
    message: 'Two attachments have the file name {}',
    fix: 'Give every attachment a file name of its own',
    check: ({ supportingDocuments }, breach) => {
      const seen = new Set<string>()
      supportingDocuments.forEach(({ attachment }, index) => {
        if (attachment === undefined) return
        if (seen.has(attachment.filename)) breach('BT-125-2', index, attachment.filename)
        seen.add(attachment.filename)
      })
    },
  },
  {
    ...{ id: '26', severity: 'warning', terms: ['BG-3', 'BT-3'] },
    message: 'A corrected invoice (384) does not say which invoice it corrects',
    fix: 'Give precedingInvoice',
    check: ({ typeCode, precedingInvoices }, breach) => {
      if (normalised(typeCode) === '384' && precedingInvoices.every(({ number }) => number === '')) breach('BG-3')
    },
  },
  {
    ...{ id: 'TMP-32', severity: 'warning', terms: ['BT-72', 'BG-14', 'BG-26'] },
    message: 'The invoice does not say when goods or services were supplied',
    fix: 'Give deliveryDate, or a period on every line (§ 14 Abs. 4 Nr. 6 UStG asks for the date of supply)',
    check: ({ delivery, period, lines }, breach) => {
      if (delivery?.date === undefined && period === undefined && lines.some((line) => line.period === undefined))
        breach('BT-72')
    },
  },
  {
    id: 'TMP-2',
    terms: ['BT-124'],
    message: 'The location {} of a document is not an absolute URL',
    fix: 'Give an absolute URL with its scheme, for example https://…',
    check: ({ supportingDocuments }, breach) => {
      supportingDocuments.forEach(({ location }, index) => {
        if (location !== undefined && !isAbsoluteUrl(location)) breach('BT-124', index, location)
      })
    },
  },
  {
    id: '2',
    terms: ['BG-6'],
    message: 'The seller has no contact',
    fix: 'Give supplier.phone and supplier.email',
    check: ({ seller }, breach) => {
      if (seller.contact === undefined) breach('BG-6')
    },
  },
  inAddress('3', 'BT-37', "The seller's address has no city", 'supplier.address.city', ({ seller }) => seller, 'city'),
  inAddress(
    ...(['4', 'BT-38', "The seller's address has no post code", 'supplier.address.postalCode'] as const),
    ({ seller }) => seller,
    'postCode',
  ),
  inContact('5', 'BT-41', "The seller's contact has no name", 'supplier.name', 'name'),
  inContact('6', 'BT-42', "The seller's contact has no telephone number", 'supplier.phone', 'telephone'),
  inContact('7', 'BT-43', "The seller's contact has no email address", 'supplier.email', 'email'),
  {
    ...{ id: '27', severity: 'warning', terms: ['BT-42'] },
    message: "The seller's telephone number {} has fewer than three digits",
    fix: 'Give supplier.phone with at least three digits',
    check: ({ seller: { contact } }, breach) => {
      if (contact !== undefined && !isTelephoneNumber(normalised(contact.telephone ?? '')))
        breach('BT-42', undefined, contact.telephone)
    },
  },
  {
    ...{ id: '28', severity: 'warning', terms: ['BT-43'] },
    message: "The seller's email address {} does not look like one",
    fix: 'Give supplier.email as name@domain.example',
    check: ({ seller: { contact } }, breach) => {
      if (contact !== undefined && !isEmailAddress(normalised(contact.email ?? '')))
        breach('BT-43', undefined, contact.email)
    },
  },
  inAddress('8', 'BT-52', "The buyer's address has no city", 'customer.address.city', ({ buyer }) => buyer, 'city'),
  inAddress(
    ...(['9', 'BT-53', "The buyer's address has no post code", 'customer.address.postalCode'] as const),
    ({ buyer }) => buyer,
    'postCode',
  ),
  inAddress(
    ...(['10', 'BT-77', 'The deliver-to address has no city', 'customer.address.city'] as const),
    ({ delivery }) => delivery,
    'city',
  ),
  inAddress(
    ...(['11', 'BT-78', 'The deliver-to address has no post code', 'customer.address.postalCode'] as const),
    ({ delivery }) => delivery,
    'postCode',
  ),
  {
    id: '14',
    terms: ['BT-119'],
    message: 'An entry of the VAT breakdown has no rate',
    fix: 'Give the rate of the VAT category, 0 where there is no VAT',
    check: ({ vatBreakdown }, breach) => {
      vatBreakdown.forEach(({ rate }, index) => {
        if (rate === undefined) breach('BT-119', index)
      })
    },
  },
]

/** The lines that begin with `#`: each must be a cash discount (BR-DE-18). */
export function discountLines(terms: string): readonly string[] {
  return terms.split(/\r?\n/).filter((line) => normalised(line).startsWith('#'))
}

export function isDiscount(line: string): boolean {
  return /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(?:#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/.test(normalised(line))
}

/** Whether a line break follows the last discount. */
export function endsWithLineBreak(terms: string): boolean {
  return /^[ \t\r\n]*\n/.test(terms.split(/#[^\r\n]+#/).at(-1) ?? '')
}

/** `XR-EMAIL-REGEX`. */
export function isEmailAddress(address: string): boolean {
  return /^[^@ \t\r\n]+@(?:[^@. \t\r\n]+\.)+[^@. \t\r\n]+$/.test(address)
}

/** `XR-URL-REGEX`: begins with a scheme of two characters at least. */
export function isAbsoluteUrl(location: string): boolean {
  return /^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(location)
}

/** `XR-TELEPHONE-REGEX`. */
export function isTelephoneNumber(number: string): boolean {
  return /[0-9].*[0-9].*[0-9]/.test(number)
}

function inAddress(
  id: string,
  term: Term,
  message: string,
  field: string,
  ownerOf: (invoice: Invoice) => Pick<Party, 'address'> | undefined,
  part: 'city' | 'postCode',
): Rule {
  return {
    ...{ id, terms: [term], message, fix: `Give ${field}` },
    check: (invoice, breach) => {
      const address = ownerOf(invoice)?.address
      if (address !== undefined && isBlank(address[part])) breach(term)
    },
  }
}

function inContact(id: string, term: Term, message: string, field: string, part: 'name' | 'telephone' | 'email'): Rule {
  return {
    ...{ id, terms: [term], message, fix: `Give ${field}` },
    check: ({ seller: { contact } }, breach) => {
      if (contact !== undefined && isBlank(contact[part])) breach(term)
    },
  }
}
