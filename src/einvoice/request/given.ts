import { isBlank } from '../xml/white-space.js'

/**
 * An optional text that is not empty: an empty text counts as absent, because empty elements are
 * forbidden.
 */
export function given(text: string | undefined): string | undefined {
  return isBlank(text) ? undefined : text
}
