import { readFileSync } from 'node:fs'

/** The languages of the examples in docs/guide.md. */
export type Language = 'sh' | 'ts' | 'python'

/** An example of docs/guide.md. */
export interface Snippet {
  readonly language: Language
  readonly code: string
  /** In the file, from 1. */
  readonly line: number
}

/** The snippets of docs/guide.md, in their order. */
export function guideSnippets(): readonly Snippet[] {
  const text = readFileSync(new URL('../../../docs/guide.md', import.meta.url), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language, 2: code = '', index }) => {
    if (language !== 'sh' && language !== 'ts' && language !== 'python')
      throw new Error(`nobody runs ${String(language)}`)
    return { language, code, line: text.slice(0, index).split('\n').length }
  })
}
