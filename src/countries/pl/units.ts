/** Common units of UN/ECE Recommendation 20 on Polish invoices (P_8A). */
const UNITS: Readonly<Record<string, string>> = {
  C62: 'szt.',
  H87: 'szt.',
  EA: 'szt.',
  E48: 'usł.',
  HUR: 'godz.',
  MIN: 'min',
  DAY: 'dzień',
  WEE: 'tydz.',
  MON: 'mies.',
  ANN: 'rok',
  GRM: 'g',
  KGM: 'kg',
  TNE: 't',
  MLT: 'ml',
  LTR: 'l',
  MMT: 'mm',
  CMT: 'cm',
  MTR: 'm',
  KMT: 'km',
  MTK: 'm2',
  MTQ: 'm3',
  KWH: 'kWh',
  MWH: 'MWh',
  GJ: 'GJ',
  PR: 'para',
  SET: 'kpl.',
  XPK: 'opak.',
  XBX: 'karton',
  XPX: 'paleta',
  LS: 'ryczałt',
}

/** The usual name of a unit; the code itself if there is none. */
export function polishUnit(unitCode: string): string {
  return UNITS[unitCode] ?? unitCode
}

/** Common variants of a name: without its full stop, in capitals. */
function plainUnit(written: string): string {
  return written.toLowerCase().replace(/\.$/, '')
}

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(UNITS)
    // Of several codes with one name the first counts.
    .reverse()
    .map(([code, written]) => [plainUnit(written), code]),
)

/** The code of a unit on a Polish invoice; an unknown unit is returned unchanged. */
export function unitCodeOf(written: string): string {
  return CODES.get(plainUnit(written)) ?? written
}
