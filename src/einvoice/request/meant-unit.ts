import { UNITS } from '../codes/units.js'
import { trimmed } from '../xml/white-space.js'

/** What people write for a unit, in the languages of the six countries, by its code. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    C62: 'piece pieces pce pcs pc unit units u un buc buc. bucata pz pz. pezzo pezzi nr szt szt. sztuka st st. stk stk. stück stuk stuks pièce pièces unité',
    HUR: 'h hr hrs hour hours ora ore oră godz godz. std std. stunde stunden uur heure heures',
    DAY: 'd days zi zile giorno giorni gg dzień dni tag tage dag dagen jour jours',
    WEE: 'week weeks',
    MON: 'month months mth lună luni mese mesi miesiąc mc monat monate maand mois',
    ANN: 'year years an anno rok jahr jaar année',
    KGM: 'kg kilo kilogram',
    GRM: 'g gr gram',
    TNE: 't to ton tona tonne tonnes',
    MTR: 'm meter metre mb',
    KMT: 'km',
    MTK: 'm2 m² mq mp qm sqm',
    MTQ: 'm3 m³ mc³ cbm',
    LTR: 'l lt liter litre',
    KWH: 'kwh',
    SET: 'set sets kpl kpl.',
    XBX: 'box boxes karton cutie scatola',
    XPK: 'pack package pak opak opak. paket',
    XPX: 'pallet palet paleta palette',
  }).flatMap(([code, words]) => words.split(' ').map((word) => [word, code] as const)),
)

/** A suggestion for a unit that no list has; undefined: none. */
export function meantUnit(unit = ''): string | undefined {
  const plain = trimmed(unit)
  const upper = plain.toUpperCase()
  const code = WORDS.get(plain.toLowerCase()) ?? (UNITS.has(upper) ? upper : undefined)
  if (code !== undefined) return `Did you mean ${code}?`
  if (!UNITS.has(`X${upper}`)) return undefined
  return `Did you mean X${upper}? ${upper} is a code of packages, before which an invoice writes X.`
}
