import { visible } from '../../domain/text.js'
import { each, Html, html, type Part } from '../html/html.js'
import { isoTime } from '../../domain/iso-time.js'
import type { Session } from './sessions.js'

/**
 * Foreign text: it can't reverse the text beside it, and its invisible characters are made
 * visible.
 */
export function said(text: string | null): Html {
  return text === null || text === '' ? html`<span class="none">–</span>` : html`<bdi>${visible(text)}</bdi>`
}

/** Foreign text of several lines; invisible characters other than line breaks are made visible. */
export function saidLines(text: string | null): Html {
  const [first = '', ...rest] = (text ?? '').split(/\r?\n/)
  return html`${said(first)}${each(rest, (line) => html`<br />${said(line)}`)}`
}

/** A decimal number in digits, with thousands separators: `-31,535.81`. */
export function amount(decimal: string): string {
  const [whole = '', ...fraction] = decimal.split('.')
  return [whole.replace(/\B(?=(?:\d{3}){1,9}$)/g, ','), ...fraction].join('.')
}

/** An id, or another text that programs read. */
export function code(text: string | null): Html {
  return text === null || text === '' ? html`<span class="none">–</span>` : html`<code>${visible(text)}</code>`
}

/** The beginning of a hash, which the page shows in full elsewhere. */
export function short(hash: string): Html {
  return html`<code title="${hash}">${hash.slice(0, 12)}…</code>`
}

/** A link to an account: its name, or its id if the name is unknown. */
export function accountLink(id: string, names: ReadonlyMap<string, string>): Html {
  return html`<a href="/console/accounts/${id}">${said(names.get(id) ?? id)}</a>`
}

/** A moment, to the second, in UTC. */
export function time(value: string | Date | null): Html {
  const iso = isoTime(value)
  if (iso === null) return html`<span class="none">–</span>`
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`
}

/** A whole number with thousands separators. */
export function count(value: number | bigint): string {
  return value.toLocaleString('en-US')
}

/** A duration in one or two units. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  if (whole < 86_400) return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3_600)} h`
}

/** The meaning of a state, shown by a sign and a word, and also by a colour. */
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
type Column = string | { readonly title: string; readonly numeric: true }

/**
 * A table; each row is a list of cells. In a narrow window each row becomes a block, each cell
 * with its heading before it; `matrix`: it stays a table there, and scrolls. The roles are
 * explicit because browsers drop those of elements that are laid out as blocks.
 */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
  { empty = 'None.', hideCaption = false, matrix = false, brief = false }: TableOptions = {},
): Html {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`
  const heads = columns.map((column) => (typeof column === 'string' ? { title: column, numeric: false } : column))
  return html`<div
    class="table${matrix ? '' : ' stacks'}${brief ? ' brief' : ''}"
    tabindex="0"
    role="region"
    aria-label="${caption}, as a table"
  >
    <table role="table">
      <caption ${hideCaption ? new Html('class="visually-hidden"') : null}>
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${each(heads, ({ title, numeric }) => html`<th scope="col" role="columnheader" ${numeric ? NUMERIC : null}>${title}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${each(rows, (cells) => tableRow(cells, heads))}
      </tbody>
    </table>
  </div>`
}

interface TableOptions {
  /** Shown instead of a table without rows. */
  readonly empty?: string
  readonly hideCaption?: boolean
  readonly matrix?: boolean
  /** In a narrow window a row is as short as possible: its values without their headings. */
  readonly brief?: boolean
}

const NUMERIC = new Html('class="number"')

function tableRow(
  cells: readonly Part[],
  heads: readonly { readonly title: string; readonly numeric: boolean }[],
): Html {
  return html`<tr role="row">
    ${each(cells, (cell, at) =>
      at === 0
        ? html`<th scope="row" role="rowheader"><div>${cell}</div></th>`
        : html`<td role="cell" data-title="${heads[at]?.title}" ${heads[at]?.numeric === true ? NUMERIC : null}>
            <div>${cell}</div>
          </td>`,
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
 * A form of one button. `fields` are hidden fields; `about` names the object for screen readers.
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

/** A button that asks for confirmation: it opens a warning with the button that acts. */
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
    /** Names the object for screen readers. */
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
