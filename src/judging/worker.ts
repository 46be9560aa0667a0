import piscina from 'piscina'
import { type Outcome, perform, type Task } from './task.js'

/**
 * The package's types describe CommonJS: an ES module finds the class as `default` of the default
 * import.
 */
const Pool = piscina as unknown as typeof piscina.default

/** What runs in a thread of the pool. A document is handed back without being copied. */
export default function work(task: Task): unknown {
  const outcome: Outcome = perform(task)
  if (outcome.kind !== 'written') return outcome
  // Copied into memory of its own: small buffers share theirs.
  const xml = new Uint8Array(outcome.document.xml)
  const answer: Outcome = { ...outcome, document: { ...outcome.document, xml } }
  return Pool.move({
    get [Pool.transferableSymbol]() {
      return [xml.buffer]
    },
    get [Pool.valueSymbol]() {
      return answer
    },
  } as unknown as Parameters<typeof Pool.move>[0])
}
