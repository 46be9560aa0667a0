const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in an element, or in an attribute between quotes, whatever is in it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Markup that was made by `html`, or by a renderer that escapes what it is given. */
export class Html {
  constructor(readonly markup: string) {}
}

/** What stands in a template: text is escaped, markup stays, nothing is left out. */
export type Part = Html | string | number | null | undefined | readonly Part[]

/** Markup from a template. Attributes stand between double quotes. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(template.reduce((made, text, index) => made + markupOf(parts[index - 1]) + text))
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup
  if (part === null || part === undefined) return ''
  if (typeof part === 'object') return part.map(markupOf).join('')
  return escaped(String(part))
}

/** Each of several things as markup. */
export function each<T>(items: Iterable<T>, show: (item: T, index: number) => Part): Html {
  return new Html(Array.from(items, (item, index) => markupOf(show(item, index))).join(''))
}

/** A sentence of ours, where what stands between backquotes is code. */
export function prose(text: string): Html {
  return new Html(escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>'))
}
