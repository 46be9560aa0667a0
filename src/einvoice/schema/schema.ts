import type { XmlElement } from '../xml/element.js'
import { type Particle, type SchemaType, typeOf } from './schema-type.js'
import { simpleFault } from './simple-type.js'

/** A violation of the schema. */
export interface SchemaFault {
  readonly element: XmlElement
  readonly message: string
}

/**
 * An official XML schema, as a table that `conformance/schema-tables.ts` makes from it: the first row has the root elements, each further one
 * a type. A type with children: their names, each with a mark for how often (`?`, `*`, `+` or none) and the number of its type; alternatives
 * in parentheses; `*` for an element of any kind. A type with a value: `=`, its simple type, and its attributes (`!` required, `=` fixed).
 * Rows are read when a document needs them.
 */
export class Schema {
  readonly #rows: readonly string[]
  readonly #types: SchemaType[] = []
  readonly #roots: ReadonlyMap<string, number>

  constructor(table: string) {
    const [roots = '', ...rows] = table.slice(1, -1).split('\n')
    this.#rows = rows
    this.#roots = new Map(
      roots.split(' ').map((root) => [root.slice(0, root.indexOf('>')), Number(root.slice(root.indexOf('>') + 1))]),
    )
  }

  /** What in a document is against the schema: elements that are out of place or missing, attributes, and values. */
  faults(root: XmlElement): readonly SchemaFault[] {
    const faults: SchemaFault[] = []
    const number = this.#roots.get(root.name)
    if (number === undefined) return [{ element: root, message: `${root.name} is not a document of this schema` }]
    this.#check(root, number, faults)
    return faults
  }

  #type(number: number): SchemaType {
    return (this.#types[number] ??= typeOf(this.#rows[number] ?? ''))
  }

  #check(element: XmlElement, number: number, faults: SchemaFault[]): void {
    const type = this.#type(number)
    attributeFaults(element, type, faults)
    if (type.value !== undefined) {
      const message =
        element.children.length > 0 ? 'no elements are allowed in it' : simpleFault(element.text, type.value)
      if (message !== null) faults.push({ element, message: `${element.name}: ${message}` })
      return
    }
    if (element.text !== '' && !/^[ \t\r\n]*$/.test(element.text))
      faults.push({ element, message: `${element.name}: text between elements` })
    if (!areInPlace(element.children, type)) {
      const fault = childFault(element, type.particles)
      if (fault !== null) faults.push(fault)
    }
    for (const child of element.children) {
      const childType = type.childTypes.get(child.name)
      if (childType !== undefined) this.#check(child, childType, faults)
    }
  }
}

/** Whether children stand in order, none is missing and none too many, in one pass over them; false too where that cannot be told so. */
function areInPlace(children: readonly XmlElement[], { particles, places }: SchemaType): boolean {
  if (places === null) return false
  let [at, found] = [0, 0]
  for (const { name } of children) {
    const place = places.get(name)
    if (place === undefined || place < at) return false
    for (; at < place; at += 1, found = 0) if (found < (particles[at]?.least ?? 0)) return false
    found += 1
    if (found > (particles[at]?.most ?? 0)) return false
  }
  for (; at < particles.length; at += 1, found = 0) if (found < (particles[at]?.least ?? 0)) return false
  return true
}

/** The first child that is out of place, or what is missing. The schemas are deterministic, so that no looking ahead is needed. */
function childFault(parent: XmlElement, particles: readonly Particle[]): SchemaFault | null {
  const { children } = parent
  let at = 0
  for (const { names, isAny, least, most } of particles) {
    let found = 0
    for (
      let child = children[at];
      child !== undefined && found < most && (isAny || names.has(child.name));
      child = children[at]
    ) {
      found += 1
      at += 1
    }
    if (found >= least) continue
    const [child] = children.slice(at, at + 1)
    const wanted = isAny ? 'an element' : [...names].join(' or ')
    return {
      element: child ?? parent,
      message: `${parent.name}: ${wanted} is missing${child === undefined ? '' : ` before ${child.name}`}`,
    }
  }
  const extra = children[at]
  return extra === undefined ? null : { element: extra, message: `${parent.name}: ${extra.name} is not allowed here` }
}

function attributeFaults(element: XmlElement, type: SchemaType, faults: SchemaFault[]): void {
  const { attributes } = element
  for (let index = 0; index < attributes.length; index += 2) {
    const name = attributes[index] ?? ''
    const value = attributes[index + 1] ?? ''
    const attribute = type.attributes.get(name)
    if (attribute === undefined) {
      // Those of the schema's own namespace say where schemas are.
      if (!name.startsWith('xsi:'))
        faults.push({ element, message: `${element.name}: the attribute ${name} is not allowed` })
      continue
    }
    const message = simpleFault(value, attribute)
    if (message !== null) faults.push({ element, message: `${element.name}/@${name}: ${message}` })
  }
  for (const name of type.required)
    if (element.attribute(name) === undefined)
      faults.push({ element, message: `${element.name}: the attribute ${name} is missing` })
}
