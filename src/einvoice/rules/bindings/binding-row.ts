/** How ids begin (of several rows the longest that fits counts), what to do, and where neither rule nor place tell them the term and what is wrong. */
export type BindingRow = readonly [beginning: string, fix: string, term?: string | undefined, message?: string]
