import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** An id as it is written in our sources, and the fixed parts of an id that is composed there. */
const ID = /[A-Z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+/g
const TEMPLATE = /`([A-Za-z0-9_-]*(?:\$\{[^`{}]*\}[A-Za-z0-9_-]*)+)`/g

/** Where the rules of the official artefacts stand in our sources. */
export class BoundPlaces {
  readonly #places = new Map<string, string[]>()
  readonly #templates: { readonly pattern: RegExp; readonly fixed: number; readonly place: string }[] = []

  /** @param root the folder of the repository; its sources are read once, here */
  constructor(root: string) {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    for (const name of files.filter((each) => each.endsWith('.ts')).sort()) {
      const lines = readFileSync(join(root, 'src', name), 'utf8').split('\n')
      const path = `src/${name.split(sep).join('/')}`
      lines.forEach((line, index) => this.#add(line, `${path}:${index + 1}`))
    }
  }

  #add(line: string, place: string): void {
    for (const [id] of line.matchAll(ID)) {
      const places = this.#places.get(id)
      if (places === undefined) this.#places.set(id, [place])
      else if (!places.includes(place)) places.push(place)
    }
    if (!place.includes('/rules/')) return
    for (const [, template = ''] of line.matchAll(TEMPLATE)) {
      const parts = template.split(/\$\{[^`{}]*\}/)
      const fixed = parts.join('').length
      if (/\d|^[A-Z]{2,}/.test(parts.join('')) && parts.join('').includes('-'))
        this.#templates.push({ pattern: new RegExp(`^${parts.join('[A-Za-z0-9_-]+')}$`), fixed, place })
    }
  }

  /**
   * Where a rule is bound, as `file:line`: where its id is written, then where it is composed (of
   * the texts that fit those with most fixed characters), or else where an id is written that it
   * is a part of (`BR-FR-01` for `BR-FR-01_BT-1`). Empty where the sources contain none.
   */
  of(id: string): readonly string[] {
    const fitting = this.#templates.filter(({ pattern }) => pattern.test(id))
    const most = Math.max(...fitting.map(({ fixed }) => fixed))
    const put = fitting.filter(({ fixed }) => fixed === most).map(({ place }) => place)
    const places = [...(this.#places.get(id) ?? []), ...put]
    for (let stem = shorter(id); places.length === 0 && /\d/.test(stem); stem = shorter(stem))
      places.push(...(this.#places.get(stem) ?? []))
    return [...new Set(places)]
  }
}

/** An id without its last part; empty when nothing of two parts is left. */
const shorter = (id: string): string => {
  const stem = id.slice(0, Math.max(id.lastIndexOf('-'), id.lastIndexOf('_'), 0))
  return /[-_]/.test(stem) ? stem : ''
}
