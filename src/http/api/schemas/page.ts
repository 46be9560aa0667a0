import { type TSchema, Type } from '@sinclair/typebox'
import { nullableString, strictObject, text } from '../../../documents/intake/schemas/fields.js'

/** A page of a list. */
export function pageSchema<Entry extends TSchema>(entry: Entry, description: string) {
  return Type.Object(
    {
      data: Type.Array(entry),
      hasMore: Type.Boolean({ description: 'Whether there are further pages' }),
      nextCursor: nullableString({
        description: 'Send it as `cursor` to get the next page; null on the last',
        examples: [null],
      }),
    },
    { description },
  )
}

/** The query parameters that every list accepts. */
export function pageParameters(what: string, { most, standard }: { readonly most: number; readonly standard: number }) {
  return {
    cursor: Type.Optional({
      ...text(300, { description: '`nextCursor` of the previous page' }),
      pattern: '^[A-Za-z0-9_-]+$',
    }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: most, default: standard, description: `${what} on a page` }),
    ),
  }
}

/** For lists that had no pages at first: one page holds all that most accounts ever have. */
export const WHOLE_LIST = { most: 1_000, standard: 1_000 } as const

/** The query of a list that had no pages at first. `what` names its entries. */
export const ListQuery = (what: string) => strictObject(pageParameters(what, WHOLE_LIST))
