import type { XmlElement } from '../xml/element.js'
import { type Misplaced, misplaced } from './content-model.js'
import { type ChildPlace, type Particle, type SchemaType, takes, typeOf } from './schema-type.js'
import { simpleFault } from './simple-type.js'

/** A violation of the schema. */
interface SchemaFault {
  readonly element: XmlElement
  readonly message: string
  /** The missing element, if one is missing. */
  readonly missing?: MissingElement
}

/** A required element; of several alternatives, the first. */
export interface MissingElement {
  readonly parent: XmlElement
  readonly name: string
}

/**
 * An official XML schema, as a table that `conformance/schema-tables.ts` generates: the first row
 * has the root elements, the second all other global elements of a schema with wildcards, each
 * further one a type. A type with children: their names, each with a mark for its occurrence (`?`,
 * `*`, `+`, `{2,5}` or none) and the number of its type; groups in parentheses, their alternatives
 * between bars; `*` with a prefix for an element of any other namespace; attributes after `@`. A
 * type with a value: `=`, its simple type, and its attributes (`!` required, `=` fixed). A simple
 * type with more facets than lengths and values has its own row, which begins with `:`, and is
 * referenced as `#12`. `~`: a type whose contents are not checked. Rows are parsed on demand.
 */
export class Schema {
  readonly #rows: readonly string[]
  readonly #types: SchemaType[] = []
  readonly #roots: ReadonlyMap<string, number>
  readonly #others: string
  #globals: ReadonlyMap<string, number> | undefined

  constructor(table: string) {
    const [roots = '', others = '', ...rows] = table.slice(1, -1).split('\n')
    this.#rows = rows
    this.#roots = numbersIn(roots)
    this.#others = others
  }

  /**
   * The schema violations of a document: misplaced or missing elements, attributes, and values.
   */
  faults(root: XmlElement): readonly SchemaFault[] {
    const faults: SchemaFault[] = []
    const number = this.#roots.get(root.name)
    if (number === undefined) return [{ element: root, message: `${root.name} is not a document of this schema` }]
    this.#check(root, number, root.name, faults)
    return faults
  }

  #type(number: number): SchemaType {
    return (this.#types[number] ??= typeOf(this.#rows[number] ?? '', (other) => this.#rows[other] ?? ''))
  }

  /**
   * The type of a global element; of the roots only the document's own, because each root has its
   * own schema file.
   */
  #global(name: string, root: string): number | undefined {
    this.#globals ??= numbersIn(this.#others)
    return name === root ? this.#roots.get(name) : this.#globals.get(name)
  }

  /** Content of a wildcard: the outermost elements that the schema defines are checked. */
  #checkAny(element: XmlElement, root: string, faults: SchemaFault[]): void {
    const number = this.#global(element.name, root)
    if (number !== undefined) this.#check(element, number, root, faults)
    else for (const child of element.children) this.#checkAny(child, root, faults)
  }

  #check(element: XmlElement, number: number, root: string, faults: SchemaFault[]): void {
    const type = this.#type(number)
    if (type.isUnchecked) return
    attributeFaults(element, type, faults)
    if (type.value !== undefined) {
      const message = valueFault(element, type.value)
      if (message !== null) faults.push({ element, message: `${element.name}: ${message}` })
      return
    }
    if (element.text !== '' && !/^[ \t\r\n]*$/.test(element.text))
      faults.push({ element, message: `${element.name}: text between elements` })
    if (type.model !== null) {
      const fault = misplaced(element.children, type.model)
      if (fault !== null) faults.push(modelFault(element, fault))
    } else if (!areInPlace(element.children, type)) {
      const fault = childFault(element, type.particles)
      if (fault !== null) faults.push(fault)
    }
    let place: ChildPlace | undefined
    for (const child of element.children) {
      place = type.children.of(child.name, place)
      if (place !== undefined) this.#check(child, place.type, root, faults)
      else if (type.particles.some((particle) => particle.otherThan !== null && takes(particle, child.name)))
        this.#checkAny(child, root, faults)
    }
  }
}

function valueFault(element: XmlElement, type: NonNullable<SchemaType['value']>): string | null {
  if (element.children.length > 0) return 'no elements are allowed in it'
  if (type.unseen === 'text' || (type.unseen === 'decimal' && element.isWrittenNumber)) return null
  return simpleFault(element.text, type)
}

/**
 * Whether the children are complete and in order, in one pass; also false if this check can't
 * decide.
 */
function areInPlace(children: readonly XmlElement[], { particles, required, children: places }: SchemaType): boolean {
  if (required === null) return false
  let [at, found] = [0, 0]
  let place: ChildPlace | undefined
  /** Whether the particle `at` is complete, and none is required between it and the next one. */
  const isComplete = (next: number): boolean =>
    found >= (particles[at]?.least ?? 0) && required[next] === required[Math.min(at + 1, next)]
  for (const { name } of children) {
    place = places.of(name, place)
    if (place === undefined || place.particle < at) return false
    if (place.particle > at) {
      if (!isComplete(place.particle)) return false
      at = place.particle
      found = 0
    }
    found += 1
    if (found > (particles[at]?.most ?? 0)) return false
  }
  return isComplete(particles.length)
}

/**
 * The first child that is out of place, or what is missing. The schemas are deterministic, so no
 * look-ahead is needed.
 */
function childFault(parent: XmlElement, particles: readonly Particle[]): SchemaFault | null {
  const { children } = parent
  let at = 0
  for (const particle of particles) {
    const { names, otherThan, least, most } = particle
    let found = 0
    for (
      let child = children[at];
      child !== undefined && found < most && takes(particle, child.name);
      child = children[at]
    ) {
      found += 1
      at += 1
    }
    if (found >= least) continue
    const wanted = otherThan !== null ? ['an element of another namespace'] : [...names]
    return modelFault(parent, { child: children[at], wanted })
  }
  const extra = children[at]
  return extra === undefined ? null : modelFault(parent, { child: extra, wanted: [] })
}

function modelFault(parent: XmlElement, { child, wanted }: Misplaced): SchemaFault {
  const element = child ?? parent
  const [first] = wanted
  if (first === undefined) return { element, message: `${parent.name}: ${child?.name ?? ''} is not allowed here` }
  const before = child === undefined ? '' : ` before ${child.name}`
  const message = `${parent.name}: ${wanted.join(' or ')} is missing${before}`
  return { element, message, missing: { parent, name: first } }
}

function numbersIn(row: string): ReadonlyMap<string, number> {
  if (row === '') return new Map()
  return new Map(
    row.split(' ').map((each) => [each.slice(0, each.indexOf('>')), Number(each.slice(each.indexOf('>') + 1))]),
  )
}

/**
 * The attributes that any element may have: schema locations. `xsi:nil` is forbidden on elements
 * that are not nillable, and none here is; `xsi:type` is refused even for the element's own type,
 * because no writer needs it.
 */
const LOCATIONS: ReadonlySet<string> = new Set(['xsi:schemaLocation', 'xsi:noNamespaceSchemaLocation'])

function attributeFaults(element: XmlElement, type: SchemaType, faults: SchemaFault[]): void {
  const { attributes } = element
  for (let index = 0; index < attributes.length; index += 2) {
    const name = attributes[index] ?? ''
    const value = attributes[index + 1] ?? ''
    const attribute = type.attributes.get(name)
    if (attribute === undefined) {
      if (!LOCATIONS.has(name))
        faults.push({ element, message: `${element.name}: the attribute ${name} is not allowed` })
      continue
    }
    const message = attribute.unseen === 'text' ? null : simpleFault(value, attribute)
    if (message !== null) faults.push({ element, message: `${element.name}/@${name}: ${message}` })
  }
  for (const name of type.requiredAttributes)
    if (element.attribute(name) === undefined)
      faults.push({ element, message: `${element.name}: the attribute ${name} is missing` })
}
