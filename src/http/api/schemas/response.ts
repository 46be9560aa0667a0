import { Type } from '@sinclair/typebox'
import { nullableString, strictObject, time } from '../../../documents/intake/schemas/fields.js'
import { pageParameters, pageSchema } from './page.js'

const fields = {
  id: Type.String({ description: 'Identifier of the event', examples: ['evt_0XyGq5vTk8BnR2wLc7ZmHs'] }),
  at: time('When it was said'),
  code: Type.String({
    description: 'In the words of the government or network: `205` in France, `AP` in Peppol, `EC02` in Italy',
    examples: ['AP'],
  }),
  label: Type.String({ description: 'What the code means', examples: ['Accepted by the buyer'] }),
  reason: nullableString({ description: "Why, in the sender's own words; null: none given", examples: [null] }),
  document: Type.String({
    description: 'The message itself: the `kind` under which `GET /v1/invoices/{id}/documents/{kind}` has it',
    examples: ['response-1'],
  }),
}

/** What a buyer, or a platform in his name, has said, as events tell it. */
export const ToldResponse = Type.Object(fields, { title: 'ToldResponse' })

/** The same in the list of an invoice's responses. */
const InvoiceResponse = Type.Object(
  { ...fields, createdAt: time('When the service noted it') },
  { title: 'BuyerResponse' },
)

/** The answer of `GET /v1/invoices/{id}/responses`. */
export const ResponseList = pageSchema(InvoiceResponse, 'One page of responses, in the order in which they were noted')

/** The query of `GET /v1/invoices/{id}/responses`. */
export const ResponseQuery = strictObject(pageParameters('Responses', { most: 100, standard: 20 }))
