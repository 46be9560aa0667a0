import { basename } from 'node:path'
import { canonicalPrefix } from '../../src/einvoice/xml/namespaces.js'
import type { XmlElement } from '../../src/einvoice/xml/element.js'
import { nearest } from './nearest.js'
import { placeOf, type OfficialXml } from './official-file.js'
import { hashOf, type Artefact, type Entry } from './table.js'

const XSD = '{http://www.w3.org/2001/XMLSchema}'

/** Root elements by which a schema is known, and the family it belongs to. */
const FAMILIES: readonly (readonly [family: string, namespace: RegExp, root: string])[] = [
  ['ubl', /^urn:oasis:names:specification:ubl:schema:xsd:Invoice-/, 'Invoice'],
  ['ubl', /^urn:oasis:names:specification:ubl:schema:xsd:CreditNote-/, 'CreditNote'],
  ['cii', /^urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:/, 'CrossIndustryInvoice'],
  ['cdar', /^urn:un:unece:uncefact:data:standard:CrossDomainAck/, 'CrossDomainAcknowledgementAndResponse'],
  ['fatturapa', /agenziaentrate/, 'FatturaElettronica'],
  ['ksef-fa', /^http:\/\/crd\.gov\.pl\/wzor\//, 'Faktura'],
  ['ksef-upo', /ksef/i, 'Potwierdzenie'],
  ['ksef-auth', /ksef/i, 'AuthTokenRequest'],
]

/**
 * The parts of signatures are not ours to judge, and every invoice schema imports its own copy.
 */
const isOfSignatures = (namespace: string): boolean => /^http:\/\/(?:www\.w3\.org|uri\.etsi\.org)\//.test(namespace)

const targetOf = ({ root }: OfficialXml): string => root.attribute('targetNamespace') ?? ''

/**
 * The family of a schema whose root elements it declares itself; null for one that others import.
 */
export function schemaFamily(schema: OfficialXml): string | null {
  const roots = new Set(schema.root.all(`${XSD}element`).map((each) => each.attribute('name')))
  return FAMILIES.find(([, namespace, root]) => roots.has(root) && namespace.test(targetOf(schema)))?.[0] ?? null
}

/**
 * The documents of one family in one folder, with all that they import from the folder, by place
 * or, where files were renamed, by namespace.
 */
export function readSchemas(family: string, roots: readonly OfficialXml[], all: readonly OfficialXml[]): Artefact {
  const files = new Set(roots)
  const missing = new Set<string>()
  for (const file of files)
    for (const child of file.root.children) {
      const isInclude = child.name === `${XSD}include`
      if (!isInclude && child.name !== `${XSD}import` && child.name !== `${XSD}redefine`) continue
      const namespace = isInclude ? targetOf(file) : (child.attribute('namespace') ?? '')
      if (isOfSignatures(namespace)) continue
      const location = basename(child.attribute('schemaLocation') ?? '')
      const candidates = all.filter((each) => each !== file && targetOf(each) === namespace)
      const named = candidates.filter(({ name }) => basename(name) === location)
      const imported = nearest(file.name, named.length > 0 ? named : candidates)
      if (imported === undefined) missing.add(namespace)
      else files.add(imported)
    }
  const own = new Set(roots.map(targetOf))
  const declared = new Declarations(own)
  for (const file of files) declared.read(file)
  return {
    family,
    files: [...files].map(({ name }) => name),
    definitions: new Map<string, string>(),
    edition: schemaEdition(roots),
    entries: declared.entries,
    codes: declared.codes,
    absent: [...missing].flatMap((namespace) => KINDS.map((kind) => `${kind} ${prefixOf(namespace, own)}`)),
    notes: [...missing].map((namespace) => `${namespace} is imported and not in the folder: not compared`),
  }
}

/** The version that the root schemas name, with their namespace, which often is one. */
function schemaEdition(roots: readonly OfficialXml[]): string {
  const editions = roots.map((each) =>
    [each.root.attribute('version') ?? '', targetOf(each)].filter(Boolean).join(', '),
  )
  return [...new Set(editions)].join('; ')
}

const KINDS = ['element', 'complexType', 'simpleType', 'group', 'attributeGroup', 'attribute'] as const

/**
 * How the names of a namespace begin: those of the document itself have nothing before them, so
 * that a new namespace changes no id.
 */
const prefixOf = (namespace: string, own: ReadonlySet<string>): string =>
  own.has(namespace) ? '' : canonicalPrefix(namespace)

/** Attributes whose value is a name with a prefix. */
const NAMES = new Set(['type', 'ref', 'base', 'itemType', 'substitutionGroup', 'refer'])

/** Named declarations of schemas: global ones, and elements in them with a type of their own. */
class Declarations {
  readonly entries: Entry[] = []
  readonly codes = new Map<string, readonly string[]>()

  constructor(private readonly own: ReadonlySet<string>) {}

  read(file: OfficialXml): void {
    const prefix = prefixOf(targetOf(file), this.own)
    for (const child of file.root.children) {
      const kind = KINDS.find((each) => child.name === `${XSD}${each}`)
      if (kind !== undefined) this.#add(file, child, kind, `${prefix}${child.attribute('name') ?? ''}`)
    }
  }

  #add(file: OfficialXml, element: XmlElement, kind: string, name: string): void {
    const id = `${kind} ${name}`
    const codes: string[] = []
    const text = this.#text(file, element, element, name, codes)
    if (codes.length > 0) this.codes.set(id, [...new Set(codes)].sort())
    this.entries.push({
      id,
      hash: hashOf(text),
      level: '',
      place: placeOf(file, element),
      context: '',
      terms: [],
      uses: [],
    })
  }

  /**
   * A declaration as text, without annotations and with names in place of prefixes. Enumerated
   * values are listed, and not in the text.
   */
  #text(file: OfficialXml, owner: XmlElement, element: XmlElement, path: string, codes: string[]): string {
    const attributes: string[] = []
    for (let index = 0; index < element.attributes.length; index += 2) {
      const [name = '', value = ''] = element.attributes.slice(index, index + 2)
      // The parent states how often an element may occur.
      if (name === 'id' || name.startsWith('{') || (element === owner && name.endsWith('Occurs'))) continue
      attributes.push(`${name}=${NAMES.has(name) ? this.#qualified(file, value) : value.replace(/[ \t\r\n]+/g, ' ')}`)
    }
    const children = element.children.flatMap((child): readonly string[] => {
      if (!child.name.startsWith(XSD) || child.name === `${XSD}annotation`) return []
      if (child.name === `${XSD}enumeration`) {
        codes.push(child.attribute('value') ?? '')
        return []
      }
      const name = child.attribute('name')
      const isNested = child.name === `${XSD}element` && name !== undefined && child.children.some(isType)
      if (!isNested) return [this.#text(file, owner, child, path, codes)]
      this.#add(file, child, 'element', `${path}/${name}`)
      return [`<element ${name} ${child.attribute('minOccurs') ?? 1} ${child.attribute('maxOccurs') ?? 1}>`]
    })
    return `<${element.name.slice(XSD.length)} ${attributes.sort().join(' ')}>${children.join('')}</>`
  }

  #qualified(file: OfficialXml, name: string): string {
    const [prefix, local] = name.includes(':') ? name.split(':') : ['', name]
    // A name always has a local part.
    // eslint-disable-next-line @typescript-eslint/restrict-template-expressions
    return `${prefixOf(file.namespaces.get(prefix ?? '') ?? '', this.own)}${local}`
  }
}

const isType = ({ name }: XmlElement): boolean => name === `${XSD}complexType` || name === `${XSD}simpleType`
