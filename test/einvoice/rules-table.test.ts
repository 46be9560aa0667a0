import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { rulesDocument } from '../../conformance/rules-table.js'
import { SHARED } from '../../conformance/shared.js'

const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'rules.md')

t.test('docs/rules.md says of each official rule whether we have it, as the tables are today', async (t) => {
  if (!existsSync(join(SHARED, 'artefacts', 'rules'))) {
    if (process.env['REQUIRE_ORACLE'] === '1') t.fail('the official lists are not there')
    else t.comment('left out, as the official lists are not there: the completeness of docs/rules.md')
    return
  }
  t.equal(readFileSync(DOCUMENT, 'utf8'), rulesDocument(), 'npm run docs:rules rewrites it')
})
