/**
 * A time as the API, the webhooks and the commands show it: ISO 8601 in UTC with milliseconds. The
 * database driver returns times as `Date`, a fold over a stream returns text.
 */
export function isoTime(value: string | Date): string
export function isoTime(value: string | Date | null): string | null
export function isoTime(value: string | Date | null): string | null {
  return value === null ? null : new Date(value).toISOString()
}
