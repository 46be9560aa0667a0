import { dirname } from 'node:path'

/** How many folders two files have in common. */
function common(a: string, b: string): number {
  const [one, other] = [dirname(a).split('/'), dirname(b).split('/')]
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}

/** The file that is nearest to another one in the folder; the first of several. */
export function nearest<T extends { readonly name: string }>(to: string, files: readonly T[]): T | undefined {
  let found: T | undefined
  for (const file of files) if (found === undefined || common(to, file.name) > common(to, found.name)) found = file
  return found
}
