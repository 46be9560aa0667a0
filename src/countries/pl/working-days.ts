import { daysAfter } from '../../domain/calendar.js'

/** Public holidays on fixed days (act of 18 January 1951; Christmas Eve since 2025). */
const FIXED: ReadonlySet<string> = new Set([
  '01-01',
  '01-06',
  '05-01',
  '05-03',
  '08-15',
  '11-01',
  '11-11',
  '12-24',
  '12-25',
  '12-26',
])

/** Days after Easter Sunday: the Monday, and Corpus Christi; Pentecost is a Sunday. */
const AFTER_EASTER: readonly number[] = [1, 60]

/** Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher). */
function easterOf(year: number): string {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const shifted = century - Math.floor((century + 8) / 25) + 1
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor(shifted / 3) + 15) % 30
  const week = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - ((year % 100) % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * week) / 451)
  const days = moon + week - 7 * late + 114
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** A Saturday counts as a holiday for the tax (art. 12 § 5 of the Tax Ordinance). */
function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6 || FIXED.has(day.slice(5))) return false
  const easter = easterOf(Number(day.slice(0, 4)))
  return !AFTER_EASTER.some((days) => daysAfter(easter, days) === day)
}

/** The first working day after a day, in Poland; an invalid day is unchanged. */
export function nextWorkingDay(day: string): string {
  let next = daysAfter(day, 1)
  if (next === day) return day
  while (!isWorkingDay(next)) next = daysAfter(next, 1)
  return next
}
