import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { agrees, compare, differences, OfficialJudge } from '../../conformance/compare.js'
import { SHARED } from '../../conformance/shared.js'
import { oracleFor } from '../support/oracle.js'

/** Changed documents on which our verdict once differed from the official one. */
const FOLDER = join(SHARED, 'findings', 'mutants')

/** In XML 1.1, which we refuse. */
const REFUSED: ReadonlySet<string> = new Set(['01-be-be_01630.xml'])

t.test('changed documents get the official rules, each as often', async (t) => {
  const oracle = oracleFor(t, 'changed documents against the official artefacts')
  if (oracle === null) return
  if (!existsSync(FOLDER)) {
    t.comment('left out, as the documents are not on this machine')
    return
  }
  const judge = new OfficialJudge(oracle, null)
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.xml'))
  t.ok(files.length > 10, 'there are some')
  for (const file of files) {
    const profile = /^\d+-(be-sb|[a-z]+)-/.exec(file)?.[1] ?? ''
    const comparison = await compare({ profile, name: file, xml: readFileSync(join(FOLDER, file), 'utf8') }, judge)
    if (REFUSED.has(file)) t.same([...comparison.ours.keys()], ['XML fatal'], `${file} is refused`)
    else t.ok(agrees(comparison), file, { differing: differences(comparison) })
  }
})
