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

/** The same of a sentence of ours, where what stands between backquotes is code. */
export function prose(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>')
}
