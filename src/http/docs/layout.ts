import { each, Html, html, type Part } from '../html/html.js'
import type { Heading } from './markdown.js'
import type { NavigationGroup, NavigationLink } from './navigation.js'

/** The content of a page. */
export interface DocsPage {
  /** Its address below the service's root, without a query: links are relative to it. */
  readonly path: string
  readonly title: string
  /** Description for search engines; empty: none. */
  readonly description?: string
  readonly content: Part
  /** The search query. */
  readonly query?: string
}

/** What all pages share. */
export interface Site {
  readonly navigation: readonly NavigationGroup[]
  /** Addresses of the assets below the service's root, which change with their content. */
  readonly style: string
  readonly script: string
}

/**
 * The relative path from a page to the service's root, so that links work under any proxy prefix.
 */
export function rootFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 1)
}

/** A whole page as HTML: header with search, navigation, content. */
export function layout({ path, title, description = '', content, query = '' }: DocsPage, site: Site): string {
  const root = rootFrom(path)
  return html`<!doctype html>
    <html lang="en" data-root="${root}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Clearway</title>
        ${description === '' ? null : html`<meta name="description" content="${description}" /> `}
        <link rel="icon" type="image/svg+xml" href="${root}docs/icon.svg" />
        <link rel="stylesheet" href="${root}${site.style}" />
        <script src="${root}${site.script}" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="brand" href="${root}docs"
            ><img src="${root}docs/icon.svg" alt="" width="26" height="26" /> Clearway <span>Docs</span></a
          >
          <form class="search" action="${root}docs/search" role="search">
            <input
              type="search"
              name="q"
              value="${query}"
              maxlength="100"
              placeholder="Search"
              aria-label="Search the documentation"
              autocomplete="off"
              data-search
            />
            <kbd aria-hidden="true">/</kbd>
          </form>
          <button type="button" class="menu" popovertarget="navigation" aria-label="Navigation">
            <span aria-hidden="true">☰</span>
          </button>
        </header>
        <nav id="navigation" class="navigation" popover aria-label="Documentation">
          ${each(site.navigation, (group) => navigationGroup(group, path, root))}
        </nav>
        <main id="main" tabindex="-1">${content}</main>
      </body>
    </html> `.markup
}

function navigationGroup({ title, links }: NavigationGroup, current: string, root: string): Html {
  return html`<p class="group">${title}</p>
    <ul>
      ${each(links, (link) => html`<li>${navigationLink(link, current, root)}</li> `)}
    </ul> `
}

function navigationLink({ path, title, method }: NavigationLink, current: string, root: string): Html {
  const isCurrent = path === current || (path === 'docs/rules' && current.startsWith('docs/rules/'))
  const badge = method === undefined ? null : html` ${methodBadge(method)}`
  const mark = isCurrent ? new Html(' aria-current="page"') : null
  return html`<a href="${root}${path}" ${mark}><span>${title}</span>${badge}</a>`
}

/** An HTTP method, in its colour. */
export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`
}

/** The headings of a page as a list of links beside it. */
export function contents(headings: readonly Heading[]): Html | null {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  if (shown.length < 2) return null
  return html`<nav class="contents" aria-label="On this page">
    <p class="group">On this page</p>
    <ul>
      ${each(shown, ({ level, text, anchor }) => html`<li class="level-${level}"><a href="#${anchor}">${text}</a></li> `)}
    </ul>
  </nav>`
}
