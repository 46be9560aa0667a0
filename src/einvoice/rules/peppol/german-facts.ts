import { normalised } from '../../xml/white-space.js'

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

/** BT-24 of XRechnung 3.0. */
export const XRECHNUNG_ID = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
/** BT-24 of the extension of XRechnung 3.0. */
export const XRECHNUNG_EXTENSION_ID = `${XRECHNUNG_ID}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`
/** BT-24 of XRechnung's profile for the Clean Vehicles Directive, 0.9. */
export const XRECHNUNG_CVD_ID = `${XRECHNUNG_ID}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`
/** Allowed values of BT-24. */
export const SPECIFICATIONS: readonly string[] = [XRECHNUNG_ID, XRECHNUNG_EXTENSION_ID, XRECHNUNG_CVD_ID]

/** Schemes of digital health applications, which only the extension knows (BR-DEX-04). */
export const HEALTH_SCHEMES: ReadonlySet<string> = new Set(['XR01', 'XR02', 'XR03'])

/** VAT categories that require a tax number of the seller. */
export const TAXED: ReadonlySet<string> = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'])
/** Allowed values of BT-3, UNTDID 1001 (BR-DE-17). */
export const TYPES: ReadonlySet<string> = new Set(['326', '380', '384', '389', '381', '875', '876', '877'])

/** The lines that begin with `#`: each must be a cash discount (BR-DE-18). */
export function discountLines(terms: string): readonly string[] {
  return terms.split(/\r?\n/).filter((line) => normalised(line).startsWith('#'))
}

/** Whether a line of the payment terms is a cash discount in the form of BR-DE-18. */
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

/** `XR-URL-REGEX`: begins with a scheme of at least two characters. */
export function isAbsoluteUrl(location: string): boolean {
  return /^[a-zA-Z][a-zA-Z0-9+.-]+:/.test(location)
}

/** `XR-TELEPHONE-REGEX`. */
export function isTelephoneNumber(number: string): boolean {
  return /[0-9].*[0-9].*[0-9]/.test(number)
}
