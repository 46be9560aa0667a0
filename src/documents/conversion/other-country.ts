import { lazily } from '../../domain/lazily.js'
import { COUNTRIES } from '../../countries/registry.js'
import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import type { Invoice } from '../../einvoice/model/invoice-model.js'
import { DestinationFields } from '../intake/country-fields.js'
import { InvoiceBody } from '../intake/schemas/invoice-input.js'

/** A field that a country's format can't express. */
export interface LostField {
  readonly path: string
  readonly value: unknown
}

/** An invoice without the fields that a format can't express, and those fields. */
interface Fitted {
  readonly request: InvoiceRequest
  readonly lost: readonly LostField[]
}

const fields = lazily(() => new DestinationFields(InvoiceBody, 'country'))

function refusedBy(request: InvoiceRequest, country: string): readonly string[] {
  const lost = new Set<string>()
  // A group precedes its members.
  for (const path of fields().pathsIn({ ...request, country }))
    if (!groupsAround(path).some((group) => lost.has(group))) lost.add(path)
  return [...lost]
}

/** The prefixes of a path: `lines`, `lines[0]`, `lines[0].item` for `lines[0].item.attributes`. */
function groupsAround(path: string): readonly string[] {
  return [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index))
}

/** Converts an accepted invoice into one for another country. */
export function forCountry(request: InvoiceRequest, country: CountryCode): Fitted {
  const lost = refusedBy(request, country)
  return { request: { ...without(request, lost), country }, lost: lost.map((path) => lostAt(request, path)) }
}

/**
 * The fields of a national invoice that EN 16931 has no term for: no country with EN 16931
 * documents accepts them. Texts that such a field adds to the semantic model are not lost.
 */
export function beyondTheStandard(
  request: InvoiceRequest,
  model: (request: InvoiceRequest) => Invoice,
): readonly LostField[] {
  const lists = Object.values(COUNTRIES)
    .filter(({ invoicing }) => invoicing?.formats.includes('ubl') === true)
    .map(({ code }) => refusedBy(request, code))
  const [first = [], ...others] = lists.map((paths) => new Set(paths))
  const paths = [...first].filter((path) => others.every((each) => each.has(path)))
  if (paths.length === 0) return []
  const said = textsOf(model(request))
  for (const [text, times] of textsOf(model(without(request, paths)))) said.set(text, (said.get(text) ?? 0) - times)
  return paths.flatMap((path) => {
    const lost = lostAt(request, path)
    const leaves = leavesOf(lost)
    const unsaid = leaves.filter(({ value }) => typeof value !== 'string' || (said.get(value) ?? 0) <= 0)
    return unsaid.length === leaves.length ? [lost] : unsaid
  })
}

/** How often each text occurs in a model. */
function textsOf(model: unknown, texts = new Map<string, number>()): Map<string, number> {
  if (typeof model === 'string') texts.set(model, (texts.get(model) ?? 0) + 1)
  else if (typeof model === 'object' && model !== null && !(model instanceof Decimal || model instanceof Uint8Array))
    for (const each of Object.values(model)) textsOf(each, texts)
  return texts
}

function leavesOf({ path, value }: LostField): readonly LostField[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([name, each]) =>
    leavesOf({ path: Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`, value: each }),
  )
}

/** Splits `lines[0].withholding` into names and indexes. */
function stepsOf(path: string): readonly string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== '')
}

function lostAt(request: InvoiceRequest, path: string): LostField {
  let value: unknown = request
  for (const step of stepsOf(path)) value = (value as Readonly<Record<string, unknown>> | undefined)?.[step]
  return { path, value }
}

/** A copy without the values at these paths. */
function without(request: InvoiceRequest, paths: readonly string[]): InvoiceRequest {
  if (paths.length === 0) return request
  const copy = structuredClone(request)
  for (const path of paths) {
    const steps = stepsOf(path)
    let group: unknown = copy
    for (const step of steps.slice(0, -1)) group = (group as Record<string, unknown>)[step]
    Reflect.deleteProperty(group as object, steps.at(-1) ?? '')
  }
  return copy
}
