/** A day of the calendar as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  const last = Number(month) === 2 && isLeap(Number(year)) ? 29 : (DAYS[Number(month) - 1] ?? 0)
  return Number(day) >= 1 && Number(day) <= last
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}
