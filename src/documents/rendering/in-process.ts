import type { Rendering } from './port.js'

/** Renders in the caller's thread. */
export const renderInProcess: Rendering = {
  async pages(_caller, request) {
    // Loaded on first use: without rendering, neither the fonts nor the PDF library are needed.
    const { render } = await import('./render.js')
    return render(request)
  },
  async pdf(caller, request) {
    return (await this.pages(caller, request)).pdf
  },
}
