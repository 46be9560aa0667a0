import { visible } from '../domain/text.js'
import { each, Html, html, type Part } from '../http/docs/html.js'
import { isoTime } from '../projections/shown.js'
import type { FieldFault } from './fields.js'
import type { Session } from './sessions.js'

/**
 * A text from outside: it can turn round no other text beside it, and characters that nobody sees
 * stand there as what they are.
 */
export function said(text: string | null): Html {
  return text === null || text === '' ? html`<span class="none">–</span>` : html`<bdi>${visible(text)}</bdi>`
}

/** An id, or another text that programs read. */
export function code(text: string | null): Html {
  return text === null || text === '' ? html`<span class="none">–</span>` : html`<code>${visible(text)}</code>`
}

/** A moment, to the second, in UTC. */
export function time(value: string | Date | null): Html {
  const iso = isoTime(value)
  if (iso === null) return html`<span class="none">–</span>`
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`
}

/** A whole number with its thousands apart. */
export function count(value: number | bigint): string {
  return value.toLocaleString('en-US')
}

/** How long something is ago, or takes, in words of one unit or two. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  if (whole < 86_400) return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3_600)} h`
}

/** How a state is to be taken: by its sign and its word, and by its colour besides. */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet'

const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', warn: '!', busy: '…', quiet: '–' }

/** A state in a word. */
export function badge(tone: Tone, word: string): Html {
  return html`<span class="badge ${tone}"><span aria-hidden="true">${SIGNS[tone]}</span> ${word}</span>`
}

const TONES: Readonly<Record<string, Tone>> = {
  accepted: 'good',
  succeeded: 'good',
  active: 'good',
  rejected: 'bad',
  error: 'bad',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'quiet',
  created: 'quiet',
}

/** The status of an invoice, a delivery or a connection. */
export function statusBadge(status: string): Html {
  return badge(TONES[status] ?? 'busy', status)
}

/** `test` or `production`. */
export function environmentBadge(environment: string | null): Html {
  if (environment === null) return html`<span class="none">–</span>`
  return html`<span class="environment ${environment === 'production' ? 'live' : 'trial'}">${environment}</span>`
}

/** A column of a table: its heading, and whether it holds numbers. */
export type Column = string | { readonly title: string; readonly numeric: true }

/** A table that scrolls within itself where the window is narrow, rows as lists of cells. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
  { empty = 'None.', hideCaption = false }: { empty?: string; hideCaption?: boolean } = {},
): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  const heads = columns.map((column) => (typeof column === 'string' ? { title: column, numeric: false } : column))
  return html`<div class="table" tabindex="0" role="region" aria-label="${caption}, as a table">
    <table>
      <caption ${hideCaption ? new Html('class="visually-hidden"') : null}>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${each(heads, ({ title, numeric }) => html`<th scope="col" ${numeric ? NUMERIC : null}>${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${each(rows, (cells) => tableRow(cells, heads))}
      </tbody>
    </table>
  </div>`
}

const NUMERIC = new Html('class="number"')

function tableRow(cells: readonly Part[], heads: readonly { readonly numeric: boolean }[]): Html {
  return html`<tr>
    ${each(cells, (cell, at) =>
      at === 0
        ? html`<th scope="row">${cell}</th>`
        : html`<td ${heads[at]?.numeric === true ? NUMERIC : null}>${cell}</td>`,
    )}
  </tr>`
}

/** Facts, each with its name. */
export function facts(entries: readonly (readonly [string, Part])[]): Html {
  return html`<dl class="facts">
    ${each(
      entries,
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

/**
 * A form of one button. `fields` go along unseen; `about` names what is acted on, for those who
 * hear the page.
 */
export function button(
  session: Session,
  action: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
  about = '',
): Html {
  const unseen = about === '' ? null : html`<span class="visually-hidden"> ${about}</span>`
  return html`<form method="post" action="${action}" class="act">
    <input type="hidden" name="form" value="${session.formToken}" />
    ${each(Object.entries(fields), ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button>${label}${unseen}</button>
  </form>`
}

/**
 * A button that asks first: what it opens says what will happen, and has the button that does it.
 */
export function confirmed(
  session: Session,
  {
    label,
    about,
    action,
    yes,
    fields,
  }: {
    readonly label: string
    /** Names what is acted on, for those who hear the page. */
    readonly about: string
    readonly action: string
    readonly yes: string
    readonly fields?: Readonly<Record<string, string>>
  },
  warning: Part,
): Html {
  return html`<details class="confirm">
    <summary>${label}<span class="visually-hidden"> ${about}</span></summary>
    <div>
      <p>${warning}</p>
      ${button(session, action, yes, fields)}
    </div>
  </details>`
}

/** What is wrong with the fields of a form, each with a link to it. */
export function errorSummary(faults: readonly FieldFault[]): Html | null {
  if (faults.length === 0) return null
  return html`<div class="notice failed" role="alert" id="faults" tabindex="-1">
    <h2>There is a problem</h2>
    <ul>
      ${each(faults, ({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}
    </ul>
  </div>`
}

/** What ties a field to its faults; to stand in its tag. */
export function faulty(faults: readonly FieldFault[], field: string): Html | null {
  return faults.some((fault) => fault.field === field)
    ? new Html('aria-invalid="true" aria-describedby="faults"')
    : null
}

/** A choice among values. An empty one stands for all. */
export function choice(
  name: string,
  label: string,
  chosen: string,
  options: readonly (readonly [string, string])[],
  more: Part = null,
): Html {
  return html`<label for="${name}"
    ><span>${label}</span>
    <select id="${name}" name="${name}" ${more}>
      ${each(
        options,
        ([value, title]) =>
          html`<option value="${value}" ${value === chosen ? new Html('selected') : null}>${title}</option>`,
      )}
    </select></label
  >`
}

/** A field for a line of text, or a day. */
export function input(
  name: string,
  label: string,
  value: string,
  { type = 'text', hint = null, more = null }: { type?: string; hint?: string | null; more?: Part } = {},
): Html {
  return html`<label for="${name}"
    ><span>${label}</span>
    <input id="${name}" name="${name}" type="${type}" value="${value}" ${more} />
    ${hint === null ? null : html`<small>${hint}</small>`}</label
  >`
}

/** The way to the next page of a list; null: this is the last. */
export function nextPage(query: URLSearchParams, path: string, after: string | null, isFirst: boolean): Html | null {
  const first = new URLSearchParams(query)
  first.delete('after')
  const next = new URLSearchParams(first)
  if (after !== null) next.set('after', after)
  if (after === null && isFirst) return null
  return html`<nav class="pages" aria-label="Pages">
    ${isFirst ? null : html`<a href="${path}?${first.toString()}">First page</a>`}
    ${after === null ? html`<span class="quiet">This is the last page.</span>` : html`<a href="${path}?${next.toString()}" rel="next">Next page</a>`}
  </nav>`
}
