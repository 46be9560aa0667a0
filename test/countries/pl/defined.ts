/** Fields that may be undefined, as `defined` takes them. */
export type Maybe<T> = { readonly [Field in keyof T]: T[Field] | undefined }

/** The fields that have a value. */
export function defined<T extends object>(fields: Maybe<T>): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
