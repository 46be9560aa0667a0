import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PLANTED } from './faults.js'

const ROOT = join(import.meta.dirname, '../../../..')

t.test('each planted fault changes lines that are in the sources exactly once', (t) => {
  for (const { name, changes } of PLANTED) {
    for (const { file, text, instead } of changes) {
      const source = readFileSync(join(ROOT, file), 'utf8')
      t.equal(source.split(text).length - 1, 1, `${name}: ${text}`)
      t.not(text, instead, name)
    }
  }
  t.end()
})
