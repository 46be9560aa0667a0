// Writes the content models of the official schemas (UBL 2.1, CII D16B and D22B) as tables: which
// children and attributes each type has, how often, in which order, and of which simple type.
// Where elements of any kind may stand, those that the schemas know are checked too (lax).
//   node dist/conformance/schema-tables.js
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalPrefix } from '../src/einvoice/xml/namespaces.js'
import type { XmlElement } from '../src/einvoice/xml/element.js'
import { parseXml } from '../src/einvoice/xml/parse.js'
import { docComment } from './doc-comment.js'
import { SHARED } from './shared.js'

const TARGET = join(import.meta.dirname, '..', '..', 'src', 'einvoice', 'schema')
const COMMON = join(SHARED, 'artefacts', 'common')
const XSD = '{http://www.w3.org/2001/XMLSchema}'

interface Schema {
  readonly root: XmlElement
  readonly target: string
  readonly namespaces: ReadonlyMap<string, string>
}

/** A component with the schema that it stands in. */
interface Component {
  readonly element: XmlElement
  readonly schema: Schema
}

/** The row of a type that may have anything in it. */
const UNCHECKED = '~'

class Compiler {
  readonly #elements = new Map<string, Component>()
  readonly #types = new Map<string, Component>()
  readonly #read = new Set<string>()
  /** The text of a type → its number, so that equal types are written once. */
  readonly #numbers = new Map<string, number>()
  readonly #rows: string[] = []
  readonly #numberOf = new Map<XmlElement, number>()

  read(file: string): void {
    if (this.#read.has(file)) return
    this.#read.add(file)
    const source = readFileSync(file)
    const { root } = parseXml(source)
    const namespaces = new Map<string, string>()
    for (const [, prefix = '', namespace = ''] of source.toString('utf8').matchAll(/xmlns(?::(\w[\w-]*))?="([^"]*)"/g))
      if (!namespaces.has(prefix)) namespaces.set(prefix, namespace)
    const schema: Schema = { root, target: root.attribute('targetNamespace') ?? '', namespaces }
    for (const child of root.children) {
      const name = `${canonicalPrefix(schema.target)}${child.attribute('name') ?? ''}`
      if (child.name === `${XSD}element`) this.#elements.set(name, { element: child, schema })
      else if (child.name === `${XSD}complexType` || child.name === `${XSD}simpleType`)
        this.#types.set(name, { element: child, schema })
      else if (child.name === `${XSD}import` || child.name === `${XSD}include`) {
        const location = child.attribute('schemaLocation')
        if (location !== undefined && !/xmldsig|XAdES|CoreComponentParameters/.test(location))
          this.read(join(dirname(file), location))
      }
    }
  }

  /** The number of the type of a global element. */
  element(name: string): number {
    const component = this.#elements.get(name)
    if (component === undefined) throw new Error(`no element ${name}`)
    return this.#typeOf(component)
  }

  get rows(): readonly string[] {
    return this.#rows
  }

  /** Every global element, and whether one may stand anywhere else than where a type names it. */
  get globals(): readonly string[] {
    return [...this.#elements.keys()]
  }

  get hasAny(): boolean {
    return this.#rows.some((row) => row.startsWith('*'))
  }

  #typeOf({ element, schema }: Component): number {
    const type = element.attribute('type')
    if (type !== undefined) return this.#named(type, schema)
    const inline = element.child(`${XSD}complexType`)
    if (inline === undefined) throw new Error(`no type: ${element.path}`)
    return this.#complex({ element: inline, schema })
  }

  #named(type: string, schema: Schema): number {
    const name = qualified(type, schema)
    if (name.startsWith(XSD)) return this.#number(`=${name.slice(XSD.length)}`)
    const component = this.#types.get(name)
    if (component === undefined) throw new Error(`no type ${name}`)
    return component.element.name === `${XSD}simpleType`
      ? this.#number(`=${this.#simple(name)}`)
      : this.#complex(component)
  }

  #complex({ element, schema }: Component): number {
    const known = this.#numberOf.get(element)
    if (known !== undefined) return known
    const simple = element.child(`${XSD}simpleContent`)
    if (simple !== undefined) {
      const number = this.#number(this.#simpleContent(element, schema))
      this.#numberOf.set(element, number)
      return number
    }
    // A type may contain itself, so its number is given before its row is known.
    const number = this.#rows.push('') - 1
    this.#numberOf.set(element, number)
    this.#rows[number] = element.children.flatMap((child) => this.#particles(child, schema)).join(' ')
    return number
  }

  #particles(element: XmlElement, schema: Schema): readonly string[] {
    const kind = element.name.slice(XSD.length)
    if (kind === 'sequence') return element.children.flatMap((child) => this.#particles(child, schema))
    if (kind === 'choice') {
      if (marker(element) !== '') throw new Error(`a repeated choice: ${element.path}`)
      return [`(${element.children.flatMap((child) => this.#particles(child, schema)).join('|')})`]
    }
    if (kind === 'any') {
      if (element.attribute('namespace') !== '##other' || element.attribute('processContents') !== 'lax')
        throw new Error(`another wildcard: ${element.path}`)
      return [`*${canonicalPrefix(schema.target)}`]
    }
    if (kind !== 'element') return []
    const reference = element.attribute('ref')
    if (reference !== undefined) {
      const name = qualified(reference, schema)
      // What the schema of signatures says of their contents is not checked.
      if (name.startsWith('ds:')) return [`${name}${marker(element)}>${this.#number(UNCHECKED)}`]
      return [`${name}${marker(element)}>${this.element(name)}`]
    }
    const name = `${canonicalPrefix(schema.target)}${element.attribute('name') ?? ''}`
    return [`${name}${marker(element)}>${this.#typeOf({ element, schema })}`]
  }

  /** `=decimal currencyID!>normalizedString listID>token=6`: the base, then the attributes. */
  #simpleContent(type: XmlElement, schema: Schema): string {
    const derivation = type
      .child(`${XSD}simpleContent`)
      ?.children.find(({ name }) => /extension|restriction/.test(name))
    if (derivation === undefined) throw new Error(`no derivation: ${type.path}`)
    const base = qualified(derivation.attribute('base') ?? '', schema)
    const own = new Map(
      derivation
        .all(`${XSD}attribute`)
        .map((attribute) => [attribute.attribute('name') ?? '', this.#attribute(attribute, schema)]),
    )
    const component = this.#types.get(base)
    if (component === undefined || component.element.name === `${XSD}simpleType`)
      return [`=${this.#simple(base)}`, ...own.values()].join(' ')
    const [content = '', ...inherited] = this.#simpleContent(component.element, component.schema).split(' ')
    const kept = inherited.filter((attribute) => !own.has(/^\w+/.exec(attribute)?.[0] ?? ''))
    return [content, ...kept, ...own.values()].join(' ')
  }

  #attribute(attribute: XmlElement, schema: Schema): string {
    const isRequired = attribute.attribute('use') === 'required'
    const fixed = attribute.attribute('fixed')
    const type = this.#simple(qualified(attribute.attribute('type') ?? 'xsd:string', schema))
    return `${attribute.attribute('name') ?? ''}${isRequired ? '!' : ''}>${type}${fixed === undefined ? '' : `=${fixed}`}`
  }

  /** The built-in type that a simple type comes to: lengths in braces, values in brackets. */
  #simple(name: string): string {
    if (name.startsWith(XSD)) return name.slice(XSD.length)
    const component = this.#types.get(name)
    const restriction = component?.element.child(`${XSD}restriction`)
    if (component === undefined || restriction === undefined) throw new Error(`not a plain type: ${name}`)
    const base = this.#simple(qualified(restriction.attribute('base') ?? '', component.schema))
    const facets = restriction.children.filter(({ name: facet }) => !facet.endsWith('annotation'))
    const valuesOf = (facet: string): readonly string[] =>
      restriction.all(`${XSD}${facet}`).map((each) => each.attribute('value') ?? '')
    const [values, least, most] = [valuesOf('enumeration'), valuesOf('minLength'), valuesOf('maxLength')]
    if (values.length + least.length + most.length !== facets.length)
      throw new Error(`other facets: ${restriction.path}`)
    const lengths = least.length + most.length === 0 ? '' : `{${least[0] ?? 0},${most[0] ?? ''}}`
    return `${base}${lengths}${values.length === 0 ? '' : `[${values.join(',')}]`}`
  }

  #number(row: string): number {
    const known = this.#numbers.get(row)
    if (known !== undefined) return known
    const number = this.#rows.push(row) - 1
    this.#numbers.set(row, number)
    return number
  }
}

function qualified(name: string, schema: Schema): string {
  const [prefix, local] = name.includes(':') ? name.split(':') : ['', name]
  return `${canonicalPrefix(schema.namespaces.get(prefix ?? '') ?? '')}${local ?? ''}`
}

function marker(element: XmlElement): string {
  const [from, to] = [element.attribute('minOccurs') ?? '1', element.attribute('maxOccurs') ?? '1']
  const known: Readonly<Record<string, string>> = { '1 1': '', '0 1': '?', '0 unbounded': '*', '1 unbounded': '+' }
  const found = known[`${from} ${to}`]
  if (found === undefined) throw new Error(`occurs ${from} to ${to}: ${element.path}`)
  return found
}

function write(
  file: string,
  constant: string,
  what: string,
  sources: readonly string[],
  roots: readonly string[],
): void {
  const compiler = new Compiler()
  for (const source of sources) compiler.read(join(COMMON, source))
  const numbers = roots.map((root) => `${root}>${compiler.element(root)}`)
  const isLax = compiler.hasAny
  const others = isLax ? compiler.globals.filter((name) => !roots.includes(name)) : []
  const further = others.map((name) => `${name}>${compiler.element(name)}`)
  const about =
    `${what}, as a table: the first row has the roots, the second all other global elements where they matter, ` +
    'each further one a type, numbered from 0. See `schema.ts` for the form.'
  writeFileSync(
    join(TARGET, `${file}.ts`),
    `${docComment(about)}\nexport const ${constant} = \`\n${[numbers.join(' '), further.join(' '), ...compiler.rows].join('\n')}\n\`\n`,
  )
  console.log(`${file}: ${compiler.rows.length} types`)
}

write(
  'ubl-2.1',
  'UBL_2_1',
  'The content models of UBL 2.1 Invoice and CreditNote',
  ['ubl-2.1/maindoc/UBL-Invoice-2.1.xsd', 'ubl-2.1/maindoc/UBL-CreditNote-2.1.xsd'],
  ['ubl:Invoice', 'cn:CreditNote'],
)
write(
  'cii-d16b',
  'CII_D16B',
  'The content models of the Cross Industry Invoice D16B',
  ['cii-d16b-uncoupled/uncefact/data/standard/CrossIndustryInvoice_100pD16B.xsd'],
  ['rsm:CrossIndustryInvoice'],
)
write(
  'cii-d22b',
  'CII_D22B',
  'The content models of the Cross Industry Invoice D22B',
  ['cii-d22b-uncoupled/CrossIndustryInvoice_100pD22B.xsd'],
  ['rsm:CrossIndustryInvoice'],
)
