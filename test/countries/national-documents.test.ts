import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { SIMPLIFIED_SCHEMA } from '../../src/countries/it/schema.js'
import { isSimplified } from '../../src/countries/it/simplified-types.js'
import { COUNTRIES, countryOf } from '../../src/countries/registry.js'
import { Refusal, type Detail } from '../../src/domain/refusal.js'
import { acceptInvoice } from '../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../src/documents/intake/check.js'
import { InvoiceBody } from '../../src/documents/intake/schemas/invoice-input.js'
import { parseXml } from '../../src/einvoice/xml/parse.js'
import { officialSchema } from '../support/official-schema.js'
import { SEED, triesOf } from '../support/random/sample.js'
import { ROOT } from './accepted-sample.js'

t.setTimeout(240_000)

const TODAY = '2026-11-21'
const check = compileCheck(InvoiceBody)

/** Values that a field may have and a format may not, by what the field had before. */
const ODD = {
  string: [
    ...[
      '',
      ' ',
      'x',
      'é',
      'ș',
      '„x” – €',
      '𝒳',
      'a\nb',
      'x'.repeat(21),
      'x'.repeat(61),
      'x'.repeat(81),
      'x'.repeat(201),
    ],
    ...[
      'x'.repeat(999),
      'ș'.repeat(200),
      '\u0085',
      'a\tb',
      '  a  ',
      '0',
      '-',
      'IT',
      'PL5260250274',
      'IT00743110157',
      'DE129273398',
    ],
    ...[
      '2026-11-21',
      '2026-12-31',
      '1999-01-01',
      '2055-01-01',
      'RSSMRA85T10A562S',
      'XX',
      'KGM',
      'C62',
      'ZZ9',
      'N2.2',
      'VATEX-EU-IC',
    ],
    ...[
      'TD04',
      'TD24',
      'RF19',
      'RT02',
      'TC04',
      'MI',
      'Milano',
      '00100',
      '1234',
      'SW1A 1AA',
      'USD',
      'PLN',
      'a@b.it',
      'credit_note',
    ],
    ...[
      'S',
      'E',
      'AE',
      'K',
      'G',
      'O',
      'Z',
      'split_payment',
      'cash',
      'ABC123',
      'ABCDEFG',
      'GTU_01',
      'IT60X0542811101000000123456',
    ],
  ],
  number: [
    0, 1, -1, 0.005, 1e-10, 12.345678, 99999.99, 999999999999, -999999999999, 0.1234567891, 22, 23, 4, 5, 10, 19, 100,
  ],
  boolean: [true, false],
} as const

interface Change {
  /** Which leaf of the body, counted through and begun again. */
  readonly at: number
  readonly odd: number
  readonly isDropped: boolean
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  odd: fc.nat(),
  isDropped: fc.nat({ max: 5 }).map((n) => n === 0),
})

/** Every place of a body that holds a text, a number or a truth value. */
function leavesOf(value: unknown): readonly (readonly [holder: Record<string, unknown>, name: string])[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) =>
    typeof holder[name] === 'object' ? leavesOf(holder[name]) : [[holder, name] as const],
  )
}

function changed(body: unknown, changes: readonly Change[]): InvoiceBody {
  const copy = structuredClone(body) as InvoiceBody
  for (const { at, odd, isDropped } of changes) {
    const leaves = leavesOf(copy)
    const [holder, name] = leaves[at % leaves.length] ?? []
    if (holder === undefined || name === undefined || (holder === (copy as unknown) && name === 'country')) continue
    const choices: readonly unknown[] = ODD[typeof holder[name] as keyof typeof ODD]
    if (isDropped) Reflect.deleteProperty(holder, name)
    else holder[name] = choices[odd % choices.length]
  }
  return copy
}

for (const code of ['IT', 'PL'] as const) {
  const { invoicing } = COUNTRIES[code]
  if (invoicing === null) throw new Error(`${code} has no invoices`)
  const folder = join(ROOT, 'samples', code.toLowerCase())
  const samples = readdirSync(folder).map((file) => ({
    ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object),
    issueDate: TODAY,
  }))
  const schema = officialSchema(code === 'IT' ? 'it' : 'pl')

  t.test(
    `after any change a sample of ${code} is valid only if the official schema accepts its document`,
    async (t) => {
      const counts = { refused: 0, invalid: 0, valid: 0 }
      const numRuns = triesOf(800)
      fc.assert(
        fc.property(
          fc.constantFrom(...samples),
          fc.array(change, { minLength: 1, maxLength: 3 }),
          (sample, changes) => {
            const body = changed(sample, changes)
            const details: Detail[] = []
            check(body, '', details)
            if (details.length > 0) {
              counts.refused += 1
              return
            }
            const taken = acceptedOf(body)
            if (taken === null) {
              counts.refused += 1
              return
            }
            const { accepted, attachments } = taken
            const { valid, findings } = invoicing.validate(accepted, { today: TODAY })
            for (const { rule, message, fix, path } of findings) {
              if (message === '' || fix === '') throw new Error(`${rule} says nothing`)
              if (rule === 'XSD' && path === '') throw new Error(`no field for: ${message}`)
            }
            if (!valid) {
              counts.invalid += 1
              return
            }
            counts.valid += 1
            const { xml } = invoicing.convert(accepted, attachments)
            // The official artefacts have no schema of simplified invoices; see test/foreign.
            const faults = isSimplified(accepted)
              ? SIMPLIFIED_SCHEMA.faults(parseXml(Buffer.from(xml)).root).map(({ message }) => message)
              : schema.faults(xml)
            if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${JSON.stringify(body)}`)
          },
        ),
        { seed: SEED, numRuns },
      )
      t.comment(JSON.stringify(counts))
      t.ok(Math.min(counts.valid, counts.invalid) > numRuns / 16, JSON.stringify(counts))
    },
  )
}

/** The accepted invoice; null: a field contradicts another one, which the refusal names. */
function acceptedOf(body: InvoiceBody) {
  try {
    const { accepted, attachments } = acceptInvoice(body, {
      countryOf,
      now: new Date(`${TODAY}T12:00:00Z`),
      invoiceId: 'x',
      environment: null,
      preceding: body.precedingInvoice as Parameters<typeof acceptInvoice>[1]['preceding'],
    })
    return { accepted, attachments: attachments.map(({ bytes }) => bytes) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    for (const { path, message } of error.details)
      if (path === '' || message === '') throw new Error(`a refusal names no field: ${error.message}`, { cause: error })
    if (error.details.length === 0) throw new Error(`a refusal without details: ${error.message}`, { cause: error })
    return null
  }
}
