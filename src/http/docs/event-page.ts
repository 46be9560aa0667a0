import { codeBlock } from './code.js'
import { fieldsOf, parametersOf } from './fields.js'
import { formatted } from './formatted.js'
import { each, html } from '../html/html.js'
import { contents, type DocsPage } from './layout.js'
import { linksOf } from './links.js'
import { renderedLine } from './markdown.js'
import type { ApiReference } from './openapi.js'

const PATH = 'docs/webhooks'
const ROOT = '../'

/** The webhook events: the headers that all of them share, then each event with its body. */
export function eventPage(reference: ApiReference): DocsPage {
  const links = linksOf(reference, ROOT, null)
  const context = { reference, links }
  const [first] = reference.events
  const headings = [
    { level: 2, text: 'Headers', anchor: 'headers', below: '' },
    ...reference.events.map(({ path }) => ({ level: 2, text: path, anchor: path, below: '' })),
  ]
  return {
    path: PATH,
    title: 'Webhook events',
    description: 'The events that Clearway sends to your webhook, with their bodies',
    content: html`<article class="text">
        <h1>Webhook events</h1>
        <p>${renderedLine(first?.description ?? '', links)}</p>
        <p>
          <a href="${ROOT}docs/guide#webhooks">The guide</a> describes how to configure a webhook, verify a signature
          and catch up after an outage.
        </p>
        <h2 id="headers">Headers</h2>
        ${parametersOf(
          (first?.parameters ?? []).map((each) =>
            each.name === 'X-Service-Event' ? { ...each, example: undefined } : each,
          ),
          'header',
          context,
        )}
        ${each(reference.events, ({ path: kind, summary, requestBody }) => {
          const { schema = {}, examples = {} } = requestBody?.content['application/json'] ?? {}
          return html`<h2 id="${kind}"><a class="anchor" href="#${kind}">${kind}</a></h2>
            <p>${summary}</p>
            ${fieldsOf(schema, kind, context)}
            ${each(Object.values(examples), ({ value }) => codeBlock(formatted(value), 'json', `Body of ${kind}`))} `
        })}
      </article>
      ${contents(headings)}`,
  }
}
