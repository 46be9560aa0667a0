/** The path of a field inside the value at a path; the empty path is the whole body. */
export function fieldPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
