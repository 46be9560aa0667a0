import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import type { ModelLoss } from '../../einvoice/syntax/losses.js'
import { requestOrigin } from '../../einvoice/request/origin.js'
import { bounded } from '../../einvoice/rules/finding-text.js'
import { groupOf } from '../../einvoice/rules/repeated-groups.js'
import type { Term } from '../../einvoice/model/term.js'
import type { InvoiceDocument } from '../../einvoice/syntax/invoice-document.js'
import type { TermPaths } from '../../einvoice/syntax/term-paths.js'
import type { XmlElement, XmlTree } from '../../einvoice/xml/element.js'
import { type LossLocation, withoutPart } from './loss.js'

/** Finds the place of a model's term in the source. */
export type Places = (loss: Pick<ModelLoss, 'term' | 'groups'>) => LossLocation

/** In a document of EN 16931: the element of the term, or else of the nearest enclosing group. */
export function placesInDocument(
  tree: XmlTree,
  paths: TermPaths,
  originOf: (group: object) => XmlElement | undefined,
): Places {
  return ({ term, groups }) => {
    const group = groups.map(originOf).findLast((element) => element !== undefined) ?? tree.root
    const element = paths.elementOf(term, group) ?? paths.elementOf(withoutPart(term), group) ?? group
    return { path: bounded(element.path), line: tree.lineOf(element) }
  }
}

/** In the JSON; for a national document its element, if each of the term's groups has one. */
export function placesInJson(
  request: InvoiceRequest,
  model: Invoice,
  document?: { readonly read: InvoiceDocument; readonly paths: TermPaths },
): Places {
  const origin = requestOrigin(request, model)
  const found = new Map<string, readonly XmlElement[]>()
  const places = new Map<object, number>()
  const noted = new Set<readonly object[]>()
  /** The index of the repeated group that a loss is in; undefined: the group occurs once. */
  const placeOf = (term: string, groups: readonly object[]): number | undefined => {
    const repeated = groupOf(term, model)
    if (repeated === undefined) return undefined
    if (!noted.has(repeated)) repeated.forEach((group, place) => places.set(group, place))
    noted.add(repeated)
    return groups.map((group) => places.get(group)).findLast((place) => place !== undefined)
  }
  const elementsOf = (term: string): readonly XmlElement[] => {
    if (document === undefined) return []
    const known = found.get(term) ?? document.paths.elementsAt(term, document.read)
    found.set(term, known)
    return known
  }
  return ({ term: named, groups }) => {
    const term = withoutPart(named)
    const place = placeOf(term, groups)
    const elements = elementsOf(term)
    const isClear = elements.length === (groupOf(term, model)?.length ?? 1)
    const element = isClear ? elements[place ?? 0] : undefined
    if (element === undefined || document === undefined) return { path: origin.pathOf(term as Term, place) }
    return { path: bounded(element.path), line: document.read.tree.lineOf(element) }
  }
}
