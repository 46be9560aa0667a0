import { answers } from '../../src/projections/answers.js'
import { collections } from '../../src/projections/collections.js'
import { companies } from '../../src/projections/companies.js'
import { deliveries } from '../../src/projections/deliveries.js'
import type { Projection } from '../../src/projections/engine/projection.js'
import { invoices } from '../../src/projections/invoices.js'
import { outbox } from '../../src/projections/outbox.js'
import { received } from '../../src/projections/received.js'
import { receivers } from '../../src/projections/receivers.js'
import { PROJECTIONS } from '../../src/projections/registry.js'
import { todo } from '../../src/projections/todo.js'
import { tokenRefreshes } from '../../src/projections/token-refreshes.js'

/** The to-do lists, and of what is shown what changes most. */
const SIMULATED = [todo, outbox, receivers, invoices, deliveries, collections, tokenRefreshes].map(({ name }) => name)

/** Besides, where companies receive. */
const OF_RECEIVING = [companies, received, answers].map(({ name }) => name)

const OF_TODAY = PROJECTIONS.filter(({ name }) => SIMULATED.includes(name) || OF_RECEIVING.includes(name))

/** Those that the next release has changed. */
const CHANGED = [todo.name, invoices.name, answers.name]

const OF_TOMORROW = OF_TODAY.map((projection) => (CHANGED.includes(projection.name) ? changed(projection) : projection))

/**
 * The read models of a release of the program: today's is 1, 2 comes after it. `receives`: with
 * those of received invoices.
 */
export function projectionsOf(release: number, receives: boolean): readonly Projection[] {
  const all = release === 1 ? OF_TODAY : OF_TOMORROW
  return receives ? all : all.filter(({ name }) => SIMULATED.includes(name))
}

/** The projection of a table with this version. */
export function projectionOf(name: string, version: number): Projection {
  const found = [...OF_TODAY, ...OF_TOMORROW].find((each) => each.name === name && each.version === version)
  if (found === undefined) throw new Error(`no release has version ${version} of ${name}`)
  return found
}

/** The same with a column more, which programs of today do not know. */
function changed(projection: Projection): Projection {
  return {
    ...projection,
    version: projection.version + 1,
    evolve(row, event) {
      const after = projection.evolve(row, event)
      return after && { ...after, new_column: event.type }
    },
  }
}
