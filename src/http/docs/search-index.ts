import { cut } from '../../domain/text.js'
import type { Found } from './reference/search.js'
import { rootFrom } from './layout.js'
import { sharedErrors } from './error-page.js'
import { linksOf, operationPath } from './links.js'
import { ALL_CHAPTERS, textOf } from './manual.js'
import { rendered } from './markdown.js'
import type { ApiReference, Schema } from './openapi.js'

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
      lowerTitle: place.title.toLowerCase(),
      whole: `${place.title} ${place.section} ${place.text}`.toLowerCase(),
    }))
    this.#searchRules = searchRules
  }

  /**
   * The places that have every word of a query, the best first: matches in the title before
   * matches in the text, then rules, unless the query is the id of a rule. The caller limits the
   * length of the query.
   */
  find(query: string): FoundPlaces {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    if (words.length === 0) return { places: [], total: 0 }
    const whole = words.join(' ')
    const ranked = this.#places
      .map((place) => ({ place, rank: rankOf(place, words, whole) }))
      .filter(({ rank }) => rank > 0)
      .sort((one, other) => other.rank - one.rank)
    const found = ranked
      .slice(0, MOST_FOUND)
      .map(({ place: { title, section, path, text } }) => ({ title, section, path, text: excerpt(text) }))
    const ofRules = this.#searchRules(query)
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
    }
  }
}

/** The beginning of a text, in whole words. */
function excerpt(text: string): string {
  const beginning = cut(text, 160, '')
  return beginning === text ? text : `${beginning.replace(/\s\S*$/, '').trimEnd()} …`
}

/** 0: some word is missing. */
function rankOf(place: { lowerTitle: string; whole: string }, words: readonly string[], query: string): number {
  if (!words.every((word) => place.whole.includes(word))) return 0
  const inTitle = words.filter((word) => place.lowerTitle.includes(word)).length
  const last = place.lowerTitle.slice(place.lowerTitle.lastIndexOf('.') + 1)
  const ends = [place.lowerTitle, last]
  return 1 + inTitle * 2 + (ends.includes(query) ? 8 : ends.some((end) => end.startsWith(query)) ? 4 : 0)
}
