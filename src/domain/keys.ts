/** The names of a table's rows. The compiler can't know that the table has no others. */
export function keysOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[]
}

/** Whether a text is one of these. */
export function isOneOf<Known extends string>(known: readonly Known[], text: string): text is Known {
  const texts: readonly string[] = known
  return texts.includes(text)
}
