import { todayIn } from '../../../domain/calendar.js'

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
