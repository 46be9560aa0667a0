import { lazily } from '../../domain/lazily.js'

const HOUR_MS = 3_600_000
/** Hours that France is ahead of UTC, in summer and in winter. */
const OFFSETS = [2, 1]

const inParis = lazily(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Paris',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
)

/**
 * The instant of a time in France, the first one in the repeated hour; null if the text is not a
 * time.
 * @param digits `YYYYMMDDhhmmss`, or without seconds
 */
export function parisInstant(digits: string): Date | null {
  if (!/^\d{12}(?:\d{2})?$/.test(digits)) return null
  const [, day = '', time = ''] = /^(\d{8})(\d+)$/.exec(digits.padEnd(14, '0')) ?? []
  const asUtc = Date.parse(`${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`)
  if (Number.isNaN(asUtc)) return null
  const candidates = OFFSETS.map((hours) => new Date(asUtc - hours * HOUR_MS))
  return candidates.find((instant) => parisDigits(instant) === digits.padEnd(14, '0')) ?? candidates.at(-1) ?? null
}

/** The time in France at an instant, `YYYYMMDDhhmmss`. */
export function parisDigits(instant: Date): string {
  const parts = new Map<string, string>(
    inParis()
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return ['year', 'month', 'day', 'hour', 'minute', 'second'].map((type) => parts.get(type) ?? '').join('')
}
