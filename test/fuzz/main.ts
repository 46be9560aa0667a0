import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Fuzzer } from './fuzz.js'
import { TARGETS } from './targets.js'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    target: { type: 'string', multiple: true, default: Object.keys(TARGETS) },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '1000000000' },
  },
})
const unknown = values.target.filter((name) => TARGETS[name] === undefined)
if (unknown.length > 0) {
  process.stderr.write(`no target ${unknown.join(', ')}; there are ${Object.keys(TARGETS).join(', ')}\n`)
  process.exit(2)
}
const seed = Number(values.seed)
const milliseconds = (Number(values.seconds) * 1000) / values.target.length
const fuzzer = new Fuzzer()
for (const target of values.target) {
  const report = await fuzzer.fuzz({
    target,
    seed,
    from: Number(values.from),
    count: Number(values.count),
    milliseconds,
  })
  if (report.kind === 'done') {
    say(`ok ${target}: ${report.inputs} inputs`)
    continue
  }
  const file = join(mkdtempSync(join(tmpdir(), 'clearway-fuzz-')), 'input')
  writeFileSync(file, report.input)
  say(`FOUND in ${target}: ${report.why}\n  the input is in ${file}; again with`)
  say(`  npm run fuzz -- --target ${target} --seed ${seed} --from ${report.index} --count 1`)
  process.exitCode = 1
}
await fuzzer.close()
