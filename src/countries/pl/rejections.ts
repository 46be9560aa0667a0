import { rejectionCatalogue } from '../rejections/catalogue.js'
import type { Rejection, RejectionCatalogue } from '../rejections/rejection.js'
import { ANY_SCHEMA_ERROR, NET_VALIDATOR, schemaErrors } from '../rejections/schema-errors.js'
import { ACCESS_REJECTIONS } from './rejections/access.js'
import { FA_FIELDS } from './rejections/fields.js'
import { INTERFACE_REJECTIONS } from './rejections/interface.js'
import { GENERAL_INVOICE_REJECTIONS, INVOICE_REJECTIONS } from './rejections/invoice.js'

/** The description that KSeF writes before the details of a status. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'INV-410': 'Nieprawidłowy zakres uprawnień',
  'INV-430': 'Błąd weryfikacji pliku faktury',
  'INV-435': 'Błąd odszyfrowania pliku',
  'INV-440': 'Duplikat faktury',
  'INV-450': 'Błąd weryfikacji semantyki dokumentu faktury',
}

/**
 * The refusals of KSeF. A raw text is the status of an invoice with its details,
 * `450: Błąd weryfikacji semantyki dokumentu faktury; <detail>`.
 */
export const POLISH_REJECTIONS: RejectionCatalogue = rejectionCatalogue({
  authority: 'The Polish system KSeF',
  closings: { number: 'KSeF did not accept this one, so its number may be used again' },
  rejections: () =>
    [
      ...INVOICE_REJECTIONS(),
      ...ACCESS_REJECTIONS(),
      ...INTERFACE_REJECTIONS(),
      ...schemaErrors(FA_FIELDS, NET_VALIDATOR),
      ...GENERAL_INVOICE_REJECTIONS(),
      ...ANY_SCHEMA_ERROR(),
    ].map(asAnswered),
  fieldOf: FA_FIELDS,
  codeForms: [
    { pattern: /^ ?(?:status )?(4[0-5][05]|5[05]0)(?=\W|$)/gi, prefix: 'INV-' },
    { pattern: /(?<![\w.-])(9101|9102|9103|9105|2[156]\d{3}|30001|7100[12])(?![\w.-])/g, prefix: 'EXC-' },
  ],
})

/** The text after the number of its status or exception, as the service stores it. */
function asAnswered(rejection: Rejection): Rejection {
  const { code, rawText, worded } = rejection
  const [, kind = '', number = '', isDetail] = /^(INV|EXC|SES|AUTH)-(\d+)(-[A-Z]+)?$/.exec(code) ?? []
  if (number === '' || rawText.startsWith(number)) return rejection
  const description = isDetail === undefined ? undefined : DESCRIPTIONS[`${kind}-${number}`]
  const answered = (text: string): string =>
    [`${number}: ${description ?? text}`, ...(description === undefined ? [] : [text])].join('; ')
  return { ...rejection, rawText: answered(rawText), worded: (quoted) => answered(worded(quoted)) }
}
