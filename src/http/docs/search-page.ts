import { each, html, prose } from '../html/html.js'
import type { DocsPage } from './layout.js'
import type { FoundPlaces } from './search-index.js'

const ROOT = '../'

/** The results of a search, for readers without the script, and as an address to share. */
export function searchPage(query: string, { places, total, isPartial }: FoundPlaces): DocsPage {
  const count =
    total === 0 || isPartial
      ? 'No place contains'
      : total === 1
        ? 'One place contains'
        : `${String(total)} places contain`
  const rest = total > places.length ? ` These are the first ${String(places.length)}.` : ''
  return {
    path: 'docs/search',
    title: query === '' ? 'Search' : `Search: ${query}`,
    query,
    content: html`<article class="text">
      <h1>Search</h1>
      ${
        query === ''
          ? html`<p>Search operations, fields, the guide, countries, events, errors and rules.</p>`
          : html`<p>${count} all words of “${query}”.${isPartial ? ' These contain most of them.' : ''}${rest}</p>`
      }
      <ul class="found">
        ${each(
          places,
          ({ title, section, path, text }) =>
            html`<li>
              <a href="${ROOT}${path}">${title}</a> <span class="small">${section}</span>
              <p>${prose(text)}</p>
            </li> `,
        )}
      </ul>
    </article>`,
  }
}

/** The page for an address that does not exist. */
export function notFoundPage(path: string): DocsPage {
  return {
    path,
    title: 'No such page',
    content: html`<article class="text">
      <h1>No such page</h1>
      <p>There is no page at this address. Use the navigation or the search.</p>
    </article>`,
  }
}
