import type { Assertions } from '../../einvoice/rules/bindings/binding.js'
import { ForbiddenPaths } from '../../einvoice/rules/bindings/forbidden.js'
import { CII_CODE_LISTS } from '../../einvoice/codes/cii-lists.js'
import type { RuleCatalogue } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import type { FacturXLevel } from '../../einvoice/rules/factur-x.js'
import type { DocumentRules } from '../../einvoice/rules/judge-document.js'
import { Schema } from '../../einvoice/schema/schema.js'
import { trimmed } from '../../einvoice/xml/white-space.js'
import { extendedRules, lowerRules } from './extended.js'
import { having } from './rules.js'
import { FacturXStructure } from './structure.js'
import { BASIC_SCHEMA_TABLE } from './tables/basic-schema.js'
import { BASIC_STRUCTURE } from './tables/basic-structure.js'
import { BASIC_WL_SCHEMA_TABLE } from './tables/basic-wl-schema.js'
import { BASIC_WL_STRUCTURE } from './tables/basic-wl-structure.js'
import { EN_16931_SCHEMA_TABLE } from './tables/en16931-schema.js'
import { EN_16931_STRUCTURE } from './tables/en16931-structure.js'
import { EXTENDED_SCHEMA_TABLE } from './tables/extended-schema.js'
import { EXTENDED_STRUCTURE } from './tables/extended-structure.js'
import { MINIMUM_SCHEMA_TABLE } from './tables/minimum-schema.js'
import { MINIMUM_STRUCTURE } from './tables/minimum-structure.js'

interface Level {
  readonly schema: string
  readonly structure: string
  readonly rules: readonly Assertions[]
  readonly ids: ReadonlySet<string>
}

const MINIMUM_IDS = `
  BR 01 02 03 04 05 06 07 08 09 13 14 15
  BR-CO 09 26
  BR-DEC 12 13 14 18
  BR-E 02 03 04 05 06 07 10
  BR-FXEXT-G 08 08b 08ini 08rev
  BR-FXEXT-IC 08b 08ini 08rev
  BR-FXEXT-O 08b 08ini 08rev
  BR-FXEXT-Z 08b 08ini 08rev
  BR-G 02 03 04 05 06 07 08 09 10
  BR-IC 02 03 04 05 06 07 08 09 10 11 12
  BR-O 03 04 06 08 09 10 11 12 13 14
  CII-SR 463 465 466`
const COMMON_IDS = `
  BR 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 17 18 19 20 29 31 32 33 36 37 38 45 46 47 48 49 50 53 55 56 57 61 62
  BR 63
  BR-AE 03 04 06 07 09 10
  BR-AF 03 04 06 07 09 10
  BR-AG 03 04 06 07 09 10
  BR-CO 03 05 06 09 11 12 13 14 15 16 17 18 19 21 22 26
  BR-DEC 01 02 05 06 09 10 11 12 13 14 15 16 17 18 19 20
  BR-E 03 04 06 07 09 10
  BR-G 03 04 06 07 09 10
  BR-IC 03 04 06 07 09 10 11 12
  BR-O 03 04 06 07 09 10 11 13 14
  BR-S 03 04 06 07 09 10
  BR-Z 03 04 06 07 09 10
  CII-SR 463 465 466`
const PAYMENT_IDS = `
  CII-SR 467 468 469 470 471 472 473`
/** Rules on lines, which BASIC WL does not have. */
const LINE_IDS = `
  BR 16 21 22 23 24 25 26 27 28 30 41 42 43 44 54 64 65
  BR-AE 01 02 05 08
  BR-AF 01 02 05 08
  BR-AG 01 02 05 08
  BR-B 01 02
  BR-CO 04 07 08 10 20 23 24
  BR-DEC 23 24 25 27 28
  BR-E 01 02 05 08
  BR-G 01 02 05 08
  BR-IC 01 02 05 08
  BR-O 01 02 05 08 12
  BR-S 01 02 05 08
  BR-Z 01 02 05 08
  PEPPOL-EN16931 R008`
const BASIC_IDS = `
  BR-CO 27
  BR-FX-EN 04
  BR-FXEXT 12
  BR-FXEXT-Z 08rev`
const EN_16931_IDS = `
  BR 51 52
  CII-SR 474 475 476`
/** What EXTENDED has instead under an id of its own, or allows. */
const REPLACED_IDS = `
  BR 22 23 24 26 27 28 38 44 54
  BR-AE 01 08
  BR-AF 01 08 10
  BR-AG 01 08 10
  BR-CO 04 06 08 10 11 12 13 15 16 17 22 24
  BR-E 01 08
  BR-G 01 08
  BR-IC 01 08
  BR-O 01 02 03 04 08 11 12 13 14
  BR-S 01 08 09 10
  BR-Z 01 08 10
  CII-SR 470 474`

function ids(...tables: readonly string[]): ReadonlySet<string> {
  return new Set(
    trimmed(tables.join('\n'))
      .split('\n')
      .flatMap((row) => {
        const [prefix = '', ...numbers] = trimmed(row).split(' ')
        return numbers.map((number) => `${prefix}-${number}`)
      }),
  )
}

function extendedIds(rules: readonly Assertions[]): ReadonlySet<string> {
  const standard = ids(COMMON_IDS, PAYMENT_IDS, LINE_IDS, EN_16931_IDS)
  const kept = [...standard].filter((id) => !ids(REPLACED_IDS).has(id))
  const own = rules.flatMap(({ tests }) => tests.map(([id]) => id)).filter((id) => id.startsWith('BR-FXEXT-'))
  return new Set([...kept, ...own, 'BR-CO-25', 'CII-DT-097'])
}

const LEVELS: Readonly<Record<FacturXLevel, () => Level>> = {
  MINIMUM: () => ({
    schema: MINIMUM_SCHEMA_TABLE,
    structure: MINIMUM_STRUCTURE,
    rules: lowerRules(),
    ids: ids(MINIMUM_IDS),
  }),
  'BASIC WL': () => ({
    schema: BASIC_WL_SCHEMA_TABLE,
    structure: BASIC_WL_STRUCTURE,
    rules: lowerRules(),
    ids: ids(COMMON_IDS, PAYMENT_IDS),
  }),
  BASIC: () => ({
    schema: BASIC_SCHEMA_TABLE,
    structure: BASIC_STRUCTURE,
    // Its schema has no subtypes of lines, so every line counts.
    rules: lowerRules(),
    ids: ids(COMMON_IDS, LINE_IDS, BASIC_IDS),
  }),
  'EN 16931': () => ({
    schema: EN_16931_SCHEMA_TABLE,
    structure: EN_16931_STRUCTURE,
    rules: lowerRules(),
    ids: ids(COMMON_IDS, PAYMENT_IDS, LINE_IDS, EN_16931_IDS),
  }),
  EXTENDED: () => {
    const rules = extendedRules()
    return { schema: EXTENDED_SCHEMA_TABLE, structure: EXTENDED_STRUCTURE, rules, ids: extendedIds(rules) }
  },
}

/** The rules of a profile, with its own schema and structure. */
export function facturXRules(level: FacturXLevel, catalogue: RuleCatalogue): DocumentRules {
  const { schema, structure, rules, ids: wanted } = LEVELS[level]()
  return {
    schema: new Schema(schema),
    structure: new FacturXStructure(structure, `Factur-X ${level}`),
    assertions: having(rules, (id) => wanted.has(id)),
    forbidden: NOTHING_FORBIDDEN,
    codes: CII_CODE_LISTS,
    catalogue,
    warnings: WARNINGS,
  }
}

const NOTHING_FORBIDDEN = new ForbiddenPaths([])

const WARNINGS: ReadonlySet<string> = new Set([
  'PEPPOL-EN16931-R008',
  'BR-FX-EN-04',
  'BR-FXEXT-04',
  'CII-SR-474',
  'CII-SR-475',
  'CII-SR-476',
  ...['AE', 'E', 'G', 'IC', 'AF', 'AG', 'O', 'S', 'Z'].flatMap((category) =>
    ['ini', 'rev'].map((edition) => `BR-FXEXT-${category}-08${edition}`),
  ),
])
