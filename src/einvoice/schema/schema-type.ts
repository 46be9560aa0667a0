import { hasNamespace } from '../xml/namespaces.js'
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
  readonly childTypes: ReadonlyMap<string, number>
}

/**
 * Whether an element may stand in a place. An element without a namespace is of no other one (XML
 * Schema 1.0, part 1, 3.10.1).
 */
export function takes({ names, otherThan }: Particle, name: string): boolean {
  return otherThan === null ? names.has(name) : !name.startsWith(otherThan) && hasNamespace(name)
}

/** Reads a row of a schema's table. */
export function typeOf(row: string): SchemaType {
  if (row.startsWith('=')) {
    const [value = '', ...written] = row.slice(1).split(' ')
    const attributes = new Map(written.map(attributeOf))
    const required = Array.from(attributes).flatMap(([name, { isRequired }]) => (isRequired ? name : []))
    return {
      isUnchecked: false,
      value: simpleType(value),
      attributes,
      required,
      particles: [],
      places: null,
      childTypes: new Map(),
    }
  }
  const childTypes = new Map<string, number>()
  const particles = row === '' || row === '~' ? [] : row.split(' ').map((particle) => particleOf(particle, childTypes))
  return {
    isUnchecked: row === '~',
    value: undefined,
    attributes: new Map(),
    required: [],
    particles,
    places: placesOf(particles),
    childTypes,
  }
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

function particleOf(written: string, childTypes: Map<string, number>): Particle {
  if (written.startsWith('*')) return { names: new Set(), otherThan: written.slice(1), least: 1, most: 1 }
  const isChoice = written.startsWith('(')
  const names = new Set<string>()
  let mark = ''
  for (const member of isChoice ? written.slice(1, -1).split('|') : [written]) {
    const [, name = '', marked = '', type = ''] = /^([A-Za-z0-9:._-]+)([?*+]?)>([0-9]+)$/.exec(member) ?? []
    names.add(name)
    childTypes.set(name, Number(type))
    mark = marked
  }
  return {
    names,
    otherThan: null,
    least: mark === '?' || mark === '*' ? 0 : 1,
    most: mark === '*' || mark === '+' ? Number.POSITIVE_INFINITY : 1,
  }
}

function attributeOf(written: string): readonly [string, Attribute] {
  const [, name = '', required, type = ''] = /^([A-Za-z0-9:._-]+)(!?)>(.*)$/.exec(written) ?? []
  return [name, { ...simpleType(type), isRequired: required === '!' }]
}

/** `token{1,3}[A,B]=fixed`. */
function simpleType(written: string): SimpleType {
  const [, base = '', least, most, values, fixed] =
    /^([A-Za-z0-9]+)(?:\{(\d+),(\d*)\})?(?:\[([^\]]*)\])?(?:=(.*))?$/.exec(written) ?? []
  return {
    base,
    least: Number(least ?? 0),
    most: most === undefined || most === '' ? Number.POSITIVE_INFINITY : Number(most),
    values: values === undefined ? null : new Set(values.split(',')),
    fixed: fixed ?? null,
  }
}
