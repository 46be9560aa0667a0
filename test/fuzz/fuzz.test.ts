import t from 'tap'
import { Fuzzer } from './fuzz.js'
import { hasArtefacts } from '../support/official-artefacts.js'
import { drawing } from './draw.js'
import { mutant } from './mutate.js'
import { TARGETS } from './targets.js'

/** A sample of `npm run fuzz`, which runs without a limit. */
const INPUTS = 200
const MILLISECONDS = 150
const SEED = 20261123

t.setTimeout(180_000)

t.test('official examples are among the samples, where they are there', async (t) => {
  hasArtefacts(t, 'official examples as samples of fuzzing')
})

t.test('the same seed makes the same inputs', async (t) => {
  const corpus = TARGETS['json']?.corpus() ?? []
  t.ok(corpus.length > 20)
  const inputs = (seed: number) => Array.from({ length: 20 }, (_, index) => mutant(drawing(seed + index), corpus))
  t.same(inputs(1), inputs(1))
  t.notSame(inputs(1), inputs(2))
})

const fuzzer = new Fuzzer()
t.teardown(() => fuzzer.close())

for (const target of Object.keys(TARGETS)) {
  t.test(`${target}: for any input only the reader's own error is thrown, in time`, async (t) => {
    const report = await fuzzer.fuzz({ target, seed: SEED, count: INPUTS, milliseconds: MILLISECONDS })
    if (report.kind === 'finding') t.fail(`input ${report.index}: ${report.why}`)
    else t.ok(report.inputs > 0, `${report.inputs} inputs`)
  })
}
