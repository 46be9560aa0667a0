import { posix } from 'node:path'
import { COUNTRIES } from '../../countries/registry.js'
import { builtFile } from '../html/built-file.js'

/** A text of docs/ that has a page. */
export interface Chapter {
  /** In the repository, such as `docs/guide.md`. */
  readonly file: string
  /** Address below the service's root, such as `docs/guide`. */
  readonly path: string
  /** Its name in the navigation. */
  readonly title: string
}

/** The page of each country, by its code. */
const countries: readonly Chapter[] = Object.values(COUNTRIES).map(({ code, name }) => ({
  file: `docs/countries/${code.toLowerCase()}.md`,
  path: `docs/countries/${code.toLowerCase()}`,
  title: name,
}))

/** The texts of docs/ that have pages, by their place in the navigation. */
export const CHAPTERS = {
  guide: { file: 'docs/guide.md', path: 'docs/guide', title: 'Guide' },
  cases: { file: 'docs/cases.md', path: 'docs/cases', title: 'Business cases' },
  smallBusinesses: { file: 'docs/small-businesses.md', path: 'docs/small-businesses', title: 'Small businesses' },
  symptoms: { file: 'docs/symptoms.md', path: 'docs/symptoms', title: 'Errors by symptom' },
  operations: { file: 'docs/operations.md', path: 'docs/operations', title: 'Running the service' },
  countries,
  fields: { file: 'docs/countries/fields.md', path: 'docs/countries/fields', title: 'From JSON to XML' },
} as const

/** All chapters. */
export const ALL_CHAPTERS: readonly Chapter[] = [
  CHAPTERS.guide,
  CHAPTERS.cases,
  CHAPTERS.smallBusinesses,
  CHAPTERS.symptoms,
  ...CHAPTERS.countries,
  CHAPTERS.fields,
  CHAPTERS.operations,
]

/** The text of a chapter, which the build puts beside the program. */
export function textOf({ file }: Chapter): string {
  return builtFile(file).toString()
}

/**
 * The page that a link in a text leads to, below the service's root, with its fragment; null: a
 * file that has no page.
 * @param file that contains the link
 * @param href relative to the file
 */
export function pageOfLink(file: string, href: string): string | null {
  const [target = '', fragment] = href.split('#')
  const named = target === '' ? file : posix.join(posix.dirname(file), target)
  const chapter = ALL_CHAPTERS.find((each) => each.file === named)
  if (chapter === undefined) return null
  return fragment === undefined ? chapter.path : `${chapter.path}#${fragment}`
}
