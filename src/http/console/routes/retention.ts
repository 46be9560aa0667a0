import type { Decision } from '../../../commands/handle.js'
import { placeHold, releaseHold } from '../../../commands/hold.js'
import { operatorContext } from '../../../commands/use-cases/operator.js'
import { HOLD_KINDS, type HoldEvent, type HoldState } from '../../../domain/hold.js'
import { isId } from '../../../domain/ids.js'
import { html, type Html, type Part } from '../../html/html.js'
import { erasedBefore } from '../../../projections/engine/erasing.js'
import { type HoldRow, listHolds, ownerOf } from '../../../projections/holds.js'
import { changeHolds, countTooLate } from '../../../audit/retention/hold-lock.js'
import { columnChart } from '../chart.js'
import { beingCounted, Counted } from '../counted.js'
import type { ConsoleDeps } from '../deps.js'
import { asOptions, choice, formToken, input, UNFILLED } from '../forms.js'
import { accountLink, badge, code, count, environmentBadge, facts, said, table, time } from '../parts.js'
import { namesOf } from '../queries/accounts.js'
import { countDue, countErased, type Due, type ErasedOfDay, SOON_DAYS } from '../queries/retention.js'
import type { Session } from '../sessions.js'
import type { Order, Outcome, Site } from '../site.js'

const PAGE = '/console/retention'
const MOST_SHOWN = 200
const MOST_ACCOUNTS = 50
const MOST_OF_REASON = 200
const DAYS = 14

/** Legal holds, due and past erasures; operators place and release holds here. */
export function retentionRoutes(site: Site, deps: ConsoleDeps): void {
  const { db, pool, store, clock, random, slowPool, log, retention } = deps
  const onError = (error: unknown): void => log.warn({ err: error }, 'due and past erasures could not be counted')
  const due = new Counted(() => countDue(slowPool, retention, clock.now()), onError)
  const erased = new Counted(() => countErased(store, clock.now(), DAYS), onError)

  site.page(PAGE, async ({ session }) => {
    const held = await listHolds(db, false, MOST_SHOWN + 1)
    const [ahead, behind] = await Promise.all([due.newest(), erased.newest()])
    const accounts = ahead.count?.value.slice(0, MOST_ACCOUNTS) ?? []
    const names = await namesOf(
      db,
      [...held, ...accounts].map(({ account }) => account),
    )
    const content = html`<h1>Retention</h1>
      <p>
        Data is erased at the end of its retention period, and each erasure is recorded. Data under a legal hold is kept
        regardless of its age.
      </p>
      ${rules(deps)}
      <section aria-labelledby="holds">
        <h2 id="holds">Legal holds in force</h2>
        ${holdTable(session, held.slice(0, MOST_SHOWN), names)}
        ${held.length > MOST_SHOWN ? html`<p class="small">The newest ${MOST_SHOWN}; <code>clearway retention holds</code> shows more.</p>` : null}
        ${session.user.role === 'operator' ? newHold(session) : null}
      </section>
      <section aria-labelledby="due">
        <h2 id="due">Due for erasure</h2>
        ${ahead.count === null ? beingCounted(ahead.failed) : dueTable(ahead.count.value, accounts, names)}
        ${ahead.count === null ? null : html`<p class="small">Counted at ${time(ahead.count.at)} UTC.</p>`}
      </section>
      <section aria-labelledby="erased">
        <h2 id="erased">Erased</h2>
        ${behind.count === null ? beingCounted(behind.failed) : erasedFigure(behind.count.value)}
      </section>`
    return { title: 'Retention', place: 'console/retention', content }
  })

  site.act(
    `${PAGE}/hold`,
    () => PAGE,
    (order) => change(order, 'retention hold', placeHold, 'is held from now on', 'is already held'),
  )
  site.act(
    `${PAGE}/release`,
    () => PAGE,
    (order) => change(order, 'retention release', releaseHold, 'is no longer held', 'is not held'),
  )

  async function change(
    { fields, session, doing }: Order,
    action: string,
    command: (data: Parameters<typeof placeHold>[0]) => (state: HoldState) => Decision<HoldEvent, 'held' | 'not_held'>,
    done: string,
    nothing: string,
  ): Promise<Outcome> {
    const kind = fields.oneOf('kind', 'The kind', HOLD_KINDS)
    const id = fields.text('id', 'The id', 60)
    const reason = fields.text('reason', 'The reason', MOST_OF_REASON)
    if (kind === null || id === null || reason === null) {
      const why = fields.faults.map(({ message }) => message).join(' ')
      return { to: PAGE, failed: why || 'A hold needs a kind, an id and a reason.' }
    }
    const since = await erasedBefore(pool)
    const account = isId(id) ? await ownerOf(db, kind, id) : null
    if (account === null) return { to: PAGE, failed: `There is no ${kind} with the id ${id}.` }
    const decide = command({ kind, id, reason, operator: session.user.name })
    const outcome = await doing({ action, target: id, details: { kind, account, reason } }, () =>
      changeHolds({ store, pool, clock }, operatorContext(account, random), account, decide),
    )
    if (outcome.kind === 'rejected') return { to: PAGE, failed: `The ${kind} ${id} ${nothing}.` }
    await deps.freshness.waitFor(outcome.loaded.position, ['holds'])
    const tooLate = await countTooLate(store, since, account, { kind, id })
    const late =
      tooLate === 0 ? '' : ` For ${count(tooLate)} streams it is too late: their erasure was recorded before.`
    return { to: PAGE, done: `The ${kind} ${id} ${done}.${late}` }
  }
}

function rules({ retention: { testDays, liveYears, isOff } }: ConsoleDeps): Html {
  return facts([
    ['Test data', `${count(testDays)} days from its creation`],
    ['Live data', `${count(liveYears)} years from the end of the year of its last event`],
    [
      'This process erases',
      isOff
        ? html`${badge('quiet', 'no')} another process or <code>clearway retention run</code> does`
        : html`${badge('good', 'yes')} once a day`,
    ],
  ])
}

function holdTable(session: Session, held: readonly HoldRow[], names: ReadonlyMap<string, string>): Html {
  return table(
    'Legal holds in force, newest first',
    ['Kind', 'Id', 'Account', 'Reason', 'Placed by', 'Placed at (UTC)', 'Release'],
    held.map((row) => [
      row.kind,
      row.kind === 'invoice'
        ? html`<a href="/console/invoices/${row.target}">${code(row.target)}</a>`
        : code(row.target),
      accountLink(row.account, names),
      said(row.reason),
      said(row.placed_by),
      time(row.placed_at),
      releasing(session, row),
    ]),
    { empty: 'Nothing is held.', hideCaption: true },
  )
}

function releasing(session: Session, { kind, target, id }: HoldRow): Part {
  if (session.user.role !== 'operator') return html`<span class="none">operators only</span>`
  // Each form has its own field for the reason, so the field needs its own id.
  const reason = `reason-${id.replaceAll(' ', '-')}`
  return html`<details class="confirm">
    <summary>Release<span class="visually-hidden"> ${kind} ${target}</span></summary>
    <form method="post" action="${PAGE}/release">
      <p>The next run erases it if its retention period is over.</p>
      ${formToken(session)}
      <input type="hidden" name="kind" value="${kind}" /><input type="hidden" name="id" value="${target}" />
      <div class="field">
        <label for="${reason}">Why</label>
        <input id="${reason}" name="reason" required maxlength="${MOST_OF_REASON}" />
      </div>
      <p><button>Yes, release it</button></p>
    </form>
  </details>`
}

function newHold(session: Session): Html {
  return html`<details class="confirm">
    <summary>Place a hold</summary>
    <form method="post" action="${PAGE}/hold" class="filters">
      ${formToken(session)} ${choice(UNFILLED, 'kind', 'Kind', asOptions(HOLD_KINDS), { value: 'invoice' })}
      ${input(UNFILLED, 'id', 'Id', { required: true, most: 60, hint: 'acc_…, comp_… or inv_…' })}
      ${input(UNFILLED, 'reason', 'Reason', { required: true, most: MOST_OF_REASON, hint: 'Such as a case number' })}
      <button>Place the hold</button>
    </form>
  </details>`
}

function dueTable(all: readonly Due[], shown: readonly Due[], names: ReadonlyMap<string, string>): Html {
  const sum = (of: (due: Due) => number): string => count(all.reduce((total, due) => total + of(due), 0))
  return html`<p>
      Invoices whose retention period is over: ${sum(({ now }) => now)}; within ${SOON_DAYS} days:
      ${sum(({ soon }) => soon)}. A run skips invoices that are held, undecided or not sealed yet.
    </p>
    ${table(
      'Invoices that are due, by account',
      [
        'Account',
        'Environment',
        { title: 'Due now', numeric: true },
        { title: `Due within ${SOON_DAYS} days`, numeric: true },
      ],
      shown.map((due) => [
        accountLink(due.account, names),
        environmentBadge(due.environment),
        count(due.now),
        count(due.soon),
      ]),
      { empty: 'Nothing is due.', hideCaption: true },
    )}
    ${all.length > shown.length ? html`<p class="small">The ${count(shown.length)} with the most, of ${count(all.length)}.</p>` : null}`
}

function erasedFigure(days: readonly ErasedOfDay[]): Html {
  const all = days.reduce((sum, { test, production }) => sum + test + production, 0)
  const label = `Invoices erased per day in the last ${DAYS} days: ${count(all)} in all. The table below has the numbers.`
  const bars = days.map(({ day, test, production }, at) => ({
    mark: at % 3 === 1 ? day.slice(5) : '',
    title: `${day}: ${count(production)} live, ${count(test)} test`,
    parts: [
      { series: 'good', value: production },
      { series: 'busy', value: test },
    ] as const,
  }))
  const numbers = ['Test invoices', 'Live invoices', 'Other streams', 'Documents']
  return html`<figure class="figure">
    <figcaption>
      Invoices erased per day: <span class="key good">live</span> <span class="key busy">test</span>
    </figcaption>
    ${all === 0 ? html`<p class="empty">Nothing was erased in the last ${DAYS} days.</p>` : columnChart({ label, x: 'Days in UTC (month-day)', y: 'Invoices per day' }, bars)}
    <details>
      <summary>The numbers as a table</summary>
      ${table(
        'Erased',
        ['Day (UTC)', ...numbers.map((title) => ({ title, numeric: true }) as const)],
        days
          .toReversed()
          .map(({ day, test, production, others, documents }) => [
            day,
            ...[test, production, others, documents].map(count),
          ]),
        { matrix: true },
      )}
    </details>
  </figure>`
}
