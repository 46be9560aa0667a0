import { cut } from '../../domain/text.js'
import type { Found } from './reference/search.js'
import { rootFrom } from './layout.js'
import { sharedErrors } from './error-page.js'
import { linksOf, operationPath } from './links.js'
import { ALL_CHAPTERS, textOf } from './manual.js'
import { rendered } from './markdown.js'
import type { ApiReference, Schema } from './openapi.js'
import { plainText, wantedIn } from './synonyms.js'

/** A place that a search can find. */
interface SearchEntry {
  readonly title: string
  /** Which part of the documentation it is in, such as `Guide`. */
  readonly section: string
  /** Its address below the service's root, with a fragment. */
  readonly path: string
  readonly text: string
}

/** The results of a search. */
export interface FoundPlaces {
  /** The best first, at most `MOST_FOUND`. */
  readonly places: readonly SearchEntry[]
  /** How many there are. */
  readonly total: number
  /** Whether no place has every word, so that these have only most of them. */
  readonly isPartial: boolean
}

/** More results do not help. */
const MOST_FOUND = 50

/** How many rules are shown among other results; their own page shows them all. */
const MOST_RULES = 20

/** Every place in the documentation except rules, which have their own index. */
export function placesOf(reference: ApiReference): readonly SearchEntry[] {
  /** A body that several operations share is found at its first operation. */
  const taken = new Set<string>()
  const operations = reference.operations.flatMap((operation): SearchEntry[] => {
    const { operationId, summary, method, path, description = '', parameters, requestBody } = operation
    const page = operationPath(operationId)
    const section = `${method} ${path}`
    const ofParameters = parameters.map(({ name, in: place, description: text = '' }) => ({
      title: name,
      section,
      text,
      path: `${page}#${place}-${name}`,
    }))
    const ofBody = Object.values(requestBody?.content ?? {}).flatMap(({ schema = {} }) => {
      const { $ref = '' } = schema
      if (taken.has($ref)) return []
      if ($ref !== '') taken.add($ref)
      return fieldPlaces(schema, '', `${page}#body`, section, reference)
    })
    return [{ title: summary, section, path: page, text: `${operationId} ${description}` }, ...ofParameters, ...ofBody]
  })
  const chapters = ALL_CHAPTERS.flatMap((chapter) =>
    rendered(textOf(chapter), linksOf(reference, rootFrom(chapter.path), chapter.file)).headings.map(
      ({ text: title, anchor, below: text, level }, index) => ({
        title,
        section: chapter.title,
        text,
        path: level === 1 && index === 0 ? chapter.path : `${chapter.path}#${anchor}`,
      }),
    ),
  )
  const introduction = rendered(reference.introduction, linksOf(reference, '', null)).headings.map(
    ({ text: title, anchor, below: text }) => ({ title, section: 'Overview', path: `docs#${anchor}`, text }),
  )
  const events = reference.events.map(({ path: kind, summary }) => ({
    title: kind,
    section: 'Webhook events',
    text: summary,
    path: `docs/webhooks#${kind}`,
  }))
  const errors = sharedErrors(reference).map(({ name, statuses, description, examples }) => ({
    title: `${statuses.join(', ')} ${name}`,
    section: 'Errors',
    path: `docs/errors#${name}`,
    text: `${description} ${JSON.stringify(examples.map(({ value }) => value))}`,
  }))
  return [...operations, ...introduction, ...chapters, ...events, ...errors]
}

/** The fields of a body, by their paths, such as `lines[].unitPrice`. */
function fieldPlaces(
  schema: Schema,
  prefix: string,
  address: string,
  section: string,
  reference: ApiReference,
): readonly SearchEntry[] {
  const whole = reference.schema(schema)
  if (whole.items) return fieldPlaces(whole.items, `${prefix}[]`, address, section, reference)
  if (whole.anyOf) {
    return whole.anyOf.flatMap((one) =>
      fieldPlaces(one, prefix, `${address}-${reference.schema(one).title ?? 'Object'}`, section, reference),
    )
  }
  return Object.entries(whole.properties ?? {}).flatMap(([name, property]) => {
    const title = prefix === '' ? name : `${prefix}.${name}`
    const path = `${address}-${name}`
    const text = reference.schema(property).description ?? ''
    return [{ title, section, path, text }, ...fieldPlaces(property, title, path, section, reference)]
  })
}

/** Finds places by words. */
export class SearchIndex {
  readonly #places: readonly (SearchEntry & { readonly lowerTitle: string; readonly whole: string })[]
  readonly #searchRules: (query: string) => Found

  constructor(places: readonly SearchEntry[], searchRules: (query: string) => Found) {
    this.#places = places.map((place) => ({
      ...place,
      lowerTitle: plainText(place.title),
      whole: plainText(`${place.title} ${place.section} ${place.text}`),
    }))
    this.#searchRules = searchRules
  }

  /**
   * The places that have every word of a query, or a synonym of it, the best first: matches in the
   * title before matches in the text, the guide before fields, then rules, unless the query is the
   * id of a rule. If no place has every word, those that have most of them. The caller limits the
   * length of the query.
   */
  find(query: string): FoundPlaces {
    const wanted = wantedIn(query)
    if (wanted.length === 0) return { places: [], total: 0, isPartial: false }
    const whole = plainText(query).trim().split(/\s+/).join(' ')
    const all = this.#places.map((place) => ({ place, has: wanted.filter((each) => isIn(place.whole, each)).length }))
    const most = all.reduce((least, { has }) => Math.max(least, has), 0)
    const ofRules = this.#searchRules(query)
    const isPartial = most < wanted.length && ofRules.total === 0 && most >= wanted.length / 2
    const needed = isPartial ? most : wanted.length
    const ranked = all
      .filter(({ has }) => has >= needed && has > 0)
      .map(({ place }) => ({ place, rank: rankOf(place, wanted, whole) }))
      .sort((one, other) => other.rank - one.rank)
    const found = ranked
      .slice(0, MOST_FOUND)
      .map(({ place: { title, section, path, text } }) => ({ title, section, path, text: excerpt(text) }))
    const rules = ofRules.rules.slice(0, MOST_RULES).map(({ id, messages }) => ({
      title: id,
      section: 'Rules',
      text: messages.join(' '),
      path: `docs/rules/${encodeURIComponent(id)}`,
    }))
    const rulesFirst = rules[0]?.title.toLowerCase().startsWith(whole) ?? false
    return {
      places: rulesFirst ? [...rules, ...found] : [...found, ...rules],
      total: ranked.length + ofRules.total,
      isPartial,
    }
  }
}

/** The beginning of a text, in whole words. */
function excerpt(text: string): string {
  const beginning = cut(text, 160, '')
  return beginning === text ? text : `${beginning.replace(/\s\S*$/, '').trimEnd()} …`
}

function isIn(text: string, alternatives: readonly string[]): boolean {
  return alternatives.some((each) => text.includes(each))
}

function rankOf(
  { lowerTitle, path }: { lowerTitle: string; path: string },
  wanted: readonly (readonly string[])[],
  query: string,
): number {
  const inTitle = wanted.filter((each) => isIn(lowerTitle, each)).length
  const last = lowerTitle.slice(lowerTitle.lastIndexOf('.') + 1)
  const ends = [lowerTitle, last]
  const exact = ends.includes(query) ? 8 : ends.some((end) => end.startsWith(query)) ? 4 : 0
  const ofChapter = path.startsWith('docs/guide') ? 1.5 : path.startsWith('docs/countries') ? 1 : 0
  // Fields of parts of parts of a body are variants of those above them.
  const depth = lowerTitle.includes('[]') || path.includes('#body') ? lowerTitle.split('.').length - 1 : 0
  return 1 + inTitle * 2 + exact + ofChapter - Math.min(depth, 5) * 0.1
}
