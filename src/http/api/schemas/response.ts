import { Type } from '@sinclair/typebox'
import { nullableString, strictObject, time } from '../../../documents/intake/schemas/fields.js'
import { pageParameters, pageSchema } from './page.js'

const fields = {
  id: Type.String({ description: 'Identifier of the event', examples: ['evt_0XyGq5vTk8BnR2wLc7ZmHs'] }),
  at: time('When the sender issued it'),
  code: Type.String({
    description: 'Code of the government or network: `205` in France, `AP` in Peppol, `EC02` in Italy',
    examples: ['AP'],
  }),
  label: Type.String({ description: 'What the code means', examples: ['Accepted by the buyer'] }),
  reason: nullableString({ description: "Reason, in the sender's own words; null: none", examples: [null] }),
  document: Type.String({
    description: 'The message itself: the `kind` to fetch with `GET /v1/invoices/{id}/documents/{kind}`',
    examples: ['response-1'],
  }),
}

/** A response of a buyer, or of a platform on the buyer's behalf, as events contain it. */
export const BuyerResponseInEvent = Type.Object(fields, { title: 'BuyerResponseInEvent' })

/** The same in the list of an invoice's responses. */
const InvoiceResponse = Type.Object(
  { ...fields, createdAt: time('When the service recorded it') },
  { title: 'BuyerResponse' },
)

/** The answer of `GET /v1/invoices/{id}/responses`. */
export const ResponseList = pageSchema(
  InvoiceResponse,
  'One page of responses, in the order in which they were recorded',
)

/** The query of `GET /v1/invoices/{id}/responses`. */
export const ResponseQuery = strictObject(pageParameters('Responses', { most: 100, standard: 20 }))
