import { type Body, rulesBrokenBy, samplesOf } from './json-sample.js'
import type { JsonRecipe } from './recipe.js'

type Path = JsonRecipe['path']

/**
 * For each rule that a single field of the API's JSON can break: the change that breaks the fewest
 * other rules.
 */
export function searchJson(): readonly JsonRecipe[] {
  const best = new Map<string, { readonly recipe: JsonRecipe; readonly cost: number }>()
  for (const country of ['RO', 'BE', 'DE', 'FR', 'PL'] as const)
    for (const [sample, body] of samplesOf(country)) {
      const before = new Set(rulesBrokenBy(body) ?? [])
      for (const { path, value } of changesOf(body)) {
        const broken = rulesBrokenBy(changedAt(body, path, value))?.filter((rule) => !before.has(rule)) ?? []
        const shown = country === 'PL' ? broken.filter((rule) => OF_POLAND.test(rule)) : broken
        // Warnings of the sample itself cost little: the invoice is still sound.
        const cost = broken.length * 1000 + before.size * 10 + JSON.stringify(value ?? '').length
        for (const rule of shown)
          if ((best.get(rule)?.cost ?? Infinity) > cost)
            best.set(rule, { cost, recipe: { rule, country, sample, path, ...(value !== undefined && { value }) } })
      }
    }
  return Array.from(best.values(), ({ recipe }) => recipe)
}

/** A national format shows its own rules: those of all countries have examples in UBL. */
const OF_POLAND = /^(?:CW-PL-|KSEF:)/

/** The body with another value at a path; undefined: without the field. */
export function changedAt(body: Body, path: Path, value: unknown): Body {
  const copy = structuredClone(body)
  const [last = '', ...around] = [...path].reverse()
  const parent = around.reverse().reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], copy)
  const fields = parent as Record<string | number, unknown>
  if (value !== undefined) fields[last] = value
  else if (Array.isArray(fields)) fields.splice(Number(last), 1)
  else Reflect.deleteProperty(fields, last)
  return copy
}

/** Fields that samples need not have, with values that belong to another invoice. */
const ADDED: readonly (readonly [path: Path, value: unknown])[] = [
  [['currency'], 'USD'],
  [['currency'], 'EUR'],
  [['currency'], 'RON'],
  [['currency'], 'XXX'],
  [['exchangeRate'], 0],
  [['exchangeRate'], -1],
  [['invoiceType'], 'credit_note'],
  [['buyerReference'], 'KOST-3310'],
  [['precedingInvoice'], { number: '' }],
  [['precedingInvoice'], { number: 'F 1' }],
  [['precedingInvoice'], { number: 'F'.repeat(36) }],
  [['precedingInvoice'], { number: 'F'.repeat(201) }],
  [['dueDate'], '2026-01-01'],
  [['customer', 'leitwegId'], '04011000-12345-99'],
  [['customer', 'peppolId'], '0208:0403170702'],
  [['supplier', 'peppolId'], '0088:7300010000002'],
  [['customer', 'siret'], '12345678900012'],
  [['supplier', 'siret'], '12345678900012'],
  [['supplier', 'siret'], '123'],
  [['paymentMeans', 'paymentTerms'], '#SKONTO#TAGE=14#PROZENT=2#'],
  [['paymentMeans', 'bankAccount'], 'DE00123'],
  [['customer', 'peppolId'], '9999:123'],
  [['attachments', 0, 'mimeType'], 'application/zip'],
  [['customer', 'localGovernmentUnit'], true],
  [['customer', 'vatGroupMember'], true],
  [['precedingInvoice'], { number: 'F-1', issueDate: '2026-10-01' }],
  [['precedingInvoice', 'ksefNumber'], '5265877635-20250626-010080DD2B5E-27'],
  [['correction', 'customerBefore'], { name: 'Księgarnia', vatNumber: 'PL5252441189' }],
  [['correction', 'amountBefore'], 3500],
  [['issueDate'], '2026-11-02'],
  [['issueDate'], '2026-12-31'],
  [['lines', 0, 'vatRate'], 22],
  [['lines', 0, 'pl'], { annex15: true }],
  [['note'], '#PMT#a#PMT#b'],
  [['note'], '#BAR#XYZ'],
  [['note'], '#BAR#B2B#BAR#B2BINT'],
  [['note'], '#QQQ#text'],
  ...['period', 'deliveryDate'].map((name): readonly [Path, unknown] => [
    ['lines', 0, name],
    name === 'period' ? { start: '2026-11-30', end: '2026-11-01' } : '2026-11-30',
  ]),
  ...['E', 'AE', 'K', 'G', 'O', 'Z', 'S'].map((category): readonly [Path, unknown] => [
    ['lines', 0, 'vatCategory'],
    category,
  ]),
  ...['AE', 'K', 'G', 'O', 'E', 'Z'].map((category): readonly [Path, unknown] => [
    ['lines', 0],
    { description: 'Consulting', quantity: 1, unitCode: 'HUR', unitPrice: 100, vatRate: 0, vatCategory: category },
  ]),
  ...[
    'VATEX-EU-G',
    'VATEX-EU-O',
    'VATEX-EU-IC',
    'VATEX-EU-AE',
    'VATEX-EU-D',
    'VATEX-EU-F',
    'VATEX-EU-I',
    'VATEX-EU-J',
  ].map((code): readonly [Path, unknown] => [['lines', 0, 'exemptionReasonCode'], code]),
]

function* changesOf(body: Body): Generator<{ readonly path: Path; readonly value?: unknown }> {
  for (const [path, value] of ADDED) if (has(body, path.slice(0, -1))) yield { path, value }
  for (const { path, value } of fieldsOf(body, [])) {
    if (path[0] === 'country') continue
    yield { path }
    for (const other of othersFor(path, value)) if (other !== value) yield { path, value: other }
  }
}

function has(body: Body, path: Path): boolean {
  let at: unknown = body
  for (const step of path) at = at === undefined ? undefined : (at as Record<string | number, unknown>)[step]
  return at !== undefined
}

function* fieldsOf(value: unknown, path: Path): Generator<{ readonly path: Path; readonly value: unknown }> {
  if (path.length > 0) yield { path, value }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value))
    yield* fieldsOf(inner, [...path, Array.isArray(value) ? Number(name) : name])
}

const LENGTHS = [21, 36, 51, 101, 126, 141, 151, 201, 301, 1001]

function othersFor(path: Path, value: unknown): readonly unknown[] {
  const name = String(path.at(-1))
  if (typeof value === 'number') return [0, -1, 17, 0.333333333, value + 1, -value, 100]
  if (typeof value !== 'string') return []
  const texts = ['', 'X', `${value} `, `${value}1`, value.slice(0, -1), 'A b.c#1']
  if (/[Dd]ate$|^start$|^end$/.test(name)) return ['2019-01-01', '2031-12-31', '1999-12-31', '2026-11-30', '2026-10-01']
  if (name === 'country') return ['XX', 'DE', 'FR', 'RO', 'BE', 'US', 'NL', 'DK', 'SE', 'NO', 'IS', 'GR', 'IT']
  if (name === 'unitCode') return ['HOURS']
  return [
    ...texts,
    ...LENGTHS.filter((length) => length > value.length).map((length) =>
      value.padEnd(length, ' and more').slice(0, length),
    ),
  ]
}
