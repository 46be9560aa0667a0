import { operatorContext } from '../../../commands/use-cases/operator.js'
import { deliverAgain } from '../../../commands/use-cases/deliveries.js'
import type { Scope } from '../../../domain/event.js'
import { Refusal } from '../../../domain/refusal.js'
import { html, type Html, type Part } from '../../html/html.js'
import type { DeliveryRow } from '../../../projections/deliveries.js'
import { beingCounted, type Counted } from '../counted.js'
import { deliveryTable } from '../delivery-table.js'
import type { ConsoleDeps } from '../deps.js'
import { ConsoleError, missing } from '../errors.js'
import {
  accountIn,
  accountInput,
  choice,
  environmentChoice,
  environmentIn,
  errorSummary,
  filterForm,
} from '../forms.js'
import { listPage } from '../listing.js'
import { accountLink, confirmed, count, environmentBadge, table, time } from '../parts.js'
import { namesOf } from '../queries/accounts.js'
import { type DeadOfWebhook, findDeliveryOfAny, isCutOff, listDeliveriesOfAll } from '../queries/deliveries.js'
import type { Session } from '../sessions.js'
import type { Site } from '../site.js'

const PAGE = '/console/deliveries'
/** One form sends at most this many again, so that it is answered in time. */
const MOST_AT_ONCE = 200
/** Webhooks with dead deliveries, those with the most of them. */
const MOST_WEBHOOKS = 50
const SHOWN = ['failed', 'pending', 'cancelled', 'succeeded'] as const
const TITLES = { failed: 'failed (dead)', pending: 'pending (waiting)', cancelled: 'cancelled', succeeded: 'succeeded' }

/**
 * Deliveries to webhooks: those that failed permanently, those that wait, and sending them again.
 */
export function deliveryRoutes(site: Site, deps: ConsoleDeps, dead: Counted<readonly DeadOfWebhook[]>): void {
  const { db, random } = deps

  site.page(PAGE, async ({ fields, session }) => {
    const wanted = {
      status: fields.oneOf('status', 'The status', SHOWN),
      account: accountIn(fields),
      environment: environmentIn(fields),
    }
    const { rows, pages, above } = await listPage(PAGE, fields, (after, limit) =>
      listDeliveriesOfAll(db, wanted, after, limit),
    )
    const { count: counted, failed } = await dead.newest()
    const webhooks = counted?.value.slice(0, MOST_WEBHOOKS) ?? []
    const names = await namesOf(
      db,
      [...rows, ...webhooks].map(({ account }) => account),
    )
    const content = html`<h1>Deliveries</h1>
      ${errorSummary(fields.faults)}
      <h2>Dead deliveries by webhook</h2>
      <p class="small">
        These deliveries failed permanently, after all retries. Sending them again starts new retries, to the current
        webhook.
      </p>
      ${counted === null ? beingCounted(failed) : deadTable(session, webhooks, names)}
      ${
        counted === null
          ? null
          : html`<p class="small">
              Counted at ${time(counted.at)} UTC.
              ${counted.value.length > MOST_WEBHOOKS ? `The ${MOST_WEBHOOKS} webhooks with the most are shown; there are more.` : null}
            </p>`
      }
      <h2>Single deliveries</h2>
      ${filterForm(
        PAGE,
        'Deliveries',
        'Show',
        html`${choice(fields, 'status', 'Status', [['', 'All'], ...SHOWN.map((each) => [each, TITLES[each]] as const)])}
        ${accountInput(fields)} ${environmentChoice(fields)}`,
      )}
      ${above}
      ${fields.faults.length > 0 ? null : deliveryTable(session, rows, { now: deps.clock.now(), whose: (row) => accountLink(row.account, names) })}
      ${pages}`
    return { title: 'Deliveries', place: 'console/deliveries', content }
  })

  site.act(
    `${PAGE}/:id/redeliver`,
    () => PAGE,
    async ({ params, doing, form }) => {
      const row = await findDeliveryOfAny(db, params['id'] ?? '')
      if (row === null) throw missing('delivery')
      const details = { account: row.account, environment: row.environment }
      const { position } = await doing({ action: 'deliveries redeliver', target: row.id, details }, () => again(row))
      await deps.freshness.waitFor(position, ['deliveries'])
      dead.forget()
      const invoice = form.get('back') === 'invoice' ? row.invoice_id : null
      const to = invoice === null ? PAGE : `/console/invoices/${invoice}`
      return { to, done: `The delivery ${row.id} is sent again.` }
    },
  )

  site.act(
    `${PAGE}/redeliver`,
    () => PAGE,
    async ({ fields, doing }) => {
      const account = accountIn(fields)
      const environment = environmentIn(fields)
      if (account === null || environment === null) {
        throw new ConsoleError(400, 'Which webhook?', 'Name its account and environment. Nothing was changed.')
      }
      const scope = { account, environment }
      const { sent, refused } = await doing(
        { action: 'deliveries redeliver-all', target: account, details: { environment } },
        () => allOf(scope),
      )
      const [left] = await listDeliveriesOfAll(db, { ...scope, status: 'failed' }, null, 1)
      const more = left === undefined ? '' : ' There are more: repeat this to send them too.'
      if (sent === 0 && refused.length > 0) return { to: PAGE, failed: refused[0] ?? '' }
      const not = refused.length === 0 ? '' : ` ${count(refused.length)} were refused: ${refused[0] ?? ''}.`
      return { to: PAGE, done: `${count(sent)} deliveries are sent again.${not}${more}` }
    },
  )

  /** Sends the newest failed deliveries again; waits until the read model shows it. */
  async function allOf(scope: Scope) {
    const refused: string[] = []
    let position = 0n
    let sent = 0
    for (const row of await listDeliveriesOfAll(db, { ...scope, status: 'failed' }, null, MOST_AT_ONCE)) {
      try {
        position = (await again(row)).position
        sent += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        refused.push(error.message)
      }
    }
    if (sent > 0) await deps.freshness.waitFor(position, ['deliveries'])
    dead.forget()
    return { sent, refused }
  }

  function again({ id, account, environment }: DeliveryRow) {
    return deliverAgain(deps, { ...operatorContext(account, random), environment }, id)
  }
}

function deadTable(session: Session, dead: readonly DeadOfWebhook[], names: ReadonlyMap<string, string>): Html {
  return table(
    'Dead deliveries by webhook',
    ['Account', 'Environment', { title: 'Dead', numeric: true }, 'Send again'],
    dead.map((webhook) => [
      accountLink(webhook.account, names),
      environmentBadge(webhook.environment),
      isCutOff(webhook) ? `${count(webhook.dead)} or more` : count(webhook.dead),
      allAgain(session, webhook, webhook.dead, names.get(webhook.account) ?? webhook.account),
    ]),
    { empty: 'No delivery failed permanently.', hideCaption: true },
  )
}

function allAgain(session: Session, { account, environment }: Scope, dead: number, name: string): Part {
  if (session.user.role !== 'operator') return html`<span class="none">operators only</span>`
  const many = dead > MOST_AT_ONCE ? `the newest ${MOST_AT_ONCE}` : dead === 1 ? 'the one' : `all ${dead}`
  return confirmed(
    session,
    {
      label: 'Send all again',
      about: `of ${name}, ${environment}`,
      action: `${PAGE}/redeliver`,
      yes: 'Yes, send them again',
      fields: { account, environment },
    },
    `Sends ${many} again. The receiver recognises duplicates by their ids.`,
  )
}
