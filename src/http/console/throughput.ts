import type { Environment } from '../../domain/event.js'
import { INVOICE_STATUSES } from '../../domain/invoice.js'
import { html, type Html } from '../html/html.js'
import { type Bar, columnChart } from './chart.js'
import type { Count } from './counted.js'
import { count, table, time } from './parts.js'
import type { Figures, PeriodCount } from './queries/figures.js'
import { largest } from '../../domain/lists.js'

/** The column of an hour or a day. */
interface Period extends Bar {
  readonly name: string
}

/** What the overview shows of invoices: a chart over time, and a table by status and country. */
export function figuresOf(
  { value, at, seconds }: Count<Figures>,
  environment: Environment | null,
  period: 'day' | 'month',
  now: Date,
): Html {
  const ofIt = <T extends { readonly environment: Environment }>(rows: readonly T[]): readonly T[] =>
    rows.filter((row) => environment === null || row.environment === environment)
  const statuses = ofIt(value.statuses)
  const countries = [...new Set(statuses.map(({ country }) => country))].sort()
  const sum = (country: string | null, status: string | null): number =>
    statuses
      .filter((row) => (country === null || row.country === country) && (status === null || row.status === status))
      .reduce((total, { invoices }) => total + invoices, 0)
  const query = (country: string | null, status: string | null): string =>
    new URLSearchParams({
      ...(environment !== null && { environment }),
      ...(country !== null && { country }),
      ...(status !== null && { status }),
    }).toString()
  const cell = (country: string | null, status: string | null): Html => {
    const invoices = sum(country, status)
    if (invoices === 0) return html`<span class="none">0</span>`
    return html`<a href="/console/invoices?${query(country, status)}">${count(invoices)}</a>`
  }
  const bars = period === 'day' ? byHour(ofIt(value.hours), now) : byDay(ofIt(value.days), now)
  const unit = period === 'day' ? 'hour' : 'day'
  return html`<figure class="figure">
      <figcaption>
        Invoices created per ${unit}, by outcome:
        <span class="key good">accepted</span> <span class="key busy">under way</span>
        <span class="key bad">rejected or in error</span>
      </figcaption>
      ${columnChart({ label: inWords(bars, unit), x: unit === 'hour' ? 'Hours in UTC' : 'Days in UTC (month-day)', y: `Invoices per ${unit}` }, bars)}
      <details>
        <summary>The numbers as a table</summary>
        ${table(
          'Invoices created',
          [
            period === 'day' ? 'Hour (UTC)' : 'Day (UTC)',
            { title: 'Accepted', numeric: true },
            { title: 'Under way', numeric: true },
            { title: 'Rejected or in error', numeric: true },
          ],
          bars.map(({ name, parts }) => [name, ...parts.map((part) => count(part.value))]),
          { matrix: true },
        )}
      </details>
    </figure>
    <section aria-labelledby="statuses">
      <h2 id="statuses">Invoices by status and country</h2>
      ${table(
        'Invoices by status and country',
        ['Status', ...countries.map((title) => ({ title, numeric: true }) as const), { title: 'All', numeric: true }],
        sum(null, null) === 0
          ? []
          : [
              ...INVOICE_STATUSES.map((status) => [
                status,
                ...countries.map((country) => cell(country, status)),
                cell(null, status),
              ]),
              ['All', ...countries.map((country) => cell(country, null)), cell(null, null)],
            ],
        { empty: 'There are no invoices yet.', hideCaption: true, matrix: true },
      )}
      <p class="small">Counted at ${time(at)} UTC, in ${seconds.toFixed(1)} s.</p>
    </section>`
}

function byHour(rows: readonly PeriodCount[], now: Date): readonly Period[] {
  return Array.from({ length: 24 }, (_, back) => {
    const from = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000 - (23 - back) * 3_600_000)
    const hour = from.toISOString().slice(11, 16)
    return bar(rows, from, `${from.toISOString().slice(0, 10)} ${hour}`, back % 4 === 3 ? hour : '')
  })
}

function byDay(rows: readonly PeriodCount[], now: Date): readonly Period[] {
  return Array.from({ length: 30 }, (_, back) => {
    const from = new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000 - (29 - back) * 86_400_000)
    const day = from.toISOString().slice(0, 10)
    return bar(rows, from, day, back % 5 === 4 ? day.slice(5) : '')
  })
}

function bar(rows: readonly PeriodCount[], from: Date, name: string, mark: string): Period {
  const ofIt = rows.filter((row) => new Date(row.from).getTime() === from.getTime())
  const sum = (of: (row: PeriodCount) => number): number => ofIt.reduce((total, row) => total + of(row), 0)
  const [accepted, failed, all] = [sum((row) => row.accepted), sum((row) => row.failed), sum((row) => row.invoices)]
  const busy = all - accepted - failed
  return {
    mark,
    name,
    title: `${name}: ${count(accepted)} accepted, ${count(busy)} under way, ${count(failed)} rejected or in error`,
    parts: [
      { series: 'good', value: accepted },
      { series: 'busy', value: busy },
      { series: 'bad', value: failed },
    ],
  }
}

/** The chart in words, for screen readers. */
function inWords(bars: readonly Period[], unit: string): string {
  const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const all = sums.reduce((sum, value) => sum + value, 0)
  const most = largest(sums)
  const when = bars[sums.indexOf(most)]?.name ?? ''
  const peak = most === 0 ? '' : `, at most ${count(most)}, ${unit === 'hour' ? 'at' : 'on'} ${when}`
  return `Invoices created per ${unit}: ${count(all)} in all${peak}. The table below has the numbers.`
}
