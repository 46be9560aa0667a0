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
  IE: 'os.',
  ZP: 'str.',
  QAN: 'kwartał',
  XBO: 'butelka',
  XRO: 'rolka',
  XBG: 'worek',
}

/** The usual name of a unit; the code itself if there is none. */
export function polishUnit(unitCode: string): string {
  return UNITS[unitCode] ?? unitCode
}

/** Common variants of a name: without its full stops and blanks, in lower case. */
export function plainUnit(written: string): string {
  return written.toLowerCase().replaceAll(/[.\s]/g, '').replaceAll('²', '2').replaceAll('³', '3')
}

/** Other names of the units, abbreviated or in other cases and numbers. */
const ALSO_WRITTEN = `
  C62 sztuka, C62 sztuki, C62 sztuk, C62 jedn, C62 egz, C62 poz,
  E48 usługa, E48 usluga, E48 usługi, E48 usług, E48 usl,
  HUR h, HUR godzina, HUR godziny, HUR godzin, HUR rbg, HUR rbh, HUR roboczogodzina, MIN minuta, MIN minuty, MIN minut,
  DAY dni, DAY dzien, DAY dn, DAY doba, DAY doby, WEE tydzień, WEE tydzien, WEE tygodni,
  MON miesiąc, MON miesiac, MON miesiące, MON miesięcy, MON m-c, MON mc, MON msc, QAN kwartal, ANN lata, ANN lat,
  KGM kilogram, TNE tona, TNE tony, TNE ton, LTR litr, LTR litry, LTR litrów, KMT kilometr, KMT kilometrów,
  MTR mb, MTR metr, MTR metry, MTR metrów, MTR mtr, MTK mkw, MTQ msześc, PR pary, PR par,
  SET zestaw, SET zest, SET komplet, XPK op, XPK opakowanie, XPK paczka, XBX pudełko, XBX kart, XPX pal, XPX palety,
  XBO but, XRO rol, XBG worki, IE osoba, IE osoby, IE osób, IE osob, ZP strona, ZP strony, ZP stron`

const CODES: ReadonlyMap<string, string> = new Map([
  ...ALSO_WRITTEN.split(',').map((entry): [string, string] => {
    const [code = '', word = ''] = entry.trim().split(' ')
    return [plainUnit(word), code]
  }),
  ...Object.entries(UNITS)
    // Of several codes with one name the first counts.
    .reverse()
    .map(([code, written]): [string, string] => [plainUnit(written), code]),
])

/** The code of a unit on a Polish invoice; an unknown unit is returned unchanged. */
export function unitCodeOf(written: string): string {
  return CODES.get(plainUnit(written)) ?? written
}
