/** The path of a field within what stands at a path; empty is the body as a whole. */
export function fieldPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
