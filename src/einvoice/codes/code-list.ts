/** A code list of the standard. Codes are compared exactly: case matters. */
export type CodeList = ReadonlySet<string>

/** The list of the codes in a text, separated by white space. */
export function codes(text: string): CodeList {
  return new Set(text.split(/[ \n]+/).filter((code) => code !== ''))
}

/** Another edition of a list: additional and missing codes. */
export function edition(list: CodeList, changes: { readonly with?: string; readonly without?: string }): CodeList {
  const edited = new Set([...list, ...codes(changes.with ?? '')])
  for (const code of codes(changes.without ?? '')) edited.delete(code)
  return edited
}
