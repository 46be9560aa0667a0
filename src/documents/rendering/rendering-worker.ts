import { parsed } from '../judging/task.js'
import { render } from './render.js'
import type { RenderTask } from './threads.js'

/** The code of a rendering thread. */
export default async function work({ invoice, ...task }: RenderTask): Promise<Uint8Array> {
  return render({ ...task, invoice: parsed(invoice) })
}
