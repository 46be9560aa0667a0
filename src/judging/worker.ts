import { move } from 'piscina'
import { type Outcome, perform, type Task } from './task.js'

/** What runs in a thread of the pool. */
export default function work(task: Task): Outcome {
  const outcome = perform(task)
  if (outcome.kind !== 'written') return outcome
  // Into memory of its own, which goes back without being copied.
  const xml = new Uint8Array(outcome.document.xml)
  return { ...outcome, document: { ...outcome.document, xml: move(xml) as Uint8Array } }
}
