import type pg from 'pg'
import type { Scope } from '../../domain/event.js'
import type { HoldTarget } from '../../domain/hold.js'
import { hasQueue, oldDeliveries, oldInvoices, oldReceived, type ListPosition, unusedCompanies } from './candidates.js'
import type { Candidate } from './eraser.js'
import { judgeCompany, type JudgeDeps, judgeDelivery, judgeInvoice, judgeReceived, type Limit } from './judge.js'
import type { ErasedKind } from './report.js'

/** Dependencies of finding candidates. */
interface PassDeps extends JudgeDeps {
  readonly pool: pg.Pool
}

/** Candidates of one kind. */
interface CandidatePage {
  readonly kind: ErasedKind
  readonly candidates: readonly Candidate[]
}

type Pages = AsyncGenerator<CandidatePage, void, undefined>

/** Items judged between two pauses. */
const AT_ONCE = 25

/**
 * The items of an account whose time is over according to the read models; their events decide. In
 * this order, because a company is kept while it has invoices, and a delivery is erased with its
 * invoice.
 */
export async function* candidatesOf(deps: PassDeps, scope: Scope, limit: Limit): Pages {
  yield* invoices(deps, scope, limit)
  yield* received(deps, scope, limit)
  yield* deliveries(deps, scope, limit)
  const { pool } = deps
  yield* few('companies', await unusedCompanies(pool, scope, limit.before), (id) => ({
    id,
    targets: [{ kind: 'company', id }],
    judge: () => judgeCompany(deps, scope, id, limit),
  }))
}

async function* invoices(deps: PassDeps, scope: Scope, limit: Limit): Pages {
  const next = (after: ListPosition | null) => oldInvoices(deps.pool, scope, limit.before, after, AT_ONCE)
  for await (const found of pagesOf(next)) {
    const candidates = found.map(({ id, company_id, waits }): Candidate => {
      const judge = () => judgeInvoice(deps, scope, id, limit, waits)
      return { id, targets: targetsOf(id, company_id), judge }
    })
    yield { kind: 'invoices', candidates }
  }
}

async function* received(deps: PassDeps, scope: Scope, limit: Limit): Pages {
  const next = (after: ListPosition | null) => oldReceived(deps.pool, scope, limit.before, after, AT_ONCE)
  for await (const found of pagesOf(next)) {
    const candidates = found.map(({ id, company_id }): Candidate => {
      const targets: readonly HoldTarget[] = [
        { kind: 'received', id },
        { kind: 'company', id: company_id },
      ]
      return { id, targets, judge: () => judgeReceived(deps, scope, id, limit) }
    })
    yield { kind: 'received', candidates }
  }
}

async function* deliveries(deps: PassDeps, scope: Scope, limit: Limit): Pages {
  const next = (after: ListPosition | null) => oldDeliveries(deps.pool, scope, limit.before, after, AT_ONCE)
  for await (const found of pagesOf(next)) {
    const candidates = found.map(({ id, ofInvoice }): Candidate => {
      const judge = async () => {
        const { verdict, subject } = await judgeDelivery(deps, scope, id, limit)
        const isAlone = ofInvoice || subject === null || subject.endsWith(`-${id}`)
        // The rest of the queue would look as if the delivery had never existed.
        return isAlone || !(await hasQueue(deps.pool, subject)) ? verdict : ({ kind: 'in_use' } as const)
      }
      return { id, targets: [], judge }
    })
    yield { kind: 'deliveries', candidates }
  }
}

async function* few(kind: ErasedKind, ids: readonly string[], candidate: (id: string) => Candidate): Pages {
  for (let from = 0; from < ids.length; from += AT_ONCE)
    yield { kind, candidates: ids.slice(from, from + AT_ONCE).map(candidate) }
}

function targetsOf(invoice: string, company: string): readonly HoldTarget[] {
  return [
    { kind: 'invoice', id: invoice },
    { kind: 'company', id: company },
  ]
}

/** Reads a list page by page, each from the end of the previous one. */
async function* pagesOf<T extends ListPosition>(
  next: (after: ListPosition | null) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void, undefined> {
  for (let after: ListPosition | null = null; ;) {
    const found: readonly T[] = await next(after)
    if (found.length > 0) yield found
    const last: T | undefined = found.at(-1)
    if (last === undefined || found.length < AT_ONCE) return
    after = last
  }
}
