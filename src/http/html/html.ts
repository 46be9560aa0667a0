const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Any text, escaped for an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Markup from `html`, or from a renderer that escapes its input. */
export class Html {
  constructor(readonly markup: string) {}
}

/** A value in a template: text is escaped, markup is kept, null and undefined are omitted. */
export type Part = Html | string | number | null | undefined | readonly Part[]

/** Markup from a template. Attributes must be in double quotes. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(template.reduce((made, text, index) => made + markupOf(parts[index - 1]) + text))
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup
  if (part === null || part === undefined) return ''
  if (typeof part === 'object') return part.map(markupOf).join('')
  return escaped(String(part))
}

/** The markup of each item. */
export function each<T>(items: Iterable<T>, show: (item: T, index: number) => Part): Html {
  return new Html(Array.from(items, (item, index) => markupOf(show(item, index))).join(''))
}

/** One of our sentences; text between backquotes is code. */
export function prose(text: string): Html {
  return new Html(escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>'))
}
