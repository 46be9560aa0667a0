import { PROFILES } from '../../countries/judging/profiles.js'
import type { Family } from './reference/families.js'
import type { RuleEntry, RuleExample, RuleUse } from './reference/rule-entry.js'
import { folded } from './reference/fold.js'
import type { Found } from './reference/search.js'
import { JUDGED_FORMATS } from '../../einvoice/syntax/invoice-document.js'
import { codeBlock } from './code.js'
import { each, type Html, html, prose } from '../html/html.js'
import type { DocsPage } from './layout.js'
import { anchorOf } from './markdown.js'

const TITLES: ReadonlyMap<string, string> = new Map(PROFILES.map(({ name, title }) => [name, title]))

const SYNTAXES: Readonly<Record<RuleUse['syntax'], string>> = {
  json: 'JSON',
  ubl: 'UBL',
  cii: 'CII',
  fatturapa: 'FatturaPA',
  fa3: 'FA(3)',
  cdar: 'CDAR',
}

const LEVELS: Readonly<Record<RuleUse['level'], string>> = {
  fatal: 'fatal: the invoice is rejected',
  warning: 'warning: the invoice passes',
  information: 'information: the invoice passes',
}

/** The page of one rule, at /docs/rules/ID. */
export function rulePage(entry: RuleEntry): DocsPage {
  const [message = ''] = entry.messages
  return {
    path: `docs/rules/${encodeURIComponent(entry.id)}`,
    title: `${entry.id}: ${message}`,
    description: message,
    content: html`<article class="text rule">
      <p class="crumb">
        <a href="../rules">All rules</a> · <a href="../rules#${anchorOf(entry.family)}">${entry.family}</a>
      </p>
      <h1>${entry.id}</h1>
      ${each(entry.messages, (text) => html`<p class="message">${prose(text)}</p>`)}
      <h2>Why</h2>
      <p>${prose(entry.why)}</p>
      <h2>What to do</h2>
      ${each(entry.fixes, (text) => html`<p>${prose(text)}</p>`)}
      ${entry.examples.length === 0 ? null : html`<h2>${entry.examples.length === 1 ? 'Example' : 'Examples'}</h2>`}
      ${each(entry.examples, exampleOf)}
      <h2>Where it applies</h2>
      ${usesOf(entry.uses)}
      ${
        entry.terms.length === 0
          ? null
          : html`<h2>Business terms</h2>
              <ul>
                ${each(entry.terms, termOf)}
              </ul>`
      }
      <h2>Source</h2>
      <ul>
        ${each(
          new Set(entry.uses.map(({ source }) => source)),
          (source) =>
            html`<li>${source === 'Clearway' ? 'A rule of this service, not of an official artefact' : source}</li>`,
        )}
      </ul>
    </article>`,
  }
}

/** The index at /docs/rules: all families, or the results of a query. */
export function ruleIndexPage(
  query: string,
  found: Found,
  families: readonly (Family & { readonly rules: readonly RuleEntry[] })[],
): DocsPage {
  return {
    path: 'docs/rules',
    title: query === '' ? 'Rules' : `Rules: ${query}`,
    description: 'Every rule that a finding can name, with its meaning, its reason and its remedy',
    content: html`<article class="text rules">
      <h1>Rules</h1>
      <p>Every rule that a finding can name, with its meaning, its reason and its remedy.</p>
      ${searchForm('rules', query)} ${query === '' ? each(families, familyOf) : resultsOf(query, found)}
    </article>`,
  }
}

/**
 * The page for an address that does not exist.
 * @param id from the address
 * @param near ids of rules
 */
export function unknownRulePage(id: string, near: readonly string[]): DocsPage {
  return {
    path: 'docs/rules/-',
    title: 'No such rule',
    content: html`<article class="text rule">
      <p class="crumb"><a href="../rules">All rules</a></p>
      <h1>No such rule</h1>
      <p>There is no rule <code>${id}</code>.</p>
      ${
        near.length === 0
          ? null
          : html`<p>Similar ids:</p>
              <ul>
                ${each(near, (one) => html`<li>${ruleLink(one, '')}</li>`)}
              </ul>`
      }
      ${searchForm('../rules', '')}
    </article>`,
  }
}

function searchForm(action: string, query: string): Html {
  return html`<form class="rule-search" action="${action}">
    <input
      type="search"
      name="q"
      value="${query}"
      maxlength="100"
      placeholder="BR-CO-15, BT-31, words"
      aria-label="Search the rules"
    />
    <button>Search</button>
  </form>`
}

function familyOf({ name, about, rules }: Family & { readonly rules: readonly RuleEntry[] }): Html {
  const items = each(folded(rules.map(({ id }) => id)), ({ label, ids }) => {
    const links = each(ids, (id) => html`${ruleLink(id, 'rules/')} `)
    return ids.length === 1
      ? html`<p>${links}</p> `
      : html`<details>
          <summary>${label}</summary>
          ${links}
        </details> `
  })
  return html`<section id="${anchorOf(name)}">
    <h2>${name}</h2>
    <p>${about}</p>
    ${items}
  </section> `
}

function resultsOf(query: string, { rules, total }: Found): Html {
  const count = total === 1 ? 'One rule contains' : `${total === 0 ? 'No' : String(total)} rules contain`
  const rest = total > rules.length ? ` These are the first ${String(rules.length)}.` : ''
  return html`<p>${count} all words of “${query}”.${rest} <a href="rules">All rules</a></p>
    <dl>
      ${each(
        rules,
        ({ id, messages }) =>
          html`<dt>${ruleLink(id, 'rules/')}</dt>
            <dd>${prose(messages.join(' '))}</dd>`,
      )}
    </dl>`
}

function ruleLink(id: string, folder: string): Html {
  return html`<a href="${folder}${encodeURIComponent(id)}">${id}</a>`
}

function exampleOf({ profile, syntax, broken, sound }: RuleExample): Html {
  const language = syntax === 'json' ? 'json' : 'xml'
  return html`<figure>
    <figcaption>${SYNTAXES[syntax]}, ${TITLES.get(profile) ?? profile}</figcaption>
    <div class="broken">
      <h3>Invalid</h3>
      ${codeBlock(broken, language, `Invalid, ${SYNTAXES[syntax]}, ${TITLES.get(profile) ?? profile}`)}
    </div>
    <div class="sound">
      <h3>Valid</h3>
      ${codeBlock(sound, language, `Valid, ${SYNTAXES[syntax]}, ${TITLES.get(profile) ?? profile}`)}
    </div>
  </figure> `
}

/** A row for each profile and variant, a column for each way to send an invoice. */
function usesOf(uses: readonly RuleUse[]): Html {
  const rows = new Map<string, RuleUse[]>()
  for (const use of uses) {
    const name = `${TITLES.get(use.profile) ?? use.profile}${use.variant === '' ? '' : `, ${use.variant}`}`
    rows.set(name, [...(rows.get(name) ?? []), use])
  }
  const syntaxes = (['json', ...JUDGED_FORMATS] as const).filter((syntax) => uses.some((use) => use.syntax === syntax))
  const levels = new Set(uses.map(({ level }) => level))
  return html`<div class="table" tabindex="0" role="group" aria-label="Where it applies">
      <table>
        <thead>
          <tr>
            <th scope="col">Profile</th>
            ${each(syntaxes, (syntax) => html`<th scope="col">${SYNTAXES[syntax]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${each(
            rows,
            ([name, ofRow]) =>
              html`<tr>
                <td>${name}</td>
                ${each(syntaxes, (syntax) => {
                  const level = ofRow.find((use) => use.syntax === syntax)?.level
                  return html`<td>${level === undefined ? '–' : html`<span class="${level}">${level}</span>`}</td>`
                })}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    <p class="small">${each(levels, (level) => `${LEVELS[level]}. `)}</p>
    ${each(new Set(uses.flatMap(periodOf)), (period) => html`<p class="small">${period}</p>`)}`
}

/** The sentence on the time in which a rule applies; none: it applies always, in one form. */
function periodOf({ profile, variant, since, until, changed }: RuleUse): readonly string[] {
  const where = `${TITLES.get(profile) ?? profile}${variant === '' ? '' : `, ${variant}`}`
  if (until !== undefined) return [`${where}: in force until ${until}.`]
  if (since !== undefined) return [`${where}: in force since ${since}.`]
  if (changed === undefined) return []
  return [`${where}: in this form since ${changed}; an invoice sent before was judged by the edition before it.`]
}

function termOf({ id, name }: RuleEntry['terms'][number]): Html {
  return html`<li><a href="../rules?q=${encodeURIComponent(id)}">${id}</a>${name === '' ? null : html` ${name}`}</li>`
}
