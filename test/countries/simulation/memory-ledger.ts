import type { LedgerEntry, SimulatorLedger } from '../../../src/countries/simulation/ledger.js'
import type { Scope } from '../../../src/domain/event.js'

/** What the simulated governments remember, for one test. */
export function memoryLedger(): SimulatorLedger {
  const entries: LedgerEntry[] = []
  const tries = new Map<string, Date>()
  const scoped = (scope: Scope) => (entry: LedgerEntry) =>
    entry.scope.account === scope.account && entry.scope.environment === scope.environment
  return {
    async record(entry) {
      const known = entries.filter(scoped(entry.scope)).filter(({ country }) => country === entry.country)
      const again = known.find(({ attemptId }) => attemptId === entry.attemptId)
      if (again !== undefined) return again
      const earlier = known.find(
        ({ number, supplierVat, rejected }) =>
          number === entry.number && supplierVat === entry.supplierVat && !rejected,
      )
      const recorded = {
        ...entry,
        uploadId: String(entries.length + 1),
        duplicateOf: earlier?.uploadId ?? null,
        rejected: false,
      }
      entries.push(recorded)
      return recorded
    },
    async findByAttempt(scope, country, attemptId) {
      return (
        entries.filter(scoped(scope)).find((entry) => entry.country === country && entry.attemptId === attemptId) ??
        null
      )
    },
    async findByUpload(scope, country, uploadId) {
      return (
        entries.filter(scoped(scope)).find((entry) => entry.country === country && entry.uploadId === uploadId) ?? null
      )
    },
    async markRejected(scope, country, uploadId) {
      const index = entries.findIndex(
        (entry) => scoped(scope)(entry) && entry.country === country && entry.uploadId === uploadId,
      )
      const entry = entries[index]
      if (entry !== undefined) entries[index] = { ...entry, rejected: true }
    },
    async firstTried(scope, country, invoiceId, now) {
      const key = [scope.account, scope.environment, country, invoiceId].join(' ')
      const first = tries.get(key) ?? now
      tries.set(key, first)
      return first
    },
  }
}
