import { hasNamespace } from '../xml/namespaces.js'
import { type ContentNode, groupPlace, namePlace } from './content-model.js'
import { ModelReader, type WrittenNode } from './model-reader.js'
import { acceptedUnseen, type SimpleType } from './simple-type.js'

/** A particle for children with one of these names. */
export interface Particle {
  readonly names: ReadonlySet<string>
  /** For a wildcard: the prefix of the excluded namespace. */
  readonly otherThan: string | null
  readonly least: number
  readonly most: number
}

/** The type of an attribute's value, and whether it is required. */
interface Attribute extends ValueType {
  readonly isRequired: boolean
}

/** The type of a value. */
interface ValueType extends SimpleType {
  /** See `acceptedUnseen`. */
  readonly unseen: ReturnType<typeof acceptedUnseen>
}

/** The allowed content of an element of the type. */
export interface SchemaType {
  /** Whether any content is allowed. */
  readonly isUnchecked: boolean
  /** The type of the value; undefined for a type with children. */
  readonly value: ValueType | undefined
  readonly attributes: ReadonlyMap<string, Attribute>
  readonly requiredAttributes: readonly string[]
  readonly particles: readonly Particle[]
  /**
   * The number of required particles before each one, and of all, if a child's name determines its
   * particle; else null.
   */
  readonly required: readonly number[] | null
  /** Used instead of `particles` for nested groups. */
  readonly model: readonly ContentNode[] | null
  readonly children: ChildPlaces
}

/** What a type knows of a child by its name. */
export interface ChildPlace {
  readonly name: string
  /** The index in `particles`, if the name determines it; else 0. */
  readonly particle: number
  /** The number of the child's type. */
  readonly type: number
  /** The child that last came after this one. */
  following: ChildPlace | undefined
}

/** The children of a type, by their names. */
class ChildPlaces {
  readonly #places = new Map<string, ChildPlace>()
  #first: ChildPlace | undefined

  constructor(types: ReadonlyMap<string, number>, particles: ReadonlyMap<string, number>) {
    for (const [name, type] of types)
      this.#places.set(name, { name, particle: particles.get(name) ?? 0, type, following: undefined })
  }

  /**
   * The place of a name; undefined: the type has no such child.
   * @param before that of the child in front of it: mostly the same children follow each other
   */
  of(name: string, before: ChildPlace | undefined): ChildPlace | undefined {
    const expected = before === undefined ? this.#first : before.following
    if (expected?.name === name) return expected
    const place = this.#places.get(name)
    if (place === undefined) return undefined
    if (before === undefined) this.#first = place
    else before.following = place
    return place
  }
}

/**
 * Whether a particle accepts an element. An element without a namespace does not match a wildcard
 * for other namespaces (XML Schema 1.0, part 1, 3.10.1).
 */
export function takes({ names, otherThan }: Particle, name: string): boolean {
  return otherThan === null ? names.has(name) : !name.startsWith(otherThan) && hasNamespace(name)
}

/** A row with a simple type and all its facets, which other rows reference. */
const FACETS = ':'

/**
 * Parses a row of a schema's table.
 * @param rowOf finds the rows of referenced simple types
 */
export function typeOf(row: string, rowOf: (number: number) => string): SchemaType {
  if (row.startsWith('=')) {
    const [value = '', ...written] = row.slice(1).split(' ')
    return { ...NO_CHILDREN, ...attributesIn(written, rowOf), value: valueType(value, rowOf) }
  }
  if (row === UNCHECKED) return { ...NO_CHILDREN, isUnchecked: true }
  const written = row === '' ? [] : row.split(' ')
  const model = new ModelReader(written.filter((each) => !each.startsWith('@')).join(' ')).read()
  const particles = model.every(isFlat) ? model.map(particleOf) : null
  const places = particles === null ? null : placesOf(particles)
  return {
    ...NO_CHILDREN,
    ...attributesIn(
      written.filter((each) => each.startsWith('@')).map((each) => each.slice(1)),
      rowOf,
    ),
    particles: particles ?? [],
    required: particles === null || places === null ? null : requiredBefore(particles),
    model: particles === null ? model.map(nodeOf) : null,
    children: new ChildPlaces(new Map(namesIn(model)), places ?? new Map()),
  }
}

const UNCHECKED = '~'

const NO_CHILDREN: SchemaType = {
  isUnchecked: false,
  value: undefined,
  attributes: new Map(),
  requiredAttributes: [],
  particles: [],
  required: null,
  model: null,
  children: new ChildPlaces(new Map(), new Map()),
}

function attributesIn(
  written: readonly string[],
  rowOf: (number: number) => string,
): Pick<SchemaType, 'attributes' | 'requiredAttributes'> {
  const attributes = new Map(written.map((each) => attributeOf(each, rowOf)))
  const requiredAttributes = Array.from(attributes).flatMap(([name, { isRequired }]) => (isRequired ? name : []))
  return { attributes, requiredAttributes }
}

function isFlat({ alternatives, otherThan }: WrittenNode): boolean {
  return otherThan !== null || alternatives.every((each) => each.length === 1 && isOnce(each[0]))
}

/** Whether it is a single name that must occur exactly once. */
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

function requiredBefore(particles: readonly Particle[]): readonly number[] {
  const before = [0]
  for (const [index, { least }] of particles.entries()) before.push((before[index] ?? 0) + (least > 0 ? 1 : 0))
  return before
}

function attributeOf(written: string, rowOf: (number: number) => string): readonly [string, Attribute] {
  const [, name = '', required, type = ''] = /^([A-Za-z0-9:._-]+)(!?)>(.*)$/.exec(written) ?? []
  return [name, { ...valueType(type, rowOf), isRequired: required === '!' }]
}

function valueType(written: string, rowOf: (number: number) => string): ValueType {
  const type = simpleType(written, rowOf)
  return { ...type, unseen: acceptedUnseen(type) }
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

/** Blanks are encoded as tildes. */
function fixedValue(written: string | undefined): string | null {
  return written?.replaceAll('~', ' ') ?? null
}

/** The table's encoding of a simple type with facets other than lengths and values. */
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
