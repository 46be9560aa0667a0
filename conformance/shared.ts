import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** The rules of one of the lists in `artefacts/rules`, in the order of the artefact. */
export function officialRules(list: string): readonly OfficialRule[] {
  const [, ...rows] = readFileSync(join(SHARED, 'artefacts', 'rules', `${list}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
  return rows.map((row) => {
    const [id = '', flag = '', context = '', text = '', test = ''] = row.split('\t')
    return { id, flag, context, text, test }
  })
}
