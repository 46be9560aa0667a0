import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { RELATED_KINDS, type RelatedDocument, type RelatedKind } from '../../domain/request/italy.js'
import type { JsonPlace } from '../judging/element-fields.js'
import { given } from '../../einvoice/request/given.js'

/** A document of the invoice, with the fields of the JSON that it is written from. */
export interface PlacedDocument extends Omit<RelatedDocument, 'kind'> {
  /** Its entry; the field of its number, if it has no entry. */
  readonly place: JsonPlace
}

/** The elements of the kinds. */
export const RELATED_ELEMENTS = {
  order: 'DatiOrdineAcquisto',
  contract: 'DatiContratto',
  agreement: 'DatiConvenzione',
  receipt: 'DatiRicezione',
} as const satisfies Readonly<Record<RelatedKind, string>>

type Fields = Pick<
  InvoiceRequest,
  'orderReference' | 'contractReference' | 'references' | 'projectReference' | 'tenderReference' | 'it'
>

/** The number that EN 16931 has for a kind; undefined: none. */
function mainNumber(request: Fields, kind: RelatedKind): string | undefined {
  switch (kind) {
    case 'order':
      return given(request.orderReference)
    case 'contract':
      return given(request.contractReference)
    case 'receipt':
      return given(request.references?.receivingAdvice)
    case 'agreement':
      return undefined
  }
}

const MAIN_FIELDS = {
  order: 'orderReference',
  contract: 'contractReference',
  agreement: '',
  receipt: 'references.receivingAdvice',
} as const satisfies Readonly<Record<RelatedKind, string>>

/**
 * The documents of each kind, in the order of the document: first the one of EN 16931, with the
 * details of the entry that has its number. Project and tender of the invoice belong to the first
 * order and to the first contract; without both they are written as an order.
 */
export function relatedDocuments(request: Fields): Readonly<Record<RelatedKind, readonly PlacedDocument[]>> {
  const [project, tender] = [given(request.projectReference), given(request.tenderReference)]
  const found = Object.fromEntries(RELATED_KINDS.map((kind) => [kind, ofKind(request, kind)])) as Record<
    RelatedKind,
    readonly PlacedDocument[]
  >
  const standIn = tender ?? project
  if (standIn === undefined) return found
  if (found.order.length === 0 && found.contract.length === 0) {
    const place = { field: tender === undefined ? 'projectReference' : 'tenderReference', isWhole: true }
    return { ...found, order: [{ number: standIn, place, ...coded(project, tender) }] }
  }
  const withCodes = ([first, ...others]: readonly PlacedDocument[]): readonly PlacedDocument[] =>
    first === undefined ? others : [{ ...coded(project, tender), ...first }, ...others]
  return { ...found, order: withCodes(found.order), contract: withCodes(found.contract) }
}

function coded(project: string | undefined, tender: string | undefined) {
  return {
    ...(project !== undefined && { projectReference: project }),
    ...(tender !== undefined && { tenderReference: tender }),
  }
}

function ofKind(request: Fields, kind: RelatedKind): readonly PlacedDocument[] {
  const main = mainNumber(request, kind)
  const entries = (request.it?.relatedDocuments ?? []).flatMap(({ kind: own, ...entry }, index) =>
    own === kind ? [{ ...entry, place: { field: `it.relatedDocuments[${index}]`, isWhole: kind === 'order' } }] : [],
  )
  if (main === undefined) return entries
  const details = entries.find(({ number }) => number === main)
  const first = details ?? { number: main, place: { field: MAIN_FIELDS[kind], isWhole: true } }
  return [first, ...entries.filter((entry) => entry !== details)]
}
