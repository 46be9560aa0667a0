/** An `xs:dateTime`, which has seconds, of a day or a time in ISO 8601. */
export function dateTime(text: string): string {
  const [, day = text, time = '00:00', seconds = ':00', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:[.,](\d+))?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? []
  const offset = zone.length < 2 ? zone.toUpperCase() : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  return `${day}T${time}${seconds}${fraction === '' ? '' : `.${fraction}`}${offset}`
}
