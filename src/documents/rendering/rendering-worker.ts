import { render } from './render.js'
import type { RenderRequest } from './port.js'

/** The code of a rendering thread. */
export default async function work(request: RenderRequest): Promise<Uint8Array> {
  return render(request)
}
