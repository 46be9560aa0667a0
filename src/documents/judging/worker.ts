import { type Outcome, perform, type Task } from './task.js'

/** The code of a thread of the pool. A document is transferred back without a copy. */
export default async function work(task: Task): Promise<unknown> {
  const outcome: Outcome = perform(task)
  if (outcome.kind !== 'written') return outcome
  // Loaded on demand: a thread that only judges does not need the pool's package.
  const pool = await import('piscina')
  // Copied first: small buffers share their memory.
  const xml = new Uint8Array(outcome.document.xml)
  const answer: Outcome = { ...outcome, document: { ...outcome.document, xml } }
  return pool.move({
    get [pool.transferableSymbol]() {
      return [xml.buffer]
    },
    get [pool.valueSymbol]() {
      return answer
    },
  })
}
