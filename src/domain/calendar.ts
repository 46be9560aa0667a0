/** Creating a formatter costs as much as validating an invoice; there is one per time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The calendar day, `YYYY-MM-DD`, that an instant falls on in a time zone (IANA name). */
export function todayIn(timeZone: string, now: Date): string {
  let formatter = formatters.get(timeZone)
  if (formatter === undefined) {
    // The Swedish locale writes dates in ISO order.
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formatters.set(timeZone, formatter)
  }
  return formatter.format(now)
}

const MILLISECONDS_OF_DAY = 86_400_000

/** The day, `YYYY-MM-DD`, so many days after another; an invalid day is unchanged. */
export function daysAfter(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(time)) return day
  const moved = new Date(time + days * MILLISECONDS_OF_DAY)
  return Number.isNaN(moved.getTime()) ? day : moved.toISOString().slice(0, 10)
}

/** The number of days from one day to another, `YYYY-MM-DD`; not a number if one is invalid. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS_OF_DAY)
}
