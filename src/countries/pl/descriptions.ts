import { cut } from '../../domain/text.js'
import { isBlank } from '../../einvoice/rules/rule.js'
import type { Fa3Model } from './model.js'
import type { DeliveryTimes } from './periods.js'

/** DodatkowyOpis: what an invoice says and FA(3) has no place for, as key and value. */
export interface Description {
  /** Number of the line that it is about, from 1. */
  readonly line?: number
  readonly key: string
  readonly value: string
  /** The field that it was made from. */
  readonly field: string
}

/** Characters in a value, and in a key. */
const LONGEST = 256
/** Characters of a name in a key, which says more than the name. */
const LONGEST_NAME = 200

/** In Polish, since the buyer reads them. */
export function descriptions({ request, rates }: Fa3Model, times: DeliveryTimes): readonly Description[] {
  const found: Description[] = []
  const add = (key: string, text: string | undefined, field: string, line?: number): void => {
    if (isBlank(text)) return
    for (const value of parts(text, LONGEST)) found.push({ ...(line !== undefined && { line }), key, value, field })
  }
  add('Referencja nabywcy', request.buyerReference, 'buyerReference')
  // Of two numbers the format takes one.
  if (!isBlank(request.customer.vatNumber))
    add('Inny numer nabywcy', request.customer.nationalId, 'customer.nationalId')
  for (const [index, { name, vatNumber, nationalId }] of (request.thirdParties ?? []).entries())
    if (!isBlank(vatNumber)) add(`Inny numer: ${cut(name, LONGEST_NAME)}`, nationalId, `thirdParties[${index}]`)
  add('Warunki płatności', request.paymentMeans?.paymentTerms, 'paymentMeans.paymentTerms')
  request.lines.forEach(({ exemptionReason, exemptionReasonCode }, index) => {
    const field = `lines[${index}]`
    add('Okres', times.inWords[index], `${field}.period`, index + 1)
    // An exempt line says so in the annotations; a code that is the rate stands there.
    if (rates[index] === 'zw') return
    const code = exemptionReasonCode === rates[index] ? undefined : exemptionReasonCode
    add('Podstawa rozliczenia', exemptionReason ?? code, `${field}.exemptionReason`, index + 1)
  })
  return found
}

/** A text in parts of at most so many characters, parted at spaces where there are some. */
export function parts(text: string, longest: number): readonly string[] {
  const found: string[] = []
  let part = ''
  let length = 0
  for (const word of text.match(/\S+\s*/g) ?? []) {
    for (const piece of pieces(word, longest)) {
      const more = Array.from(piece).length
      if (length + more > longest && part !== '') {
        found.push(part.trim())
        part = ''
        length = 0
      }
      part += piece
      length += more
    }
  }
  return part.trim() === '' ? found : [...found, part.trim()]
}

/** A word that is longer than a part may be, in pieces. */
function pieces(word: string, longest: number): readonly string[] {
  if (word.length <= longest) return [word]
  const characters = Array.from(word)
  const count = Math.ceil(characters.length / longest)
  return Array.from({ length: count }, (_, index) => characters.slice(index * longest, (index + 1) * longest).join(''))
}
