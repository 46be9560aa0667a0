import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { LISTS } from '../../conformance/rules-table.js'
import { officialRules, SHARED } from '../../conformance/shared.js'

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'rules.md')

t.test('docs/rules.md says of each official rule whether we have it', async (t) => {
  if (!existsSync(join(SHARED, 'artefacts', 'rules'))) {
    if (process.env['REQUIRE_ORACLE'] === '1') t.fail('the official lists are not there')
    else t.comment('left out, as the official lists are not there: the completeness of docs/rules.md')
    return
  }
  const sections = readFileSync(DOCUMENT, 'utf8').split('\n## ')
  for (const { title, file } of LISTS) {
    const section = sections.find((each) => each.startsWith(`${title}\n`)) ?? ''
    const missing = officialRules(file).filter(({ id }) => !section.includes(`\`${id}\``))
    t.same(
      missing.map(({ id }) => id),
      [],
      title,
    )
  }
})
