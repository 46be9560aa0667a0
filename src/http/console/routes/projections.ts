import { html, type Html, type Part } from '../../html/html.js'
import { pauseProjection, resumeProjection } from '../../../projections/engine/pausing.js'
import { listSetAside } from '../../../projections/engine/quarantine.js'
import { rollBack } from '../../../projections/engine/replaced.js'
import { type ProjectionStatus, projectionStatus } from '../../../projections/engine/status.js'
import { PROJECTIONS } from '../../../projections/registry.js'
import type { ConsoleDeps } from '../deps.js'
import { missing } from '../errors.js'
import { glossary } from '../glossary.js'
import { badge, button, code, confirmed, count, duration, said, table, time } from '../parts.js'
import type { RebuildDesk, RebuildRun } from '../rebuilds.js'
import type { Session } from '../sessions.js'
import type { Order, Site } from '../site.js'

const MOST_SHOWN = 100
const PAGE = '/console/projections'

/** What each read model is for, below its name. */
export const PURPOSES: Readonly<Record<string, string>> = {
  accounts: 'customers of this deployment, with their plans',
  answers: 'responses to received invoices that are still to be brought to their senders',
  api_keys: 'keys that may call the API',
  collections: "what was collected from governments' mailboxes, and until when",
  companies: "the accounts' companies, with their defaults and number series",
  connections: 'access of companies to governments',
  deliveries: 'webhook deliveries with their attempts',
  document_uses: 'which invoice uses which stored document, for erasing',
  feed: 'GET /v1/events: all events that customers see, in one order',
  holds: 'legal holds: what must not be erased',
  invoices: 'invoices with their status, as the API shows them',
  invoice_search: 'what invoices are searched by',
  outbox: 'events that still become webhook deliveries',
  received: 'invoices that suppliers sent, as the API shows them',
  receivers: 'webhooks that fail, and since when',
  responses: 'what buyers responded to invoices',
  timeline: 'the history of each invoice, as the API shows it',
  todo: 'invoices that are not decided yet: the work list of the pipeline',
  token_refreshes: "connections whose government's token must be renewed, and when",
  webhooks: 'where accounts want their events delivered',
}

/** Read models: their progress, the events that they lack, and rebuilds. */
export function projectionRoutes(site: Site, deps: ConsoleDeps, desk: RebuildDesk): void {
  site.page(PAGE, async ({ session }) => {
    const statuses = await projectionStatus(deps.pool, deps.store, deps.clock.now().getTime())
    const lacking = await listSetAside(deps.pool, MOST_SHOWN)
    const content = html`<h1>Read models</h1>
      <p>
        All data that can be queried is computed from the events. A read model can be rebuilt at any time, while the
        current one continues to serve queries.
      </p>
      ${glossary(['read model', 'event', 'behind', 'position', 'set aside', 'rebuild'])}
      ${desk.last && lastRun(desk.last)}
      ${table(
        'Read models',
        [
          'Name',
          'State',
          { title: 'Behind', numeric: true },
          { title: 'Position', numeric: true },
          'Version',
          { title: 'Set aside', numeric: true },
          'Actions',
        ],
        statuses.map((status) => [
          html`<code>${status.name}</code><br /><small>${PURPOSES[status.name]}</small>`,
          stateOf(status),
          behind(status),
          status.position === null ? '–' : count(BigInt(status.position)),
          status.live === status.version
            ? String(status.version)
            : `${status.live ?? 'none'} (this program: ${status.version})`,
          count(status.setAside),
          acts(session, status, desk.last?.state === 'running'),
        ]),
        { hideCaption: true },
      )}
      <h2>Events that were set aside</h2>
      <p class="small">
        A read model that cannot apply an event continues without it. Once the program is corrected, a rebuild applies
        it.
      </p>
      ${table(
        'Events that were set aside',
        ['Read model', 'Event', 'Stream', 'Account', 'Why'],
        lacking.map((each) => [
          code(each.projection),
          code(each.type),
          code(`${each.stream}@${each.revision}`),
          code(each.account),
          said(each.reason),
        ]),
        { empty: 'None: every read model has every event.', hideCaption: true },
      )}`
    return { title: 'Read models', place: 'console/projections', content }
  })

  const act = (
    verb: string,
    run: (order: Order, name: string) => Promise<{ done?: string; failed?: string }>,
  ): void => {
    site.act(
      `${PAGE}/:name/${verb}`,
      () => PAGE,
      async (order) => {
        const name = PROJECTIONS.find((each) => each.name === order.params['name'])?.name
        if (name === undefined) throw missing('read model')
        return { to: PAGE, ...(await run(order, name)) }
      },
    )
  }
  act('pause', async ({ doing }, name) => {
    await doing({ action: 'projections pause', target: name }, () => pauseProjection(deps.pool, name))
    return { done: `${name} is paused: it stays as it is until it is resumed.` }
  })
  act('resume', async ({ doing }, name) => {
    await doing({ action: 'projections resume', target: name }, () => resumeProjection(deps.pool, name))
    return { done: `${name} is resumed and catches up.` }
  })
  act('roll-back', async ({ doing }, name) => {
    const projection = PROJECTIONS.find((each) => each.name === name)
    if (projection === undefined) throw missing('read model')
    const back = await doing({ action: 'projections roll-back', target: name }, () => rollBack(deps.pool, projection))
    if (back === null) return { failed: `No table of ${name} from before a rebuild is kept.` }
    return { done: `${name} uses the table from before its last rebuild again, and catches up.` }
  })
  act('rebuild', async ({ session, doing }, name) =>
    desk.begin(name, session.user.name, (work) => doing({ action: 'projections rebuild', target: name }, work))
      ? { done: `${name} is being rebuilt. Reload this page to see the progress.` }
      : { failed: 'Another read model is being rebuilt; wait until it is done.' },
  )
}

function stateOf({ pausedAt, rebuilding, setAside, lagSeconds }: ProjectionStatus): Html {
  if (pausedAt !== null) return html`${badge('warn', 'paused')}<br /><small>since ${time(pausedAt)}</small>`
  if (setAside > 0) return badge('bad', 'lacks events')
  if (rebuilding) return badge('busy', 'being rebuilt')
  return lagSeconds > 0 ? badge('busy', 'following') : badge('good', 'up to date')
}

function behind({ lagEvents, lagSeconds }: ProjectionStatus): string {
  const events = lagEvents === null ? '' : `${count(lagEvents)} events`
  if (lagSeconds === 0) return events || '–'
  return events === '' ? duration(lagSeconds) : `${events}, ${duration(lagSeconds)}`
}

function acts(session: Session, { name, pausedAt, replaced }: ProjectionStatus, isBusy: boolean): Part {
  if (session.user.role !== 'operator') return html`<span class="none">operators only</span>`
  const rebuilding = isBusy
    ? null
    : confirmed(
        session,
        { label: 'Rebuild', about: name, action: `${PAGE}/${name}/rebuild`, yes: 'Yes, rebuild it' },
        'Reads all events from the first one, which may take a while. The current table continues to serve queries.',
      )
  const other =
    pausedAt !== null
      ? button(session, `${PAGE}/${name}/resume`, 'Resume', {}, name)
      : confirmed(
          session,
          { label: 'Pause', about: name, action: `${PAGE}/${name}/pause`, yes: 'Yes, pause it' },
          'Its data stays as it is now, also for customers, until it is resumed.',
        )
  const rollingBack =
    replaced === null
      ? null
      : confirmed(
          session,
          { label: 'Roll back', about: name, action: `${PAGE}/${name}/roll-back`, yes: 'Yes, roll it back' },
          html`Uses the table from before the rebuild of ${time(replaced.at)} UTC again, which then catches up. The
          current table is kept.`,
        )
  return html`<div class="acts">${other}${rebuilding}${rollingBack}</div>`
}

function lastRun({ name, operator, begunAt, state, events, seconds, reason }: RebuildRun): Html {
  const since = html`begun at ${time(begunAt)} UTC by ${said(operator)}`
  if (state === 'running') {
    return html`<div class="notice" role="status">
      <p>${badge('busy', 'running')} <code>${name}</code> is being rebuilt, ${since}. <a href="${PAGE}">Reload</a></p>
    </div>`
  }
  const how =
    state === 'done'
      ? html`${badge('good', 'done')} <code>${name}</code> was rebuilt from ${count(events ?? 0)} events in
          ${duration(seconds ?? 0)}, ${since}.`
      : html`${badge('bad', 'failed')} <code>${name}</code> could not be rebuilt: ${said(reason)}; ${since}.`
  return html`<div class="notice ${state === 'done' ? 'done' : 'failed'}"><p>${how}</p></div>`
}
