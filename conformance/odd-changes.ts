import { copied, type Editable } from './editable.js'
import { isGuideline, type NamedChange, onLeaf, oneOf, type Place, places } from './places.js'

/** White space of Unicode that XML does not count as such, and XML's own. */
const BLANKS = ['\u00a0', '\u2003', '\u0085', '\u3000', '\ufeff', '\u2028', '\u200b', '\t', '\n', ' ']

const NUMBERS = [
  ...[
    '-0',
    '-0.0',
    '-0.00',
    '-.0',
    '+0',
    '00',
    '0.000',
    'NaN',
    'INF',
    '-INF',
    '+INF',
    '1e3',
    '0x10',
    '1_0',
    '1,5',
    '.5',
  ],
  ...[
    '5.',
    '+5',
    '-5',
    '00012.50',
    '\u0661\u0662',
    '1\u00a0000',
    '99999999999999999999',
    '0.1234567890123456789',
    '-',
    '.',
  ],
]

const DATES = [
  ...[
    '0000-01-01',
    '-0001-01-01',
    '10000-01-01',
    '9999-12-31',
    '02024-01-01',
    '1900-02-29',
    '2024-02-29',
    '0004-02-29',
  ],
  ...[
    '2013-06-01+14:00',
    '2013-06-01-14:00',
    '2013-06-01+14:01',
    '2013-06-01Z',
    '2013-05-31-12:00',
    '2013-6-1',
    ' 2013-06-01 ',
  ],
  ...['\u00a02013-06-01', '2013-06-01T00:00:00', '-0000-01-01', '275761-01-01', '2018-09-01+00:00', '2018-09-01-01:00'],
]

const CII_DATES = [
  ...[
    '00000101',
    '20240230',
    '\u00a020240101',
    ' 20240101 ',
    '2024\u066001',
    '\u0662\u0660\u0662\u06640101',
    '2024-01-01',
  ],
  ...['202401010', '20240101\n', '\u200320240101', '20240132'],
]

const ATTRIBUTES: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['xsi:nil', ['true', 'false', 'x', '']],
  ['xsi:foo', ['1']],
  ['xsi:type', ['none:Type', 'x']],
  ['xsi:schemaLocation', ['urn:a b']],
  ['xsi:noNamespaceSchemaLocation', ['a']],
  ['xml:lang', ['en']],
  ['currencyID', [' EUR', 'EUR ', 'EUR\u00a0', 'eur']],
  ['schemeID', [' 0088', '\u00a0', ' ', '0002\u00a0']],
  ['unitCode', [' C62', 'C62\u00a0']],
]

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function parted(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1))
  const between = oneOf(['<!-- x -->', '<?x y?>', '<![CDATA[]]>', '<!----><?x?>', '<!-- <a>1</a> -->'], random) ?? ''
  const behind = random() < 0.3 ? `<![CDATA[${text.slice(at).replaceAll(']]>', '')}]]>` : escaped(text.slice(at))
  return escaped(text.slice(0, at)) + between + behind
}

const isLeaf = ({ element }: Place): boolean => element.children.length === 0
const isAmount = (name: string): boolean => /Amount$|Percent$|Quantity$|Numeric$/.test(name)
const isDate = (name: string): boolean => name.endsWith('Date')
const isCiiDate = (name: string): boolean => /:Date(?:Time)?String$/.test(name)

function leaf(name: string, text: string): Editable {
  return { name, text, raw: null, attributes: [], children: [] }
}

function group(name: string, ...children: Editable[]): Editable {
  return { ...leaf(name, ''), children }
}

/**
 * Possible content of an extension, sound and not, in namespaces known to the schema and others.
 */
function extension(document: Editable, donor: Editable, random: () => number): Editable {
  const any = oneOf(places(donor), random)?.element ?? donor
  const made = [
    () => copied(any),
    () => group('{urn:x}a', copied(any)),
    () => leaf('cbc:IssueDate', 'nodate'),
    () => leaf('cbc:IssueDate', '2024-01-01'),
    () => leaf('a', 'x'),
    () => leaf('{urn:x}a', 'x'),
    () => group(document.name),
    () => copied(document),
    () => group('sig:UBLDocumentSignatures'),
    () => group('ext:UBLExtension'),
  ]
  return (oneOf(made, random) ?? (() => leaf('{urn:x}a', 'x')))()
}

/**
 * Changes to details that software seldom writes and few readers agree on: white space, numbers,
 * dates, comments, misplaced content.
 */
export const ODD_CHANGES: readonly NamedChange[] = [
  [
    'odd attribute',
    (all, random) => {
      const element = oneOf(all, random)?.element
      const attribute = oneOf(ATTRIBUTES, random)
      if (element === undefined || attribute === undefined) return null
      const [name, values] = attribute
      const value = oneOf(values, random) ?? ''
      const at = element.attributes.indexOf(name)
      if (at >= 0) element.attributes[at + 1] = value
      else if (name.includes(':')) element.attributes.push(name, value)
      else return null
      return `${element.name}/@${name} -> ${JSON.stringify(value)}`
    },
  ],
  ...['parted text', 'another parted text'].map((name): NamedChange => [
    name,
    (all, random) => {
      const found = oneOf(
        all.filter((place) => isLeaf(place) && place.element.text !== ''),
        random,
      )?.element
      if (found === undefined) return null
      found.raw = parted(found.text, random)
      return `${found.name}: ${found.raw}`
    },
  ]),
  [
    'odd blank',
    onLeaf(
      (_, text) => text !== '',
      (text, random) => {
        const blank = oneOf(BLANKS, random) ?? ' '
        const at = Math.floor(random() * (text.length + 1))
        return oneOf([blank + text, text + blank, blank, text.slice(0, at) + blank + text.slice(at)], random) ?? text
      },
    ),
  ],
  ...['odd number', 'another odd number'].map((name): NamedChange => [
    name,
    onLeaf(isAmount, (_, random) => oneOf(NUMBERS, random) ?? '-0'),
  ]),
  ['odd date', onLeaf(isDate, (_, random) => oneOf(DATES, random) ?? '')],
  [
    'odd period',
    (all, random) => {
      const found = oneOf(
        all.filter(({ element }) => element.name.endsWith('Period')),
        random,
      )?.element
      if (found === undefined) return null
      for (const date of found.children.filter(({ name }) => isDate(name))) date.text = oneOf(DATES, random) ?? ''
      return found.children.map(({ name, text }) => `${name}: ${text}`).join(', ')
    },
  ],
  ['odd date of CII', onLeaf(isCiiDate, (_, random) => oneOf(CII_DATES, random) ?? '')],
  [
    'extension',
    (all, random, donor) => {
      const root = all[0]?.element
      if (root === undefined || !/^(?:ubl|cn):/.test(root.name)) return null
      const content = extension(root, donor, random)
      root.children = root.children.filter(({ name }) => name !== 'ext:UBLExtensions')
      root.children.unshift(
        group('ext:UBLExtensions', group('ext:UBLExtension', group('ext:ExtensionContent', content))),
      )
      return content.name
    },
  ],
  [
    'misplaced',
    (all, random) => {
      const [from, to] = [
        oneOf(all, random),
        oneOf(
          all.filter((place) => !isLeaf(place)),
          random,
        )?.element,
      ]
      if (from?.parent == null || to === undefined) return null
      const moved = copied(from.element)
      if (random() < 0.5) from.parent.children = from.parent.children.filter((each) => each !== from.element)
      to.children.splice(Math.floor(random() * (to.children.length + 1)), 0, moved)
      return `${moved.name} to ${to.name}`
    },
  ],
  [
    'child in a leaf',
    (all, random) => {
      const found = oneOf(
        all.filter((place) => isLeaf(place) && !isGuideline(place)),
        random,
      )?.element
      if (found === undefined) return null
      found.children = [leaf(random() < 0.5 ? found.name : '{urn:x}a', oneOf(['', '1', 'x', ' '], random) ?? '')]
      return found.name
    },
  ],
  [
    'text between elements',
    (all, random) => {
      const found = oneOf(
        all.filter((place) => !isLeaf(place)),
        random,
      )?.element
      if (found === undefined) return null
      found.text = oneOf(['x', '\u00a0', '1'], random) ?? 'x'
      return found.name
    },
  ],
  [
    'duplicate with another text',
    (all, random) => {
      const found = oneOf(
        all.filter((place) => isLeaf(place) && place.parent !== null),
        random,
      )
      const other = oneOf(all.filter(isLeaf), random)?.element
      if (found?.parent == null || other === undefined) return null
      const twin = { ...copied(found.element), text: oneOf([other.text, '', 'S', '0', '1'], random) ?? '' }
      found.parent.children.splice(found.parent.children.indexOf(found.element) + 1, 0, twin)
      return `${found.element.name}: ${twin.text}`
    },
  ],
]
