/** What `isoTime` returns, which most texts already are. */
const SHOWN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/**
 * A time as the API, the webhooks and the commands show it: ISO 8601 in UTC with milliseconds.
 */
export function isoTime(value: string | Date): string
export function isoTime(value: string | Date | null): string | null
export function isoTime(value: string | Date | null): string | null {
  if (value === null || (typeof value === 'string' && SHOWN.test(value))) return value
  return new Date(value).toISOString()
}
