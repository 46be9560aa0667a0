import type { CountryCode } from '../../src/domain/request/invoice-request.js'
import type { Patch } from './patch.js'

/** How one rule is broken on a base in XML. */
export interface XmlRecipe {
  readonly rule: string
  /** The name of the base, see `bases`. */
  readonly base: string
  readonly patches: readonly Patch[]
}

/** How one rule is broken on a sample in the API's JSON. */
export interface JsonRecipe {
  readonly rule: string
  readonly country: CountryCode
  /** The file under samples/ without `.json`. */
  readonly sample: string
  /** The field, for example `["lines", 0, "vatRate"]`. */
  readonly path: readonly (string | number)[]
  /** Its new value; absent: the field is removed. */
  readonly value?: unknown
}

/** The content of `test/http/docs/reference/rule-examples.json`. */
export interface RecordedRecipes {
  readonly xml: readonly XmlRecipe[]
  readonly json: readonly JsonRecipe[]
}
