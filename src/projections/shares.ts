import { StartupError } from '../storage/startup-error.js'
import type { Projection } from './engine/projection.js'
import { PROJECTIONS } from './registry.js'

/** Which of how many processes a process is, from 1. */
interface Share {
  readonly part: number
  readonly of: number
}

/**
 * What an invoice costs the read models that cost most, relative to each other (by the bytes that
 * each writes, docs/scale.md). One that is not listed costs 1.
 */
const COSTS: Readonly<Record<string, number>> = {
  feed: 9,
  invoices: 8,
  invoice_search: 5,
  timeline: 4,
  document_uses: 3,
}

/** Reads the setting `PROJECTIONS_SHARE`, for example `2/3`. @throws StartupError */
export function parseShare(text: string): Share {
  const [, part, of] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []
  const share = { part: Number(part), of: Number(of) }
  if (share.part >= 1 && share.part <= share.of && share.of <= PROJECTIONS.length) return share
  throw new StartupError(
    `PROJECTIONS_SHARE is "${text}", but must be one of the shares, from 1/1 on; there are ${PROJECTIONS.length} read models to share.`,
  )
}

/**
 * The read models that one of several processes maintains: each belongs to one share, and the
 * shares cost about the same.
 */
export function projectionsOf({ part, of }: Share): readonly Projection[] {
  const shares = Array.from({ length: of }, () => ({ cost: 0, projections: new Set<Projection>() }))
  const byCost = PROJECTIONS.toSorted((one, other) => costOf(other) - costOf(one) || (one.name < other.name ? -1 : 1))
  for (const projection of byCost) {
    const [first, ...others] = shares
    const least = others.reduce((found, each) => (found && each.cost >= found.cost ? found : each), first)
    if (least === undefined) break
    least.projections.add(projection)
    least.cost += costOf(projection)
  }
  const own = shares[part - 1]?.projections
  return PROJECTIONS.filter((each) => own?.has(each) === true)
}

function costOf({ name }: Projection): number {
  return COSTS[name] ?? 1
}
