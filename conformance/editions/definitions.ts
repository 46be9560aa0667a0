import type { XmlElement } from '../../src/einvoice/xml/element.js'
import { hashOf } from './table.js'
import { expression, type Expression, type Namespaces } from './xpath.js'

/** A variable or a function, and where the names that it uses are looked up. */
export interface Definition {
  readonly name: string
  readonly value: Expression
  readonly scope: Scope
}

/** Scopes of names: a rule's own, those of its pattern, those of the whole. */
export class Scope {
  readonly #own = new Map<string, Definition>()

  constructor(private readonly outer: Scope | null) {}

  /** Of several with the same name the first counts. */
  define(name: string, value: Expression): void {
    if (!this.#own.has(name)) this.#own.set(name, { name, value, scope: this })
  }

  find(name: string): Definition | undefined {
    return this.#own.get(name) ?? this.outer?.find(name)
  }

  get own(): Iterable<Definition> {
    return this.#own.values()
  }
}

/** The key of a function among the definitions: variables have a name of their own. */
export const functionKey = (name: string): string => `${name}()`

/** All definitions that some expressions use, directly or not, each once. */
export function reachable(expressions: readonly Expression[], scope: Scope): readonly Definition[] {
  const found = new Set<Definition>()
  const visit = (value: Expression, from: Scope): void => {
    for (const name of [...value.variables, ...value.functions.map(functionKey)]) {
      const definition = from.find(name)
      if (definition === undefined || found.has(definition)) continue
      found.add(definition)
      visit(definition.value, definition.scope)
    }
  }
  for (const value of expressions) visit(value, scope)
  return [...found]
}

/**
 * The hash of expressions with all that they use: it changes when a variable or function changes,
 * however indirectly it is used.
 */
export function hashWith(kind: string, expressions: readonly Expression[], used: readonly Definition[]): string {
  const lines = used.map(({ name, value }) => `${name} := ${value.canonical}`).sort()
  return hashOf(kind, ...expressions.map(({ canonical }) => canonical), ...lines)
}

const EXPRESSIONS = new Set(['select', 'test', 'match', 'value', 'use', 'group-by'])

/**
 * An element of XSLT (a function, a variable with content) as one expression: its text, and what
 * its expressions use but don't declare.
 */
export function programOf(element: XmlElement, namespaces: Namespaces): Expression {
  const parts: Expression[] = []
  const declared = new Set<string>()
  const text = (each: XmlElement): string => {
    const attributes: string[] = []
    for (let index = 0; index < each.attributes.length; index += 2) {
      const [name = '', value = ''] = each.attributes.slice(index, index + 2)
      if (EXPRESSIONS.has(name)) {
        const part = expression(value, namespaces)
        parts.push(part)
        for (const [, variable = ''] of value.matchAll(/\$([\w.-]+) +(?:in|:=) /g)) declared.add(variable)
        attributes.push(`${name}=${part.canonical}`)
      } else {
        if (name === 'name') declared.add(value)
        attributes.push(`${name}=${value.replace(/[ \t\r\n]+/g, ' ')}`)
      }
    }
    const content = each.children.length === 0 ? each.text.replace(/[ \t\r\n]+/g, ' ').trim() : ''
    return `<${each.name} ${attributes.sort().join(' ')}>${content}${each.children.map(text).join('')}</>`
  }
  const canonical = text(element)
  return {
    canonical,
    variables: parts.flatMap(({ variables }) => variables).filter((name) => !declared.has(name)),
    functions: parts.flatMap(({ functions }) => functions),
    lists: parts.flatMap(({ lists }) => lists),
  }
}
