import { hasNamespace } from '../xml/namespaces.js'
import { type ContentNode, groupPlace, namePlace } from './content-model.js'
import { ModelReader, type WrittenNode } from './model-reader.js'
import type { SimpleType } from './simple-type.js'

/** A place for children of one name, or of one of several. */
export interface Particle {
  readonly names: ReadonlySet<string>
  /** Of a place for any other namespace: the prefix of the one that it must not be. */
  readonly otherThan: string | null
  readonly least: number
  readonly most: number
}

/** The type of an attribute's value, and whether it must be there. */
export interface Attribute extends SimpleType {
  readonly isRequired: boolean
}

/** What an element of the type may have in it. */
export interface SchemaType {
  /** Whether it may have anything in it. */
  readonly isUnchecked: boolean
  /** Of a type with a value; undefined for one with children. */
  readonly value: SimpleType | undefined
  readonly attributes: ReadonlyMap<string, Attribute>
  /** The attributes that must be there. */
  readonly required: readonly string[]
  readonly particles: readonly Particle[]
  /** Where in `particles` a name stands; null where that is not enough to find a child's place. */
  readonly places: ReadonlyMap<string, number> | null
  /** In place of `particles` where groups stand in groups. */
  readonly model: readonly ContentNode[] | null
  readonly childTypes: ReadonlyMap<string, number>
}

/**
 * Whether an element may stand in a place. An element without a namespace is of no other one (XML
 * Schema 1.0, part 1, 3.10.1).
 */
export function takes({ names, otherThan }: Particle, name: string): boolean {
  return otherThan === null ? names.has(name) : !name.startsWith(otherThan) && hasNamespace(name)
}

/** A row that describes a simple type with all its facets, for others to refer to. */
const FACETS = ':'

/**
 * Reads a row of a schema's table.
 * @param rowOf other rows, of simple types that it refers to
 */
export function typeOf(row: string, rowOf: (number: number) => string): SchemaType {
  if (row.startsWith('=')) {
    const [value = '', ...written] = row.slice(1).split(' ')
    return { ...NO_CHILDREN, ...attributesIn(written, rowOf), value: simpleType(value, rowOf) }
  }
  if (row === UNCHECKED) return { ...NO_CHILDREN, isUnchecked: true }
  const written = row === '' ? [] : row.split(' ')
  const model = new ModelReader(written.filter((each) => !each.startsWith('@')).join(' ')).read()
  const particles = model.every(isFlat) ? model.map(particleOf) : null
  return {
    ...NO_CHILDREN,
    ...attributesIn(
      written.filter((each) => each.startsWith('@')).map((each) => each.slice(1)),
      rowOf,
    ),
    particles: particles ?? [],
    places: particles === null ? null : placesOf(particles),
    model: particles === null ? model.map(nodeOf) : null,
    childTypes: new Map(namesIn(model)),
  }
}

const UNCHECKED = '~'

const NO_CHILDREN: SchemaType = {
  isUnchecked: false,
  value: undefined,
  attributes: new Map(),
  required: [],
  particles: [],
  places: null,
  model: null,
  childTypes: new Map(),
}

function attributesIn(
  written: readonly string[],
  rowOf: (number: number) => string,
): Pick<SchemaType, 'attributes' | 'required'> {
  const attributes = new Map(written.map((each) => attributeOf(each, rowOf)))
  const required = Array.from(attributes).flatMap(([name, { isRequired }]) => (isRequired ? name : []))
  return { attributes, required }
}

function isFlat({ alternatives, otherThan }: WrittenNode): boolean {
  return otherThan !== null || alternatives.every((each) => each.length === 1 && isOnce(each[0]))
}

/** Whether it is a name that stands there exactly once. */
function isOnce(node: WrittenNode | undefined): boolean {
  return node?.name !== null && node?.least === 1 && node.most === 1
}

function particleOf({ name, otherThan, alternatives, least, most }: WrittenNode): Particle {
  const names = name === null ? alternatives.flatMap((each) => each.map((node) => node.name ?? '')) : [name]
  return { names: new Set(names), otherThan, least, most }
}

function nodeOf({ name, alternatives, least, most }: WrittenNode): ContentNode {
  return name === null
    ? groupPlace(
        alternatives.map((each) => each.map(nodeOf)),
        least,
        most,
      )
    : namePlace(name, least, most)
}

function namesIn(model: readonly WrittenNode[]): (readonly [string, number])[] {
  return model.flatMap(({ name, type, alternatives }) =>
    name === null ? alternatives.flatMap(namesIn) : [[name, type]],
  )
}

function placesOf(particles: readonly Particle[]): ReadonlyMap<string, number> | null {
  const places = new Map<string, number>()
  for (const [index, { names, otherThan }] of particles.entries()) {
    if (otherThan !== null) return null
    for (const name of names) {
      if (places.has(name)) return null
      places.set(name, index)
    }
  }
  return places
}

function attributeOf(written: string, rowOf: (number: number) => string): readonly [string, Attribute] {
  const [, name = '', required, type = ''] = /^([A-Za-z0-9:._-]+)(!?)>(.*)$/.exec(written) ?? []
  return [name, { ...simpleType(type, rowOf), isRequired: required === '!' }]
}

/** `token{1,3}[A,B]=fixed`, or `#12=fixed` for the row of that number. */
function simpleType(written: string, rowOf: (number: number) => string): SimpleType {
  const [, row, ofRow] = /^#(\d+)(?:=(.*))?$/.exec(written) ?? []
  if (row !== undefined) return { ...facetsIn(rowOf(Number(row))), fixed: fixedValue(ofRow) }
  const [, base = '', least, most, values, fixed] =
    /^([A-Za-z0-9]+)(?:\{(\d+),(\d*)\})?(?:\[([^\]]*)\])?(?:=(.*))?$/.exec(written) ?? []
  return {
    base,
    least: Number(least ?? 0),
    most: most === undefined || most === '' ? Number.POSITIVE_INFINITY : Number(most),
    values: values === undefined ? null : new Set(values.split(',')),
    fixed: fixedValue(fixed),
  }
}

/** A blank in it is written as a tilde. */
function fixedValue(written: string | undefined): string | null {
  return written?.replaceAll('~', ' ') ?? null
}

/** What the table has of a simple type that needs more than lengths and values. */
interface WrittenFacets extends Omit<SimpleType, 'least' | 'most' | 'values' | 'patterns' | 'fixed'> {
  readonly least?: number
  readonly most?: number
  readonly values?: readonly string[]
  readonly patterns?: readonly string[]
}

function facetsIn(row: string): SimpleType {
  const {
    values,
    least = 0,
    most = Infinity,
    patterns,
    ...facets
  } = JSON.parse(row.slice(FACETS.length)) as WrittenFacets
  const type: SimpleType = {
    ...facets,
    least,
    most,
    values: values === undefined ? null : new Set(values),
    fixed: null,
  }
  return patterns === undefined ? type : { ...type, patterns: patterns.map((each) => new RegExp(each, 'u')) }
}
