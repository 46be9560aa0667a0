import { createRequire } from 'node:module'
import { escaped, Html, html } from '../html/html.js'

/**
 * The part of highlight.js that is used. Its own types include those of browsers, and with them
 * global names that a service doesn't have.
 */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void
  highlight(code: string, options: { readonly language: string }): { readonly value: string }
}

const require = createRequire(import.meta.url)
const highlighter = require('highlight.js/lib/core') as Highlighter

/** Grammars by the language names in the texts. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['sh', 'bash'],
  ['js', 'javascript'],
  ['json', 'json'],
  ['python', 'python'],
  ['sql', 'sql'],
  ['ts', 'typescript'],
  ['xml', 'xml'],
])

for (const [name, grammar] of LANGUAGES) {
  highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${grammar}`))
}

const NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  sql: 'SQL',
  ts: 'TypeScript',
  xml: 'XML',
}

/**
 * Code as a block that scrolls separately, also by keyboard.
 * @param language `sh`, `js`, `json`, `python`, `sql`, `ts` or `xml`; any other: not highlighted
 */
export function codeBlock(code: string, language = '', label = NAMES[language] ?? 'Code'): Html {
  return html`<pre
    class="code"
    tabindex="0"
    role="group"
    aria-label="${label}"
  ><code>${highlighted(code, language)}</code></pre>`
}

function highlighted(code: string, language: string): Html {
  if (!LANGUAGES.has(language)) return new Html(escaped(code))
  return new Html(highlighter.highlight(code, { language }).value)
}
