import { cut, isHoldable, lengthOf } from '../../domain/text.js'

const LONGEST_SHOWN = 500
/** A day in a year that the database accepts; so is the next day. */
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

  /** The value as it was sent, safe to show again. */
  raw(name: string, most = LONGEST_SHOWN): string {
    return cut((this.#sent.get(name) ?? '').toWellFormed(), most)
  }

  /** The text, trimmed; null: the field is empty, or its text can't be used. */
  text(name: string, label: string, most: number): string | null {
    const value = (this.#sent.get(name) ?? '').trim()
    if (value === '') return null
    if (!isHoldable(value)) return this.note(name, `${label} contains a character that cannot be searched for.`)
    if (lengthOf(value) > most) return this.note(name, `${label} must have at most ${most} characters.`)
    return value
  }

  /** One of these values; null: the field is empty, or has another value. */
  oneOf<const T extends string>(name: string, label: string, values: readonly T[]): T | null {
    const value = this.#sent.get(name) ?? ''
    if (value === '') return null
    return values.find((each) => each === value) ?? this.note(name, `${label} must be one of ${values.join(', ')}.`)
  }

  /**
   * A text that matches the pattern and passes `is`; null: the field is empty, or its text does
   * not.
   */
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

  /** Records what is wrong with a field, and returns null. */
  note(field: string, message: string): null {
    this.faults.push({ field, message })
    return null
  }
}
