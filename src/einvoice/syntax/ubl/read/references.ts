import type { Attachment, Identifier, Invoice, SupportingDocument } from '../../../model/invoice-model.js'
import type { XmlElement } from '../../../xml/element.js'
import type { Reading } from '../../reading.js'

/** The contents of `cac:AdditionalDocumentReference`, and BT-11. */
export interface UblDocuments {
  /** BT-11. */
  readonly project: string | undefined
  /** BT-18. */
  readonly object: Identifier | undefined
  /** BG-24. */
  readonly supporting: readonly SupportingDocument[]
}

/**
 * Document type codes that distinguish BT-18 and (in a credit note, whose schema has no project
 * reference) BT-11 from BG-24.
 */
const INVOICED_OBJECT = '130'
const PROJECT = '50'

/** Reads BT-11, BT-18 and BG-24, which UBL distinguishes by their codes. Never fails. */
export function readUblDocuments(reading: Reading, root: XmlElement, kind: Invoice['kind']): UblDocuments {
  let object: Identifier | undefined
  let project = kind === 'invoice' ? reading.text(reading.child(root, 'cac:ProjectReference'), 'cbc:ID') : undefined
  const supporting: SupportingDocument[] = []
  for (const element of root.all('cac:AdditionalDocumentReference')) {
    const typeCode = element.child('cbc:DocumentTypeCode')
    const id = element.child('cbc:ID')
    const isObject = typeCode?.text === INVOICED_OBJECT
    const isProject = kind === 'creditNote' && typeCode?.text === PROJECT
    if (!isObject && !isProject) {
      supporting.push(supportingDocument(reading, element))
      continue
    }
    // The first one counts; the others go into the report.
    if (id === undefined || (isObject ? object !== undefined : project !== undefined)) continue
    if (isObject) object = reading.identifierOf(id)
    else project = id.text
    for (const taken of [element, typeCode, id]) if (taken !== undefined) reading.take(taken)
  }
  return { project, object, supporting }
}

function supportingDocument(reading: Reading, element: XmlElement): SupportingDocument {
  const attachment = reading.child(element, 'cac:Attachment')
  const external = reading.child(attachment, 'cac:ExternalReference')
  return reading.origin(reading.take(element), {
    reference: reading.text(element, 'cbc:ID') ?? '',
    description: reading.text(element, 'cbc:DocumentDescription'),
    location: reading.text(external, 'cbc:URI'),
    attachment: readAttachment(reading, reading.child(attachment, 'cbc:EmbeddedDocumentBinaryObject')),
  })
}

/** BT-125, in both syntaxes. */
export function readAttachment(reading: Reading, element: XmlElement | undefined): Attachment | undefined {
  if (element === undefined) return undefined
  return {
    mimeType: reading.attribute(element, 'mimeCode') ?? '',
    filename: reading.attribute(element, 'filename') ?? '',
    content: reading.bytes(element),
  }
}
