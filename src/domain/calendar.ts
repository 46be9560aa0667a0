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
