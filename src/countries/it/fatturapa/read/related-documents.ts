import { defined } from '../../../../domain/defined.js'
import type { InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import { RELATED_KINDS, type RelatedDocument, type RelatedKind } from '../../../../domain/request/italy.js'
import { Decimal } from '../../../../einvoice/model/decimal.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { RELATED_ELEMENTS } from '../../related-documents.js'
import { codeIn, dayIn, textIn } from '../values.js'

type ReadRelated = Pick<
  InvoiceRequest,
  'orderReference' | 'contractReference' | 'projectReference' | 'tenderReference'
> & {
  readonly receivingAdvice?: string
  readonly relatedDocuments?: readonly RelatedDocument[]
}

/**
 * 2.1.2 to 2.1.5: the number of the first document of a kind is the one of EN 16931, and the first
 * CUP and CIG are those of the invoice. Everything else is an entry of `it.relatedDocuments`.
 * @param data DatiGenerali
 * @param lines DettaglioLinee of the lines
 */
export function readRelatedDocuments(data: XmlElement | undefined, lines: readonly XmlElement[]): ReadRelated {
  const [order] = elementsOf(data, 'order')
  const [contract] = elementsOf(data, 'contract')
  const main: Readonly<Record<RelatedKind, string | undefined>> = {
    order: orderOf(data),
    contract: textIn(contract, 'IdDocumento'),
    agreement: undefined,
    receipt: textIn(elementsOf(data, 'receipt')[0], 'IdDocumento'),
  }
  const codes = {
    projectReference: textIn(order, 'CodiceCUP') ?? textIn(contract, 'CodiceCUP'),
    tenderReference: textIn(order, 'CodiceCIG') ?? textIn(contract, 'CodiceCIG'),
  }
  const places = linePlaces(lines)
  const entries = RELATED_KINDS.flatMap((kind) =>
    elementsOf(data, kind).flatMap((element, index): readonly RelatedDocument[] => {
      if (kind === 'order' && (isLineReference(element, main.order) || (index === 0 && isStandIn(data)))) return []
      const isFirst = index === 0 && (kind === 'order' || kind === 'contract')
      const entry = readEntry(kind, element, places, isFirst ? codes : {})
      const isPlain = Object.keys(entry).length === 2
      return index === 0 && isPlain && kind !== 'agreement' ? [] : [entry]
    }),
  )
  return defined({
    orderReference: main.order,
    contractReference: main.contract,
    receivingAdvice: main.receipt,
    ...codes,
    relatedDocuments: entries.length === 0 ? undefined : entries,
  })
}

function elementsOf(data: XmlElement | undefined, kind: RelatedKind): readonly XmlElement[] {
  return data?.all(RELATED_ELEMENTS[kind]) ?? []
}

/** @param codes those of the invoice, which the document need not repeat */
function readEntry(
  kind: RelatedKind,
  element: XmlElement,
  places: ReadonlyMap<string, number>,
  codes: Pick<RelatedDocument, 'projectReference' | 'tenderReference'> | object,
): RelatedDocument {
  const lines = readLineNumbers(element, places)
  const own = { projectReference: undefined, tenderReference: undefined, ...codes }
  const [project, tender] = [textIn(element, 'CodiceCUP'), textIn(element, 'CodiceCIG')]
  return {
    kind,
    number: textIn(element, 'IdDocumento') ?? '',
    ...defined({
      issueDate: dayIn(element, 'Data'),
      item: textIn(element, 'NumItem'),
      jobCode: textIn(element, 'CodiceCommessaConvenzione'),
      projectReference: project === own.projectReference ? undefined : project,
      tenderReference: tender === own.tenderReference ? undefined : tender,
      lines: lines.length === 0 ? undefined : lines,
    }),
  }
}

/** The number of the first order; undefined: there is none, or a CIG or CUP stands in for it. */
function orderOf(data: XmlElement | undefined): string | undefined {
  return isStandIn(data) ? undefined : textIn(elementsOf(data, 'order')[0], 'IdDocumento')
}

/** If project and tender are the only references, they are written as an order. */
function isStandIn(data: XmlElement | undefined): boolean {
  const [order, ...others] = elementsOf(data, 'order')
  if (order === undefined || others.length > 0 || elementsOf(data, 'contract').length > 0) return false
  if (order.children.some(({ name }) => !STAND_IN_PARTS.has(name))) return false
  return textIn(order, 'IdDocumento') === (textIn(order, 'CodiceCIG') ?? textIn(order, 'CodiceCUP'))
}

const STAND_IN_PARTS = new Set(['IdDocumento', 'CodiceCUP', 'CodiceCIG'])

/** Whether an order only says which of its items a line is for. */
function isLineReference(element: XmlElement, order: string | undefined): boolean {
  return (
    order !== undefined &&
    textIn(element, 'NumItem') !== undefined &&
    element.all('RiferimentoNumeroLinea').length > 0 &&
    textIn(element, 'IdDocumento') === order &&
    element.children.every(({ name }) => LINE_REFERENCE_PARTS.has(name))
  )
}

const LINE_REFERENCE_PARTS = new Set(['RiferimentoNumeroLinea', 'IdDocumento', 'NumItem'])

/** NumItem of the order by the NumeroLinea of the lines. */
export function readOrderLines(data: XmlElement | undefined): ReadonlyMap<string, string> {
  const order = orderOf(data)
  const found = new Map<string, string>()
  for (const element of elementsOf(data, 'order')) {
    if (!isLineReference(element, order)) continue
    for (const line of element.all('RiferimentoNumeroLinea')) {
      const number = line.stringValue.trim()
      if (!found.has(number)) found.set(number, textIn(element, 'NumItem') ?? '')
    }
  }
  return found
}

/** The index of each line by its NumeroLinea. */
export function linePlaces(lines: readonly XmlElement[]): ReadonlyMap<string, number> {
  return new Map(lines.map((line, index) => [lineNumber(codeIn(line, 'NumeroLinea')), index]))
}

/** RiferimentoNumeroLinea as indexes of lines. */
export function readLineNumbers(element: XmlElement, places: ReadonlyMap<string, number>): readonly number[] {
  return element
    .all('RiferimentoNumeroLinea')
    .flatMap(({ stringValue }) => places.get(lineNumber(stringValue.trim())) ?? [])
}

/** The normal form of a line number. */
function lineNumber(text = ''): string {
  return /^\d{1,20}$/.test(text) ? Decimal.of(text).toString() : text
}
