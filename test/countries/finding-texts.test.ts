import fc from 'fast-check'
import t from 'tap'
import type { TSchema } from '@sinclair/typebox'
import { acceptedOf, type Body, samplesOf } from '../../conformance/examples/json-sample.js'
import { changedAt } from '../../conformance/examples/json-search.js'
import { bases } from '../../conformance/examples/bases.js'
import { written } from '../../conformance/editable.js'
import { patched } from '../../conformance/examples/patch.js'
import type { RecordedRecipes } from '../../conformance/examples/recipe.js'
import type { Finding } from '../../src/countries/country.js'
import { judgeXml } from '../../src/countries/judging/judge-xml.js'
import { COUNTRY_CODES, countryOf } from '../../src/countries/registry.js'
import { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'
import { ruleEntries } from '../../src/http/docs/reference/reference.js'
import { readRecipes } from '../support/recipes.js'
import { faulty, RANDOM_COUNTRIES, type RandomCountry } from '../support/random/countries.js'
import { TODAY } from '../support/random/invoice.js'
import { inSyntax, invoicingOf } from '../support/random/official-judge.js'
import { SEED, triesOf } from '../support/random/sample.js'

const RECIPES: RecordedRecipes = readRecipes()

/** What a caller writes in the place of a field, wrong in some way; undefined: nothing at all. */
const WRONG = [undefined, '1', 'X', 'ș\u0085', '2030-01-01', '1999-12-31', '12345', 0, -1, 0.19, 3, 1e6] as const

/** Of so many wrong values of the fields of the samples one is tried. */
const STEP = 3

type Path = readonly (string | number)[]

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([name, each]) =>
    pathsIn(each, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return path.length === 0 ? inner : [path, ...inner]
}

/** The findings on a body; none of one that the service does not take. */
function judged(body: Body): readonly Finding[] {
  const accepted = acceptedOf(body)
  const invoicing = accepted === null ? null : countryOf(accepted.country).invoicing
  if (accepted === null || invoicing === null) return []
  const { findings, valid, findingsTotal } = invoicing.validate(accepted, { today: TODAY })
  if (valid === findings.some(({ severity }) => severity === 'fatal')) throw new Error('valid and findings differ')
  if (findingsTotal !== findings.length)
    throw new Error(`${findingsTotal} findings, and ${findings.length} are reported`)
  return findings
}

/** Every sample with one field that is missing or wrong, and what was recorded for the pages. */
function* ofJson(): Generator<Finding> {
  for (const country of COUNTRY_CODES)
    for (const [index, [, body]] of [...samplesOf(country)].entries()) {
      yield* judged(body)
      for (const [at, path] of pathsIn(body).entries())
        for (const [which, value] of WRONG.entries())
          if ((at + which + index) % STEP === 0) yield* judged(changedAt(body, [...path], value))
    }
  for (const { country, sample, path, value } of RECIPES.json)
    yield* judged(changedAt(samplesOf(country).get(sample) ?? {}, path, value))
}

function* ofXml(): Generator<Finding> {
  const all = bases()
  for (const { base: name, patches } of RECIPES.xml.filter((_, index) => index % STEP === 0)) {
    const base = all.get(name)
    if (base === undefined) throw new Error(`no base ${name}`)
    const xml = Buffer.from(written(patched(base.document, patches)))
    yield* judgeXml(xml, { profile: base.profile }).findings
  }
}

/** What reads like a fault of ours in the place of a value. */
const NO_VALUE = /\b(?:is|are|but|than|"|\() ?(?:nothing|undefined|null|NaN)\b|\[object|\{\}|…/

function faultsOfText(text: string): string[] {
  // Values may hold quotation marks themselves.
  const shown = text.replace(/".*"/s, '""')
  return [
    ...(NO_VALUE.test(shown) ? ['a value that is none'] : []),
    ...(/^[A-Z`"]/.test(text) ? [] : ['its beginning']),
    ...(/[.?]$/.test(text) ? [] : ['its end']),
    ...(/ {2}|\(\)/.test(shown) ? ['a hole'] : []),
    ...(/\p{Cc}/u.test(text) ? ['a control character'] : []),
    ...(text.length > 500 ? ['its length'] : []),
  ]
}

/** Reported once for each rule. */
function report(findings: Iterable<Finding>, faultsOf: (finding: Finding) => readonly string[]) {
  const wrong = new Map<string, string>()
  let count = 0
  for (const finding of findings) {
    count += 1
    for (const fault of faultsOf(finding))
      wrong.set(`${finding.rule}: ${fault}`, `${finding.path}: ${finding.message} ${finding.fix}`)
  }
  return { count, wrong: [...wrong].map(([key, text]) => `${key}: ${text}`) }
}

const sentences = ({ message, fix }: Finding): readonly string[] => [...faultsOfText(message), ...faultsOfText(fix)]

t.test('every text of a finding on JSON is a sentence and says what is missing', async (t) => {
  const { count, wrong } = report(ofJson(), sentences)
  t.ok(count > 1_500, `${count} findings`)
  t.same(wrong, [])
})

t.test('every text of a finding on XML is a sentence and says what is missing', async (t) => {
  const { count, wrong } = report(ofXml(), sentences)
  t.ok(count > 500, `${count} findings`)
  t.same(wrong, [])
})

/** The fields of the API by their paths, `lines[].vatRate`, and whether they are required. */
function fieldsOf(schema: TSchema, path = ''): Map<string, boolean> {
  const {
    properties = {},
    required = [],
    items,
  } = schema as unknown as {
    properties?: Record<string, TSchema>
    required?: readonly string[]
    items?: TSchema
  }
  if (items !== undefined) return fieldsOf(items, `${path}[]`)
  return new Map(
    Object.entries(properties).flatMap(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`
      return [[at, required.includes(name)] as const, ...fieldsOf(field, at)]
    }),
  )
}

const FIELDS = fieldsOf(InvoiceBody)
const ROOTS = [...new Set([...FIELDS.keys()].map((path) => path.split(/[.[]/)[0] ?? ''))].join('|')
const FIELD = new RegExp(`(?<![\\w.:/-])(?:${ROOTS})(?:\\[\\d*\\])?(?:\\.[a-z][A-Za-z]*(?:\\[\\d*\\])?)+`, 'g')

function fieldFaults({ fix, path }: Pick<Finding, 'fix' | 'path'>): string[] {
  const named = [...fix.matchAll(FIELD), ...fix.matchAll(/`([^`]+)`/g)].map(([whole, inner]) => inner ?? whole)
  const known = (field: string): string => field.replaceAll(/\[\d+\]/g, '[]').replace(/\[\]$/, '')
  const left = /(?:[Ll]eave|[Rr]emove|[Oo]mit) (?:out )?(?:[\w']+ ){0,6}\(?([a-z][A-Za-z.[\]]*)\)?(?: out)?/g
  return [
    ...named.filter((field) => !FIELDS.has(known(field))).map((field) => `no field ${field}`),
    ...[...fix.matchAll(left)]
      .map(([, field = '']) => known(field))
      .filter((field) => FIELDS.get(field) === true || field.endsWith('.vatNumber'))
      .map((field) => `${field} is required`),
    ...(/\brecompute\b|\bMake P_|\bWrite (?:Imposta|Imponibile|Prezzo)/i.test(fix) ? ['a sum of ours'] : []),
    ...(path !== '' && !FIELDS.has(known(path)) ? [`no field ${path} at which it stands`] : []),
  ]
}

t.test('what to do names fields that there are, leaves out none that is required, and asks for no sums', async (t) => {
  t.same(report(ofJson(), fieldFaults).wrong, [])
  const texts = [...ruleEntries().values()]
    .filter(({ uses }) => uses.some(({ syntax }) => syntax === 'json'))
    .flatMap(({ id, fixes }) => fixes.map((fix) => ({ id, fix })))
  t.ok(texts.length > 300, `${texts.length} texts`)
  const inTexts = texts.flatMap(({ id, fix }) =>
    fieldFaults({ path: '', fix })
      .filter((fault) => fault !== 'a sum of ours')
      .map((fault) => `${id}: ${fault}: ${fix}`),
  )
  t.same(inTexts, [])
})

t.test('what follows from another finding comes after it and names it', async (t) => {
  let followers = 0
  const random = fc
    .constantFrom(...(Object.keys(RANDOM_COUNTRIES) as RandomCountry[]))
    .chain((country) => fc.tuple(faulty(country, 4), fc.constantFrom(...invoicingOf(country).formats)))
  fc.assert(
    fc.property(random, ([drawn, syntax]) => {
      const { invoice } = inSyntax(drawn, syntax)
      const { findings, valid } = invoicingOf(invoice.country as RandomCountry).validate(invoice, { today: TODAY })
      const before = new Set<string>()
      for (const finding of findings) {
        const [, path, rule] = /^First correct `([^`]+)` \((.+?)\), which causes/.exec(finding.fix) ?? []
        if (path !== undefined) followers += 1
        if (path !== undefined && !before.has(`${rule ?? ''} ${path}`))
          throw new Error(`${finding.rule}: ${finding.fix}`)
        before.add(`${finding.rule} ${finding.path}`)
        for (const fault of sentences(finding))
          throw new Error(`${finding.rule}, ${fault}: ${finding.message} ${finding.fix}`)
      }
      if (!valid && !findings.some(({ severity }) => severity === 'fatal')) throw new Error('no fatal finding')
    }),
    { seed: SEED, numRuns: triesOf(400) },
  )
  t.ok(followers > 20, `${followers} follow`)
})

t.test('no example in a finding is the address of a stranger', async (t) => {
  // A scheme of EAS with a value; a SIREN or SIRET, an enterprise number, a GLN, a Leitweg-ID.
  const address = /\b(?:0[0-9]{3}|99[0-9]{2}):[0-9A-Z]{6,}|\b732829320|\b0403170701|\b57900004\d{5}|\b04011000-/
  const texts = [...ruleEntries().values()].flatMap(({ id, messages, fixes }) =>
    [...messages, ...fixes].map((text) => `${id}: ${text}`),
  )
  t.same(
    texts.filter((text) => address.test(text)),
    [],
  )
  t.ok(texts.length > 1000, `${texts.length} texts`)
})
