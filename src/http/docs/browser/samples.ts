import { addCopyButtons } from './copy-buttons.js'
import { fetchPage } from './page.js'

/** The language that the reader chose, kept for later pages. */
const LANGUAGE = 'clearway-docs-language'

/** Shows another example or language when it is chosen, without leaving the page. */
export function arriveAtSamples(): void {
  const form = document.querySelector<HTMLFormElement>('[data-choice]')
  if (form === null) return
  const language = form.elements.namedItem('language')
  form.addEventListener('change', (event) => {
    if (event.target === language && language instanceof HTMLSelectElement) remember(language.value)
    void show(form, event.target === language)
  })
  const wanted = remembered()
  if (!(language instanceof HTMLSelectElement) || wanted === null || wanted === language.value) return
  if (new URLSearchParams(location.search).has('language')) return
  language.value = wanted
  void show(form, true)
}

async function show(form: HTMLFormElement, sameBody: boolean): Promise<void> {
  const address = new URL(location.pathname, location.href)
  for (const select of form.querySelectorAll('select')) address.searchParams.set(select.name, select.value)
  const next = await fetchPage(address.href)
  const code = next.querySelector('.samples pre')
  if (code) {
    const shown = document.querySelector('.samples .copyable, .samples pre')
    shown?.replaceWith(code)
    const section = document.querySelector<HTMLElement>('.samples')
    if (section) addCopyButtons(section)
  }
  history.replaceState(null, '', address.search + location.hash)
  const body = next.querySelector('[data-body]')
  // The reader's text stays as long as the example stays the same.
  if (body && !sameBody) document.querySelector('[data-body]')?.replaceWith(body)
}

function remember(language: string): void {
  try {
    localStorage.setItem(LANGUAGE, language)
  } catch {
    // A browser that keeps nothing shows the first language on the next page.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(LANGUAGE)
  } catch {
    return null
  }
}
