import type { DeliveryNote, InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import { defined } from '../../../../domain/defined.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { readAddress } from './parties.js'
import { codeIn, dayIn, textIn } from '../values.js'

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
>

/** 2.1.2 to 2.1.9, of DatiGenerali. @param lines DettaglioLinee of the lines */
export function readReferences(
  element: XmlElement | undefined,
  lines: readonly XmlElement[],
  said: Set<XmlElement>,
): ReadReferences {
  const [order, contract] = [element?.child('DatiOrdineAcquisto'), element?.child('DatiContratto')]
  const receivingAdvice = textIn(element?.child('DatiRicezione'), 'IdDocumento')
  const [precedingInvoice, ...furtherInvoices] = (element?.all('DatiFattureCollegate') ?? []).map(readPrecedingInvoice)
  const transport = element?.child('DatiTrasporto')
  const address = readAddress(transport?.child('IndirizzoResa'), said)
  return defined({
    orderReference: orderOf(element),
    contractReference: textIn(contract, 'IdDocumento'),
    projectReference: textIn(order, 'CodiceCUP') ?? textIn(contract, 'CodiceCUP'),
    tenderReference: textIn(order, 'CodiceCIG') ?? textIn(contract, 'CodiceCIG'),
    references: receivingAdvice === undefined ? undefined : { receivingAdvice },
    precedingInvoice,
    precedingInvoices: furtherInvoices.length === 0 ? undefined : furtherInvoices,
    deliveryNotes: readDeliveryNotes(element?.all('DatiDDT') ?? [], lines),
    delivery: address === undefined ? undefined : { address },
    deliveryDate: dayIn(transport, 'DataOraConsegna'),
  })
}

/** If project and tender are the only references, they are written in the order. */
function orderOf(element: XmlElement | undefined): string | undefined {
  const order = element?.child('DatiOrdineAcquisto')
  const reference = textIn(order, 'IdDocumento')
  const isStandIn =
    element?.child('DatiContratto') === undefined &&
    reference === (textIn(order, 'CodiceCIG') ?? textIn(order, 'CodiceCUP'))
  return isStandIn ? undefined : reference
}

/** NumItem of the order by the NumeroLinea of the lines. */
export function readOrderLines(element: XmlElement | undefined): ReadonlyMap<string, string> {
  const reference = orderOf(element)
  const found = new Map<string, string>()
  if (reference === undefined) return found
  for (const order of element?.all('DatiOrdineAcquisto') ?? []) {
    const item = textIn(order, 'NumItem')
    if (item === undefined || textIn(order, 'IdDocumento') !== reference) continue
    for (const line of order.all('RiferimentoNumeroLinea')) {
      const number = line.stringValue.trim()
      if (!found.has(number)) found.set(number, item)
    }
  }
  return found
}

function readPrecedingInvoice(element: XmlElement) {
  return { number: textIn(element, 'IdDocumento') ?? '', ...defined({ issueDate: dayIn(element, 'Data') }) }
}

function readDeliveryNotes(
  elements: readonly XmlElement[],
  lines: readonly XmlElement[],
): readonly DeliveryNote[] | undefined {
  const places = new Map(lines.map((line, index) => [lineNumber(codeIn(line, 'NumeroLinea')), index]))
  const notes = elements.map((element): DeliveryNote => {
    const about = element
      .all('RiferimentoNumeroLinea')
      .flatMap(({ stringValue }) => places.get(lineNumber(stringValue.trim())) ?? [])
    return {
      number: textIn(element, 'NumeroDDT') ?? '',
      issueDate: dayIn(element, 'DataDDT') ?? '',
      ...(about.length > 0 && { lines: about }),
    }
  })
  return notes.length === 0 ? undefined : notes
}

/** The normal form of a line number. */
function lineNumber(text = ''): string {
  return /^\d{1,20}$/.test(text) ? Decimal.of(text).toString() : text
}
