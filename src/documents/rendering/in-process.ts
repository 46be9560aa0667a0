import type { Rendering } from './port.js'

/** Renders in the caller's thread. */
export const renderInProcess: Rendering = {
  async pdf(_caller, request) {
    // Loaded on first use: without rendering, neither the fonts nor the PDF library are needed.
    const { render } = await import('./render.js')
    return render(request)
  },
}
