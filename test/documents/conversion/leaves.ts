import { parseInvoice } from '../../../src/einvoice/syntax/invoice-document.js'
import type { XmlElement } from '../../../src/einvoice/xml/element.js'

/** A value of a document, in a form that both syntaxes share. */
interface Leaf {
  readonly path: string
  readonly value: string
}

/**
 * The texts and attributes of a document that say something about the invoice: neither how a value
 * is written, nor what a syntax must say where the standard says nothing.
 */
function leavesOf(document: string | Uint8Array): readonly Leaf[] {
  const found: Leaf[] = []
  const visit = (element: XmlElement): void => {
    const { path, children, attributes } = element
    if (children.length === 0 && !element.isEmpty)
      for (const value of valuesOf(element)) if (!isOfSyntax(path, value)) found.push({ path, value })
    for (let index = 0; index < attributes.length; index += 2) {
      const at = `${path}/@${attributes[index] ?? ''}`
      const value = collapsed(attributes[index + 1] ?? '')
      if (!OF_SYNTAX.test(withoutPlaces(at)) && value !== 'SEPA') found.push({ path: at, value })
    }
    children.forEach(visit)
  }
  visit(parseInvoice(typeof document === 'string' ? Buffer.from(document, 'utf8') : document).root)
  return found
}

/** The leaves of the source that the result has nowhere, and that no loss is about. */
export function unaccounted(
  source: string | Uint8Array,
  result: string,
  losses: readonly { readonly path: string }[],
): readonly Leaf[] {
  const values = new Set(leavesOf(result).map(({ value }) => value))
  const lost = losses.map(({ path }) => path)
  return leavesOf(source).filter(
    ({ path, value }) => !values.has(value) && !lost.some((each) => path === each || path.startsWith(`${each}/`)),
  )
}

function valuesOf({ name, path, stringValue }: XmlElement): readonly string[] {
  if (name.endsWith('BinaryObject')) return [Buffer.from(stringValue, 'base64').toString('base64')]
  const text = collapsed(stringValue)
  // UBL has the subject code of a note in its text.
  if (name === 'cbc:Note') return (/^#([^#]{3})#(.*)$/.exec(text)?.slice(1) ?? [text]).filter((each) => each !== '')
  if (name === 'cbc:DescriptionCode' && !path.includes('Line')) return [TAX_POINTS[text] ?? text]
  const [, sign = '', digits = '', decimals = ''] = /^([+-]?)0*(\d*)(\.\d*)?$/.exec(text) ?? []
  if (digits + decimals !== '')
    return [`${sign === '-' ? '-' : ''}${digits === '' ? '0' : digits}${decimals.replace(/\.?0*$/, '')}`]
  return [/^\d{4}-\d\d-\d\d$/.test(text) ? text.replaceAll('-', '') : text]
}

function collapsed(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** BT-8: UNTDID 2005 of UBL in UNTDID 2475 of CII. */
const TAX_POINTS: Readonly<Record<string, string>> = { '3': '5', '35': '29', '432': '72' }

/** Kinds of references and of tax numbers, which the other syntax distinguishes by elements. */
const OF_SYNTAX = new RegExp(
  [
    /\/@(?:list\w*|scheme(?!ID$)\w*|format|xsi:\w+)$/,
    /TaxScheme\/cbc:ID$/,
    /(?:TaxScheme|TaxCategory)\/cbc:ID\/@schemeID$/,
    /ram:SpecifiedTaxRegistration\/ram:ID\/@schemeID$/,
    /\/(?:cbc:DocumentTypeCode|ram:AdditionalReferencedDocument\/ram:TypeCode|cbc:UBLVersionID)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

function isOfSyntax(path: string, value: string): boolean {
  if (OF_SYNTAX.test(withoutPlaces(path))) return true
  return (
    (withoutPlaces(path).endsWith('Tax/ram:TypeCode') && value === 'VAT') ||
    (path.endsWith('/cbc:NetworkID') && ['NA', 'mapped-from-cii'].includes(value)) ||
    (path.endsWith('/cac:OrderReference/cbc:ID') && value === 'NA') ||
    (path.endsWith('/ram:SpecifiedProcuringProject/ram:Name') && value === 'Project reference')
  )
}

function withoutPlaces(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}
