import { setMaxListeners } from 'node:events'
import t from 'tap'
import { PLANTED } from './planted/faults.js'
import { programWith } from './planted/program.js'
import { storyOf } from './story.js'

// Everything in a process listens to the signal that ends it.
setMaxListeners(0)
t.setTimeout(280_000)

const INVOICES = 30

t.test('faults that the service once had are found', async (t) => {
  for (const fault of PLANTED) {
    const simulate = await programWith(fault)
    let found: string | null = null
    let seed = fault.from
    for (; found === null && seed < fault.from + fault.seeds; seed++) {
      found = (await simulate(storyOf(seed, { invoices: INVOICES, ...fault.options }))).failure
    }
    t.match(found, fault.breach, `${fault.name} (seed ${seed - 1})`)
  }
})
