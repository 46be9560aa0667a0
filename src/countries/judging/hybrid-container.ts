import { EN_16931, facturXLevel, type FacturXLevel } from '../../einvoice/rules/factur-x.js'
import { type EmbeddedFile, isPdf, readPdf, UnreadablePdf } from '../../einvoice/pdf/read-pdf.js'
import type { DetectedDocument } from '../../einvoice/syntax/invoice-document.js'
import type { XmlElement } from '../../einvoice/xml/element.js'
import { parseXml } from '../../einvoice/xml/parse.js'
import { quoted } from '../../einvoice/xml/quoted.js'
import { RefusedXml } from '../../einvoice/xml/refused-xml.js'
import { trimmed } from '../../einvoice/xml/white-space.js'
import type { XmlFinding } from './xml-judgement.js'

/** The rules of the service on the PDF around an invoice. */
export const CONTAINER_RULES = [
  'CW-PDF-FILE',
  'CW-PDF-RELATIONSHIP',
  'CW-PDF-ASSOCIATED',
  'CW-PDF-METADATA',
  'CW-PDF-LEVEL',
] as const

/** A finding on the PDF around an invoice. */
type Fault = Pick<XmlFinding, 'rule' | 'severity' | 'message' | 'fix'>

/** The invoice in a PDF, with the PDF's description of it. */
interface HybridContainer {
  readonly xml: Uint8Array
  readonly file: EmbeddedFile
  /** The properties of Factur-X in the metadata; absent: there are none. */
  readonly described: ReadonlyMap<string, string> | undefined
}

/** Why there is no invoice in a PDF. */
interface NoInvoice {
  readonly message: string
  readonly fix: string
}

/** The names of the invoice in a PDF, of Factur-X and of all editions of ZUGFeRD. */
const NAMES = /^(?:factur-x|xrechnung|zugferd-invoice)\.xml$/i

/** The invoice in a PDF; null: the bytes are no PDF. Never throws on the content. */
export function hybridContainer(bytes: Uint8Array): HybridContainer | NoInvoice | null {
  if (!isPdf(bytes)) return null
  try {
    const { files, metadata } = readPdf(bytes)
    const [file, another] = files.filter(({ name }) => NAMES.test(name))
    if (file === undefined)
      return {
        message: `The PDF has no invoice in XML${files.length === 0 ? '' : `; its files are ${files.map(({ name }) => quoted(name)).join(', ')}`}`,
        fix: 'Embed the Cross Industry Invoice as factur-x.xml or, if it is an XRechnung, as xrechnung.xml',
      }
    if (another !== undefined)
      return { message: 'The PDF has more than one invoice in XML', fix: 'Embed one Cross Industry Invoice' }
    return { xml: file.bytes, file, described: metadata && propertiesIn(metadata) }
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    return { message: error.message, fix: 'Send a PDF/A-3 that is neither encrypted nor damaged' }
  }
}

const NAMESPACES = [
  'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
]

/** The properties of the invoice in the metadata, as elements or as attributes. */
function propertiesIn(metadata: Uint8Array): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  const note = (name: string, value: string): void => {
    const namespace = NAMESPACES.find((each) => name.startsWith(`{${each}}`))
    if (namespace !== undefined) found.set(name.slice(namespace.length + 2), trimmed(value))
  }
  const visit = (element: XmlElement): void => {
    note(element.name, element.stringValue)
    for (let index = 0; index < element.attributes.length; index += 2)
      note(element.attributes[index] ?? '', element.attributes[index + 1] ?? '')
    for (const child of element.children) visit(child)
  }
  try {
    visit(parseXml(metadata).root)
  } catch (error) {
    if (!(error instanceof RefusedXml)) throw error
  }
  return found.size === 0 ? undefined : found
}

/** The level that the metadata state. */
export function levelIn({ described }: HybridContainer): string | undefined {
  return described?.get('ConformanceLevel')
}

/**
 * What is wrong with the PDF around an invoice (Factur-X 1.09 and ZUGFeRD 2.5, technical
 * supplement): its file's name and relation, and the metadata.
 */
export function containerFaults(
  container: HybridContainer,
  { specification, countries }: DetectedDocument,
): readonly Fault[] {
  const { file, described } = container
  const level = levelOf(trimmed(specification))
  const name = level === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml'
  const faults: Fault[] = []
  const fault = (rule: string, severity: Fault['severity'], message: string, fix: string): void => {
    faults.push({ rule, severity, message, fix })
  }
  if (file.name !== name)
    fault('CW-PDF-FILE', 'fatal', `The invoice is embedded as ${quoted(file.name)}.`, `Name the file ${name}.`)
  const isGerman = countries.seller === 'DE' || countries.buyer === 'DE'
  const wanted = level === 'MINIMUM' || level === 'BASIC WL' ? 'Data' : 'Alternative'
  const isAllowed = ['Alternative', 'Data', 'Source'].includes(file.relationship ?? '')
  if (file.relationship !== wanted && (!isAllowed || wanted === 'Data' || isGerman))
    fault(
      'CW-PDF-RELATIONSHIP',
      isAllowed ? 'warning' : 'fatal',
      file.relationship === undefined
        ? 'The relationship of the embedded invoice to the page is not stated (AFRelationship).'
        : `The relationship of the embedded invoice to the page is ${quoted(file.relationship)} (AFRelationship).`,
      `Write the AFRelationship ${wanted}.`,
    )
  if (!file.isAssociated)
    fault(
      'CW-PDF-ASSOCIATED',
      'fatal',
      'The embedded invoice is not among the associated files of the document.',
      'Name the file in the entry AF of the catalog, as PDF/A-3 requires.',
    )
  if (described === undefined) {
    fault(
      'CW-PDF-METADATA',
      'fatal',
      'The metadata (XMP) do not describe the embedded invoice.',
      'Write DocumentType, DocumentFileName, Version and ConformanceLevel of Factur-X into the metadata.',
    )
    return faults
  }
  const expected = { DocumentType: 'INVOICE', DocumentFileName: file.name }
  for (const [property, value] of Object.entries(expected)) {
    const found = described.get(property)
    if (found !== value)
      fault(
        'CW-PDF-METADATA',
        'fatal',
        `The metadata (XMP) state ${found === undefined ? `no ${property}` : `the ${property} ${quoted(found)}`}.`,
        `Write ${value} as the ${property}.`,
      )
  }
  if ((described.get('Version') ?? '') === '')
    fault('CW-PDF-METADATA', 'fatal', 'The metadata (XMP) state no Version.', 'Write the Version, for example 1.0.')
  const stated = described.get('ConformanceLevel')
  if (stated !== level) {
    const found = stated === undefined ? 'no ConformanceLevel' : `the level ${quoted(stated)}`
    const claimed = level ?? `${quoted(specification)}, for which there is no level`
    fault(
      'CW-PDF-LEVEL',
      'fatal',
      `The metadata (XMP) state ${found}, and the XML claims ${claimed}.`,
      level === undefined
        ? 'Embed a document in a profile of Factur-X or an XRechnung.'
        : `Write ${level} as the ConformanceLevel, or claim the profile that it states (BT-24).`,
    )
  }
  return faults
}

/** The level of a document by its customisation id. */
function levelOf(specification: string): FacturXLevel | 'XRECHNUNG' | undefined {
  if (specification === EN_16931) return 'EN 16931'
  return facturXLevel(specification) ?? (/xeinkauf\.de|xoev-de/.test(specification) ? 'XRECHNUNG' : undefined)
}
