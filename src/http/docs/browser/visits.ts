import { fetchPage, replaceContent } from './page.js'

/**
 * Follows links between pages without leaving the first one, so that the key that a reader has
 * entered stays in memory only. If an error occurs, the browser follows the link itself.
 */
export function startVisits(arrive: () => void): void {
  // The head stays, but the address changes, and the head's links are relative to it.
  for (const link of document.head.querySelectorAll('link')) link.setAttribute('href', link.href)
  let visiting: AbortController | undefined

  async function visit(address: string, comesBack: boolean): Promise<void> {
    visiting?.abort()
    const { signal } = (visiting = new AbortController())
    try {
      const next = await fetchPage(address, signal)
      if (!comesBack) history.pushState(null, '', address)
      show(next)
      arrive()
      scrollTo(new URL(address).hash, comesBack)
    } catch {
      if (!signal.aborted) location.assign(address)
    }
  }

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || event.defaultPrevented || !isVisit(event, link)) return
    event.preventDefault()
    void visit(link.href, false)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'get') return
    event.preventDefault()
    const address = new URL(form.action)
    address.search = new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ).toString()
    void visit(address.href, false)
  })
  let shown = location.pathname + location.search
  window.addEventListener('popstate', () => {
    // Moving between fragments of one page changes nothing else.
    if (location.pathname + location.search !== shown) void visit(location.href, true)
  })

  function show(next: Document): void {
    const scrolled = document.querySelector('.navigation')?.scrollTop ?? 0
    document.title = next.title
    document.documentElement.dataset['root'] = next.documentElement.dataset['root'] ?? ''
    replaceContent(document.body, next.body.childNodes)
    const navigation = document.querySelector('.navigation')
    if (navigation) navigation.scrollTop = scrolled
    shown = location.pathname + location.search
  }
}

/** Moves the view and the focus, so that a screen reader reads the new content. */
function scrollTo(hash: string, comesBack: boolean): void {
  const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
  if (target) {
    for (let at: Element | null = target; at; at = at.parentElement)
      if (at instanceof HTMLDetailsElement) at.open = true
    target.scrollIntoView()
    // Only a navigation by the browser itself marks the fragment as the target.
    location.replace(hash)
    return
  }
  if (!comesBack) window.scrollTo({ top: 0, behavior: 'instant' })
  document.getElementById('main')?.focus({ preventScroll: true })
}

function isVisit(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { origin, pathname, search } = new URL(link.href)
  const modified = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (modified || origin !== location.origin || link.target !== '' || link.download !== '') return false
  const isDocs = link.closest('.navigation, .top, main') !== null && /\/docs(?:\/|$)/.test(pathname)
  const isHere = pathname === location.pathname && search === location.search
  return isDocs && !isHere
}
