import { render } from './render.js'
import type { RenderedPages, RenderRequest } from './port.js'

/** The code of a rendering thread. */
export default async function work(request: RenderRequest): Promise<RenderedPages> {
  return render(request)
}
