import { cut, isHoldable, lengthOf } from '../../domain/text.js'

const LONGEST_SHOWN = 500
/** Of years that the database takes, with the day after. */
const DAY = /^[12]\d{3}-\d{2}-\d{2}$/

/** What is wrong with one field of a form, and what to do. */
export interface FieldFault {
  /** The field's name, which is also its id on the page. */
  readonly field: string
  readonly message: string
}

/** The fields of a query or a form as they were sent, and what is wrong with them. */
export class Fields {
  readonly #sent: URLSearchParams
  readonly faults: FieldFault[] = []

  constructor(sent: URLSearchParams) {
    this.#sent = sent
  }

  /** All that was sent, as a query. */
  query(): URLSearchParams {
    return new URLSearchParams(this.#sent)
  }

  /** What is wrong with a field; null: nothing. */
  faultOf(name: string): string | null {
    return this.faults.find(({ field }) => field === name)?.message ?? null
  }

  /** As it was sent, fit to be shown again. */
  raw(name: string): string {
    return cut((this.#sent.get(name) ?? '').toWellFormed(), LONGEST_SHOWN)
  }

  /** A text without blanks at its ends; null: none was given, or it can't be used. */
  text(name: string, label: string, most: number): string | null {
    const value = (this.#sent.get(name) ?? '').trim()
    if (value === '') return null
    if (!isHoldable(value)) return this.note(name, `${label} has a character that can not be looked for.`)
    if (lengthOf(value) > most) return this.note(name, `${label} must have ${most} characters at most.`)
    return value
  }

  /** One of these; null: none was given, or it is none of them. */
  oneOf<const T extends string>(name: string, label: string, values: readonly T[]): T | null {
    const value = this.#sent.get(name) ?? ''
    if (value === '') return null
    return values.find((each) => each === value) ?? this.note(name, `${label} must be one of ${values.join(', ')}.`)
  }

  /** A text of this pattern that `is` it; null: none was given, or it has another form. */
  matching(name: string, pattern: RegExp, mustBe: string, is: (value: string) => boolean = () => true): string | null {
    const value = (this.#sent.get(name) ?? '').trim()
    if (value === '') return null
    return pattern.test(value) && is(value) ? value : this.note(name, mustBe)
  }

  /** A day in UTC, as YYYY-MM-DD; `end`: the midnight after it. */
  day(name: string, label: string, end = false): Date | null {
    const value = (this.#sent.get(name) ?? '').trim()
    if (value === '') return null
    const day = DAY.test(value) ? new Date(`${value}T00:00:00.000Z`) : null
    if (day === null || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value) {
      return this.note(name, `${label} must be a day, such as 2026-03-31.`)
    }
    return end ? new Date(day.getTime() + 86_400_000) : day
  }

  /** Notes what is wrong with a field, and gives null. */
  note(field: string, message: string): null {
    this.faults.push({ field, message })
    return null
  }
}
