import { codeBlock } from './code.js'
import { fieldsOf, parametersOf, type FieldContext } from './fields.js'
import { formatted } from './formatted.js'
import { each, Html, html } from '../html/html.js'
import { methodBadge, type DocsPage, rootFrom } from './layout.js'
import { linksOf, operationPath } from './links.js'
import { renderedLine } from './markdown.js'
import type { Answer, ApiReference, Operation, Parameter } from './openapi.js'
import { requestForm } from './request-form.js'
import { bodiesOf, type SampleBody, SAMPLE_LANGUAGES, type SampleLanguage, sampleOf } from './samples.js'

/** Which sample the page of an operation shows. */
interface Choice {
  /** The name of an example of the body; null: the operation has none. */
  readonly example: string | null
  readonly language: SampleLanguage
}

/** The reader's choice in the address; an unknown one becomes the first. */
export function choiceOf(operation: Operation, example: string | undefined, language: string | undefined): Choice {
  const names = [...bodiesOf(operation).keys()]
  return {
    example: names.find((name) => name === example) ?? names[0] ?? null,
    language: language !== undefined && isLanguage(language) ? language : 'curl',
  }
}

function isLanguage(language: string): language is SampleLanguage {
  return Object.hasOwn(SAMPLE_LANGUAGES, language)
}

/** The page of an operation. */
export function operationPage(operation: Operation, choice: Choice, reference: ApiReference): DocsPage {
  const path = operationPath(operation.operationId)
  const root = rootFrom(path)
  const links = linksOf(reference, root, null)
  const context: FieldContext = { reference, links }
  const { method, summary, description = '', tags = [], isPublic } = operation
  return {
    path,
    title: summary,
    description: description.replace(/`/g, ''),
    content: html`<article class="operation">
      <div class="lead">
        <p class="crumb">${tags.join(', ')}</p>
        <h1>${summary}</h1>
        <p class="endpoint">${methodBadge(method)} <code>${operation.path}</code></p>
        ${description === '' ? null : html`<p>${renderedLine(description, links)}</p>`}
        <p class="needs">${needs(isPublic, operation, root)}</p>
      </div>
      <div class="beside">
        ${samples(operation, choice)} ${requestForm(operation, bodyOf(operation, choice), root)}
        ${answerExamples(operation)}
      </div>
      <div class="details">
        ${requestParts(operation, context)}
        <h2 id="answers">Answers</h2>
        ${each(successes(operation), (answer) => successPart(answer, context))} ${errorPart(operation, root)}
      </div>
    </article>`,
  }
}

/** If a read-only key is refused, the answers contain a 403. */
function needs(isPublic: boolean, { answers }: Operation, root: string): Html {
  if (isPublic) return html`Needs no API key.`
  const writes = answers.some(({ status }) => status === '403')
  const key = writes ? 'Needs an API key with the permission full.' : 'Accepts any API key.'
  return html`${key} <a href="${root}docs#authentication">Authentication</a>`
}

function bodyOf(operation: Operation, { example }: Choice): SampleBody | null {
  return example === null ? null : (bodiesOf(operation).get(example) ?? null)
}

/** Without a script the form requests the chosen sample from the server. */
function samples(operation: Operation, choice: Choice): Html {
  const bodies = [...bodiesOf(operation)]
  const code = sampleOf(operation, choice.language, bodyOf(operation, choice))
  const { title, highlighting } = SAMPLE_LANGUAGES[choice.language]
  return html`<section class="samples" id="sample" aria-labelledby="sample-title">
    <h2 id="sample-title">Request</h2>
    <form class="choice" data-choice>
      ${
        bodies.length < 2
          ? null
          : html`<label
              >Example
              <select name="example">
                ${each(groupsOf(bodies), ({ title, options }) => {
                  const all = each(options, ([name, text]) => option(name, text, choice.example))
                  return title === null ? html`${all}` : html`<optgroup label="${title}">${all}</optgroup>`
                })}
              </select></label
            >`
      }
      <label
        >Language
        <select name="language">
          ${each(Object.entries(SAMPLE_LANGUAGES), ([name, each]) => option(name, each.title, choice.language))}
        </select></label
      >
      <noscript><button>Show</button></noscript>
    </form>
    ${codeBlock(code, highlighting, `Sample in ${title}`)}
    <p class="small">
      <code>API</code> is the address of this service, <code>KEY</code> your test key; set both as environment
      variables.
    </p>
  </section>`
}

/** Examples of one kind: those of a country. */
interface ExampleGroup {
  /** null: they have none in common. */
  readonly title: string | null
  /** The names of the examples with their texts. */
  readonly options: readonly (readonly [name: string, text: string])[]
}

/** Examples by what their summaries begin with, `Romania: an export`, each group once. */
function groupsOf(bodies: readonly (readonly [name: string, { readonly summary: string }])[]): readonly ExampleGroup[] {
  const groups = new Map<string | null, (readonly [string, string])[]>()
  for (const [name, { summary }] of bodies) {
    const [, title = null, text = summary] = /^([A-Z][a-z]+): (.*)$/.exec(summary) ?? []
    const known = groups.get(title)
    if (known === undefined) groups.set(title, [[name, text]])
    else known.push([name, text])
  }
  return Array.from(groups, ([title, options]) => ({ title, options }))
}

function option(value: string, title: string, chosen: string | null): Html {
  return html`<option value="${value}" ${value === chosen ? new Html(' selected') : null}>${title}</option>`
}

const PLACES: Readonly<Record<Parameter['in'], string>> = { path: 'Path', query: 'Query', header: 'Headers' }

function requestParts(operation: Operation, context: FieldContext): Html {
  const { parameters, requestBody } = operation
  const places = (['path', 'query', 'header'] as const).filter((place) => parameters.some((one) => one.in === place))
  return html`${each(places, (place) => {
    const those = parameters.filter((parameter) => parameter.in === place)
    return html`<h2 id="${place}">${PLACES[place]}</h2>
      ${parametersOf(those, place, context)} `
  })}${each(Object.entries(requestBody?.content ?? {}), ([mediaType, { schema = {} }], index) => {
    const { description = '' } = context.reference.schema(schema)
    return html`<h2 id="body${index === 0 ? '' : `-${String(index)}`}">Body <small>${mediaType}</small></h2>
      ${description === '' ? null : html`<p>${renderedLine(description, context.links)}</p> `}${fieldsOf(schema, 'body', context)} `
  })}`
}

function successes({ answers }: Operation): readonly (Answer & { readonly status: string })[] {
  return answers.filter(({ shared }) => shared === null)
}

function successPart(
  { status, description, headers = {}, content = {} }: Answer & { status: string },
  context: FieldContext,
): Html {
  const names = Object.entries(headers)
  return html`<section class="answer" id="answer-${status}">
    <h3><span class="status ok">${status}</span> ${description}</h3>
    ${each(
      Object.entries(content),
      ([mediaType, { schema = {} }]) =>
        html`<p class="small">${mediaType === '*/*' ? 'The document’s own media type' : mediaType}</p>
          ${fieldsOf(schema, `answer-${status}`, context)}`,
    )}
    ${
      names.length === 0
        ? null
        : html`<details>
            <summary>${names.length} headers</summary>
            <ul class="fields">
              ${each(
                names,
                ([name, header]) =>
                  html`<li>
                    <code class="name">${name}</code>
                    <p>${renderedLine(header.description, context.links)}</p>
                  </li> `,
              )}
            </ul>
          </details>`
    }
  </section> `
}

function errorPart({ answers }: Operation, root: string): Html | null {
  const errors = answers.filter(({ shared }) => shared !== null)
  if (errors.length === 0) return null
  return html`<h3 id="errors">Errors</h3>
    <ul class="errors">
      ${each(
        errors,
        ({ status, shared, description }) =>
          html`<li>
            <a href="${root}docs/errors#${shared}"><span class="status">${status}</span></a>
            ${renderedLine(description, { target: () => null, code: () => null })}
          </li> `,
      )}
    </ul>`
}

function answerExamples(operation: Operation): Html {
  const shown = successes(operation).flatMap(({ status, content = {} }) =>
    Object.values(content).flatMap(({ examples = {} }) =>
      Object.values(examples).map((example) => ({ ...example, status })),
    ),
  )
  if (shown.length === 0) return html``
  return html`<section aria-labelledby="answer-title">
    <h2 id="answer-title">Answer</h2>
    ${each(
      shown,
      ({ status, summary, value }, index) =>
        html`<details class="example" ${index === 0 ? new Html(' open') : null}>
          <summary><span class="status ok">${status}</span> ${summary}</summary>
          ${codeBlock(formatted(value), 'json', `Answer: ${summary}`)}
        </details> `,
    )}
  </section>`
}
