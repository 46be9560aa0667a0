/** A number with its noun: `1 event`, `12,345 events`. `plural`: of nouns that take no -s. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`
}
