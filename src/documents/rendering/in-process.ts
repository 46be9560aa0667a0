import type { Rendering } from './port.js'

/** Renders in the thread of the caller. */
export const renderInProcess: Rendering = {
  async pdf(_caller, request) {
    // Whoever renders nothing needs neither fonts nor the PDF's program.
    const { render } = await import('./render.js')
    return render(request)
  },
}
