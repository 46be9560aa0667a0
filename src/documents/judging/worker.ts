import { type Outcome, perform, type Task } from './task.js'

/** What runs in a thread of the pool. A document is handed back without being copied. */
export default async function work(task: Task): Promise<unknown> {
  const outcome: Outcome = perform(task)
  if (outcome.kind !== 'written') return outcome
  // A thread that only judges starts without the pool's program.
  const { default: piscina } = await import('piscina')
  // The package's types describe CommonJS: an ES module finds the class as `default` of the
  // default import.
  const Pool = piscina as unknown as typeof piscina.default
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
