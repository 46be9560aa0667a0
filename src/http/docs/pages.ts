import { createHash } from 'node:crypto'
import { ruleEntry, ruleFamilies } from './reference/reference.js'
import { nearRules, searchRules } from './reference/search.js'
import { chapterPage } from './chapter-page.js'
import { errorPage } from './error-page.js'
import { eventPage } from './event-page.js'
import { layout, type DocsPage, type Site } from './layout.js'
import { ALL_CHAPTERS } from './manual.js'
import { builtFile } from '../html/built-file.js'
import { navigationOf } from './navigation.js'
import { ApiReference, type OpenApiDocument } from './openapi.js'
import { choiceOf, operationPage } from './operation-page.js'
import { overviewPage } from './overview-page.js'
import { ruleIndexPage, rulePage, unknownRulePage } from './rule-pages.js'
import { type FoundPlaces, placesOf, SearchIndex } from './search-index.js'
import { notFoundPage, searchPage } from './search-page.js'

/** A file that the pages load, under an address that changes with its content. */
export interface Asset {
  readonly path: string
  readonly mediaType: string
  readonly content: Buffer
}

function asset(name: string, mediaType: string): Asset {
  const content = builtFile(name)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { path: `docs/assets/${hash}-${name}`, mediaType, content }
}

const PLAIN: ReadonlyMap<string, (reference: ApiReference) => DocsPage> = new Map([
  ['docs', overviewPage],
  ['docs/webhooks', eventPage],
  ['docs/errors', errorPage],
])

/**
 * All pages of the documentation, built from the OpenAPI document, the texts of docs/ and the
 * rules. Their data is large and the API doesn't need it, so this module is loaded with the first
 * requested page.
 */
export class Pages {
  readonly #reference: ApiReference
  readonly #site: Site
  readonly assets: readonly Asset[]
  readonly #made = new Map<string, string>()
  #index: SearchIndex | undefined

  /** @param document of `openApiDocument` */
  constructor(document: object) {
    this.#reference = new ApiReference(document as OpenApiDocument)
    const style = asset('style.css', 'text/css; charset=utf-8')
    const script = asset('script.js', 'text/javascript; charset=utf-8')
    this.assets = [style, script]
    this.#site = { navigation: navigationOf(this.#reference), style: style.path, script: script.path }
  }

  /** A page that is the same for every query, by its path; undefined: there is none. */
  plain(path: string): string | undefined {
    return this.#remembered(path, () => {
      const chapter = ALL_CHAPTERS.find((each) => each.path === path)
      if (chapter) return chapterPage(chapter, this.#reference)
      return PLAIN.get(path)?.(this.#reference)
    })
  }

  /** The page of an operation, with the requested sample; undefined: there is none. */
  operation(id: string, example: string | undefined, language: string | undefined): string | undefined {
    const operation = this.#reference.operation(id)
    if (operation === undefined) return undefined
    const choice = choiceOf(operation, example, language)
    const key = `${id} ${choice.example ?? ''} ${choice.language}`
    return this.#remembered(key, () => operationPage(operation, choice, this.#reference))
  }

  search(query: string): FoundPlaces {
    this.#index ??= new SearchIndex(placesOf(this.#reference), searchRules)
    return this.#index.find(query)
  }

  searchPage(query: string): string {
    return this.#whole(searchPage(query, this.search(query)))
  }

  ruleIndex(query: string): string {
    return this.#whole(ruleIndexPage(query, searchRules(query), ruleFamilies()))
  }

  /** undefined: no rule has exactly this id. */
  rule(id: string): string | undefined {
    const entry = ruleEntry(id)
    return entry && this.#whole(rulePage(entry))
  }

  unknownRule(id: string): string {
    return this.#whole(unknownRulePage(id, nearRules(id)))
  }

  notFound(path: string): string {
    return this.#whole(notFoundPage(path))
  }

  /** Keys are existing pages, never requested addresses: there are some hundred. */
  #remembered(key: string, make: () => DocsPage | undefined): string | undefined {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const page = make()
    if (page === undefined) return undefined
    const whole = this.#whole(page)
    this.#made.set(key, whole)
    return whole
  }

  #whole(page: DocsPage): string {
    return layout(page, this.#site)
  }
}
