import { each, Html, html, type Part } from '../html/html.js'
import type { Session } from './sessions.js'

/** What a page of the console shows. */
export interface ConsolePage {
  readonly title: string
  /** Path of its entry in the navigation; empty: none. */
  readonly place: string
  readonly content: Part
}

/** The pages in the navigation, by their paths below the port's root. */
const NAVIGATION: readonly { readonly title: string; readonly links: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Business',
    links: [
      ['console', 'Overview'],
      ['console/invoices', 'Invoices'],
      ['console/received', 'Received'],
      ['console/deliveries', 'Deliveries'],
      ['console/accounts', 'Accounts'],
    ],
  },
  {
    title: 'Machine',
    links: [
      ['console/governments', 'Governments'],
      ['console/projections', 'Read models'],
    ],
  },
  {
    title: 'Record',
    links: [
      ['console/actions', 'Operators’ actions'],
      ['console/seals', 'Seals'],
      ['console/retention', 'Retention'],
    ],
  },
]

/** What all pages share. */
export interface ConsoleSite {
  readonly style: string
  /** Whether a proxy has signed people in, so that they can't sign out here. */
  readonly behindProxy: boolean
}

/** A whole page as HTML. `session` null: no one is signed in. */
export function consoleLayout(
  { title, place, content }: ConsolePage,
  session: Session | null,
  site: ConsoleSite,
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Clearway console</title>
        <link rel="icon" type="image/svg+xml" href="/console/icon.svg" />
        <link rel="stylesheet" href="/${site.style}" />
      </head>
      <body class="console${session === null ? ' alone' : ''}">
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <a class="brand" href="/console"
            ><img src="/console/icon.svg" alt="" width="26" height="26" /> Clearway <span>Console</span></a
          >
          ${session && finder()} ${session && whoIsHere(session, site)}
        </header>
        ${session && navigation(place)}
        <main id="main" tabindex="-1"><article class="text">${session && noticeOf(session)}${content}</article></main>
      </body>
    </html> `.markup
}

/** Finds an invoice, from every page. */
function finder(): Html {
  return html`<form class="finder" action="/console/invoices" role="search" aria-label="Find an invoice">
    <input
      type="search"
      name="q"
      maxlength="200"
      placeholder="Number, VAT number or id"
      aria-label="Number, VAT number, external id or id of an invoice"
    />
    <button class="plain">Find</button>
  </form>`
}

function whoIsHere({ user, formToken }: Session, { behindProxy }: ConsoleSite): Html {
  const signOut = html`<form method="post" action="/console/sign-out">
    <input type="hidden" name="form" value="${formToken}" /><button class="plain">Sign out</button>
  </form>`
  return html`<div class="who">
      <span><bdi>${user.name}</bdi> <small>${user.role}</small></span>
      ${behindProxy ? null : signOut}
    </div>
    <button type="button" class="menu" popovertarget="navigation" aria-label="Navigation">
      <span aria-hidden="true">☰</span>
    </button>`
}

function navigation(place: string): Html {
  return html`<nav id="navigation" class="navigation" popover aria-label="Console">
    ${each(
      NAVIGATION,
      ({ title, links }) =>
        html`<p class="group">${title}</p>
          <ul>
            ${each(links, ([path, name]) => {
              const mark = path === place ? new Html(' aria-current="page"') : null
              return html`<li>
                <a href="/${path}" ${mark}><span>${name}</span></a>
              </li>`
            })}
          </ul>`,
    )}
  </nav>`
}

/** The result of the form before this page; it is shown once. */
function noticeOf({ notice }: Session): Html | null {
  if (notice === null) return null
  const { kind, text, secret } = notice
  return html`<div class="notice ${kind}" role="${kind === 'done' ? 'status' : 'alert'}">
    <p><strong>${kind === 'done' ? 'Done.' : 'Not done.'}</strong> ${text}</p>
    ${secret === undefined ? null : html`<p><code class="secret">${secret}</code></p>`}
  </div>`
}
