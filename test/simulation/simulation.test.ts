import { setMaxListeners } from 'node:events'
import t from 'tap'
import { shrink } from './shrink.js'
import { simulate } from './simulate.js'
import { storyOf } from './story.js'
import { PLANTED } from './planted/faults.js'
import { programWith } from './planted/program.js'

// Everything in a process listens to the signal that ends it.
setMaxListeners(0)
t.setTimeout(200_000)

const STORIES = 40
const INVOICES = 20

t.test('through all faults of processes, servers, governments and receivers, all promises hold', async (t) => {
  for (let seed = 0; seed < STORIES; seed++) {
    const { failure, steps } = await simulate(storyOf(seed, { invoices: INVOICES }))
    if (failure !== null)
      t.fail(`seed ${seed}: ${failure}; npm run simulate -- --from ${seed} --seeds 1 --invoices ${INVOICES}`)
    if (steps < 1_000) t.fail(`seed ${seed} contains next to nothing: ${steps} steps`)
  }
  t.pass(`${STORIES} stories`)
})

t.test('a seed repeats exactly the same story', async (t) => {
  const [first, second]: [string[], string[]] = [[], []]
  await simulate(storyOf(7, { invoices: INVOICES }), first)
  await simulate(storyOf(7, { invoices: INVOICES }), second)
  t.ok(first.length > 1_000)
  t.strictSame(second, first)
})

t.test('a failing story is made as small as it can be', async (t) => {
  const [, fault] = PLANTED
  if (fault === undefined) throw new Error('no fault is planted')
  const program = await programWith(fault)
  const story = storyOf(1, { invoices: INVOICES })
  const { failure } = await program(story)
  t.match(failure, fault.breach)
  const shrunk = await shrink(story, failure ?? '', { play: program, mostTries: 60 })
  t.match(shrunk.failure, fault.breach)
  t.ok(shrunk.story.invoices.length <= 2, 'the invoice that was sent twice')
  t.ok(shrunk.story.mishaps.length < story.mishaps.length)
})
