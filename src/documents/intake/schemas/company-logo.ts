import { type Static, Type } from '@sinclair/typebox'
import { formatted, strictObject } from './fields.js'

/** Base64 of the largest logo, 512 KiB. */
const LONGEST_CONTENT = 699_052

/** The body of `PUT /v1/companies/{id}/logo`. */
export const CompanyLogoBody = strictObject(
  {
    content: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LONGEST_CONTENT,
        format: 'base64',
        description:
          'The image in Base64: PNG (at most 512 KiB, 3,000 pixels on a side and 1,500,000 in all) or SVG of opaque ' +
          'outlines (no text, images, gradients, transparency)',
        examples: [
          'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA2MCAyMCI+PHBhdGggZD0iTTAgMGg2MHYyMEgweiIgZmlsbD0iIzBiNWM0YSIvPjwvc3ZnPg==',
        ],
      }),
    ),
    accentColor: Type.Optional(
      formatted(
        'colour',
        {
          description: 'Colour of titles and headings, #rrggbb, with a contrast to white of at least 4.5 : 1',
          examples: ['#0b5c4a'],
        },
        7,
      ),
    ),
  },
  { title: 'CompanyLogo', description: "What the pages of the company's invoices show; at least one of both" },
)

/** The body of `PUT /v1/companies/{id}/logo`. */
export type CompanyLogoBody = Static<typeof CompanyLogoBody>
