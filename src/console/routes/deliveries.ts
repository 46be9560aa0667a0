import { operatorContext } from '../../commands/use-cases/operator.js'
import { deliverAgain } from '../../commands/use-cases/deliveries.js'
import { ENVIRONMENTS, type Scope } from '../../domain/event.js'
import { Refusal } from '../../domain/refusal.js'
import { html, type Html, type Part } from '../../http/docs/html.js'
import type { DeliveryRow } from '../../projections/deliveries.js'
import type { ConsoleDeps } from '../deps.js'
import { ConsoleError, missing } from '../errors.js'
import {
  button,
  choice,
  code,
  confirmed,
  count,
  environmentBadge,
  errorSummary,
  faulty,
  input,
  nextPage,
  said,
  statusBadge,
  table,
  time,
} from '../parts.js'
import { namesOf } from '../queries/accounts.js'
import { countDead, findDeliveryOfAny, listDeliveriesOfAll, MOST_COUNTED } from '../queries/deliveries.js'
import type { Session } from '../sessions.js'
import type { Site } from '../site.js'
import { accountIn, placeIn, placeText } from './invoices.js'

const PAGE_SIZE = 50
/** So many are asked for again by one form, so that it is answered in time. */
const MOST_AT_ONCE = 200
const SHOWN = ['failed', 'pending', 'cancelled', 'succeeded'] as const

/** Deliveries to webhooks: those that failed for good, those that wait, and sending them again. */
export function deliveryRoutes(site: Site, deps: ConsoleDeps): void {
  const { db, random } = deps

  site.page('/console/deliveries', async ({ fields, query, session }) => {
    const status = fields.oneOf('status', 'The status', SHOWN) ?? 'failed'
    const wanted = {
      status,
      account: accountIn(fields),
      environment: fields.oneOf('environment', 'The environment', ENVIRONMENTS),
    }
    const after = placeIn(fields)
    const found = fields.faults.length > 0 ? [] : await listDeliveriesOfAll(db, wanted, after, PAGE_SIZE + 1)
    const rows = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
    const dead = await countDead(db)
    const names = await namesOf(
      db,
      [...rows, ...dead].map(({ account }) => account),
    )
    const content = html`<h1>Deliveries</h1>
      ${errorSummary(fields.faults)}
      <h2>Dead deliveries by webhook</h2>
      <p class="small">
        They failed for good, after all retries. Sending them again begins the retries anew, to the webhook of today.
      </p>
      ${table(
        'Dead deliveries by webhook',
        ['Account', 'Environment', { title: 'Dead', numeric: true }, 'Send again'],
        dead.map((webhook) => [
          html`<a href="/console/accounts/${webhook.account}"
            >${said(names.get(webhook.account) ?? webhook.account)}</a
          >`,
          environmentBadge(webhook.environment),
          webhook.dead >= MOST_COUNTED ? `${count(MOST_COUNTED)} or more` : count(webhook.dead),
          allAgain(session, webhook, webhook.dead, names.get(webhook.account) ?? webhook.account),
        ]),
        { empty: 'No delivery failed for good.', hideCaption: true },
      )}
      <h2>Single deliveries</h2>
      <form class="filters" action="/console/deliveries">
        ${choice(
          'status',
          'Status',
          status,
          SHOWN.map(
            (each) =>
              [each, each === 'failed' ? 'failed (dead)' : each === 'pending' ? 'pending (waiting)' : each] as const,
          ),
        )}
        ${input('account', 'Account', fields.raw('account'), { hint: 'Its id, acc_…', more: faulty(fields.faults, 'account') })}
        ${choice('environment', 'Environment', fields.raw('environment'), [
          ['', 'Both'],
          ['production', 'Production'],
          ['test', 'Test'],
        ])}
        <button>Show</button>
      </form>
      ${fields.faults.length > 0 ? null : deliveryTable(session, rows, (row) => html`<a href="/console/accounts/${row.account}">${said(names.get(row.account) ?? row.account)}</a>`)}
      ${nextPage(query, '/console/deliveries', last ? placeText(last) : null, after === null)}`
    return {
      title: fields.faults.length > 0 ? 'Error: deliveries' : 'Deliveries',
      place: 'console/deliveries',
      content,
    }
  })

  site.act(
    '/console/deliveries/:id/redeliver',
    () => '/console/deliveries',
    async ({ params, doing, form }) => {
      const row = await findDeliveryOfAny(db, params['id'] ?? '')
      if (row === null) throw missing('delivery')
      const details = { account: row.account, environment: row.environment }
      const { position } = await doing({ action: 'deliveries redeliver', target: row.id, details }, () => again(row))
      await deps.freshness.waitFor(position, ['deliveries'])
      const invoice = form.get('back') === 'invoice' ? row.invoice_id : null
      const to = invoice === null ? '/console/deliveries' : `/console/invoices/${invoice}`
      return { to, done: `The delivery ${row.id} is sent again.` }
    },
  )

  site.act(
    '/console/deliveries/redeliver',
    () => '/console/deliveries',
    async ({ fields, doing }) => {
      const account = accountIn(fields)
      const environment = fields.oneOf('environment', 'The environment', ENVIRONMENTS)
      if (account === null || environment === null) {
        throw new ConsoleError(400, 'Which webhook?', 'Name its account and environment. Nothing was changed.')
      }
      const scope = { account, environment }
      const { sent, refused } = await doing(
        { action: 'deliveries redeliver-all', target: account, details: { environment } },
        () => allOf(scope),
      )
      const [left] = await listDeliveriesOfAll(db, { ...scope, status: 'failed' }, null, 1)
      const more = left === undefined ? '' : ' There are more: send them again as well.'
      if (sent === 0 && refused.length > 0) return { to: '/console/deliveries', failed: refused[0] ?? '' }
      const not = refused.length === 0 ? '' : ` ${count(refused.length)} were refused: ${refused[0] ?? ''}.`
      return { to: '/console/deliveries', done: `${count(sent)} deliveries are sent again.${not}${more}` }
    },
  )

  /** The newest that failed for good; waits until the read model shows it. */
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
    return { sent, refused }
  }

  function again({ id, account, environment }: DeliveryRow) {
    return deliverAgain(deps, { ...operatorContext(account, random), environment }, id)
  }
}

function allAgain(session: Session, { account, environment }: Scope, dead: number, name: string): Part {
  if (session.user.role !== 'operator') return html`<span class="none">operators only</span>`
  const many = dead > MOST_AT_ONCE ? `the newest ${MOST_AT_ONCE}` : dead === 1 ? 'the one' : `all ${dead}`
  return confirmed(
    session,
    {
      label: 'Send all again',
      about: `of ${name}, ${environment}`,
      action: '/console/deliveries/redeliver',
      yes: 'Yes, send them again',
      fields: { account, environment },
    },
    `Sends ${many} again. The receiver recognises by their ids what it has had.`,
  )
}

/** Deliveries, each with its attempts. `whose` gives the cell of the account; absent: none. */
export function deliveryTable(
  session: Session,
  rows: readonly DeliveryRow[],
  whose?: (row: DeliveryRow) => Part,
): Html {
  return table(
    'Deliveries',
    [
      'Event',
      'Status',
      ...(whose ? ['Account', 'Environment'] : []),
      'To',
      'Attempts',
      'Next attempt (UTC)',
      'Created (UTC)',
      'Send again',
    ],
    rows.map((row) => [
      html`${row.type}<br /><small>${code(row.id)}</small>`,
      statusBadge(row.status),
      ...(whose ? [whose(row), environmentBadge(row.environment)] : []),
      code(row.url),
      attempts(row),
      time(row.next_attempt_at),
      time(row.created_at),
      oneAgain(session, row, whose === undefined),
    ]),
    { empty: 'There are none.', hideCaption: true },
  )
}

function attempts({ attempts: made }: DeliveryRow): Part {
  const last = made.at(-1)
  if (last === undefined) return 'none yet'
  const answer = last.statusCode === null ? (last.error ?? 'no answer') : `answer ${last.statusCode}`
  return html`${count(made.length)}, the last: ${said(answer)}`
}

function oneAgain(session: Session, row: DeliveryRow, fromInvoice: boolean): Part {
  if (session.user.role !== 'operator') return html`<span class="none">operators only</span>`
  if (row.status === 'pending') return html`<span class="none">waits</span>`
  const fields = fromInvoice ? { back: 'invoice' } : {}
  return button(session, `/console/deliveries/${row.id}/redeliver`, 'Send again', fields, row.id)
}
