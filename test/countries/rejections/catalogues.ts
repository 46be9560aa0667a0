import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BE_REJECTIONS } from '../../../src/countries/be/rejections.js'
import { DE_REJECTIONS } from '../../../src/countries/de/rejections.js'
import { FRENCH_REJECTIONS } from '../../../src/countries/fr/rejections.js'
import { ITALIAN_REJECTIONS } from '../../../src/countries/it/rejections.js'
import { POLISH_REJECTIONS } from '../../../src/countries/pl/rejections.js'
import type { RejectionCatalogue } from '../../../src/countries/rejections/rejection.js'
import { ROMANIAN_REJECTIONS } from '../../../src/countries/ro/rejections.js'
import { ROOT } from '../accepted-sample.js'

/** A country's catalogue, and what was collected of its system. */
export interface Collected {
  readonly country: string
  readonly catalogue: RejectionCatalogue
  /** Lists of its rules in `artefacts/rules`. */
  readonly rules: readonly string[]
  /** Codes that report no refusal, or whose text was not collected. */
  readonly harmless: RegExp
  /** A collected text as the country's system sends it. */
  asSent(code: string, rawText: string): string
}

const EN16931 = ['en16931-ubl-1.3.16', 'en16931-cii-1.3.16']
const withCode = (code: string, rawText: string): string => (rawText.startsWith('[') ? rawText : `${code}: ${rawText}`)

/** Values in the places of those that were collected by name alone: `{element}`. */
function withValues(text: string): string {
  const values: Readonly<Record<string, string | undefined>> = {
    parent: 'Fa',
    child: 'P_2',
    expected: 'P_1',
    element: 'P_12',
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1')
}

/** All countries. */
export const COLLECTED: readonly Collected[] = [
  {
    country: 'RO',
    catalogue: ROMANIAN_REJECTIONS,
    rules: ['cius-ro-1.0.9', 'anaf-bundle-1.0.9-all'],
    harmless: /^STATE-(?:OK|PENDING)$/,
    asSent: (_, rawText) => rawText,
  },
  { country: 'IT', catalogue: ITALIAN_REJECTIONS, rules: [], harmless: /^$/, asSent: withCode },
  {
    country: 'BE',
    catalogue: BE_REJECTIONS,
    rules: ['en16931-ubl-1.3.16', 'peppol-bis-3.0.21', 'peppol-selfbilling-3.0.2'],
    harmless: /^$/,
    asSent: withCode,
  },
  {
    country: 'PL',
    catalogue: POLISH_REJECTIONS,
    rules: [],
    harmless: /^$/,
    asSent: (code, rawText) =>
      withValues(`${/^(?:INV|SES|AUTH|EXC)-(\d+)$/.exec(code)?.[1] ?? code}: ${rawText.replace(' | ', '; ')}`),
  },
  {
    country: 'FR',
    catalogue: FRENCH_REJECTIONS,
    rules: [
      ...EN16931,
      'fr-ctc-flux2-ubl-1.4.0.03',
      'fr-ctc-flux2-cii-1.4.0.03',
      'fr-extended-ctc-ubl-1.4.0.03',
      'fr-extended-ctc-cii-1.4.0.03',
    ],
    // Statuses and answers that report no failure, and two whose error code was not collected.
    harmless: /^(?:CDV-20[0-59]|CDV-21[12]|CPRO-TRA_MSG_00\.000|AFNOR-50[03])$/,
    asSent(code, rawText) {
      if (code.startsWith('CPRO-')) return `Chorus Pro : ${rawText}`
      return /^[A-Z_]+$/.test(code) ? `${code} - ${rawText}` : rawText
    },
  },
  {
    country: 'DE',
    catalogue: DE_REJECTIONS,
    rules: [...EN16931, 'xrechnung-ubl-2.5.0', 'xrechnung-cii-2.5.0'],
    harmless: /^$/,
    asSent: withCode,
  },
]

/** A code with the text that its country's system sends. */
export type SentText = readonly [code: string, rawText: string]

/** What was collected of a country's system; null: it is not on this machine. */
export function collectedOf({ country, asSent, harmless }: Collected): readonly SentText[] | null {
  const path = join(shared(), 'governments', `${country.toLowerCase()}-errors.tsv`)
  if (!existsSync(path)) return null
  return rowsOf(path)
    .map(([code = '', rawText = '']): SentText => [code, asSent(code, rawText)])
    .filter(([code]) => !harmless.test(code))
}

/** The rules of a country's artefacts with their official texts; empty: none, or not here. */
export function rulesOf({ rules, catalogue }: Collected): readonly SentText[] {
  const ids = rules
    .map((list) => join(shared(), 'artefacts', 'rules', `${list}.tsv`))
    .filter(existsSync)
    .flatMap((path) => rowsOf(path).map(([id = '']) => id))
  return [...new Set(ids)].map((id) => [id, catalogue.rejectionText(id) ?? id])
}

function rowsOf(path: string): readonly (readonly string[])[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))
}

function shared(): string {
  return process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared')
}
