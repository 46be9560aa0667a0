/** The address of a path below the service's root, from the current page. */
export function fromRoot(path: string): string {
  return new URL((document.documentElement.dataset['root'] ?? '') + path, location.href).href
}

/** Another page of the documentation; throws if there is none. */
export async function fetchPage(address: string, signal?: AbortSignal): Promise<Document> {
  const answer = await fetch(address, { headers: { accept: 'text/html' }, ...(signal && { signal }) })
  if (answer.headers.get('content-type')?.startsWith('text/html') !== true) throw new Error('not a page')
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/** Shows these instead of what an element contains. */
export function replaceContent(parent: Element, content: Iterable<Node | string>): void {
  const fragment = new DocumentFragment()
  // A copy, because a list of nodes changes while they move.
  for (const each of [...content]) fragment.append(each)
  parent.replaceChildren(fragment)
}

/** An element with attributes and text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.textContent = text
  return made
}
