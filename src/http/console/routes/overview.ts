import { each, html, type Html, prose } from '../../html/html.js'
import { projectionStatus, type ProjectionStatus } from '../../../projections/engine/status.js'
import { shareBar } from '../chart.js'
import { beingCounted, Counted, type Count } from '../counted.js'
import type { ConsoleDeps } from '../deps.js'
import { choice, environmentChoice, environmentIn, errorSummary, filterForm } from '../forms.js'
import { badge, count, duration, table, time } from '../parts.js'
import { countFigures, countQueues, type Queue } from '../queries/figures.js'
import { type DeadOfWebhook, isCutOff } from '../queries/deliveries.js'
import type { Site } from '../site.js'
import { figuresOf } from '../throughput.js'
import { largest } from '../../../domain/lists.js'

/** The title of each check of GET /ready, and the page that shows its details. */
const CHECKS: Readonly<Record<string, readonly [string, string]>> = {
  database: ['Database', ''],
  eventStore: ['Event store', ''],
  readModels: ['Read models against the events', '/console/projections'],
  projections: ['Lag of the read models', '/console/projections'],
  quarantine: ['Events set aside', '/console/projections'],
  paused: ['Paused read models', '/console/projections'],
  seals: ['Seals against the events', '/console/seals'],
  parked: ['Parked work', '/console/governments#parked'],
  governments: ['Governments', '/console/governments'],
}

/** GET /console: the health and the throughput of the service. */
export function overviewRoutes(site: Site, deps: ConsoleDeps, dead: Counted<readonly DeadOfWebhook[]>): void {
  const { slowPool, clock, store, log } = deps
  const onError = (error: unknown): void => log.warn({ err: error }, 'the figures of the console could not be counted')
  const figures = new Counted(() => countFigures(slowPool, clock.now()), onError)
  const queues = new Counted(() => countQueues(slowPool, clock.now()), onError)
  const followers = new Counted(() => projectionStatus(slowPool, store, clock.now().getTime()), onError)

  site.page('/console', async ({ fields }) => {
    const environment = environmentIn(fields)
    const period = fields.oneOf('period', 'The period', ['day', 'month']) ?? 'day'
    const [counted, waiting, following, failed] = await Promise.all([
      figures.newest(),
      queues.newest(),
      followers.newest(),
      dead.newest(),
    ])
    const content = html`<h1>Overview</h1>
      ${errorSummary(fields.faults)} ${alarms(deps, failed.count?.value ?? null)}
      <section aria-labelledby="throughput">
        <h2 id="throughput">Throughput</h2>
        ${filterForm(
          '/console',
          'Throughput',
          'Show',
          html`${environmentChoice(fields)}
          ${choice(fields, 'period', 'Period', [
            ['day', 'Last 24 hours'],
            ['month', 'Last 30 days'],
          ])}`,
        )}
        ${counted.count === null ? beingCounted(counted.failed) : figuresOf(counted.count, environment, period, clock.now())}
      </section>
      ${queueSection(waiting)} ${lagSection(following)}`
    return { title: 'Overview', place: 'console', content }
  })
}

interface Figure<T> {
  readonly count: Count<T> | null
  readonly failed: boolean
}

function alarms({ ready }: ConsoleDeps, webhooks: readonly DeadOfWebhook[] | null): Html {
  const dead = webhooks?.reduce((sum, each) => sum + each.dead, 0) ?? null
  const isMore = webhooks?.some(isCutOff) === true
  const { status, checks } = ready()
  const words = { ok: 'All is well', degraded: 'Needs attention', unavailable: 'Requests are refused' } as const
  const tone = { ok: 'good', degraded: 'warn', unavailable: 'bad' } as const
  return html`<section aria-labelledby="health">
    <h2 id="health">Health ${badge(tone[status], words[status])}</h2>
    <ul class="checks">
      ${each(Object.entries(checks), ([name, result]) => {
        const [title, link] = CHECKS[name] ?? [name, '']
        const heading = link === '' ? title : html`<a href="${link}">${title}</a>`
        return html`<li>
          ${badge(result === 'ok' ? 'good' : 'warn', result === 'ok' ? 'ok' : 'check')} <strong>${heading}</strong>
          ${result === 'ok' ? null : html`<p>${prose(result)}</p>`}
        </li>`
      })}
      <li>
        ${dead === 0 ? badge('good', 'ok') : badge(dead === null ? 'busy' : 'warn', dead === null ? 'counting' : 'check')}
        <strong><a href="/console/deliveries">Dead deliveries</a></strong>
        ${dead === null || dead === 0 ? null : html`<p>${count(dead)}${isMore ? ' or more' : ''} failed permanently</p>`}
      </li>
    </ul>
  </section>`
}

const KINDS: Readonly<Record<string, string>> = {
  invoices: 'Invoices in progress',
  deliveries: 'Deliveries to webhooks',
  tokens: 'Tokens to refresh',
}

function queueSection({ count: counted, failed }: Figure<readonly Queue[]>): Html {
  const queues = counted?.value ?? []
  const most = largest(
    queues.map(({ waiting }) => waiting),
    0,
  )
  return html`<section aria-labelledby="queues">
    <h2 id="queues">Waiting work</h2>
    ${
      counted === null
        ? beingCounted(failed)
        : table(
            'Work that waits for the processors',
            [
              'Work',
              'Share',
              { title: 'Waiting', numeric: true },
              { title: 'Due now', numeric: true },
              { title: 'Longest overdue', numeric: true },
            ],
            queues.map(({ kind, waiting, due, oldestSeconds }) => [
              KINDS[kind] ?? kind,
              shareBar(
                [
                  { series: 'bad', value: due },
                  { series: 'busy', value: waiting - due },
                ],
                most,
              ),
              count(waiting),
              count(due),
              oldestSeconds === null ? '–' : duration(oldestSeconds),
            ]),
            { empty: 'Nothing waits.', hideCaption: true },
          )
    }
    ${counted === null || queues.length === 0 ? null : html`<p class="small"><span class="key due">due now</span> <span class="key later">due later</span></p>`}
  </section>`
}

function lagSection({ count: counted, failed }: Figure<readonly ProjectionStatus[]>): Html {
  const behind = counted?.value.filter(({ lagSeconds, pausedAt }) => lagSeconds > 0 || pausedAt !== null) ?? []
  const most = largest(
    behind.map(({ lagSeconds }) => lagSeconds),
    0,
  )
  return html`<section aria-labelledby="lag">
    <h2 id="lag">Read models that are behind</h2>
    ${
      counted === null
        ? beingCounted(failed)
        : table(
            'Read models that are behind',
            [
              'Read model',
              'Share',
              { title: 'Seconds behind', numeric: true },
              { title: 'Events behind', numeric: true },
              'State',
            ],
            behind.map(({ name, lagSeconds, lagEvents, pausedAt }) => [
              html`<a href="/console/projections"><code>${name}</code></a>`,
              shareBar([{ series: 'bad', value: lagSeconds }], most),
              count(lagSeconds),
              lagEvents === null ? '–' : count(lagEvents),
              pausedAt === null ? badge('busy', 'following') : badge('warn', 'paused'),
            ]),
            { empty: 'None is behind.', hideCaption: true },
          )
    }
    ${counted === null ? null : html`<p class="small">Read at ${time(counted.at)} UTC.</p>`}
  </section>`
}
