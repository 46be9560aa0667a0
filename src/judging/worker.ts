import piscina from 'piscina'
import { type Outcome, perform, type Task } from './task.js'

/**
 * Its types speak of CommonJS, where the class is `default` of what an ES module gets as default.
 */
const Pool = piscina as unknown as typeof piscina.default

/** What runs in a thread of the pool. A document goes back without being copied. */
export default function work(task: Task): unknown {
  const outcome: Outcome = perform(task)
  if (outcome.kind !== 'written') return outcome
  // Into memory of its own: small buffers share theirs.
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
