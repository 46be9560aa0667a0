// `npm run properties`: every random test at its whole size, with a new seed.
// SEED=… repeats a run, RUNS=… makes it longer.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const seed = process.env.SEED ?? String(randomInt(2 ** 31))
const isRandom = /from '(?:fast-check|[^']*support\/random\/(?:sample|official-judge)\.js)'/
const files = readdirSync(join(root, 'test'), { recursive: true })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join('test', name))
  .filter((file) => isRandom.test(readFileSync(join(root, file), 'utf8')))
console.log(`SEED=${seed}`)
const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'test.js'), ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { RUNS: '1', ...process.env, SEED: seed, PROPERTY_SEED: seed },
})
console.log(`SEED=${seed}`)
process.exitCode = status ?? 1
