import { ENVIRONMENTS } from '../../domain/event.js'
import { each, Html, html, type Part } from '../html/html.js'
import { type FieldFault, Fields } from './fields.js'
import type { Session } from './sessions.js'

/** What an address may have that no field of a page shows. */
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

/** A form that asks for another choice of the same page. */
export function filterForm(path: string, about: string, button: string, content: Part): Html {
  return html`<form class="filters" action="${path}" role="search" aria-label="${about}">
    ${content}
    <button>${button}</button>
  </form>`
}

/** The hidden field without which no form is taken. */
export function formToken({ formToken: token }: Session): Html {
  return html`<input type="hidden" name="form" value="${token}" />`
}

/** Of a form in which nothing was filled yet. */
export const UNFILLED = new Fields(new URLSearchParams())

/** Each value under its own name. */
export function asOptions(values: readonly string[]): readonly (readonly [string, string])[] {
  return values.map((value) => [value, value] as const)
}

interface FieldOptions {
  /** What stands in the field at first, where nothing was sent. */
  readonly value?: string
  readonly hint?: string
  readonly required?: boolean
}

interface InputOptions extends FieldOptions {
  readonly type?: string
  /** Characters. */
  readonly most?: number
  readonly autocomplete?: string
}

/** A choice among values. An empty one stands for all. */
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
    (told) =>
      html`<select id="${name}" name="${name}" ${told} ${required ? REQUIRED : null}>
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
  // What is no day would not be seen in a field for days.
  const kind = fields.faultOf(name) !== null && ['date', 'month'].includes(type) ? 'text' : type
  return field(
    fields,
    name,
    label,
    hint,
    (told) =>
      html`<input
        id="${name}"
        name="${name}"
        type="${kind}"
        value="${shown}"
        ${told}
        ${required ? REQUIRED : null}
        ${most === undefined ? null : html`maxlength="${most}"`}
        ${autocomplete === undefined ? null : html`autocomplete="${autocomplete}"`}
      />`,
  )
}

const SELECTED = new Html('selected')
const REQUIRED = new Html('required')

/** With its label, its hint and what is wrong, which are tied to it. */
function field(
  fields: Fields,
  name: string,
  label: string,
  hint: string | undefined,
  control: (told: Html | null) => Html,
): Html {
  const fault = fields.faultOf(name)
  const ids = [...(fault === null ? [] : [`${name}-fault`]), ...(hint === undefined ? [] : [`${name}-hint`])]
  const described = ids.length === 0 ? null : html`aria-describedby="${ids.join(' ')}"`
  const told = html`${described} ${fault === null ? null : new Html('aria-invalid="true"')}`
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${control(told)} ${fault === null ? null : html`<small class="fault" id="${name}-fault">${fault}</small>`}
    ${hint === undefined ? null : html`<small id="${name}-hint">${hint}</small>`}
  </div>`
}

/** Of both environments, or of one. */
export function environmentChoice(fields: Fields): Html {
  return choice(fields, 'environment', 'Environment', [
    ['', 'Both'],
    ['production', 'Production'],
    ['test', 'Test'],
  ])
}

/** Of all accounts, or of one. */
export function accountInput(fields: Fields): Html {
  return input(fields, 'account', 'Account', { hint: 'Its id, acc_…' })
}

/** The environment in a field; null: none was given, or it is none. */
export function environmentIn(fields: Fields) {
  return fields.oneOf('environment', 'The environment', ENVIRONMENTS)
}

/** An account's id in a field; null: none was given, or it is none. */
export function accountIn(fields: Fields): string | null {
  return fields.matching(
    'account',
    /^acc_[0-9A-Za-z]{22}$/,
    'The account must be an id, such as acc_0XyGq5vTk8BnR2wLc7ZmHs.',
  )
}
