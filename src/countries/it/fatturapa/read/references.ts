import type { DeliveryNote, InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import { defined } from '../../../../domain/defined.js'
import type { ItalianInvoicePart } from '../../../../domain/request/italy.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { readAddress } from './parties.js'
import { linePlaces, readLineNumbers, readRelatedDocuments } from './related-documents.js'
import { readTransport } from './transport.js'
import { codeIn, dayIn, numberIn, textIn } from '../values.js'

type ReadReferences = Pick<
  InvoiceRequest,
  | 'orderReference'
  | 'contractReference'
  | 'projectReference'
  | 'tenderReference'
  | 'references'
  | 'precedingInvoice'
  | 'precedingInvoices'
  | 'deliveryNotes'
  | 'delivery'
  | 'deliveryDate'
  | 'it'
>

/** 2.1.2 to 2.1.9, of DatiGenerali. @param lines DettaglioLinee of the lines */
export function readReferences(
  element: XmlElement | undefined,
  lines: readonly XmlElement[],
  said: Set<XmlElement>,
): ReadReferences {
  const { receivingAdvice, relatedDocuments, ...numbers } = readRelatedDocuments(element, lines)
  const [precedingInvoice, ...furtherInvoices] = (element?.all('DatiFattureCollegate') ?? []).map(readPrecedingInvoice)
  const transport = element?.child('DatiTrasporto')
  const address = readAddress(transport?.child('IndirizzoResa'), said)
  return defined({
    ...numbers,
    references: receivingAdvice === undefined ? undefined : { receivingAdvice },
    precedingInvoice,
    precedingInvoices: furtherInvoices.length === 0 ? undefined : furtherInvoices,
    deliveryNotes: readDeliveryNotes(element?.all('DatiDDT') ?? [], lines),
    delivery: address === undefined ? undefined : { address },
    deliveryDate: dayIn(transport, 'DataOraConsegna'),
    it: readItalianPart(element, relatedDocuments, said),
  })
}

/** Art73, DatiSAL, DatiTrasporto and the documents that EN 16931 has no term for. */
function readItalianPart(
  element: XmlElement | undefined,
  relatedDocuments: ItalianInvoicePart['relatedDocuments'],
  said: Set<XmlElement>,
): ItalianInvoicePart | undefined {
  const stages = (element?.all('DatiSAL') ?? []).flatMap((each) => numberIn(each, 'RiferimentoFase') ?? [])
  const part = defined({
    art73: codeIn(element?.child('DatiGeneraliDocumento'), 'Art73') === 'SI' ? true : undefined,
    relatedDocuments,
    progressStages: stages.length === 0 ? undefined : stages,
    transport: readTransport(element?.child('DatiTrasporto'), said),
  })
  return Object.keys(part).length === 0 ? undefined : part
}

function readPrecedingInvoice(element: XmlElement) {
  return { number: textIn(element, 'IdDocumento') ?? '', ...defined({ issueDate: dayIn(element, 'Data') }) }
}

function readDeliveryNotes(
  elements: readonly XmlElement[],
  lines: readonly XmlElement[],
): readonly DeliveryNote[] | undefined {
  const places = linePlaces(lines)
  const notes = elements.map((element): DeliveryNote => {
    const about = readLineNumbers(element, places)
    return {
      number: textIn(element, 'NumeroDDT') ?? '',
      issueDate: dayIn(element, 'DataDDT') ?? '',
      ...(about.length > 0 && { lines: about }),
    }
  })
  return notes.length === 0 ? undefined : notes
}
