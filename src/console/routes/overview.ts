import { ENVIRONMENTS, type Environment } from '../../domain/event.js'
import { INVOICE_STATUSES } from '../../domain/invoice.js'
import { each, html, type Html } from '../../http/docs/html.js'
import { type Bar, columnChart } from '../chart.js'
import { Counted, type Count } from '../counted.js'
import type { ConsoleDeps } from '../deps.js'
import { badge, choice, count, duration, table, time } from '../parts.js'
import { countFigures, countQueues, type Figures, type PeriodCount, type Queue } from '../queries/figures.js'
import { countDead } from '../queries/deliveries.js'
import type { Site } from '../site.js'

/** What each check of GET /ready is about, and where the console shows more of it. */
const CHECKS: Readonly<Record<string, readonly [string, string]>> = {
  database: ['Database', ''],
  eventStore: ['Event store', ''],
  readModels: ['Read models match the events', '/console/projections'],
  projections: ['Read models follow', '/console/projections'],
  quarantine: ['No events set aside', '/console/projections'],
  paused: ['No read model paused', '/console/projections'],
  seals: ['Seals fit the events', '/console/seals'],
  parked: ['No work parked', '/console/governments#parked'],
  governments: ['Governments answer', '/console/governments'],
}

/** GET /console: how the service is, and what goes through it. */
export function overviewRoutes(site: Site, deps: ConsoleDeps): void {
  const { slowPool, clock, db, log } = deps
  const onError = (error: unknown): void => log.warn({ err: error }, 'the figures of the console could not be counted')
  const figures = new Counted(() => countFigures(slowPool, clock.now()), onError)
  const queues = new Counted(() => countQueues(slowPool, clock.now()), onError)
  const dead = new Counted(() => countDead(db), onError)

  site.page('/console', async ({ fields }) => {
    const environment = fields.oneOf('environment', 'The environment', ENVIRONMENTS)
    const period = fields.oneOf('period', 'The period', ['day', 'month']) ?? 'day'
    const [counted, waiting, failed] = await Promise.all([figures.newest(), queues.newest(), dead.newest()])
    const content = html`<h1>Overview</h1>
      ${alarms(deps, failed.count?.value.reduce((sum, each) => sum + each.dead, 0) ?? null)}
      <form class="filters" action="/console">
        ${choice('environment', 'Environment', environment ?? '', [
          ['', 'Both'],
          ['production', 'Production'],
          ['test', 'Test'],
        ])}
        ${choice('period', 'Period', period, [
          ['day', 'Last 24 hours'],
          ['month', 'Last 30 days'],
        ])}
        <button>Show</button>
      </form>
      ${counted.count === null ? beingCounted(counted.failed) : shown(counted.count, environment, period, clock.now())}
      ${queueTable(waiting.count?.value ?? null)}`
    return { title: 'Overview', place: 'console', content }
  })
}

function alarms({ ready }: ConsoleDeps, dead: number | null): Html {
  const { status, checks } = ready()
  const words = { ok: 'All is well', degraded: 'Something to look at', unavailable: 'Requests are refused' } as const
  const tone = { ok: 'good', degraded: 'warn', unavailable: 'bad' } as const
  return html`<section aria-labelledby="health">
    <h2 id="health">Health ${badge(tone[status], words[status])}</h2>
    <ul class="checks">
      ${each(Object.entries(checks), ([name, told]) => {
        const [title, link] = CHECKS[name] ?? [name, '']
        const heading = link === '' ? title : html`<a href="${link}">${title}</a>`
        return html`<li>
          ${badge(told === 'ok' ? 'good' : 'warn', told === 'ok' ? 'ok' : 'look')} <strong>${heading}</strong>
          ${told === 'ok' ? null : html`<p>${told}</p>`}
        </li>`
      })}
      <li>
        ${dead === 0 ? badge('good', 'ok') : badge(dead === null ? 'busy' : 'warn', dead === null ? 'counting' : 'look')}
        <strong><a href="/console/deliveries">No dead deliveries</a></strong>
        ${dead === null || dead === 0 ? null : html`<p>${count(dead)} failed for good</p>`}
      </li>
    </ul>
  </section>`
}

function beingCounted(failed: boolean): Html {
  const text = failed
    ? 'They could not be counted; the log says why. It is tried again.'
    : 'They are being counted. Reload the page in a moment.'
  return html`<h2>Invoices</h2>
    <p class="empty" role="status">${text}</p>`
}

function shown(
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
    new URLSearchParams([
      ...(environment === null ? [] : [['environment', environment]]),
      ...(country === null ? [] : [['country', country]]),
      ...(status === null ? [] : [['status', status]]),
    ] as [string, string][]).toString()
  const cell = (country: string | null, status: string | null): Html => {
    const invoices = sum(country, status)
    if (invoices === 0) return html`<span class="none">0</span>`
    return html`<a href="/console/invoices?${query(country, status)}">${count(invoices)}</a>`
  }
  const bars = period === 'day' ? byHour(ofIt(value.hours), now) : byDay(ofIt(value.days), now)
  return html`<section aria-labelledby="throughput">
      <h2 id="throughput">Throughput</h2>
      <figure class="figure">
        <figcaption>
          Invoices created per ${period === 'day' ? 'hour' : 'day'} (UTC), by what became of them:
          <span class="key good">accepted</span> <span class="key busy">under way</span>
          <span class="key bad">rejected or in error</span>
        </figcaption>
        ${columnChart(`Invoices created per ${period === 'day' ? 'hour' : 'day'}; the table below has the numbers`, bars)}
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
            bars.map(({ title, parts }) => [title.split(':: ')[0] ?? '', ...parts.map((part) => count(part.value))]),
          )}
        </details>
      </figure>
    </section>
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
        { empty: 'There are no invoices yet.', hideCaption: true },
      )}
      <p class="small">Counted at ${time(at)} UTC, in ${seconds.toFixed(1)} s.</p>
    </section>`
}

function byHour(rows: readonly PeriodCount[], now: Date): readonly Bar[] {
  return Array.from({ length: 24 }, (_, back) => {
    const from = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000 - (23 - back) * 3_600_000)
    const hour = from.toISOString().slice(11, 16)
    return bar(rows, from, `${from.toISOString().slice(0, 10)} ${hour}`, back % 4 === 3 ? hour : '')
  })
}

function byDay(rows: readonly PeriodCount[], now: Date): readonly Bar[] {
  return Array.from({ length: 30 }, (_, back) => {
    const from = new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000 - (29 - back) * 86_400_000)
    const day = from.toISOString().slice(0, 10)
    return bar(rows, from, day, back % 5 === 4 ? day.slice(5) : '')
  })
}

function bar(rows: readonly PeriodCount[], from: Date, name: string, mark: string): Bar {
  const ofIt = rows.filter((row) => new Date(row.from).getTime() === from.getTime())
  const sum = (of: (row: PeriodCount) => number): number => ofIt.reduce((total, row) => total + of(row), 0)
  const [accepted, failed, all] = [sum((row) => row.accepted), sum((row) => row.failed), sum((row) => row.invoices)]
  const busy = all - accepted - failed
  return {
    mark,
    title: `${name}:: ${count(accepted)} accepted, ${count(busy)} under way, ${count(failed)} rejected or in error`,
    parts: [
      { series: 'good', value: accepted },
      { series: 'busy', value: busy },
      { series: 'bad', value: failed },
    ],
  }
}

const KINDS: Readonly<Record<string, string>> = {
  invoices: 'Invoices on their way',
  deliveries: 'Deliveries to webhooks',
  tokens: 'Tokens to be refreshed',
}

function queueTable(queues: readonly Queue[] | null): Html {
  return html`<section aria-labelledby="queues">
    <h2 id="queues">What waits</h2>
    ${table(
      'What waits for the processors',
      [
        'Work',
        { title: 'Waiting', numeric: true },
        { title: 'Due now', numeric: true },
        { title: 'Longest due since', numeric: true },
      ],
      (queues ?? []).map(({ kind, waiting, due, oldestSeconds }) => [
        KINDS[kind] ?? kind,
        count(waiting),
        count(due),
        oldestSeconds === null ? '–' : duration(oldestSeconds),
      ]),
      {
        empty: queues === null ? 'It is being counted. Reload the page in a moment.' : 'Nothing waits.',
        hideCaption: true,
      },
    )}
  </section>`
}
