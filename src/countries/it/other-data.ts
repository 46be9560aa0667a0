import { isDate } from '../../einvoice/syntax/reading.js'

/** TipoDato for data of lines that FatturaPA has no element for. */
export const OTHER_DATA = {
  /** BT-154. */
  description: 'DESCRIZ',
  /** BT-127. */
  note: 'NOTA',
  /** BT-159. */
  origin: 'ORIGINE',
  /** The amount in the agreed currency. */
  currency: 'VALUTA',
  /** BT-94, BT-101. */
  percentage: 'PERCENTO',
  /** BT-93, BT-100. */
  base: 'BASE',
  /** BT-98, BT-105. */
  reasonCode: 'CAUSA',
} as const

/** RiferimentoTesto, RiferimentoNumero and RiferimentoData. */
interface OtherData {
  readonly text?: string
  readonly number?: string
  readonly date?: string
}

/** Splits the value of an attribute into text, number and day, each optional. */
export function otherDataOf(value: string): OtherData {
  const [beforeDate, date] = ending(value, DATE)
  const [text, number] = ending(date !== undefined && !isDate(date) ? value : beforeDate, NUMBER)
  return {
    ...(text !== '' && { text }),
    ...(number !== undefined && { number }),
    ...(date !== undefined && isDate(date) && { date }),
  }
}

/** The inverse of `otherDataOf`. */
export function valueOfOtherData({ text, number, date }: OtherData): string {
  return [text, number, date].filter((part) => part !== undefined).join(' ')
}

/** In the notation of the format, so that nothing changes. */
const NUMBER = /^-?(?:0|[1-9]\d{0,10})\.\d{2,8}$/
const DATE = /^\d{4}-\d\d-\d\d$/

/** The text before its last word, and that word if it has this form. */
function ending(value: string, form: RegExp): readonly [before: string, last: string | undefined] {
  const space = value.lastIndexOf(' ')
  const last = value.slice(space + 1)
  return form.test(last) ? [value.slice(0, Math.max(space, 0)), last] : [value, undefined]
}
