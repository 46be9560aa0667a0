import type { Identifier, SupportingDocument } from '../../../model/invoice-model.js'
import type { XmlElement } from '../../../xml/element.js'
import type { Reading } from '../../reading.js'
import { readAttachment } from '../../ubl/read/references.js'

/** Document type codes that distinguish BT-17 and BT-18 from the supporting documents (916). */
const TENDER = '50'
/** The document type code of BT-18, UNTDID 1001. */
export const CII_OBJECT = '130'

/** The contents of `ram:AdditionalReferencedDocument`: BT-17, BT-18 and BG-24. */
export function readCiiDocuments(reading: Reading, agreement: XmlElement | undefined) {
  let tenderReference: string | undefined
  let invoicedObject: Identifier | undefined
  const supportingDocuments: SupportingDocument[] = []
  for (const element of agreement?.all('ram:AdditionalReferencedDocument') ?? []) {
    const typeCode = element.child('ram:TypeCode')
    const id = element.child('ram:IssuerAssignedID')
    if (typeCode?.text !== TENDER && typeCode?.text !== CII_OBJECT) {
      supportingDocuments.push(supportingDocument(reading, reading.take(element)))
    } else if (typeCode.text === TENDER && tenderReference === undefined && id !== undefined) {
      for (const taken of [element, typeCode, id]) reading.take(taken)
      tenderReference = id.text
    } else if (typeCode.text === CII_OBJECT && invoicedObject === undefined) {
      invoicedObject = readCiiObject(reading, element)
    }
  }
  return { tenderReference, invoicedObject, supportingDocuments }
}

/** BT-18 and BT-128, whose scheme is a type code of the reference. */
export function readCiiObject(reading: Reading, element: XmlElement): Identifier | undefined {
  const id = reading.child(element, 'ram:IssuerAssignedID')
  if (id === undefined) return undefined
  reading.take(element)
  reading.child(element, 'ram:TypeCode')
  return { value: id.text, scheme: reading.text(element, 'ram:ReferenceTypeCode') }
}

/** BG-24. */
function supportingDocument(reading: Reading, element: XmlElement): SupportingDocument {
  reading.child(element, 'ram:TypeCode')
  return reading.origin(element, {
    reference: reading.text(element, 'ram:IssuerAssignedID') ?? '',
    description: reading.text(element, 'ram:Name'),
    location: reading.text(element, 'ram:URIID'),
    attachment: readAttachment(reading, reading.child(element, 'ram:AttachmentBinaryObject')),
  })
}
