/** The characters of addresses and routing codes in the directory. */
export function isRoutable(text: string): boolean {
  return /^[A-Za-z0-9+\-_.]+$/.test(text)
}
