import { codeBlock } from './code.js'
import { fieldsOf } from './fields.js'
import { formatted } from './formatted.js'
import { each, html } from '../html/html.js'
import { contents, type DocsPage } from './layout.js'
import { linksOf } from './links.js'
import { renderedLine } from './markdown.js'
import type { Answer, ApiReference, NamedExample, Schema } from './openapi.js'

const PATH = 'docs/errors'
const ROOT = '../'

/** An error that several operations share. */
interface SharedError {
  readonly name: string
  readonly description: string
  /** Statuses of the operations that return it, in ascending order; most errors have one. */
  readonly statuses: readonly string[]
  readonly examples: readonly NamedExample[]
}

/** The errors of the API, each with its status. */
export function sharedErrors(reference: ApiReference): readonly SharedError[] {
  const answers = reference.operations.flatMap((operation) => operation.answers)
  return reference.errors
    .map(({ name, description, content = {} }) => ({
      name,
      description,
      statuses: [...new Set(answers.filter(({ shared }) => shared === name).map(({ status }) => status))].sort(),
      examples: Object.values(content).flatMap(({ examples = {} }) => Object.values(examples)),
    }))
    .sort((one, other) => (one.statuses[0] ?? '').localeCompare(other.statuses[0] ?? ''))
}

/** Each error with examples, and the structure that all of them share. */
export function errorPage(reference: ApiReference): DocsPage {
  const links = linksOf(reference, ROOT, null)
  const errors = sharedErrors(reference)
  const title = ({ statuses, name }: SharedError): string =>
    `${statuses.join(', ')} ${name.replace(/([a-z])([A-Z])/g, '$1 $2')}`
  const headings = errors.map((error) => ({ level: 2, text: title(error), anchor: error.name, below: '' }))
  return {
    path: PATH,
    title: 'Errors',
    description: 'The errors of the API, with examples and what to do',
    content: html`<article class="text">
        <h1>Errors</h1>
        <p>
          Every error has the same structure. <a href="${ROOT}docs/guide#errors-and-retries">The guide</a> describes
          which requests to repeat, and which to change first. A refusal by a government is not an error of the request:
          the invoice shows it. Each rule that a finding names has <a href="${ROOT}docs/rules">its own page</a>.
        </p>
        <h2 id="shape">Structure</h2>
        ${fieldsOf(shapeOf(reference.errors), 'error', { reference, links })}
        ${each(
          errors,
          (error) =>
            html`<h2 id="${error.name}"><a class="anchor" href="#${error.name}">${title(error)}</a></h2>
              <p>${renderedLine(error.description, links)}.</p>
              ${each(
                error.examples,
                ({ summary, value }) =>
                  html`<h3>${summary}</h3>
                    ${codeBlock(formatted(value), 'json', `Error: ${summary}`)}`,
              )} `,
        )}
      </article>
      ${contents([{ level: 2, text: 'Structure', anchor: 'shape', below: '' }, ...headings])}`,
  }
}

function shapeOf(errors: readonly Answer[]): Schema {
  return Object.values(errors[0]?.content ?? {})[0]?.schema ?? {}
}
