import type { Html, Part } from '../html/html.js'
import { each, html } from '../html/html.js'
import { count } from './parts.js'
import { lazily } from '../../domain/lazily.js'
import { largest } from '../../domain/lists.js'

/** One column of a chart, its parts from the bottom up. */
export interface Bar {
  /** Label under the axis; empty: none. */
  readonly mark: string
  /** Tooltip text. */
  readonly title: string
  readonly parts: readonly Share[]
}

/** A part of a bar. Series differ by pattern, not by colour alone. */
interface Share {
  /** `busy` is hatched, `bad` is dotted. */
  readonly series: 'good' | 'busy' | 'bad'
  readonly value: number
}

/** In pixels; widths are shares of the window's. */
const HEIGHT = 248
const TOP = 26
const BOTTOM = 42
const STEPS = [1, 2, 4, 6, 8, 10] as const
const shortNumbers = lazily(() => new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }))

/** The smallest round number that is at least the value; its half is whole, except for 1. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return (STEPS.find((step) => step * power >= value) ?? 10) * power
}

/**
 * A column chart; a table beside it shows the same numbers. `label` describes the chart in words;
 * `x` and `y` label the axes. The letters keep their size in a narrow window.
 */
export function columnChart(
  { label, x, y }: { readonly label: string; readonly x: string; readonly y: string },
  bars: readonly Bar[],
): Html {
  const most = largest(
    bars.map(({ parts }) => sumOf(parts)),
    0,
  )
  const top = roundUp(most)
  const inner = HEIGHT - BOTTOM - TOP
  const step = 100 / Math.max(1, bars.length)
  const height = (value: number): number => round(TOP + inner - (value / top) * inner)
  const lines = top === 1 ? [0, 1] : [0, top / 2, top]
  return html`<svg class="chart" height="${HEIGHT}" role="img" aria-label="${label}">
    ${PATTERNS}
    <text x="-44" y="12">${y}</text>
    ${each(
      lines,
      (value) =>
        html`<line x1="0" x2="100%" y1="${height(value)}" y2="${height(value)}" class="grid" />
          <text x="-8" y="${height(value) + 4}" text-anchor="end">
            ${value < 10_000 ? count(value) : shortNumbers().format(value)}
          </text>`,
    )}
    ${each(bars, (bar, at) => column(bar, at * step, step, height))}
    <text x="50%" y="${HEIGHT - 4}" text-anchor="middle">${x}</text>
  </svg>`
}

const PATTERNS = html`<defs>
  <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" class="ground busy" />
    <rect width="2.5" height="6" class="over" />
  </pattern>
  <pattern id="dotted" width="5" height="5" patternUnits="userSpaceOnUse">
    <rect width="5" height="5" class="ground bad" />
    <circle cx="2.5" cy="2.5" r="1.3" class="over" />
  </pattern>
</defs>`

function column({ mark, title, parts }: Bar, x: number, step: number, y: (value: number) => number): Html {
  let below = 0
  const boxes = parts.map(({ series, value }) => {
    const [from, to] = [below, below + value]
    below = to
    if (value === 0) return null
    return html`<rect
      x="${round(x + step * 0.12)}%"
      width="${round(step * 0.76)}%"
      y="${y(to)}"
      height="${round(y(from) - y(to))}"
      class="series ${series}"
    />`
  })
  const label =
    mark === ''
      ? null
      : html`<text x="${round(x + step / 2)}%" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${mark}</text>`
  return html`<g><title>${title}</title>${boxes}${label}</g>`
}

function sumOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { value }) => sum + value, 0)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Shares of a whole as a bar; the page shows their numbers beside it. */
export function shareBar(shares: readonly Share[], whole: number): Part {
  let left = 0
  return html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <rect width="100" height="8" class="track" />
    ${each(shares, ({ series, value }) => {
      const x = left
      const width = whole === 0 ? 0 : Math.min(100 - x, (value / whole) * 100)
      left += width
      return html`<rect x="${round(x)}" width="${round(width)}" height="8" class="ground ${series}" />`
    })}
  </svg>`
}
