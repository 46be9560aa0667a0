import { type LoggedAction, operatorLog } from '../../audit/operator-log.js'
import type { OperatorActionOutcome } from '../../domain/operator-action.js'
import { html, type Html } from '../../http/docs/html.js'
import type { ConsoleDeps } from '../deps.js'
import { badge, code, count, errorSummary, faulty, input, said, table, time, type Tone } from '../parts.js'
import type { Site } from '../site.js'

const MOST_SHOWN = 500

/** GET /console/actions: what operators and auditors did on a day, newest first. */
export function actionRoutes(site: Site, { store, clock }: ConsoleDeps): void {
  site.page('/console/actions', async ({ fields }) => {
    const day = (fields.day('day', 'The day') ?? clock.now()).toISOString().slice(0, 10)
    const found: LoggedAction[] = []
    if (fields.faults.length === 0) for await (const action of operatorLog(store, day, day)) found.push(action)
    const content = html`<h1>Operators’ actions</h1>
      <p>Who changed what, and who was shown which document, by the console and by the command line.</p>
      ${errorSummary(fields.faults)}
      <form class="filters" action="/console/actions">
        ${input('day', 'Day (UTC)', fields.raw('day') || day, { type: 'date', more: faulty(fields.faults, 'day') })}
        <button>Show</button>
      </form>
      ${fields.faults.length > 0 ? null : actionTable(found)}
      ${found.length > MOST_SHOWN ? html`<p class="small">The newest ${MOST_SHOWN} of ${count(found.length)}.</p>` : null}`
    const title = fields.faults.length > 0 ? 'Error: operators’ actions' : 'Operators’ actions'
    return { title, place: 'console/actions', content }
  })
}

const TONES: Readonly<Record<OperatorActionOutcome, Tone>> = { begun: 'busy', done: 'good', failed: 'bad' }

function actionTable(found: readonly LoggedAction[]): Html {
  return table(
    'Actions of the day, newest first',
    ['Action', 'Who', 'When (UTC)', 'Outcome', 'To what', 'Details'],
    found
      .toReversed()
      .slice(0, MOST_SHOWN)
      .map(({ action, operator, at, outcome, target, details }) => [
        code(action),
        said(operator),
        time(at),
        badge(TONES[outcome], outcome),
        code(target),
        said(
          Object.entries(details)
            .map(([name, value]) => `${name}: ${String(value)}`)
            .join(', '),
        ),
      ]),
    { empty: 'Nobody did anything on this day.', hideCaption: true },
  )
}
