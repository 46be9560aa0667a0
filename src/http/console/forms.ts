import { ENVIRONMENTS } from '../../domain/event.js'
import { each, Html, html, type Part } from '../html/html.js'
import { type FieldFault, Fields } from './fields.js'
import type { Session } from './sessions.js'

/** Query parameters that no field of a page shows. */
const UNSEEN: ReadonlySet<string> = new Set(['after'])

/** What is wrong with the fields of a form, each with a link to it. */
export function errorSummary(faults: readonly FieldFault[]): Html | null {
  if (faults.length === 0) return null
  return html`<div class="notice failed" role="alert" id="faults" tabindex="-1">
    <h2>There is a problem</h2>
    <ul>
      ${each(faults, ({ field, message }) => html`<li>${UNSEEN.has(field) ? message : html`<a href="#${field}">${message}</a>`}</li>`)}
    </ul>
  </div>`
}

/** A form that filters the same page. */
export function filterForm(path: string, about: string, button: string, content: Part): Html {
  return html`<form class="filters" action="${path}" role="search" aria-label="${about}">
    ${content}
    <button>${button}</button>
  </form>`
}

/** The hidden field that every accepted form contains. */
export function formToken({ formToken: token }: Session): Html {
  return html`<input type="hidden" name="form" value="${token}" />`
}

/** The fields of an empty form. */
export const UNFILLED = new Fields(new URLSearchParams())

/** Options that are titled with their values. */
export function asOptions(values: readonly string[]): readonly (readonly [string, string])[] {
  return values.map((value) => [value, value] as const)
}

interface FieldOptions {
  /** Initial content, if nothing was sent. */
  readonly value?: string
  readonly hint?: string
  readonly required?: boolean
}

interface InputOptions extends FieldOptions {
  readonly type?: string
  /** Maximum number of characters. */
  readonly most?: number
  readonly autocomplete?: string
}

/** A choice among values. An empty one means all. */
export function choice(
  fields: Fields,
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
  { value = '', hint, required = false }: FieldOptions = {},
): Html {
  const chosen = fields.raw(name) || value
  return field(
    fields,
    name,
    label,
    hint,
    (attributes) =>
      html`<select id="${name}" name="${name}" ${attributes} ${required ? REQUIRED : null}>
        ${each(
          options,
          ([each, title]) => html`<option value="${each}" ${each === chosen ? SELECTED : null}>${title}</option>`,
        )}
      </select>`,
  )
}

/** A field for a line of text, a day or a month. */
export function input(
  fields: Fields,
  name: string,
  label: string,
  { value = '', hint, required = false, type = 'text', most, autocomplete }: InputOptions = {},
): Html {
  const shown = fields.raw(name) || value
  // A browser shows nothing in a date field if the value is no date.
  const kind = fields.faultOf(name) !== null && ['date', 'month'].includes(type) ? 'text' : type
  return field(
    fields,
    name,
    label,
    hint,
    (attributes) =>
      html`<input
        id="${name}"
        name="${name}"
        type="${kind}"
        value="${shown}"
        ${attributes}
        ${required ? REQUIRED : null}
        ${most === undefined ? null : html`maxlength="${most}"`}
        ${autocomplete === undefined ? null : html`autocomplete="${autocomplete}"`}
      />`,
  )
}

/** A field for a text of several lines. */
export function textArea(
  fields: Fields,
  name: string,
  label: string,
  { value = '', hint, required = false, most }: FieldOptions & { readonly most: number },
): Html {
  const shown = fields.raw(name) || value
  return field(
    fields,
    name,
    label,
    hint,
    (attributes) =>
      html`<textarea
        id="${name}"
        name="${name}"
        rows="3"
        maxlength="${most}"
        ${attributes}
        ${required ? REQUIRED : null}
      >
${shown}</textarea>`,
  )
}

const SELECTED = new Html('selected')
const REQUIRED = new Html('required')

/** A control with its label, hint and error, which are linked to it for screen readers. */
function field(
  fields: Fields,
  name: string,
  label: string,
  hint: string | undefined,
  control: (attributes: Html | null) => Html,
): Html {
  const fault = fields.faultOf(name)
  const ids = [...(fault === null ? [] : [`${name}-fault`]), ...(hint === undefined ? [] : [`${name}-hint`])]
  const described = ids.length === 0 ? null : html`aria-describedby="${ids.join(' ')}"`
  const attributes = html`${described} ${fault === null ? null : new Html('aria-invalid="true"')}`
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${control(attributes)} ${fault === null ? null : html`<small class="fault" id="${name}-fault">${fault}</small>`}
    ${hint === undefined ? null : html`<small id="${name}-hint">${hint}</small>`}
  </div>`
}

/** Selects both environments, or one. */
export function environmentChoice(fields: Fields): Html {
  return choice(fields, 'environment', 'Environment', [
    ['', 'Both'],
    ['production', 'Production'],
    ['test', 'Test'],
  ])
}

/** Selects all accounts, or one. */
export function accountInput(fields: Fields): Html {
  return input(fields, 'account', 'Account', { hint: 'Its id, acc_…' })
}

/** The environment in a field; null: the field is empty, or invalid. */
export function environmentIn(fields: Fields) {
  return fields.oneOf('environment', 'The environment', ENVIRONMENTS)
}

/** An account's id in a field; null: the field is empty, or invalid. */
export function accountIn(fields: Fields): string | null {
  return fields.matching(
    'account',
    /^acc_[0-9A-Za-z]{22}$/,
    'The account must be an id, such as acc_0XyGq5vTk8BnR2wLc7ZmHs.',
  )
}
