import type { XmlElement } from '../../src/einvoice/xml/element.js'
import { functionKey, hashWith, programOf, reachable, Scope, type Definition } from './definitions.js'
import { editionOf, placeOf, termsIn, type OfficialXml } from './official-file.js'
import { hashOf, placed, type Artefact, type Entry } from './table.js'
import { expanded, expression, type Expression, type Namespaces } from './xpath.js'

const SCH = '{http://purl.oclc.org/dsdl/schematron}'
const XSL = '{http://www.w3.org/1999/XSL/Transform}'
const SVRL = '{http://purl.oclc.org/dsdl/svrl}'
const SCHXSLT = '{https://doi.org/10.5281/zenodo.1495494}'

/** A rule before its variables are resolved. */
interface Assertion {
  readonly kind: string
  readonly id: string
  readonly level: string
  readonly context: string
  readonly test: string
  readonly message: string
  readonly place: string
  readonly scope: Scope
}

type Part = Pick<Artefact, 'entries' | 'definitions' | 'codes' | 'edition' | 'files'>

/**
 * The id of an assertion; of those without one the text in brackets at the head of the message, or
 * else a question mark.
 */
const idOf = (written: string | undefined, message: string): string =>
  written ?? /^[ \t\r\n]*\[([\w.-]+)\]/.exec(message)?.[1] ?? '?'

/** All lists of codes in a place, with its name and a number for the second and later. */
function listed(
  owner: string,
  { lists }: Pick<Expression, 'lists'>,
): readonly (readonly [string, readonly string[]])[] {
  return lists.map((codes, index) => [index === 0 ? owner : `${owner} (${index + 1})`, [...new Set(codes)].sort()])
}

/**
 * The table of assertions whose names are looked up in their scopes; a global definition keeps its
 * own name.
 */
function tableOf(
  assertions: readonly Assertion[],
  common: Scope,
  namespaces: Namespaces,
  files: readonly OfficialXml[],
): Part {
  const codes = new Map<string, readonly string[]>()
  const entries = placed(assertions, ({ id }) => id).map(([key, assertion]): Entry => {
    const { id, level, place, message, scope } = assertion
    const [context, test] = [expression(assertion.context, namespaces), expression(assertion.test, namespaces)]
    const used = reachable([context, test], scope)
    const own = used.filter((definition) => definition.scope !== common)
    const lists = [context, test, ...own.map(({ value }) => value)].flatMap((each) => each.lists)
    for (const [name, list] of listed(key, { lists })) codes.set(name, list)
    return {
      id,
      level,
      place,
      hash: hashWith(assertion.kind, [context, test], used),
      context: assertion.context.replace(/[ \t\r\n]+/g, ' ').trim(),
      terms: termsIn(message),
      uses: used.filter((definition) => definition.scope === common).map(nameOf),
    }
  })
  const usedByAny = new Set(entries.flatMap(({ uses }) => uses))
  const definitions = [...common.own].filter((definition) => usedByAny.has(nameOf(definition)))
  for (const definition of definitions)
    for (const [name, list] of listed(nameOf(definition), definition.value)) codes.set(name, list)
  return {
    entries,
    codes,
    files: files.map(({ name }) => name),
    edition: editionOf(files.map(({ text }) => text)),
    definitions: new Map(definitions.map((definition) => [nameOf(definition), hashOf(definition.value.canonical)])),
  }
}

const nameOf = ({ name }: Definition): string => (name.endsWith('()') ? name : `$${name}`)

/** Defines the variables and functions that stand directly in an element. */
function define(scope: Scope, element: XmlElement, namespaces: Namespaces): void {
  for (const child of element.children) {
    const name = child.attribute('name')
    if (name === undefined) continue
    if (child.name === `${SCH}let`)
      scope.define(expanded(name, namespaces), expression(child.attribute('value') ?? child.stringValue, namespaces))
    else if (child.name === `${XSL}variable` || child.name === `${XSL}param`) {
      const select = child.attribute('select')
      const value = select === undefined ? programOf(child, namespaces) : expression(select, namespaces)
      scope.define(expanded(name, namespaces), value)
    } else if (child.name === `${XSL}function`)
      scope.define(functionKey(expanded(name, namespaces)), programOf(child, namespaces))
  }
}

/**
 * The rules of a Schematron schema with its included files. Abstract patterns are resolved for
 * each pattern that uses them, abstract rules for each rule that extends them. A variable of a
 * pattern is known everywhere, as in the compiled form.
 */
export function readSchematron(schema: OfficialXml, fragments: readonly OfficialXml[]): Part {
  const files = [schema, ...fragments]
  const namespaces = new Map(files.flatMap((file) => [...file.namespaces]))
  for (const each of schema.root.all(`${SCH}ns`))
    namespaces.set(each.attribute('prefix') ?? '', each.attribute('uri') ?? '')
  const patterns = files.flatMap((file) =>
    (file === schema ? file.root.all(`${SCH}pattern`) : [file.root]).map((pattern) => ({ file, pattern })),
  )
  const abstract = new Map(patterns.map((each) => [each.pattern.attribute('id') ?? '', each]))
  const common = new Scope(null)
  define(common, schema.root, namespaces)
  for (const { pattern } of patterns) define(common, pattern, namespaces)
  const assertions = patterns.flatMap(({ file, pattern }): readonly Assertion[] => {
    if (pattern.attribute('abstract') === 'true') return []
    const isA = pattern.attribute('is-a')
    const source = isA === undefined ? { file, pattern } : abstract.get(isA)
    if (source === undefined) return []
    const given = new Map(
      pattern.all(`${SCH}param`).map((each) => [each.attribute('name')?.trim() ?? '', each.attribute('value') ?? '']),
    )
    // Parameters are put in place of their names as text, as the standard defines.
    const filled = (text: string): string =>
      given.size === 0
        ? text
        : text.replace(/\$([\p{L}_][\p{L}\p{N}._-]*)/gu, (name, word: string) => given.get(word) ?? name)
    return rulesOf(source.file, source.pattern, common, namespaces, filled)
  })
  return tableOf(assertions, common, namespaces, files)
}

function rulesOf(
  file: OfficialXml,
  pattern: XmlElement,
  common: Scope,
  namespaces: Namespaces,
  filled: (text: string) => string,
): readonly Assertion[] {
  const rules = pattern.all(`${SCH}rule`)
  const byId = new Map(rules.map((rule) => [rule.attribute('id') ?? '', rule]))
  return rules.flatMap((rule) => {
    if (rule.attribute('abstract') === 'true') return []
    const extended = rule.all(`${SCH}extends`).flatMap((each) => byId.get(each.attribute('rule') ?? '') ?? [])
    const scope = new Scope(common)
    for (const each of [rule, ...extended]) define(scope, each, namespaces)
    return [rule, ...extended].flatMap((each) =>
      each.children.flatMap((assertion): readonly Assertion[] => {
        if (assertion.name !== `${SCH}assert` && assertion.name !== `${SCH}report`) return []
        const message = assertion.stringValue
        return [
          {
            kind: assertion.name.slice(SCH.length),
            id: idOf(assertion.attribute('id'), message),
            level: levelOf(assertion) ?? levelOf(rule) ?? '',
            context: filled(rule.attribute('context') ?? ''),
            test: filled(assertion.attribute('test') ?? ''),
            message,
            scope,
            place: placeOf(file, assertion),
          },
        ]
      }),
    )
  })
}

const levelOf = (element: XmlElement): string | undefined => element.attribute('flag') ?? element.attribute('role')

/** The rules of a Schematron that was compiled to XSLT; none for any other XSLT. */
export function readCompiled(file: OfficialXml): Part {
  const common = new Scope(null)
  define(common, file.root, file.namespaces)
  return tableOf(compiledAssertions(file, common), common, file.namespaces, [file])
}

/** The rules of a compiled Schematron, with their messages. */
export function compiledRules(file: OfficialXml): readonly Omit<Assertion, 'scope'>[] {
  return compiledAssertions(file, new Scope(null))
}

function compiledAssertions(file: OfficialXml, common: Scope): readonly Assertion[] {
  return file.root.all(`${XSL}template`).flatMap((template): readonly Assertion[] => {
    const rule = ruleOfSchXslt(template) ?? template
    if (rule.child(`${SVRL}fired-rule`) === undefined) return []
    const scope = new Scope(common)
    define(scope, template, file.namespaces)
    return (rule === template ? outcomesIn(template) : outcomesOfSchXslt(rule)).map(({ element, test }) => {
      // White space between the instructions for values is no part of the message.
      const pieces = element.child(`${SVRL}text`)?.textNodes ?? []
      const message = pieces.filter((piece) => piece.trim() !== '').join('')
      const attribute = (name: string): string | undefined =>
        element.attribute(name) ??
        element.all(`${XSL}attribute`).find((each) => each.attribute('name') === name)?.stringValue
      return {
        kind: element.name === `${SVRL}failed-assert` ? 'assert' : 'report',
        id: idOf(attribute('id'), message),
        level: attribute('flag') ?? attribute('role') ?? '',
        context: template.attribute('match') ?? '',
        test,
        message,
        scope,
        place: placeOf(file, element),
      }
    })
  })
}

/** The rule in a template of SchXslt, another compiler of Schematron; undefined: it is none. */
function ruleOfSchXslt(template: XmlElement): XmlElement | undefined {
  return template.child(`${XSL}choose`)?.child(`${XSL}otherwise`)?.child(`${SCHXSLT}rule`)
}

/** The assertions of such a rule: each is written with its test, which decides in an `if`. */
function outcomesOfSchXslt(rule: XmlElement): readonly Outcome[] {
  return rule.all(`${XSL}if`).flatMap((decides) => {
    const element = decides.child(`${SVRL}failed-assert`) ?? decides.child(`${SVRL}successful-report`)
    const test = element?.all(`${XSL}attribute`).find((each) => each.attribute('name') === 'test')?.stringValue
    return element === undefined || test === undefined ? [] : [{ element, test }]
  })
}

/** An assertion of a compiled rule, with the test that decides. */
interface Outcome {
  readonly element: XmlElement
  readonly test: string
}

/**
 * The assertions of a compiled rule, with the test that decides: `choose/when` for assertions,
 * `if` for reports.
 */
function outcomesIn(template: XmlElement): readonly Outcome[] {
  return template.children.flatMap((child) => {
    const decides = child.name === `${XSL}choose` ? child.child(`${XSL}when`) : child
    const holder = child.name === `${XSL}choose` ? child.child(`${XSL}otherwise`) : child
    const element = holder?.child(`${SVRL}failed-assert`) ?? holder?.child(`${SVRL}successful-report`)
    const test = decides?.attribute('test')
    return element === undefined || test === undefined ? [] : [{ element, test }]
  })
}
