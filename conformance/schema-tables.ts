// Writes the content models of the official schemas (UBL 2.1, CII D16B and D22B) as tables: which
// children and attributes each type has, how often, in which order, and of which simple type.
// Where the schema allows any element, known elements are checked too (lax).
//   npm run generate:schema-tables
// The schema of the simplified FatturaPA is not among the artefacts: its table is written if the
// script gets the file.
//   npm run generate:schema-tables -- Schema_VFSM10_v1.0.2.xsd
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { canonicalPrefix } from '../src/einvoice/xml/namespaces.js'
import type { XmlElement } from '../src/einvoice/xml/element.js'
import { parseXml } from '../src/einvoice/xml/parse.js'
import { docComment } from './doc-comment.js'
import { generatedBy } from './generated.js'
import { SHARED } from './shared.js'

const TARGET = join(import.meta.dirname, '..', '..', 'src', 'einvoice', 'schema')
const COMMON = join(SHARED, 'artefacts', 'common')
/** What Polish schemas import by an address of the web. */
const BASES = join(SHARED, 'artefacts', 'pl', 'bazowe')
const XSD = '{http://www.w3.org/2001/XMLSchema}'

interface Schema {
  readonly root: XmlElement
  readonly target: string
  readonly namespaces: ReadonlyMap<string, string>
  /** What the names of elements inside of types begin with. */
  readonly prefix: string
}

/** A component with its schema. */
interface Component {
  readonly element: XmlElement
  readonly schema: Schema
}

/** The paths of a national format's schema and table. */
const NATIONAL = (country: string) => ({
  from: join(SHARED, 'artefacts', country),
  target: join(TARGET, '..', '..', 'countries', country),
})

/** The row of a type with any content. */
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
    const target = root.attribute('targetNamespace') ?? ''
    const isQualified = root.attribute('elementFormDefault') === 'qualified'
    const schema: Schema = { root, target, namespaces, prefix: isQualified ? canonicalPrefix(target) : '' }
    for (const child of root.children) {
      const name = `${canonicalPrefix(schema.target)}${child.attribute('name') ?? ''}`
      if (child.name === `${XSD}element`) this.#elements.set(name, { element: child, schema })
      else if (child.name === `${XSD}complexType` || child.name === `${XSD}simpleType`)
        this.#types.set(name, { element: child, schema })
      else if (child.name === `${XSD}import` || child.name === `${XSD}include`) {
        const location = child.attribute('schemaLocation')
        if (location !== undefined && !/xmldsig|XAdES|CoreComponentParameters/.test(location))
          this.read(location.startsWith('http') ? join(BASES, basename(location)) : join(dirname(file), location))
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

  /** Every global element, and whether one may occur where no type names it. */
  get globals(): readonly string[] {
    return [...this.#elements.keys()]
  }

  get hasAny(): boolean {
    return this.#rows.some((row) => row.startsWith('*'))
  }

  #typeOf({ element, schema }: Component): number {
    const type = element.attribute('type')
    if (type !== undefined && element.attribute('default') !== undefined) return this.#withDefault(type, schema)
    if (type !== undefined) return this.#named(type, schema)
    const inline = element.child(`${XSD}complexType`)
    if (inline !== undefined) return this.#complex({ element: inline, schema })
    const simple = element.child(`${XSD}simpleType`)
    if (simple === undefined) throw new Error(`no type: ${element.path}`)
    return this.#number(`=${this.#written(this.#facets({ element: simple, schema }))}`)
  }

  /** An element that is left empty has its default (XML Schema 1.0, part 1, 3.3.1). */
  #withDefault(type: string, schema: Schema): number {
    const component = this.#types.get(qualified(type, schema))
    if (component === undefined) throw new Error(`another default: ${type}`)
    return this.#number(`=${this.#written({ ...this.#facets(component), mayBeEmpty: true })}`)
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
    this.#rows[number] = this.#content(element, schema).join(' ')
    return number
  }

  /** The particles of a type, those of the one that it extends first, and its attributes. */
  #content(element: XmlElement, schema: Schema): readonly string[] {
    const extension = element.child(`${XSD}complexContent`)?.child(`${XSD}extension`)
    const own = (extension ?? element).children.flatMap((child) =>
      child.name === `${XSD}attribute` ? `@${this.#attribute(child, schema)}` : this.#particles(child, schema),
    )
    if (extension === undefined) return own
    const base = this.#types.get(qualified(extension.attribute('base') ?? '', schema))
    if (base === undefined) throw new Error(`no base: ${extension.path}`)
    return [...this.#content(base.element, base.schema), ...own]
  }

  #particles(element: XmlElement, schema: Schema): readonly string[] {
    const kind = element.name.slice(XSD.length)
    if (kind === 'sequence') {
      const inner = element.children.flatMap((child) => this.#particles(child, schema))
      return marker(element) === '' ? inner : [`(${inner.join(' ')})${marker(element)}`]
    }
    if (kind === 'choice') {
      const alternatives = element.children.map((child) => this.#particles(child, schema).join(' '))
      return [`(${alternatives.filter((each) => each !== '').join('|')})${marker(element)}`]
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
      // The schema of signatures is not applied to their contents.
      if (name.startsWith('ds:')) return [`${name}${marker(element)}>${this.#number(UNCHECKED)}`]
      return [`${name}${marker(element)}>${this.element(name)}`]
    }
    const name = `${schema.prefix}${element.attribute('name') ?? ''}`
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
    // A blank ends an attribute in the table.
    const written = fixed === undefined ? '' : `=${fixed.replaceAll(' ', '~')}`
    if (fixed?.includes('~')) throw new Error(`a fixed value that the table can't contain: ${fixed}`)
    return `${attribute.attribute('name') ?? ''}${isRequired ? '!' : ''}>${type}${written}`
  }

  /** The built-in type behind a simple type: lengths in braces, values in brackets. */
  #simple(name: string): string {
    if (name.startsWith(XSD)) return this.#written(builtIn(name.slice(XSD.length)))
    const component = this.#types.get(name)
    if (component === undefined) throw new Error(`no type ${name}`)
    return this.#written(this.#facets(component))
  }

  #facets({ element, schema }: Component): Facets {
    const union = element.child(`${XSD}union`)
    if (union !== undefined) return this.#union({ element: union, schema })
    const restriction = element.child(`${XSD}restriction`)
    if (restriction === undefined) throw new Error(`not a plain type: ${element.path}`)
    const baseName = qualified(restriction.attribute('base') ?? '', schema)
    const component = this.#types.get(baseName)
    const base = baseName.startsWith(XSD) ? builtIn(baseName.slice(XSD.length)) : component && this.#facets(component)
    if (base === undefined) throw new Error(`no base: ${restriction.path}`)
    return restrict(base, restriction)
  }

  /** A union of texts of several forms is a text of one of them. */
  #union({ element, schema }: Component): Facets {
    const patterns = element.all(`${XSD}simpleType`).map((member) => {
      const { base, patterns: own, ...others } = this.#facets({ element: member, schema })
      if (base !== 'string' || own?.length !== 1 || Object.keys(others).length > 0)
        throw new Error(`another union: ${element.path}`)
      return own[0]
    })
    return { base: 'string', patterns: [patterns.join('|')] }
  }

  /** In the short form where it has only lengths and values, else a row of its own. */
  #written(facets: Facets): string {
    const { base, least = 0, most, values, ...others } = facets
    if (Object.keys(others).length > 0 || values?.some((value) => /[\s,\]=]/.test(value)))
      return `#${this.#number(`:${JSON.stringify(facets)}`)}`
    const lengths = least === 0 && most === undefined ? '' : `{${least},${most ?? ''}}`
    return `${base}${lengths}${values === undefined ? '' : `[${values.join(',')}]`}`
  }

  #number(row: string): number {
    const known = this.#numbers.get(row)
    if (known !== undefined) return known
    const number = this.#rows.push(row) - 1
    this.#numbers.set(row, number)
    return number
  }
}

/** A simple type as `schema-type.ts` reads it. */
interface Facets {
  readonly base: string
  readonly space?: string
  readonly least?: number
  readonly most?: number
  readonly values?: readonly string[]
  readonly patterns?: readonly string[]
  readonly digits?: number
  readonly decimals?: number
  readonly from?: string
  readonly above?: string
  readonly to?: string
  readonly mayBeEmpty?: true
}

const INTEGERS: Readonly<Record<string, Pick<Facets, 'from' | 'to'>>> = {
  nonNegativeInteger: { from: '0' },
  positiveInteger: { from: '1' },
  byte: { from: '-128', to: '127' },
  int: { from: '-2147483648', to: '2147483647' },
}

function builtIn(base: string): Facets {
  return Object.hasOwn(INTEGERS, base) ? { base: 'integer', ...INTEGERS[base] } : { base }
}

const SPACES: Readonly<Record<string, string>> = { string: 'preserve', normalizedString: 'replace' }

function restrict(base: Facets, restriction: XmlElement): Facets {
  const facets: { -readonly [Name in keyof Facets]: Facets[Name] } = { ...base }
  const patterns: string[] = []
  const values: string[] = []
  for (const facet of restriction.children) {
    const value = facet.attribute('value') ?? ''
    const kind = facet.name.slice(XSD.length)
    if (kind === 'annotation') continue
    else if (kind === 'pattern') patterns.push(ecmaScript(value))
    else if (kind === 'enumeration') values.push(value)
    else if (kind === 'minLength') facets.least = Number(value)
    else if (kind === 'maxLength') facets.most = Number(value)
    else if (kind === 'length') facets.least = facets.most = Number(value)
    else if (kind === 'totalDigits') facets.digits = Number(value)
    else if (kind === 'fractionDigits') facets.decimals = Number(value)
    else if (kind === 'minInclusive') facets.from = value
    else if (kind === 'minExclusive') facets.above = value
    else if (kind === 'maxInclusive') facets.to = value
    else if (kind === 'whiteSpace') {
      if (value !== (SPACES[base.base] ?? 'collapse')) facets.space = value
    } else throw new Error(`another facet: ${facet.path}`)
  }
  // Patterns of one step are alternatives; those of several steps must all match.
  if (patterns.length > 0) facets.patterns = [...(base.patterns ?? []), `^(?:${patterns.join('|')})$`]
  if (values.length > 0) facets.values = values
  return facets
}

const BLOCKS: Readonly<Record<string, string>> = {
  IsBasicLatin: '\\u{0}-\\u{7F}',
  'IsLatin-1Supplement': '\\u{80}-\\u{FF}',
}

/** A pattern of XML Schema as a regular expression of ECMAScript with the flag `u`. */
function ecmaScript(pattern: string): string {
  let [written, isInClass] = ['', false]
  for (const [token] of pattern.matchAll(/\\p\{[^}]*\}|\\.|[^]/gu)) {
    const block = /^\\p\{(.*)\}$/.exec(token)?.[1]
    if (block !== undefined) {
      const range = BLOCKS[block]
      if (range === undefined) throw new Error(`another block: ${block}`)
      written += isInClass ? range : `[${range}]`
    } else if (token === '\\d') written += '\\p{Nd}'
    else if (token === '\\s') written += isInClass ? ' \\t\\n\\r' : '[ \\t\\n\\r]'
    else if (token === '.' && !isInClass) written += '[^\\n\\r]'
    else if ((token === '^' || token === '$') && !isInClass) written += `\\${token}`
    else {
      if (token === '[') isInClass = true
      if (token === ']') isInClass = false
      written += token === '"' || token === '\\"' ? '"' : token
    }
  }
  return written
}

function qualified(name: string, schema: Schema): string {
  const [prefix, local] = name.includes(':') ? name.split(':') : ['', name]
  return `${canonicalPrefix(schema.namespaces.get(prefix ?? '') ?? '')}${local ?? ''}`
}

function marker(element: XmlElement): string {
  const [from, to] = [element.attribute('minOccurs') ?? '1', element.attribute('maxOccurs') ?? '1']
  const known: Readonly<Record<string, string>> = { '1 1': '', '0 1': '?', '0 unbounded': '*', '1 unbounded': '+' }
  return known[`${from} ${to}`] ?? `{${from},${to}}`
}

function write(
  file: string,
  constant: string,
  what: string,
  sources: readonly string[],
  roots: readonly string[],
  { from = COMMON, target = TARGET } = {},
): void {
  const compiler = new Compiler()
  for (const source of sources) compiler.read(join(from, source))
  const numbers = roots.map((root) => `${root}>${compiler.element(root)}`)
  const isLax = compiler.hasAny
  const others = isLax ? compiler.globals.filter((name) => !roots.includes(name)) : []
  const further = others.map((name) => `${name}>${compiler.element(name)}`)
  const about =
    `${what}, as a table: the first row has the roots, the second all other global elements where they matter, ` +
    'each further one a type, numbered from 0. See `schema.ts` for the form.'
  writeFileSync(
    join(target, `${file}.ts`),
    [
      `// ${generatedBy('generate:schema-tables')}`,
      docComment(about),
      `export const ${constant} = String.raw\``,
      ...[numbers.join(' '), further.join(' '), ...compiler.rows],
      '`\n',
    ].join('\n'),
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
write(
  'schema-table',
  'FATTURAPA_1_2_3',
  'The content model of FatturaPA 1.2.3 (Schema_VFPR12)',
  ['Schema_VFPR12_v1.2.3.xsd'],
  ['p:FatturaElettronica'],
  NATIONAL('it'),
)
const [simplified] = process.argv.slice(2)
if (simplified !== undefined)
  write(
    'simplified-schema-table',
    'FATTURAPA_SIMPLIFIED_1_0_2',
    'The content model of the simplified FatturaPA 1.0.2 (Schema_VFSM10)',
    [basename(simplified)],
    ['fs:FatturaElettronicaSemplificata'],
    { from: dirname(resolve(simplified)), target: NATIONAL('it').target },
  )
write(
  'schema-table',
  'FA_3_1_0E',
  'The content model of FA(3), edition 1-0E',
  ['schemat_FA(3)_v1-0E.xsd'],
  ['fa:Faktura'],
  NATIONAL('pl'),
)
write(
  'schema-table',
  'CDAR_D22B',
  'The content model of the life-cycle message (Cross Domain Acknowledgement and Response D22B)',
  ['cdar-d22b-uncoupled/CrossDomainAcknowledgementAndResponse_100pD22B.xsd'],
  ['cdar:CrossDomainAcknowledgementAndResponse'],
  { target: join(TARGET, '..', '..', 'countries', 'fr', 'life-cycle') },
)
for (const [folder, file, name] of [
  ['minimum', 'MINIMUM', 'MINIMUM'],
  ['basicwl', 'BASICWL', 'BASIC WL'],
  ['basic', 'BASIC', 'BASIC'],
  ['en16931', 'EN16931', 'EN 16931'],
  ['extended', 'EXTENDED', 'EXTENDED'],
] as const)
  write(
    `${folder === 'basicwl' ? 'basic-wl' : folder}-schema`,
    `${name.replaceAll(' ', '_')}_SCHEMA_TABLE`,
    `The content models of the profile ${name} of Factur-X 1.09`,
    [`Factur-X_${file}.xsd`],
    ['rsm:CrossIndustryInvoice'],
    {
      from: join(SHARED, 'editions', 'factur-x-1.09', folder),
      target: join(TARGET, '..', '..', 'countries', 'factur-x', 'tables'),
    },
  )
