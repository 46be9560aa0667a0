/**
 * `npm run torture -- --minutes 10 --seed 7`: the service's promises on real processes, under
 * faults that the seed draws: killed, paused and restarted processes, a PostgreSQL that dies,
 * networks that are cut, a government and receivers that fail in all their ways. Two runs with one
 * seed have the same plan, and not the same course: the processes are real. Status 0: all held.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import tap from 'tap'
import { torture } from './torture.js'

const PATIENCE_SECONDS = 600

// The support of the tests brings it along, and it would end the process after 30 seconds.
tap.setTimeout(0)

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('torture: --minutes must be a number above 0, --seed a whole number\n')
  process.exit(2)
}
const logs = mkdtempSync(join(tmpdir(), `clearway-torture-${seed}-`))
const { problems, invoices } = await torture({
  minutes,
  seed,
  patienceSeconds: PATIENCE_SECONDS,
  logs,
  print,
})
problems.forEach(print)
print(problems.length === 0 ? `✓ ${invoices} invoices, every promise held` : '✗ promises were broken')
process.exitCode = problems.length === 0 ? 0 : 1
