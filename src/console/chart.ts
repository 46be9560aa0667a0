import type { Html } from '../http/docs/html.js'
import { each, html } from '../http/docs/html.js'
import { count } from './parts.js'

/** One column of a chart, its parts from the bottom up. */
export interface Bar {
  /** Under the axis; empty: none. */
  readonly mark: string
  /** What the pointer is told. */
  readonly title: string
  readonly parts: readonly { readonly series: string; readonly value: number }[]
}

const WIDTH = 720
const HEIGHT = 220
const LEFT = 52
const RIGHT = 16
const BOTTOM = 24
const TOP = 10
const STEPS = [1, 2, 5, 10] as const

/** The least round number that is not under the value. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return (STEPS.find((step) => step * power >= value) ?? 10) * power
}

/**
 * Columns in a drawing, whose numbers stand in a table beside it: those who read hear them once.
 * Series differ by pattern, not by colour alone: `quiet` is hatched, `bad` is dotted.
 */
export function columnChart(label: string, bars: readonly Bar[]): Html {
  const most = Math.max(0, ...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)))
  const top = roundUp(most)
  const inner = HEIGHT - BOTTOM - TOP
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, bars.length)
  const y = (value: number): number => TOP + inner - (value / top) * inner
  const lines = top === 1 ? [0, 1] : [0, top / 2, top]
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    <defs>
      <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" class="ground busy" />
        <rect width="2.5" height="6" class="over" />
      </pattern>
      <pattern id="dotted" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" class="ground bad" />
        <circle cx="2.5" cy="2.5" r="1.3" class="over" />
      </pattern>
    </defs>
    ${each(
      lines,
      (value) =>
        html`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" class="grid" />
          <text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${count(value)}</text>`,
    )}
    ${each(bars, (bar, at) => column(bar, LEFT + at * step, step, y))}
  </svg>`
}

function column({ mark, title, parts }: Bar, x: number, step: number, y: (value: number) => number): Html {
  let below = 0
  const boxes = parts.map(({ series, value }) => {
    const [from, to] = [below, below + value]
    below = to
    if (value === 0) return null
    return html`<rect
      x="${round(x + step * 0.12)}"
      width="${round(step * 0.76)}"
      y="${round(y(to))}"
      height="${round(y(from) - y(to))}"
      class="series ${series}"
    />`
  })
  const label =
    mark === '' ? null : html`<text x="${round(x + step / 2)}" y="${HEIGHT - 6}" text-anchor="middle">${mark}</text>`
  return html`<g><title>${title}</title>${boxes}${label}</g>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A share of a whole as a bar; its number stands beside it. */
export function shareBar(value: number, whole: number): Html {
  const width = whole === 0 ? 0 : round((value / whole) * 100)
  return html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <rect width="100" height="8" class="track" />
    <rect width="${width}" height="8" class="series good" />
  </svg>`
}
