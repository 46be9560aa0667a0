// Writes the structure that the profiles of Factur-X demand, from the official schematrons: which
// elements occur how often, which elements and attributes a profile does not use, which attributes
// it requires, and which codes it allows where. Only facts are copied.
//   npm run generate:factur-x-tables
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { XmlElement } from '../src/einvoice/xml/element.js'
import { parseXml } from '../src/einvoice/xml/parse.js'
import { docComment } from './doc-comment.js'
import { generatedBy } from './generated.js'
import { SHARED } from './shared.js'

const SOURCE = join(SHARED, 'editions', 'factur-x-1.09')
const TARGET = join(import.meta.dirname, '..', '..', 'src', 'countries', 'factur-x', 'tables')
const XSL = '{http://www.w3.org/1999/XSL/Transform}'
const SVRL = '{http://purl.oclc.org/dsdl/svrl}'
const NOTICE = `// ${generatedBy('generate:factur-x-tables')}\n`
const ROOT = '/rsm:CrossIndustryInvoice'

/** The folder of each profile, with its name and the constant of its table. */
const PROFILES = [
  ['minimum', 'MINIMUM', 'MINIMUM_STRUCTURE'],
  ['basicwl', 'BASIC WL', 'BASIC_WL_STRUCTURE'],
  ['basic', 'BASIC', 'BASIC_STRUCTURE'],
  ['en16931', 'EN 16931', 'EN_16931_STRUCTURE'],
  ['extended', 'EXTENDED', 'EXTENDED_STRUCTURE'],
] as const

/** An element of the document, or one of its variants, with what is checked there. */
class Place {
  readonly checks: string[] = []
  readonly inside = new Map<string, Place>()

  /** The place below this one at the end of such steps. */
  at(steps: readonly string[]): Place {
    const [step, ...rest] = steps
    if (step === undefined) return this
    let next = this.inside.get(step)
    if (next === undefined) {
      next = new Place()
      this.inside.set(step, next)
    }
    return next.at(rest)
  }
}

/** The lists of all profiles: equal lists are written once. */
const LISTS = new Map<string, number>()

function numberOf(list: readonly string[]): number {
  if (list.some((code) => /\s/.test(code))) throw new Error(`a code with white space: ${list.join('|')}`)
  const key = [...new Set(list)].join(' ')
  const number = LISTS.get(key) ?? LISTS.size
  LISTS.set(key, number)
  return number
}

/** The file of a folder whose name ends so, and that is not a schema. */
function fileIn(folder: string, ending: RegExp): string {
  const found = readdirSync(join(SOURCE, folder)).find((name) => ending.test(name))
  if (found === undefined) throw new Error(`no ${ending.source} in ${folder}`)
  return join(SOURCE, folder, found)
}

/** Conditions of the official paths in the form of the table, which `structure.ts` explains. */
function condition(written: string): string {
  return written
    .split(' and ')
    .map((part) => {
      let [test, isNot] = [part.trim(), false]
      for (let inner; (inner = /^not ?\((.*)\)$/.exec(test)?.[1]) !== undefined; isNot = !isNot) test = inner.trim()
      const [, left = '', value] = /^([\w:/@]+)(?:=(.+))?$/.exec(test) ?? []
      if (left === '') throw new Error(`another condition: ${written}`)
      const right = value
        ?.replace(/^"(.*)"$/, '$1')
        .replace(/^\.\.\/\.\.\//, '^')
        .replace(`${ROOT}/`, '/')
      if (right !== undefined && !/^(?:\^?[\w:]+|\/[\w:/]+)$/.test(right)) throw new Error(`another value: ${written}`)
      return `${isNot ? '!' : ''}${left}${right === undefined ? '' : `=${right}`}`
    })
    .join('&')
}

const conditioned = (step: string): string =>
  step.replace(/\[(.*)\]$/, (_, written: string) => `[${condition(written)}]`)

function stepsOf(context: string): readonly string[] {
  if (!context.startsWith(ROOT)) throw new Error(`another context: ${context}`)
  return [...context.slice(ROOT.length).matchAll(/\/((?:[^/[]|\[[^\]]*\])+)/g)].map(([, step = '']) =>
    conditioned(step.trim()),
  )
}

/** One check in the form of the table; null: it is no check of the structure. */
function check(
  isReport: boolean,
  test: string,
  codeOf: (name: string) => string,
  lists: ReadonlyMap<string, number>,
): string | null {
  if (isReport) return test === 'true()' ? '-' : /^@\w+$/.test(test) ? `-${test}` : null
  if (/^@\w+$/.test(test)) return `+${test}`
  const [, name, relation = '', number = ''] = /^count\((.+)\)(<=|>=|=)(\d+)$/.exec(test) ?? []
  if (name !== undefined) return `${relation.slice(0, 1)}${number}:${conditioned(name)}`
  const [, variable = '', id = ''] =
    /^string-length\(\$(\w+)\)=0 or document\('[^']*'\)\/codedb\/cl\[@id=(\d+)\]\/enumeration\[@value=\$\1\]$/.exec(
      test,
    ) ?? []
  if (id === '') return null
  const value = codeOf(variable)
  return `#${lists.get(id) ?? 'missing'}${value === '.' ? '' : value}`
}

function outcomes(template: XmlElement): readonly { readonly isReport: boolean; readonly test: string }[] {
  return template.children.flatMap((child) => {
    const test = (child.name === `${XSL}choose` ? child.child(`${XSL}when`) : child)?.attribute('test')
    const holder = child.name === `${XSL}choose` ? child.child(`${XSL}otherwise`) : child
    const isReport = holder?.child(`${SVRL}successful-report`) !== undefined
    if (test === undefined || (!isReport && holder?.child(`${SVRL}failed-assert`) === undefined)) return []
    const message = holder?.children.find(({ name }) => name.startsWith(SVRL))?.child(`${SVRL}text`)?.stringValue ?? ''
    return /^\s*\[/.test(message) ? [] : [{ isReport, test: test.trim().replaceAll(/\s+/g, ' ') }]
  })
}

function structureOf(folder: string): Place {
  const lists = new Map(
    parseXml(readFileSync(fileIn(folder, /codedb\.xml$/))).root.children.map((list) => [
      list.attribute('id') ?? '',
      numberOf(list.children.map((code) => code.attribute('value') ?? '')),
    ]),
  )
  const { root } = parseXml(readFileSync(fileIn(folder, /\.xslt?$/)))
  const place = new Place()
  for (const template of root.all(`${XSL}template`)) {
    const found = outcomes(template)
    if (found.length === 0) continue
    const codes = new Map(
      template.all(`${XSL}variable`).map((each) => [each.attribute('name') ?? '', each.attribute('select') ?? '']),
    )
    const { checks } = place.at(stepsOf(template.attribute('match') ?? ''))
    for (const { isReport, test } of found) {
      const written = check(isReport, test, (name) => codes.get(name) ?? '', lists)
      if (written === null) throw new Error(`another test: ${test}`)
      checks.push(written)
    }
  }
  return place
}

/** A row for each different place; the last is that of the document. */
function rowsOf(place: Place): readonly string[] {
  const rows = new Map<string, number>()
  const visit = ({ checks, inside }: Place): number => {
    const below = Array.from(inside, ([step, each]) => `${step}>${visit(each)}`)
    const row = [...checks, ...below].join(' ')
    const number = rows.get(row) ?? rows.size
    rows.set(row, number)
    return number
  }
  visit(place)
  return [...rows.keys()]
}

for (const [folder, name, constant] of PROFILES) {
  const rows = rowsOf(structureOf(folder))
  const about = `The structure of the profile ${name} of Factur-X 1.09. See \`structure.ts\` for the form.`
  const file = folder === 'basicwl' ? 'basic-wl' : folder
  writeFileSync(
    join(TARGET, `${file}-structure.ts`),
    `${NOTICE}${docComment(about)}\nexport const ${constant} = \`\n${rows.join('\n')}\n\`\n`,
  )
  console.log(`${name}: ${rows.length} rows`)
}
writeFileSync(
  join(TARGET, 'code-lists.ts'),
  `${NOTICE}${docComment('The lists of codes of Factur-X 1.09, numbered from 0: one in each row.')}\n` +
    `export const FACTUR_X_CODES = \`\n${[...LISTS.keys()].join('\n')}\n\`\n`,
)
console.log(`${LISTS.size} lists of codes`)
