import { setMaxListeners } from 'node:events'
import t from 'tap'
import { storyOf } from '../story.js'
import { PLANTED } from './faults.js'
import { programWith } from './program.js'

// Everything in a process listens to the signal that ends it.
setMaxListeners(0)

const INVOICES = 30

/** Tests that the simulation finds one part of the planted faults, each by one of its seeds. */
export function findPlanted(part: number, parts: number): void {
  t.setTimeout(280_000)
  for (const [place, fault] of PLANTED.entries()) {
    if (place % parts !== part) continue
    t.test(`it finds: ${fault.name}`, async (t) => {
      const simulate = await programWith(fault)
      let found: string | null = null
      let seed = fault.from
      for (; found === null && seed < fault.from + fault.seeds; seed++) {
        found = (await simulate(storyOf(seed, { invoices: INVOICES, documents: 0, ...fault.options }))).failure
      }
      t.match(found, fault.breach, `seed ${seed - 1}`)
    })
  }
}
