import { each, html, prose } from '../html/html.js'
import type { DocsPage } from './layout.js'
import type { FoundPlaces } from './search-index.js'

const ROOT = '../'

/** What a search has found, for readers without the script, and as an address to pass on. */
export function searchPage(query: string, { places, total }: FoundPlaces): DocsPage {
  const count = total === 0 ? 'Nothing has' : total === 1 ? 'One place has' : `${String(total)} places have`
  const rest = total > places.length ? ` These are the first ${String(places.length)}.` : ''
  return {
    path: 'docs/search',
    title: query === '' ? 'Search' : `Search: ${query}`,
    query,
    content: html`<article class="text">
      <h1>Search</h1>
      ${
        query === ''
          ? html`<p>
              Operations, fields, the guide, countries, events, errors and rules: all are found by their words.
            </p>`
          : html`<p>${count} all of “${query}”.${rest}</p>`
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

/** The page in place of one that there is not. */
export function notFoundPage(path: string): DocsPage {
  return {
    path,
    title: 'No such page',
    content: html`<article class="text">
      <h1>No such page</h1>
      <p>There is nothing at this address. The navigation and the search lead to what there is.</p>
    </article>`,
  }
}
