import type { SchemedId } from '../../../../domain/request/terms.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { LONGEST } from '../../descriptions.js'
import { type JoinedText, joinedParts } from '../../../text-parts.js'
import { textAt } from '../values.js'

/** The values of one key, in their order. */
interface Values {
  readonly key: string
  readonly written: string[]
  /** The position of each among all descriptions. */
  readonly places: number[]
  /** Combined on first use, because a long text is written in parts. */
  texts?: readonly JoinedText[]
  taken: number
}

/** A text, and its position among all descriptions. */
interface Placed {
  readonly text: string
  readonly place: number
}

/** The descriptions of one line, or of the whole invoice. */
interface Keyed {
  readonly byKey: Map<string, Values>
  /** Values with a scheme after the key, by the key without it. */
  readonly schemed: Map<string, { readonly scheme: string; readonly values: Values }[]>
}

/** A key with a scheme in parentheses. */
const SCHEMED = /^(.+) \(([^()]{1,50})\)$/

/** DodatkowyOpis of a document; readers consume the values of their keys. */
export class ReadDescriptions {
  readonly #lines = new Map<string, Keyed>()
  #count = 0

  constructor(fa: XmlElement | undefined) {
    for (const each of fa?.all('fa:DodatkowyOpis') ?? []) {
      const key = textAt(each, 'fa:Klucz')
      const value = textAt(each, 'fa:Wartosc')
      if (key !== undefined && value !== undefined) this.#add(textAt(each, 'fa:NrWiersza') ?? '', key, value)
    }
  }

  #add(line: string, key: string, value: string): void {
    const place = this.#count
    this.#count += 1
    const keyed: Keyed = this.#lines.get(line) ?? { byKey: new Map(), schemed: new Map() }
    this.#lines.set(line, keyed)
    const before = keyed.byKey.get(key)
    if (before !== undefined) {
      before.written.push(value)
      before.places.push(place)
      return
    }
    const values = { key, written: [value], places: [place], taken: 0 }
    keyed.byKey.set(key, values)
    const [, plain, scheme] = SCHEMED.exec(key) ?? []
    if (plain === undefined || scheme === undefined) return
    const others = keyed.schemed.get(plain)
    if (others === undefined) keyed.schemed.set(plain, [{ scheme, values }])
    else others.push({ scheme, values })
  }

  /**
   * The next text of a key at each call. undefined: no more.
   * @param line the NrWiersza; empty: the whole invoice
   */
  take(key: string, line = ''): string | undefined {
    return next(this.#lines.get(line)?.byKey.get(key))?.text
  }

  /** All remaining texts of a key of the whole invoice, in order. */
  takeAll(key: string): readonly string[] {
    return restOf(this.#lines.get('')?.byKey.get(key)).map(({ text }) => text)
  }

  /** Likewise all identifiers, with the scheme after the key, in order. */
  takeIds(key: string, line = ''): readonly SchemedId[] {
    const keyed = this.#lines.get(line)
    if (keyed === undefined) return []
    const plain = restOf(keyed.byKey.get(key)).map(({ text, place }) => ({ value: { id: text }, place }))
    const schemed = (keyed.schemed.get(key) ?? []).flatMap(({ scheme, values }) =>
      restOf(values).map(({ text, place }) => ({ value: { id: text, scheme }, place })),
    )
    return inOrder([...plain, ...schemed])
  }

  /** The remaining keys and texts, in order. */
  takeRest(line = ''): readonly (readonly [key: string, text: string])[] {
    const all = Array.from(this.#lines.get(line)?.byKey.values() ?? [])
    return inOrder(
      all.flatMap((values) => restOf(values).map(({ text, place }) => ({ value: [values.key, text] as const, place }))),
    )
  }
}

function inOrder<T>(all: { readonly value: T; readonly place: number }[]): readonly T[] {
  return all.sort((one, other) => one.place - other.place).map(({ value }) => value)
}

function next(values: Values | undefined): Placed | undefined {
  if (values === undefined) return undefined
  values.texts ??= joinedParts(values.written, LONGEST)
  const found = values.texts[values.taken]
  values.taken += 1
  return found && { text: found.text, place: values.places[found.first] ?? 0 }
}

function restOf(values: Values | undefined): readonly Placed[] {
  const found: Placed[] = []
  for (let text = next(values); text !== undefined; text = next(values)) found.push(text)
  return found
}
