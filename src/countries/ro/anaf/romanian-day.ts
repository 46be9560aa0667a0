import { todayIn } from '../../../domain/calendar.js'
import { lazily } from '../../../domain/lazily.js'

const TIME_ZONE = 'Europe/Bucharest'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Hours that Romania is ahead of UTC, in summer and in winter. */
const OFFSETS = [3, 2]

/**
 * The Romanian day of an instant, from midnight to midnight, when ANAF's counters restart. The day
 * on which the clocks change has 23 or 25 hours.
 */
export function romanianDay(now: Date): { readonly from: Date; readonly until: Date } {
  const day = todayIn(TIME_ZONE, now)
  return { from: midnightOf(day), until: midnightOf(nextDay(day)) }
}

/** The clocks change at three in the morning, so that every day has one midnight. */
function midnightOf(day: string): Date {
  const inUtc = new Date(`${day}T00:00:00Z`).getTime()
  const candidates = OFFSETS.map((hours) => new Date(inUtc - hours * HOUR_MS))
  const first = candidates.find((instant) => todayIn(TIME_ZONE, instant) === day)
  // Midnight in summer time comes first; in winter that instant is still on the day before.
  return first ?? new Date(inUtc)
}

function nextDay(day: string): string {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + DAY_MS).toISOString().slice(0, 10)
}

/** A time on Romanian clocks in ANAF's texts. */
const LOCAL = /^([0-9]{2})-([0-9]{2})-([0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2})$/
const shownFormat = lazily(
  () => new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' }),
)

/**
 * The instant of a time on Romanian clocks, `DD-MM-YYYY hh:mm:ss`; null: there is none. A time
 * that comes twice, in the night when the clocks are set back, is the one closer to `near`.
 */
export function romanianInstant(text: string, near: Date): Date | null {
  const [, day = '', month = '', year = '', time = ''] = LOCAL.exec(text) ?? []
  const shown = `${year}-${month}-${day} ${time}`
  const inUtc = Date.parse(`${year}-${month}-${day}T${time}Z`)
  if (Number.isNaN(inUtc)) return null
  const distance = (instant: Date): number => Math.abs(instant.getTime() - near.getTime())
  const [closest = null] = OFFSETS.map((hours) => new Date(inUtc - hours * HOUR_MS))
    .filter((instant) => shownFormat().format(instant) === shown)
    .sort((a, b) => distance(a) - distance(b))
  return closest
}
