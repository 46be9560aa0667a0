import { parsed } from '../judging/task.js'
import { render } from './render.js'
import type { RenderTask } from './threads.js'

/** What runs in a thread that makes pages. */
export default async function work({ invoice, ...task }: RenderTask): Promise<Uint8Array> {
  return render({ ...task, invoice: parsed(invoice) })
}
