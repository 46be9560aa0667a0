/** Units of UN/ECE Recommendation 20 and 21 as Italian invoices write them. */
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

/** UnitaMisura of a unit code: the Italian word or sign of a usual one, else the code itself. */
export function italianUnit(unitCode: string): string {
  return ITALIAN.get(unitCode) ?? unitCode
}
