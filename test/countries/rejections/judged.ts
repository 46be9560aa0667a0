import type { RejectionCatalogue } from '../../../src/countries/rejections/rejection.js'
import type { SentText } from './catalogues.js'

/** What is to be said against the explanation of one text. */
interface Complaint {
  readonly code: string
  readonly about: 'no explanation' | 'nothing to do' | 'words of another'
  /** The other code, or the beginning of the explanation. */
  readonly detail: string
}

/** A field of the API, or who has to act where no field helps. */
const TO_DO =
  /\b(?:supplier|customer|lines|attachments|precedingInvoice|paymentMeans|socialFunds|withholdings|allowances|charges|supportingDocuments|precedingInvoices|thirdPartyPayments)\b|\b(?:payee|taxRepresentative|delivery|references|period)\.[a-z]|that is (?:payee|taxRepresentative|delivery|period)|\b(?:prepaidAmount|roundingAmount|typeCode|taxPointDate|taxPointDateCode|businessProcess|vatAccountingCurrency)\b|\b(?:number|externalId|issueDate|dueDate|deliveryDate|currency|exchangeRate|note|invoiceType|documentType|vatCollection|stampDuty|projectReference|tenderReference|orderReference|buyerReference|contractReference)\b|operator|the XML that you send|document (?:sent as|in) XML|\/v1\/connections|Do nothing|[Nn]othing has to be done|needs no change|[Tt]he service (?:sends|itself|waits|goes)|[Tt]he public administration|Ministry|(?:[Tt]he company|payer|taxpayer|someone)\b/

/**
 * The texts whose explanation is not of their own: general, without anything to do, or in the
 * words of another code. Two codes may share words where their official texts do as well.
 */
export function complaintsAbout(catalogue: RejectionCatalogue, texts: readonly SentText[]): readonly Complaint[] {
  const complaints: Complaint[] = []
  const said = new Map<string, SentText>()
  for (const [code, rawText] of texts) {
    const { errorTranslated, errorFix } = catalogue.explain(rawText)
    const detail = errorTranslated.slice(0, 120)
    if (errorTranslated.includes('not in the catalogue')) complaints.push({ code, about: 'no explanation', detail })
    else if (!TO_DO.test(errorFix)) complaints.push({ code, about: 'nothing to do', detail: errorFix.slice(0, 120) })
    const words = bare(errorTranslated, code)
    const other = said.get(words)
    if (other === undefined) said.set(words, [code, rawText])
    else if (other[0] !== code && !isAlike(other, [code, rawText]))
      complaints.push({ code, about: 'words of another', detail: `${other[0]}: ${detail}` })
  }
  return complaints
}

/** Without what a template would change: the code and numbers. */
function bare(text: string, code: string): string {
  return text
    .replaceAll(code, '')
    .replace(/^[A-Z][\w-]*: /, '')
    .replace(/\d+/g, '#')
    .toLowerCase()
}

/** Codes of one and the same meaning, which the official lists have twice. */
const TWICE: readonly string[] = [
  ...['BR-44 BR-CO-24', 'UBL-DT-19 CII-DT-013', 'UBL-DT-22 CII-DT-014', 'CII-SR-009 CII-SR-010'],
  ...[
    'UBL-SR-04 CII-SR-458',
    'UBL-SR-47 CII-SR-467',
    'UBL-SR-48 CII-SR-454',
    'BR-DE-22 DE-R-022',
    'AUTH-450 EXC-21111',
  ],
]

/**
 * Whether two codes may have the same words: one text stands in the other, or both speak of one
 * and the same term, or are the UBL and the CII form of one rule.
 */
function isAlike([code, rawText]: SentText, [otherCode, otherText]: SentText): boolean {
  const [one, other] = [bareText(rawText, code), bareText(otherText, otherCode)]
  if (one.includes(other) || other.includes(one)) return true
  if (familyOf(code) === familyOf(otherCode)) return true
  if (TWICE.includes(`${otherCode} ${code}`) || TWICE.includes(`${code} ${otherCode}`)) return true
  const terms = termsIn(otherText)
  return termsIn(rawText).some((term) => terms.includes(term))
}

function bareText(rawText: string, code: string): string {
  return bare(rawText, code).replace(/^[^\p{L}]+/u, '')
}

/** `BR-FREXT-S-08` and `BR-FXEXT-S-08` are one rule of the extension, in UBL and in CII. */
function familyOf(code: string): string {
  return code.replace(/-F[RX]EXT-/, '-')
}

function termsIn(text: string): readonly string[] {
  return text.match(/\bB[TG]-\d+|EXT-FR-FE-[BG\d-]*\d|\b[a-z]+(?:ID|Code)\b/g) ?? []
}
