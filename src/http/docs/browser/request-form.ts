import { cut } from '../../../domain/text.js'
import { element, replaceContent } from './page.js'

/** Kept in memory only: it is lost with the page. */
let key = ''

/** No more of an answer is shown, because the browser would freeze. */
const MOST_SHOWN = 200_000

/** Shows the form that sends a request, with the key that was entered on an earlier page. */
export function arriveAtRequestForm(): void {
  const details = document.querySelector<HTMLElement>('[data-try]')
  const form = details?.querySelector<HTMLFormElement>('[data-request]')
  const outcome = details?.querySelector<HTMLElement>('[data-outcome]')
  const answer = details?.querySelector<HTMLElement>('[data-answer]')
  if (!details || !form || !outcome || !answer) return
  details.hidden = false
  const keyField = form.querySelector<HTMLInputElement>('[data-key]')
  if (keyField) {
    keyField.value = key
    keyField.addEventListener('input', () => {
      key = keyField.value.trim()
      keyField.setCustomValidity(key.startsWith('sk_test_') ? '' : 'Enter a test key: it begins with sk_test_')
    })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = form.querySelector<HTMLButtonElement>('button')
    if (button) button.disabled = true
    outcome.textContent = 'Sending …'
    void send(form)
      .catch((error: unknown) => ({
        said: [`No answer: ${error instanceof Error ? error.message : String(error)}`],
        shown: [],
      }))
      .then(({ said, shown }) => {
        replaceContent(outcome, said)
        replaceContent(answer, shown)
        if (button) button.disabled = false
      })
  })
}

interface Outcome {
  readonly said: readonly (Node | string)[]
  readonly shown: readonly Node[]
}

async function send(form: HTMLFormElement): Promise<Outcome> {
  const { method = 'GET', url = '' } = form.dataset
  const headers = new Headers()
  let path = url
  const query = new URLSearchParams()
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-parameter]')) {
    const { parameter = '', in: place } = field.dataset
    if (field.value === '') continue
    if (place === 'path') path = path.replace(`{${parameter}}`, encodeURIComponent(field.value))
    else if (place === 'query') query.set(parameter, field.value)
    else headers.set(parameter, field.value)
  }
  if (form.querySelector('[data-key]')) {
    // A live invoice must not be sent by mistake.
    if (!key.startsWith('sk_test_')) throw new Error('this page accepts only test keys')
    headers.set('authorization', `Bearer ${key}`)
  }
  const body = form.querySelector<HTMLTextAreaElement>('[data-body]')
  if (body) headers.set('content-type', body.dataset['mediaType'] ?? 'application/json')
  const address = new URL(path, location.href)
  address.search = query.toString()
  const begin = performance.now()
  const answer = await fetch(address, { method, headers, cache: 'no-store', ...(body && { body: body.value }) })
  const content = await answer.blob()
  const milliseconds = Math.round(performance.now() - begin)
  const status = element('span', { class: answer.ok ? 'status ok' : 'status' }, String(answer.status))
  const shown = content.size === 0 ? [] : [await shownContent(content)]
  return { said: [status, ` ${answer.statusText} in ${String(milliseconds)} ms`], shown }
}

async function shownContent(content: Blob): Promise<HTMLElement> {
  const isText = /json|xml|text/.test(content.type)
  if (!isText) {
    const name = content.type === 'application/pdf' ? 'invoice.pdf' : 'document'
    const href = URL.createObjectURL(content)
    return element('a', { href, download: name }, `${name}, ${String(content.size)} bytes`)
  }
  const text = await content.text()
  const block = element('pre', { class: 'code', tabindex: '0', role: 'group', 'aria-label': 'Answer' })
  const readable = content.type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text
  block.append(element('code', {}, cut(readable, MOST_SHOWN)))
  return block
}
