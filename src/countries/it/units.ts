import { UNITS } from '../../einvoice/codes/units.js'

/** Units of UN/ECE Recommendation 20 and 21 in Italian invoices. */
const ITALIAN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    C62: 'n.',
    H87: 'pz',
    EA: 'pz',
    HUR: 'ore',
    MIN: 'min',
    DAY: 'gg',
    WEE: 'sett.',
    MON: 'mesi',
    QAN: 'trim.',
    ANN: 'anni',
    KGM: 'kg',
    GRM: 'g',
    TNE: 't',
    MTR: 'm',
    CMT: 'cm',
    MMT: 'mm',
    KMT: 'km',
    MTK: 'mq',
    MTQ: 'mc',
    HAR: 'ha',
    LTR: 'l',
    MLT: 'ml',
    HLT: 'hl',
    KWH: 'kWh',
    MWH: 'MWh',
    SET: 'set',
    PR: 'paia',
    E48: 'servizi',
    LS: 'a corpo',
    XBX: 'scatole',
    XCT: 'cartoni',
    XPK: 'conf.',
    XPA: 'pacchetti',
    XBO: 'bottiglie',
    XBG: 'sacchi',
    XPX: 'pallet',
  }),
)

/**
 * UnitaMisura of a unit code: the Italian word or symbol of a usual one, or else the code itself.
 */
export function italianUnit(unitCode: string): string {
  return ITALIAN.get(unitCode) ?? unitCode
}

/** Alternative spellings of the units, in lower case. */
const ALSO_WRITTEN = `
  C62 n, C62 nr, C62 nr., C62 num, C62 num., C62 numero, H87 pz., H87 pezzi, H87 pezzo, HUR h, HUR ora, HUR ore., MIN minuti, DAY giorni,
  DAY giorno, DAY gg., WEE settimane, MON mese, MON mm., ANN anno, KGM kg., GRM gr, GRM gr., TNE ton, TNE t., MTR ml., MTR mt, MTR mt.,
  MTR metri, MTK m2, MTK m², MTK mq., MTQ m3, MTQ m³, MTQ mc., LTR lt, LTR lt., LTR litri, XCT cartone, XBX scatola, XBO bottiglia`

const BY_WORD: ReadonlyMap<string, string> = new Map([
  ...ALSO_WRITTEN.split(',').map((entry): [string, string] => {
    const [code = '', word = ''] = entry.trim().split(' ')
    return [word, code]
  }),
  // If two codes have the same word, the first is used.
  ...Array.from(ITALIAN, ([code, word]): [string, string] => [word.toLowerCase(), code]).toReversed(),
])

/** The words that this service writes. */
const BY_OWN_WORD: ReadonlyMap<string, string> = new Map(
  Array.from(ITALIAN, ([code, word]): [string, string] => [word, code]).toReversed(),
)

/** A UnitaMisura in a form that is the same for spellings that differ in dots, case and blanks. */
export function plainWord(unit: string): string {
  return unit.toLowerCase().replaceAll(/[.\s]/g, '')
}

/** The unit code of a UnitaMisura; an unknown word is unchanged. */
export function unitCodeOf(unit: string): string {
  const own = BY_OWN_WORD.get(unit)
  return own ?? (UNITS.has(unit) ? unit : (BY_WORD.get(unit.toLowerCase()) ?? unit))
}
