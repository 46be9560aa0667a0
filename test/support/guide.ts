import { readFileSync } from 'node:fs'

/** The languages of the examples in docs/guide.md. */
type Language = 'sh' | 'ts' | 'python'

/** An example of docs/guide.md. */
export interface Snippet {
  readonly language: Language
  readonly code: string
  /** In the file, from 1. */
  readonly line: number
}

/** The snippets of docs/guide.md, in their order. */
export function guideSnippets(): readonly Snippet[] {
  return snippetsOf('docs/guide.md').map(({ language, ...snippet }) => {
    if (language !== 'sh' && language !== 'ts' && language !== 'python') throw new Error(`no test runs ${language}`)
    return { language, ...snippet }
  })
}

/** The shell commands of README, in their order. */
export function readmeCommands(): readonly Snippet[] {
  return snippetsOf('README.md').flatMap(({ language, ...snippet }) =>
    language === 'sh' ? [{ language: 'sh', ...snippet }] : [],
  )
}

/** The TypeScript of all pages that show how to use the client, with the page. */
export function typeScriptSnippets(): readonly { readonly file: string; readonly code: string }[] {
  return ['clients/typescript/README.md', 'README.md', 'docs/guide.md'].flatMap((file) =>
    snippetsOf(file).flatMap(({ language, code }) => (language === 'ts' ? [{ file, code }] : [])),
  )
}

function snippetsOf(file: string): readonly { language: string; code: string; line: number }[] {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: code = '', index }) => ({
    language,
    code,
    line: text.slice(0, index).split('\n').length,
  }))
}
