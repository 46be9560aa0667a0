/** The calendar day, `YYYY-MM-DD`, that an instant falls on in a time zone (IANA name). */
export function todayIn(timeZone: string, now: Date): string {
  // The Swedish locale writes dates in ISO order.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}
