import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { RefusedXml } from '../../../src/einvoice/xml/refused-xml.js'

/** What the stand-in sees of a document; it judges no rule of invoices. */
interface SeenDocument {
  readonly isWellFormed: boolean
  /** Canonical name, as `ubl:Invoice`; null: not well-formed. */
  readonly root: string | null
  /** Seller, number and date: what makes two documents one invoice; null: it says none of them. */
  readonly content: string | null
  /** The invoice that a message to its seller is about; null: it is no message. */
  readonly about: string | null
}

/** Reads a document as far as ANAF's door and its check of repetitions need. */
export function judgeUpload(bytes: Buffer): SeenDocument {
  try {
    const { root } = parseXml(bytes)
    const number = root.child('cbc:ID')?.text
    const seller = root.select('cac:AccountingSupplierParty', 'cac:Party', 'cac:PartyTaxScheme', 'cbc:CompanyID')[0]
    const content =
      number === undefined ? null : [root.name, seller?.text, number, root.child('cbc:IssueDate')?.text].join(' ')
    return { isWellFormed: true, root: root.name, content, about: root.attribute('index_incarcare') ?? null }
  } catch (error) {
    if (error instanceof RefusedXml) return { isWellFormed: false, root: null, content: null, about: null }
    throw error
  }
}

/** Whether the schemas of a standard know the document's root. */
export function isOfStandard({ root }: SeenDocument, standard: string): boolean {
  const roots: Readonly<Record<string, string>> = {
    UBL: 'ubl:Invoice',
    CN: 'cn:CreditNote',
    CII: 'rsm:CrossIndustryInvoice',
    RASP: '{mfp:anaf:dgti:spv:reqMesaj:v1}header',
  }
  return root === null || root === roots[standard]
}

/** The name of an element without its prefix, as ANAF's texts say it. */
export function plainName(root: XmlElement['name'] | null): string {
  return (root ?? '').replace(/^(?:\{[^}]*\}|[a-z]+:)/, '')
}
