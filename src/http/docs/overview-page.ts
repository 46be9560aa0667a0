import { each, html } from '../html/html.js'
import { contents, methodBadge, type DocsPage } from './layout.js'
import { linksOf, operationPath } from './links.js'
import { CHAPTERS } from './manual.js'
import { rendered } from './markdown.js'
import type { ApiReference } from './openapi.js'

/** The first page: a description of the API, and links to its parts. */
export function overviewPage(reference: ApiReference): DocsPage {
  const { content, headings } = rendered(reference.introduction, linksOf(reference, '', null))
  const ways = [
    {
      path: CHAPTERS.guide.path,
      title: CHAPTERS.guide.title,
      about: 'From the first request to production, step by step',
    },
    { path: 'docs/webhooks', title: 'Webhook events', about: 'Their contents, and how they are signed' },
    { path: 'docs/errors', title: 'Errors', about: 'Each error, with an example and what to do' },
    { path: 'docs/rules', title: 'Rules', about: 'What each rule requires, why, and what to do' },
  ]
  return {
    path: 'docs',
    title: 'API reference',
    description: 'One REST API in front of six governments’ e-invoicing systems',
    content: html`<article class="text overview">
        <h1>Clearway API</h1>
        <p class="message">One REST API in front of six governments’ e-invoicing systems.</p>
        <ul class="ways">
          ${each(
            ways,
            ({ path, title, about }) =>
              html`<li>
                <a href="${path}">${title}</a>
                <p>${about}</p>
              </li> `,
          )}
        </ul>
        <p class="countries">${each(CHAPTERS.countries, ({ path, title }) => html`<a href="${path}">${title}</a> `)}</p>
        ${content}
        <h2 id="operations">Operations</h2>
        <p>The same in machine-readable form: <a href="openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
        ${each(
          reference.tags,
          ({ name, description }) =>
            html`<h3>${name}</h3>
              <p>${description}</p>
              <ul class="operations">
                ${each(
                  reference.operations.filter(({ tags }) => tags?.[0] === name),
                  ({ operationId, method, path, summary }) =>
                    html`<li>
                      <a href="${operationPath(operationId)}">${summary}</a>
                      <span>${methodBadge(method)} <code>${path}</code></span>
                    </li> `,
                )}
              </ul> `,
        )}
      </article>
      ${contents([...headings, { level: 2, text: 'Operations', anchor: 'operations', below: '' }])}`,
  }
}
