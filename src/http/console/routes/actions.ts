import { type LoggedAction, operatorLog } from '../../../audit/operator-log.js'
import type { OperatorActionOutcome } from '../../../domain/operator-action.js'
import { html, type Html } from '../../html/html.js'
import type { ConsoleDeps } from '../deps.js'
import { errorSummary, filterForm, input } from '../forms.js'
import { badge, code, count, duration, said, table, time, type Tone } from '../parts.js'
import type { Site } from '../site.js'

const MOST_SHOWN = 500

/** GET /console/actions: what operators and auditors did on a day, newest first. */
export function actionRoutes(site: Site, { store, clock }: ConsoleDeps): void {
  site.page('/console/actions', async ({ fields }) => {
    const day = (fields.day('day', 'The day') ?? clock.now()).toISOString().slice(0, 10)
    const found = new Map<string, Act>()
    if (fields.faults.length === 0) {
      for await (const action of operatorLog(store, day, day)) {
        const begun = found.get(action.actionId)
        found.set(action.actionId, { ...action, begunAt: begun?.begunAt ?? action.at })
      }
    }
    const content = html`<h1>Operators’ actions</h1>
      <p>Who changed what, and who was shown which document, through the console or the command line.</p>
      ${errorSummary(fields.faults)}
      ${filterForm('/console/actions', 'Operators’ actions', 'Show', input(fields, 'day', 'Day (UTC)', { value: day, type: 'date' }))}
      ${fields.faults.length > 0 ? null : actionTable([...found.values()])}
      ${found.size > MOST_SHOWN ? html`<p class="small">The newest ${MOST_SHOWN} of ${count(found.size)}.</p>` : null}`
    return { title: 'Operators’ actions', place: 'console/actions', content }
  })
}

/** One action, with its newest record. */
interface Act extends LoggedAction {
  readonly begunAt: string
}

const TONES: Readonly<Record<OperatorActionOutcome, Tone>> = { begun: 'busy', done: 'good', failed: 'bad' }

function actionTable(found: readonly Act[]): Html {
  return table(
    'Actions of the day, newest first',
    ['Action', 'Who', 'Begun (UTC)', 'Outcome', 'To what', 'Details'],
    found
      .toReversed()
      .slice(0, MOST_SHOWN)
      .map(({ action, operator, begunAt, at, outcome, target, details }) => [
        code(action),
        said(operator),
        time(begunAt),
        outcomeOf(outcome, begunAt, at),
        code(target),
        said(
          Object.entries(details)
            .map(([name, value]) => `${name}: ${String(value)}`)
            .join(', '),
        ),
      ]),
    { empty: 'No actions on this day.', hideCaption: true },
  )
}

function outcomeOf(outcome: OperatorActionOutcome, begunAt: string, at: string): Html {
  const outcomeBadge = badge(TONES[outcome], outcome === 'begun' ? 'begun, not ended' : outcome)
  const seconds = (Date.parse(at) - Date.parse(begunAt)) / 1000
  return seconds < 1 ? outcomeBadge : html`${outcomeBadge} <small class="nowrap">after ${duration(seconds)}</small>`
}
