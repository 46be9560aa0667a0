import type { SimpleType } from './simple-type.js'

/** A place for children of one name, or of one of several. */
export interface Particle {
  readonly names: ReadonlySet<string>
  readonly isAny: boolean
  readonly least: number
  readonly most: number
}

export interface Attribute extends SimpleType {
  readonly isRequired: boolean
}

/** What an element of the type may have in it. */
export interface SchemaType {
  /** Of a type with a value; undefined for one with children. */
  readonly value: SimpleType | undefined
  readonly attributes: ReadonlyMap<string, Attribute>
  readonly particles: readonly Particle[]
  readonly childTypes: ReadonlyMap<string, number>
}

/** Reads a row of a schema's table. */
export function typeOf(row: string): SchemaType {
  if (row.startsWith('=')) {
    const [value = '', ...attributes] = row.slice(1).split(' ')
    return {
      value: simpleType(value),
      attributes: new Map(attributes.map(attributeOf)),
      particles: [],
      childTypes: new Map(),
    }
  }
  const childTypes = new Map<string, number>()
  const particles = row === '' ? [] : row.split(' ').map((particle) => particleOf(particle, childTypes))
  return { value: undefined, attributes: new Map(), particles, childTypes }
}

function particleOf(written: string, childTypes: Map<string, number>): Particle {
  if (written === '*') return { names: new Set(), isAny: true, least: 1, most: 1 }
  const isChoice = written.startsWith('(')
  const names = new Set<string>()
  let mark = ''
  for (const member of isChoice ? written.slice(1, -1).split('|') : [written]) {
    const [, name = '', marked = '', type = ''] = /^([\w:.-]+)([?*+]?)>(\d+)$/.exec(member) ?? []
    names.add(name)
    childTypes.set(name, Number(type))
    mark = marked
  }
  return {
    names,
    isAny: false,
    least: mark === '?' || mark === '*' ? 0 : 1,
    most: mark === '*' || mark === '+' ? Number.POSITIVE_INFINITY : 1,
  }
}

function attributeOf(written: string): readonly [string, Attribute] {
  const [, name = '', required, type = ''] = /^([\w:.-]+)(!?)>(.*)$/.exec(written) ?? []
  return [name, { ...simpleType(type), isRequired: required === '!' }]
}

/** `token{1,3}[A,B]=fixed`. */
function simpleType(written: string): SimpleType {
  const [, base = '', least, most, values, fixed] =
    /^(\w+)(?:\{(\d+),(\d*)\})?(?:\[([^\]]*)\])?(?:=(.*))?$/.exec(written) ?? []
  return {
    base,
    least: Number(least ?? 0),
    most: most === undefined || most === '' ? Number.POSITIVE_INFINITY : Number(most),
    values: values === undefined ? null : new Set(values.split(',')),
    fixed: fixed ?? null,
  }
}
