import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../countries/accepted-sample.js'

const LOADED_FIRST = join(ROOT, 'dist', 'test', 'support', 'without-async-hooks.js')

const folder = mkdtempSync(join(tmpdir(), 'clearway-late-errors-'))
t.teardown(() => {
  rmSync(folder, { recursive: true })
})

/** Runs a test file whose one test does this and then waits a moment. */
function runFile(work: string) {
  const file = join(folder, 'one.test.mjs')
  const text = `import t from ${JSON.stringify(import.meta.resolve('tap'))}
    t.test('one', async (t) => {
      ${work}
      await new Promise((resolve) => setTimeout(resolve, 10))
      t.pass()
    })`
  writeFileSync(file, text)
  const options = [`--import=${LOADED_FIRST}`, file]
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

t.test('an uncaught error fails its file and is shown', (t) => {
  t.match(runFile(''), { status: 0, said: /^ok 1 - one/m })
  for (const work of [
    "setTimeout(() => { throw new Error('too late') }, 1)",
    "void Promise.reject(new Error('too late'))",
    "setTimeout(() => { throw new Error('too late') }, 100)",
  ]) {
    const { status, said } = runFile(work)
    t.not(status, 0, work)
    t.match(said, 'too late', work)
  }
  t.end()
})
