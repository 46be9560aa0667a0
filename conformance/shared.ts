import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOfficialXml } from './editions/official-file.js'
import { compiledRules } from './editions/schematron.js'

/** The official artefacts and the judge: beside the repository, or where CLEARWAY_SHARED says. */
export const SHARED = process.env['CLEARWAY_SHARED'] ?? join(import.meta.dirname, '..', '..', '..', 'shared')

/** A rule as in the official artefact. */
export interface OfficialRule {
  readonly id: string
  readonly flag: string
  readonly context: string
  readonly text: string
  readonly test: string
}

/** Lists of editions that exist as compiled Schematron alone. */
const COMPILED: ReadonlyMap<string, string> = new Map([
  ['fr-ctc-flux2-ubl-1.4.0.04', 'fr-2026-10/BR-FR-Flux2-Schematron-UBL.xslt'],
  ['fr-ctc-flux2-cii-1.4.0.04', 'fr-2026-10/BR-FR-Flux2-Schematron-CII.xslt'],
  ['fr-extended-ctc-ubl-1.4.0.04', 'fr-2026-10/EXTENDED-CTC-FR-UBL.xslt'],
  ['fr-extended-ctc-cii-1.4.0.04', 'fr-2026-10/EXTENDED-CTC-FR-CII.xslt'],
])

/**
 * The rules of one of the lists in `artefacts/rules`, or of a compiled Schematron, in the order of
 * the artefact.
 */
export function officialRules(list: string): readonly OfficialRule[] {
  const compiled = COMPILED.get(list)
  if (compiled !== undefined) return rulesOfCompiled(join(SHARED, 'editions', compiled))
  const [, ...rows] = readFileSync(join(SHARED, 'artefacts', 'rules', `${list}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
  return rows.map((row) => {
    const [id = '', flag = '', context = '', text = '', test = ''] = row.split('\t')
    return { id, flag, context, text, test }
  })
}

function rulesOfCompiled(path: string): readonly OfficialRule[] {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()
  return compiledRules(readOfficialXml({ path, name: path, root: 'stylesheet' })).map(
    ({ id, level, context, message, test }) => ({
      id,
      flag: level === '' ? 'fatal' : level,
      context: plain(context),
      text: plain(message),
      test: plain(test),
    }),
  )
}
