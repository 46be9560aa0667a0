import { rejectionCatalogue } from '../rejections/catalogue.js'
import type { Rejection, RejectionCatalogue } from '../rejections/rejection.js'
import { ANY_SCHEMA_ERROR, schemaErrors, XERCES } from '../rejections/schema-errors.js'
import { CONTENT_REJECTIONS } from './rejections/content.js'
import { FATTURAPA_FIELDS } from './rejections/fields.js'
import { CHANNEL_REJECTIONS, FORMAT_REJECTIONS, OUTCOMES, TRANSMISSION_REJECTIONS } from './rejections/transmission.js'

/** The order of corrections: totals follow from the lines. */
const SUMS: ReadonlySet<string> = new Set(['00419', '00421', '00422', '00423', '00443', '00444'])

const CATALOGUE = rejectionCatalogue({
  authority: 'The Italian Sistema di Interscambio (SdI)',
  closings: {
    number: 'SdI does not count this one as issued, so its number and date may be used again within 5 days',
  },
  rejections: () =>
    [
      ...TRANSMISSION_REJECTIONS(),
      ...CHANNEL_REJECTIONS(),
      ...CONTENT_REJECTIONS(),
      ...OUTCOMES(),
      ...schemaErrors(FATTURAPA_FIELDS, XERCES),
      ...FORMAT_REJECTIONS(),
      ...ANY_SCHEMA_ERROR(),
    ].map(asListed),
  fieldOf: FATTURAPA_FIELDS,
  isConsequence: (code) => SUMS.has(code),
})

/**
 * The rejections of SdI. A raw text is an entry of its list of errors, `<Codice>: <Descrizione>`;
 * one message may contain several.
 */
export const ITALIAN_REJECTIONS: RejectionCatalogue = CATALOGUE

function asListed(rejection: Rejection): Rejection {
  const { code, rawText, worded } = rejection
  if (!/^(?:\d{5}|E[IN]\d\d)$/.test(code)) return rejection
  const listed = (text: string): string => `${code}: ${text}`
  return { ...rejection, rawText: listed(rawText), worded: (quoted) => listed(worded(quoted)) }
}
