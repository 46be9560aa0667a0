import { faultInOrder, faultOfSeal, type RecordedSeal, withTimeStamps } from '../../../audit/seals/seals.js'
import { sealStream } from '../../../domain/streams.js'
import { html, type Html } from '../../html/html.js'
import type { ConsoleDeps } from '../deps.js'
import { errorSummary, filterForm, input } from '../forms.js'
import { badge, code, count, table, time } from '../parts.js'
import type { Site } from '../site.js'

const MOST_SHOWN = 200

/** GET /console/seals: the seals of a month, newest first, each with its state. */
export function sealRoutes(site: Site, { store, clock }: ConsoleDeps): void {
  site.page('/console/seals', async ({ fields }) => {
    const now = clock.now().toISOString().slice(0, 7)
    const asked = fields.matching('month', /^\d{4}-(?:0[1-9]|1[0-2])$/, 'The month must have the form 2026-03.')
    const month = asked ?? now
    const found = fields.faults.length > 0 ? [] : withTimeStamps(await store.readStream(sealStream(month)))
    const content = html`<h1>Seals</h1>
      <p>
        A seal covers all events up to its time: a later change, deletion or reordering is detected. Keep the newest
        seal outside this deployment: <code>clearway audit verify</code> compares all events with it.
      </p>
      ${errorSummary(fields.faults)}
      ${filterForm('/console/seals', 'Seals', 'Show', input(fields, 'month', 'Month (UTC)', { value: month, type: 'month' }))}
      ${fields.faults.length > 0 ? null : sealTable(found)}
      ${found.length > MOST_SHOWN ? html`<p class="small">The newest ${MOST_SHOWN} of ${count(found.length)}.</p>` : null}`
    return { title: 'Seals', place: 'console/seals', content }
  })
}

function sealTable(found: readonly RecordedSeal[]): Html {
  const judged = found.map(({ seal, timeStamp }, index) => ({
    seal,
    timeStamp,
    // The first seal of a month follows one of the month before, which this page has not read.
    fault: faultOfSeal(seal) ?? (index === 0 ? null : faultInOrder(found[index - 1]?.seal ?? null, seal)),
  }))
  return table(
    'Seals of the month, newest first',
    ['Seal', 'Made at (UTC)', 'State', { title: 'Events', numeric: true }, 'Root', 'Key', 'Time stamp'],
    judged
      .reverse()
      .slice(0, MOST_SHOWN)
      .map(({ seal, timeStamp, fault }) => [
        String(seal.sequence),
        time(seal.sealedAt),
        fault === null ? badge('good', 'sound') : badge('bad', fault.replaceAll('-', ' ')),
        count(seal.size),
        html`<code title="${seal.root}">${seal.root.slice(0, 16)}…</code>`,
        code(seal.keyId),
        timeStamp === null ? html`<span class="none">none</span>` : badge('good', 'stamped'),
      ]),
    { empty: 'No seal was made in this month.', hideCaption: true },
  )
}
