// Puts fields of all samples and random numbers together in invoices, and asks the official judge
// about the document of each that the service accepts:
//   npm run conformance:random -- [--count N] [--from SEED] [--country de,fr]
// A fault is printed with the command that repeats it.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { COUNTRY_CODES } from '../src/countries/registry.js'
import type { CountryCode } from '../src/domain/request/invoice-request.js'
import { openOracle } from '../test/support/oracle.js'
import { combinationsOf } from '../test/support/random/combinations.js'
import { judgeCombination, shrunk } from './combined.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    country: { type: 'string' },
  },
})

const asked = values.country?.toUpperCase().split(',')
const tallies = COUNTRY_CODES.filter((code) => asked?.includes(code) ?? true).map((country) => ({
  country,
  combinations: combinationsOf(country),
  accepted: 0,
  unfit: 0,
  fields: 0,
  refusals: 0,
  faulty: 0,
}))
const first = Number(values.from)
const last = first + Number(values.count)
const oracle = openOracle()
const started = Date.now()
let next = first

function printRate(): void {
  const done = next - first
  const seconds = (Date.now() - started) / 1000
  console.log(`${done} combinations in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(1)} a second`)
}

async function tryNext(): Promise<void> {
  const seed = next
  next += 1
  const tally = tallies[seed % tallies.length]
  if (tally === undefined) throw new Error('no country has this code')
  const [combination] = fc.sample(tally.combinations, { seed, numRuns: 1 })
  if (combination === undefined) throw new Error(`seed ${seed} has no combination`)
  const { body, kept, isAccepted, refusals, faults } = await judgeCombination(combination, oracle)
  tally.refusals += refusals
  if (isAccepted) tally.accepted += 1
  else tally.unfit += 1
  tally.fields += kept.length
  if (faults.length > 0) {
    tally.faulty += 1
    report(tally.country, seed, faults, await shrunk(combination.base, kept, oracle).catch(() => body))
  }
  if ((next - first) % 1000 === 0) printRate()
}

function report(country: CountryCode, seed: number, faults: readonly string[], body: unknown): void {
  console.log(`FAULT ${country}: npm run conformance:random -- --country ${country} --from ${seed} --count 1`)
  for (const fault of faults) console.log(`  ${fault}`)
  console.log(`  ${JSON.stringify(body)}`)
}

async function work(): Promise<void> {
  while (next < last) await tryNext()
}

/** While the judge reads one document, the next are made. */
const WORKERS = 4
try {
  await Promise.all(Array.from({ length: WORKERS }, work))
} finally {
  await oracle.close()
}
printRate()
for (const { country, accepted, unfit, fields, refusals, faulty } of tallies)
  console.log(
    `${country}: ${accepted} accepted with ${fields} fields put in, ${unfit} not, ${refusals} refusals, ${faulty} faulty`,
  )
process.exitCode = tallies.some(({ faulty }) => faulty > 0) ? 1 : 0
