import type { Family } from '../../reference/families.js'
import type { RuleEntry, RuleExample, RuleUse } from '../../reference/rule-entry.js'
import { folded } from '../../reference/fold.js'
import type { Found } from '../../reference/search.js'
import { DOCUMENT_FORMATS } from '../../domain/invoice-request.js'
import { escaped, prose } from './html.js'

/*
 * The reference of rules as HTML. Pages work without a script, and every link is relative, so
 * that they work under any prefix that a proxy adds.
 */

const PROFILES: Readonly<Record<RuleUse['profile'], string>> = {
  en: 'EN 16931',
  ro: 'Romania, CIUS-RO',
  be: 'Belgium, Peppol BIS Billing',
  'be-sb': 'Belgium, Peppol BIS Self-Billing',
  de: 'Germany, XRechnung',
  fr: 'France, flow 2',
  it: 'Italy, FatturaPA',
  pl: 'Poland, FA(3)',
}

const SYNTAXES: Readonly<Record<RuleUse['syntax'], string>> = {
  json: 'JSON',
  ubl: 'UBL',
  cii: 'CII',
  fatturapa: 'FatturaPA',
  fa3: 'FA(3)',
}

const LEVELS: Readonly<Record<RuleUse['level'], string>> = {
  fatal: 'fatal: the invoice is refused',
  warning: 'warning: the invoice passes',
  information: 'information: the invoice passes',
}

/** The page of one rule, at /docs/rules/ID. */
export function rulePage(entry: RuleEntry): string {
  const [message = ''] = entry.messages
  return page(
    { title: `${entry.id}: ${message}`, base: '../' },
    `<nav><a href="../rules">All rules</a> · <a href="../rules#${anchor(entry.family)}">${escaped(entry.family)}</a></nav>
<h1>${escaped(entry.id)}</h1>
${each(entry.messages, (text) => `<p class="message">${prose(text)}.</p>`)}
<h2>Why</h2>
<p>${prose(entry.why)}</p>
<h2>What to do</h2>
${each(entry.fixes, (text) => `<p>${prose(text)}.</p>`)}
${entry.examples.length === 0 ? '' : `<h2>${entry.examples.length === 1 ? 'Example' : 'Examples'}</h2>`}
${each(entry.examples, exampleOf)}
<h2>Where it is judged</h2>
${usesOf(entry.uses)}
${entry.terms.length === 0 ? '' : `<h2>Business terms</h2>\n<ul>${each(entry.terms, termOf)}</ul>`}
<h2>Source</h2>
<ul>${each(
      [...new Set(entry.uses.map(({ source }) => source))],
      (source) =>
        `<li>${escaped(source === 'Clearway' ? 'A rule of this service; no official artefact has it' : source)}</li>`,
    )}</ul>`,
  )
}

/** The index at /docs/rules: all families, or what a query has found. */
export function ruleIndexPage(
  query: string,
  found: Found,
  families: readonly (Family & { readonly rules: readonly RuleEntry[] })[],
): string {
  const title = query === '' ? 'Rules' : `Rules: ${query}`
  const content = query === '' ? each(families, familyOf) : resultsOf(query, found)
  return page(
    { title, base: '' },
    `<nav><a href="../docs">API reference</a></nav>
<h1>Rules</h1>
<p>Every rule that a finding can name, with what is wrong, why the rule is there and what to do.</p>
${searchForm('rules', query)}
${content}`,
  )
}

/**
 * The page in place of one that there is not.
 * @param id as the address has it
 * @param near ids of rules
 */
export function unknownRulePage(id: string, near: readonly string[]): string {
  return page(
    { title: 'No such rule', base: '../' },
    `<nav><a href="../rules">All rules</a></nav>
<h1>No such rule</h1>
<p>There is no rule <code>${escaped(id)}</code>.</p>
${near.length === 0 ? '' : `<p>Near it are:</p>\n<ul>${each(near, (each) => `<li>${ruleLink(each, '')}</li>`)}</ul>`}
${searchForm('../rules', '')}`,
  )
}

function page({ title, base }: { readonly title: string; readonly base: string }, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Clearway</title>
<link rel="icon" type="image/svg+xml" href="${base}icon.svg">
<link rel="stylesheet" href="${base}rules.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
}

function searchForm(action: string, query: string): string {
  return `<form action="${action}" role="search">
<input type="search" name="q" value="${escaped(query)}" maxlength="100" placeholder="BR-CO-15, BT-31, words" aria-label="Search the rules">
<button>Search</button>
</form>`
}

function familyOf({ name, about, rules }: Family & { readonly rules: readonly RuleEntry[] }): string {
  const items = folded(rules.map(({ id }) => id)).map(({ label, ids }) => {
    const links = each(ids, (id) => `${ruleLink(id, 'rules/')} `)
    return ids.length === 1 ? `<p>${links}</p>` : `<details><summary>${escaped(label)}</summary>${links}</details>`
  })
  return `<section id="${anchor(name)}"><h2>${escaped(name)}</h2>\n<p>${escaped(about)}</p>\n${items.join('\n')}</section>\n`
}

function resultsOf(query: string, { rules, total }: Found): string {
  const count = total === 1 ? 'One rule has' : `${total === 0 ? 'No' : total} rules have`
  const rest = total > rules.length ? ` These are the first ${rules.length}.` : ''
  return `<p>${count} all of “${escaped(query)}”.${rest} <a href="rules">All rules</a></p>
<dl>${each(rules, ({ id, messages }) => `<dt>${ruleLink(id, 'rules/')}</dt><dd>${prose(messages.join('; '))}</dd>`)}</dl>`
}

function ruleLink(id: string, folder: string): string {
  return `<a href="${folder}${encodeURIComponent(id)}">${escaped(id)}</a>`
}

function exampleOf({ profile, syntax, broken, sound }: RuleExample): string {
  return `<figure><figcaption>${SYNTAXES[syntax]}, ${escaped(PROFILES[profile] ?? profile)}</figcaption>
<div><h3>Breaks the rule</h3>
<pre class="broken">${escaped(broken)}</pre></div>
<div><h3>Obeys it</h3>
<pre class="sound">${escaped(sound)}</pre></div></figure>
`
}

/** A row for each profile and variant, a column for each way to send an invoice. */
function usesOf(uses: readonly RuleUse[]): string {
  const rows = new Map<string, RuleUse[]>()
  for (const use of uses) {
    const name = `${PROFILES[use.profile] ?? use.profile}${use.variant === '' ? '' : `, ${use.variant}`}`
    rows.set(name, [...(rows.get(name) ?? []), use])
  }
  const syntaxes = (['json', ...DOCUMENT_FORMATS] as const).filter((syntax) =>
    uses.some((use) => use.syntax === syntax),
  )
  const levels = [...new Set(uses.map(({ level }) => level))]
  return `<table><thead><tr><th>Profile</th>${each(syntaxes, (syntax) => `<th>${SYNTAXES[syntax]}</th>`)}</tr></thead>
<tbody>${each(
    rows,
    ([name, ofRow]) =>
      `<tr><td>${escaped(name)}</td>${each(syntaxes, (syntax) => {
        const level = ofRow.find((use) => use.syntax === syntax)?.level
        return `<td>${level === undefined ? '–' : `<span class="${level}">${level}</span>`}</td>`
      })}</tr>\n`,
  )}</tbody></table>
<p class="small">${each(levels, (level) => `${LEVELS[level]}. `)}</p>`
}

function termOf({ id, name }: RuleEntry['terms'][number]): string {
  return `<li><a href="../rules?q=${encodeURIComponent(id)}">${escaped(id)}</a>${name === '' ? '' : ` ${escaped(name)}`}</li>`
}

/** A name as the fragment of an address. */
function anchor(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

function each<T>(items: Iterable<T>, show: (item: T) => string): string {
  return Array.from(items, show).join('')
}

/** The style sheet of the pages on rules. */
export const RULES_STYLE = `body { margin: 0; background: #fafafa; color: #3b4151; font: 16px/1.5 sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 24px 20px 80px; }
a { color: #14532d; }
nav, .small, figcaption { font-size: 14px; }
h1 { margin: 16px 0; font-size: 36px; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 20px; }
h3 { margin: 12px 0 4px; font-size: 14px; }
.message { font-size: 20px; }
code, pre, summary { font-family: monospace; }
pre { margin: 0; padding: 12px 16px; overflow-x: auto; border-left: 4px solid; background: #fff; font-size: 14px; }
.broken { border-color: #b91c1c; }
.sound { border-color: #15803d; }
figure { display: flex; flex-wrap: wrap; gap: 0 16px; margin: 0 0 24px; }
figure div { flex: 1 1 420px; min-width: 0; }
figcaption { flex: 1 1 100%; }
table { border-collapse: collapse; background: #fff; }
td, th { padding: 6px 16px; border: 1px solid #d8dde7; text-align: left; }
.fatal { color: #b91c1c; }
.warning { color: #92400e; }
form { display: flex; gap: 8px; margin: 24px 0; }
input { flex: 1; padding: 8px 12px; border: 1px solid #8c95a8; border-radius: 4px; font: inherit; }
button { padding: 8px 20px; border: 2px solid #14532d; border-radius: 4px; background: #14532d; color: #fff; font: inherit; cursor: pointer; }
details { margin: 4px 0; }
summary { cursor: pointer; }
section > p { margin: 4px 0; }
dt { font-weight: bold; }
dd { margin: 0 0 12px; }
`
