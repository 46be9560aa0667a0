import { isBlank } from '../xml/white-space.js'

/** An optional text that says something: empty is as good as none, and an empty element worse. */
export function given(text: string | undefined): string | undefined {
  return isBlank(text) ? undefined : text
}
