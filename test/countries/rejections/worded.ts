import { fold } from '../../../src/countries/rejections/fold.js'
import { type Quoted, ROLES } from '../../../src/countries/rejections/quoted.js'
import type { Rejection } from '../../../src/countries/rejections/rejection.js'

const OTHER_VALUES: Quoted = Object.fromEntries(ROLES.map((role) => [role, 'X-1']))

/** Whether a refusal quotes nothing of the invoice, so that its text is always the same. */
function isFixed({ rawText, worded }: Rejection): boolean {
  return worded(OTHER_VALUES) === rawText
}

/** Whether a text is that of a refusal: word by word, but for what it quotes of the invoice. */
export function isWordedAs(rejection: Rejection, text: string): boolean {
  if (isFixed(rejection)) return text === rejection.rawText
  return rejection.patterns.some((pattern) => fold(text).search(pattern) !== -1)
}
