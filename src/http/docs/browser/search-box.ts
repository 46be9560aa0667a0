import { element, fromRoot, replaceContent } from './page.js'

interface SearchEntry {
  readonly title: string
  readonly section: string
  readonly path: string
}

/** Number of results below the field; the search page shows more. */
const SHOWN = 12
/** Milliseconds without a keystroke before a search begins. */
const PAUSE = 120

/** The search field; only one is shown at a time. */
function field(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('[data-search]')
}

document.addEventListener('keydown', (event) => {
  const { target } = event
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select') !== null
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  field()?.focus()
})

/** Makes the field of the header a combobox: results while typing, arrows, Enter, Escape. */
export function arriveAtSearch(): void {
  const input = field()
  if (input === null) return
  const list = element('ul', { id: 'results', role: 'listbox', 'aria-label': 'Search results', class: 'results' })
  const status = element('p', { role: 'status', class: 'visually-hidden' })
  list.hidden = true
  input.after(list, status)
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-expanded', 'false'],
    ['aria-controls', 'results'],
    ['aria-autocomplete', 'list'],
  ] as const)
    input.setAttribute(name, value)

  let asked: AbortController | undefined
  let pause: number | undefined
  let chosen = -1

  const choose = (index: number): void => {
    const options = [...list.children]
    chosen = options.length === 0 ? -1 : (index + options.length) % options.length
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === chosen))
    const option = options[chosen]
    if (option === undefined) input.removeAttribute('aria-activedescendant')
    else {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    }
  }
  const close = (): void => {
    asked?.abort()
    list.hidden = true
    list.replaceChildren()
    input.setAttribute('aria-expanded', 'false')
    choose(-1)
  }
  const show = (places: readonly SearchEntry[]): void => {
    close()
    const options = places.slice(0, SHOWN).map(({ title, section, path }, index) => {
      const option = element('li', { id: `result-${String(index)}`, role: 'option', 'aria-selected': 'false' })
      const link = element('a', { href: fromRoot(path), tabindex: '-1' })
      link.append(element('span', {}, title), element('small', {}, section))
      option.append(link)
      return option
    })
    replaceContent(list, options)
    list.hidden = options.length === 0
    input.setAttribute('aria-expanded', String(options.length > 0))
    const count =
      options.length === 1 ? 'One result' : `${options.length === 0 ? 'No' : String(options.length)} results`
    status.textContent = `${count}${options.length === 0 ? '' : '; arrows choose, Enter opens'}`
  }
  const search = async (query: string): Promise<void> => {
    asked?.abort()
    const { signal } = (asked = new AbortController())
    try {
      const answer = await fetch(fromRoot(`docs/search?q=${encodeURIComponent(query)}`), {
        headers: { accept: 'application/json' },
        signal,
      })
      if (!answer.ok) throw new Error(String(answer.status))
      show(((await answer.json()) as { readonly data: readonly SearchEntry[] }).data)
    } catch {
      if (!signal.aborted) status.textContent = 'The search is not available; press Enter to try again'
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(pause)
    const query = input.value.trim()
    if (query === '') {
      close()
      status.textContent = ''
    } else pause = window.setTimeout(() => void search(query), PAUSE)
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      choose(event.key === 'ArrowDown' ? chosen + 1 : chosen < 0 ? -1 : chosen - 1)
    } else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault()
      const link = list.children[chosen]?.querySelector('a')
      close()
      link?.click()
    } else if (event.key === 'Escape') close()
  })
  input.addEventListener('blur', (event) => {
    if (!(event.relatedTarget instanceof Node && list.contains(event.relatedTarget))) close()
  })
  // A result must stay until a click on it is handled.
  list.addEventListener('mousedown', (event) => event.preventDefault())
}
