import { each, Html, html } from '../html/html.js'
import type { Operation, Parameter } from './openapi.js'
import { bodyText, type SampleBody } from './samples.js'

/**
 * The form that sends a request from the page. It needs the script, which shows it; without the
 * script it stays hidden. The key field has no name, so that no form puts the key into an address.
 */
export function requestForm(operation: Operation, body: SampleBody | null, root: string): Html {
  const { method, path, parameters, isPublic } = operation
  return html`<details class="try" data-try hidden>
      <summary>Send a request</summary>
      <form data-request data-method="${method}" data-url="${root}${path.slice(1)}">
        ${isPublic ? null : KEY} ${each(parameters, parameterInput)}
        ${
          body === null
            ? null
            : html`<label
                >Body
                <textarea data-body data-media-type="${body.mediaType}" rows="14" spellcheck="false">
${bodyText(body)}</textarea>
              </label>`
        }
        <button>Send</button>
      </form>
      <p data-outcome class="outcome" role="status"></p>
      <div data-answer></div>
    </details>
    <noscript><p class="small">With JavaScript this page sends requests.</p></noscript>`
}

const KEY = html`<label
    >Test key <input type="password" data-key autocomplete="off" spellcheck="false" placeholder="sk_test_…" required
  /></label>
  <p class="small">It stays in the memory of this page. Live keys are not accepted.</p>`

function parameterInput({ in: place, name, required = false, schema }: Parameter): Html {
  const need = required ? new Html(' required') : null
  if (schema.enum) {
    return html`<label
      >${name}
      <select data-parameter="${name}" data-in="${place}" ${need}>
        <option value=""></option>
        ${each(schema.enum, (value) => html`<option>${String(value)}</option>`)}
      </select></label
    >`
  }
  return html`<label
    >${name} <input data-parameter="${name}" data-in="${place}" ${need} autocomplete="off" spellcheck="false"
  /></label>`
}
