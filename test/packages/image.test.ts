// The image has programs without their sources.
import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../countries/accepted-sample.js'

t.test('the command line runs where there are no sources', (t) => {
  const image = t.testdir()
  for (const each of ['scripts', 'bin', 'package.json', 'dist/bundle', 'dist/data', 'dist/pages'])
    cpSync(join(ROOT, each), join(image, each), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(image, 'node_modules'))
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [join(image, 'bin', 'clearway.js'), ...args], { encoding: 'utf8' })
  t.match(run('--help'), /^Usage: clearway/)
  const sample = join(ROOT, 'samples', 'ro', '01-domestic-services.json')
  t.match(run('validate', '--json', sample), '"valid":true')
  t.end()
})
