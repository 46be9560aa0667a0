import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { laneOf } from '../../../src/processors/deliveries/lane.js'
import { AT_HOME, type WorkSource } from '../../../src/processors/work/work-list.js'
import { governmentOf } from '../../../src/processors/work/invoice-lanes.js'
import type { AnswersRow } from '../../../src/projections/answers.js'
import type { CollectionRow } from '../../../src/projections/collections.js'
import type { OutboxRow } from '../../../src/projections/outbox.js'
import type { TodoRow } from '../../../src/projections/todo.js'
import type { TokenRefreshRow } from '../../../src/projections/token-refreshes.js'
import type { MemoryDatabase } from './database.js'
import type { Shown, ShownWork } from './work-list.js'

/** The countries whose gateways of the simulation have `collect`. */
const COLLECTED: readonly CountryCode[] = ['FR']
/** The countries whose gateways of the simulation have `arrivals`. */
const LOOKED_AT: readonly CountryCode[] = ['RO']

/** What the sources of work select from the read models, in memory. */
export function shownOf(database: MemoryDatabase): Shown {
  return ({ kind }: WorkSource, after) => {
    const isFresh = ({ position }: { readonly position: string }): boolean => after === null || BigInt(position) > after
    switch (kind) {
      case 'invoices':
        return inOrder((database.rows('todo') as readonly TodoRow[]).filter(isFresh).map(atHome))
      case 'deliveries':
        return inOrder(byAccount((database.rows('outbox') as readonly OutboxRow[]).filter(isFresh)))
      case 'collections':
        return inOrder(
          (database.rows('collections') as readonly CollectionRow[])
            .filter(isFresh)
            .flatMap((row) => ofConnection(row, 'collect', COLLECTED)),
        )
      case 'answers':
        return inOrder((database.rows('answers') as readonly AnswersRow[]).filter(isFresh).map(ofAnswers))
      case 'looks':
        return inOrder(
          (database.rows('collections') as readonly CollectionRow[])
            .filter(isFresh)
            .flatMap((row) => ofConnection(row, 'look', LOOKED_AT)),
        )
      case 'connections':
        return inOrder((database.rows('token_refreshes') as readonly TokenRefreshRow[]).filter(isFresh).map(atHome))
    }
  }
}

function atHome({ stream, account, environment, due_at, position }: TodoRow | TokenRefreshRow): ShownWork {
  const lane = AT_HOME.name
  return { key: stream, account, environment, lane, dueAt: new Date(due_at), position: BigInt(position) }
}

function ofAnswers({ stream, account, environment, country, due_at, position }: AnswersRow): ShownWork {
  const lane = `${governmentOf(country, environment)} answer`
  return { key: stream, account, environment, lane, dueAt: new Date(due_at), position: BigInt(position) }
}

/** What is done for connections to some governments. */
function ofConnection(
  { stream, account, environment, country, is_active, due_at, position }: CollectionRow,
  operation: 'collect' | 'look',
  countries: readonly CountryCode[],
): ShownWork[] {
  if (!is_active || !countries.includes(country)) return []
  const lane = `${governmentOf(country, environment)} ${operation}`
  return [{ key: stream, account, environment, lane, dueAt: new Date(due_at), position: BigInt(position) }]
}

function byAccount(rows: readonly OutboxRow[]): ShownWork[] {
  const groups = new Map<string, ShownWork>()
  for (const { account, environment, due_at, position } of rows) {
    const key = laneOf({ account, environment })
    const known = groups.get(key)
    const dueAt = Math.min(Date.parse(due_at), known?.dueAt.getTime() ?? Infinity)
    const newest = BigInt(position) > (known?.position ?? 0n) ? BigInt(position) : (known?.position ?? 0n)
    groups.set(key, { key, account, environment, lane: AT_HOME.name, dueAt: new Date(dueAt), position: newest })
  }
  return [...groups.values()]
}

function inOrder(work: readonly ShownWork[]): readonly ShownWork[] {
  return [...work].sort((a, b) => (a.position < b.position ? -1 : 1))
}
