import { NATIONAL_CHANGES } from './national-changes.js'
import { type NamedChange, onLeaf, oneOf, places } from './places.js'
import { copied, type Editable } from './editable.js'
import { ODD_CHANGES } from './odd-changes.js'
import { STRAY_CHANGES } from './stray-changes.js'

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const isNumber = (text: string): boolean => /^\s*-?\d+(\.\d+)?\s*$/.test(text)
const CODES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B']
const OTHER_CODES = [
  'XX',
  '380',
  '381',
  'EUR',
  'RON',
  'SEK',
  'DE',
  'RO',
  '30',
  '58',
  '49',
  'ZZZ',
  'VAT',
  '130',
  '916',
  '50',
  'C62',
  'true',
  'false',
  '9930',
  '0088',
  'SEPA',
  '',
]

const CHANGES: readonly NamedChange[] = [
  [
    'delete',
    (places, random) => {
      const place = oneOf(places, random)
      if (place?.parent == null) return null
      place.parent.children = place.parent.children.filter((each) => each !== place.element)
      return `${place.parent.name}/${place.element.name}`
    },
  ],
  [
    'duplicate',
    (places, random) => {
      const place = oneOf(places, random)
      if (place?.parent == null) return null
      const at = place.parent.children.indexOf(place.element)
      place.parent.children.splice(at, 0, copied(place.element))
      return `${place.parent.name}/${place.element.name}`
    },
  ],
  [
    'amount',
    onLeaf(
      (name, text) => /Amount$|Percent$|Quantity$|Numeric$/.test(name) && isNumber(text),
      (text, random) => {
        const change = oneOf(
          ['+0.01', '-0.01', '+1', '-1', '+0.5', '*10', '0', '-', '.001', '00', '+0.99', '+1.01', '+', ' '],
          random,
        )
        const number = Number(text)
        switch (change) {
          case '*10':
            return String(number * 10)
          case '0':
            return '0'
          case '-':
            return text.startsWith('-') ? text.slice(1) : `-${text}`
          case '.001':
            return (number + 0.001).toFixed(3)
          case '00':
            return text.includes('.') ? `${text}00` : `${text}.000`
          case '+':
            return text.startsWith('-') ? text : `+${text}`
          case ' ':
            return ` ${text}\n`
          default:
            return (number + Number(change)).toFixed(2)
        }
      },
    ),
  ],
  [
    'code',
    onLeaf(
      (name) => /Code$|ID$|Indicator$/.test(name),
      (_, random) => oneOf(OTHER_CODES, random) ?? '',
    ),
  ],
  [
    'category',
    onLeaf(
      (name, text) => /:(?:ID|CategoryCode)$/.test(name) && CODES.includes(text),
      (_, random) => oneOf(CODES, random) ?? 'S',
    ),
  ],
  [
    'blank',
    onLeaf(
      (_, text) => text !== '',
      (_, random) => oneOf(['', ' ', '  \n'], random) ?? '',
    ),
  ],
  [
    'pad',
    onLeaf(
      (_, text) => text !== '',
      (text, random) =>
        oneOf([` ${text}`, `${text} `, `\n${text}\n`, text.toLowerCase(), `${text}  ${text}`], random) ?? '',
    ),
  ],
  [
    'long',
    onLeaf(
      (name, text) => text !== '' && !/Amount$|Percent$|Quantity$|Date$|Indicator$|DateTimeString$/.test(name),
      (text) => text.padEnd(350, ' lorem'),
    ),
  ],
  [
    'date',
    onLeaf(
      (name, text) => /Date$|DateTimeString$|DateString$/.test(name) && text !== '',
      (text, random) =>
        oneOf(
          text.includes('-')
            ? ['2019-01-01', '2031-12-31', '2025-02-29', '2025-06-01Z']
            : ['20190101', '20311231', '20250229'],
          random,
        ) ?? '',
    ),
  ],
  [
    'attribute',
    (places, random) => {
      const bearing = places.filter(({ element }) => element.attributes.length > 0)
      const element = oneOf(bearing, random)?.element
      if (element === undefined) return null
      const at = Math.floor((random() * element.attributes.length) / 2) * 2
      const name = element.attributes[at] ?? ''
      const value = oneOf([null, 'XXX', 'EUR', 'RON', 'C62', '0088', 'SEPA', '', '102', 'VA', 'FC'], random) ?? null
      if (value === null) element.attributes.splice(at, 2)
      else element.attributes[at + 1] = value
      return `${element.name}/@${name} -> ${value ?? 'none'}`
    },
  ],
  [
    'added attribute',
    (places, random) => {
      const element = oneOf(
        places.filter(({ element: { children } }) => children.length === 0),
        random,
      )?.element
      if (element === undefined) return null
      const name =
        oneOf(['schemeID', 'listID', 'schemeName', 'languageID', 'schemeAgencyID', 'name', 'unitCode'], random) ?? ''
      if (element.attributes.includes(name)) return null
      element.attributes.push(name, oneOf(['0088', 'X', 'SEPA'], random) ?? '')
      return `${element.name}/@${name}`
    },
  ],
  [
    'graft',
    (all, random, donor) => {
      const graft = oneOf(places(donor), random)
      if (graft?.parent == null) return null
      const { name } = graft.parent
      const parent = oneOf(
        all.filter(({ element }) => element.name === name),
        random,
      )?.element
      if (parent === undefined) return null
      // After its predecessor in the other document too, so that most grafts obey the schema.
      const before = graft.parent.children.slice(0, graft.parent.children.indexOf(graft.element) + 1)
      const names = new Set(before.map((each) => each.name))
      const at = parent.children.reduce((last, each, index) => (names.has(each.name) ? index + 1 : last), 0)
      const alike = parent.children.findIndex((each) => each.name === graft.element.name)
      const replaces = alike >= 0 && random() < 0.7
      parent.children.splice(replaces ? alike : at, replaces ? 1 : 0, copied(graft.element))
      return `${name}/${graft.element.name} ${replaces ? 'replaced' : 'added'}`
    },
  ],
  ...NATIONAL_CHANGES,
  ...ODD_CHANGES,
  ...STRAY_CHANGES,
  [
    'swap',
    (places, random) => {
      const parent = oneOf(
        places.filter(({ element: { children } }) => children.length > 1),
        random,
      )?.element
      if (parent === undefined) return null
      const at = Math.floor(random() * (parent.children.length - 1))
      const [one, other] = [parent.children[at], parent.children[at + 1]]
      if (one === undefined || other === undefined) return null
      parent.children.splice(at, 2, other, one)
      return `${parent.name}: ${one.name} and ${other.name}`
    },
  ],
]

/**
 * A copy of a document with one to three changes, and what they are; parts of another document may
 * be grafted on it.
 */
export function mutated(
  document: Editable,
  donor: Editable,
  random: () => number,
  more: readonly NamedChange[] = [],
): { readonly document: Editable; readonly changes: string } {
  const copy = copied(document)
  const changes: string[] = []
  const wanted = random() < 0.7 ? 1 : random() < 0.7 ? 2 : 3
  for (let tries = 0; changes.length < wanted && tries < 20; tries += 1) {
    const entry = oneOf([...CHANGES, ...more], random)
    if (entry === undefined) break
    const [name, change] = entry
    const made = change(places(copy), random, donor)
    if (made !== null) changes.push(`${name} ${made}`)
  }
  return { document: copy, changes: changes.join('; ') }
}
