import { createRequire } from 'node:module'
import type FastJsonStringify from 'fast-json-stringify'
import { lazily } from '../domain/lazily.js'
import { oncePerObject } from '../domain/once-per-object.js'

/** Writes an answer as JSON by its schema. */
type Stringifier = (answer: unknown) => string

/** Loaded with the first answer: with the compilation of all schemas it was a tenth of a start. */
const fastJsonStringify = lazily(
  () => createRequire(import.meta.url)('fast-json-stringify') as typeof FastJsonStringify,
)

/** Routes share schemas, above all those of errors. */
const stringifierOf = oncePerObject((schema: object): Stringifier => fastJsonStringify()(schema))

/**
 * What the framework compiles of schemas: a stringifier for each kind of answer, when the first of
 * its kind is sent. It gets no validator, which would take as long to load as the framework.
 */
export const SCHEMA_COMPILERS = {
  compilersFactory: {
    buildValidator: (): never => {
      throw new Error('a route with a schema needs validateRoutes')
    },
    buildSerializer:
      () =>
      ({ schema }: { readonly schema?: unknown }): Stringifier =>
      (answer) =>
        stringifierOf(schema as object)(answer),
  },
}
