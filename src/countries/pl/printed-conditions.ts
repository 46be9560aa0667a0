import type { Language } from '../../domain/language.js'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { keysOf } from '../../domain/keys.js'
import {
  type Agreement,
  CARGOES,
  type DueWithin,
  type PolishTransport,
  TRANSPORT_MODES,
} from '../../domain/request/polish.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import type { Fact } from '../printed.js'
import { printedDay } from '../printed-numbers.js'
import { addressInWords } from './address-in-words.js'

/** The labels of one language. */
interface Words {
  readonly placeOfIssue: string
  readonly contract: string
  readonly contractDate: string
  readonly order: string
  readonly orderDate: string
  readonly lots: string
  readonly deliveryTerms: string
  readonly agreedRate: string
  readonly transport: string
  readonly dueWithin: string
  readonly furtherDueDate: string
  readonly carrier: string
  /** From, via and to, on the way. */
  readonly way: readonly [string, string, string]
  /** In the order of `TRANSPORT_MODES`. */
  readonly modes: readonly string[]
  /** In the order of `CARGOES`. */
  readonly cargoes: readonly string[]
}

/** A row of the table for each language: the labels, the modes, the cargoes. */
const TABLE: Readonly<Record<Language, readonly [labels: string, modes: string, cargoes: string]>> = {
  pl: [
    'Miejsce wystawienia|Umowa|Data umowy|Zamówienie|Data zamówienia|Numery partii towaru|Warunki dostawy|Kurs umowny|Transport|Przewoźnik|z|przez|do|Termin płatności|Kolejny termin płatności',
    'morski|kolejowy|drogowy|lotniczy|przesyłka pocztowa|stałe instalacje przesyłowe|żegluga śródlądowa',
    'bańka|beczka|butla|karton|kanister|klatka|kontener|kosz|łubianka|opakowanie zbiorcze|paczka|pakiet|paleta|pojemnik|pojemnik do ładunków masowych stałych|pojemnik do ładunków masowych w postaci płynnej|pudełko|puszka|skrzynia|worek',
  ],
  en: [
    'Place of issue|Contract|Date of the contract|Order|Date of the order|Lot numbers|Terms of delivery|Agreed rate|Transport|Carrier|from|via|to|Payment within|Further due date',
    'by sea|by rail|by road|by air|by post|by pipeline or line|by inland waterway',
    'can|barrel|cylinder|carton|canister|cage|container|basket|punnet|outer packaging|parcel|bundle|pallet|receptacle|container for solid bulk|container for liquid bulk|box|tin|crate|sack',
  ],
  de: [
    'Ausstellungsort|Vertrag|Datum des Vertrags|Bestellung|Datum der Bestellung|Chargennummern|Lieferbedingungen|Vereinbarter Kurs|Transport|Frachtführer|von|über|nach|Zahlungsfrist|Weiteres Fälligkeitsdatum',
    'auf See|mit der Bahn|auf der Straße|in der Luft|mit der Post|durch feste Leitungen|auf Binnengewässern',
    'Kanne|Fass|Flasche|Karton|Kanister|Käfig|Container|Korb|Spankorb|Sammelverpackung|Paket|Bündel|Palette|Behälter|Behälter für feste Massengüter|Behälter für flüssige Massengüter|Schachtel|Dose|Kiste|Sack',
  ],
  fr: [
    "Lieu d'émission|Contrat|Date du contrat|Commande|Date de la commande|Numéros de lot|Conditions de livraison|Taux convenu|Transport|Transporteur|de|par|à|Délai de paiement|Autre échéance",
    'maritime|ferroviaire|routier|aérien|envoi postal|installations fixes|navigation intérieure',
    'bidon|tonneau|bouteille|carton|jerrican|cage|conteneur|panier|barquette|emballage collectif|colis|lot|palette|récipient|conteneur pour vrac solide|conteneur pour vrac liquide|boîte|boîte métallique|caisse|sac',
  ],
  it: [
    "Luogo di emissione|Contratto|Data del contratto|Ordine|Data dell'ordine|Numeri di lotto|Condizioni di consegna|Cambio concordato|Trasporto|Vettore|da|via|a|Termine di pagamento|Ulteriore scadenza",
    'marittimo|ferroviario|stradale|aereo|spedizione postale|installazioni fisse|navigazione interna',
    'bidone|botte|bombola|cartone|tanica|gabbia|container|cesto|cestino|imballaggio multiplo|pacco|pacchetto|pallet|recipiente|contenitore per rinfuse solide|contenitore per rinfuse liquide|scatola|lattina|cassa|sacco',
  ],
  nl: [
    'Plaats van uitgifte|Contract|Datum van het contract|Bestelling|Datum van de bestelling|Partijnummers|Leveringsvoorwaarden|Overeengekomen koers|Vervoer|Vervoerder|van|via|naar|Betalingstermijn|Verdere vervaldatum',
    'over zee|per spoor|over de weg|door de lucht|per post|via vaste leidingen|over binnenwateren',
    'bus|vat|fles|karton|jerrycan|kooi|container|mand|spanen mandje|verzamelverpakking|pakket|bundel|pallet|bak|bulkcontainer voor vaste stoffen|bulkcontainer voor vloeistoffen|doos|blik|kist|zak',
  ],
  ro: [
    'Locul emiterii|Contract|Data contractului|Comandă|Data comenzii|Numere de lot|Condiții de livrare|Curs convenit|Transport|Transportator|din|prin|la|Termen de plată|Altă scadență',
    'maritim|feroviar|rutier|aerian|trimitere poștală|instalații fixe|navigație interioară',
    'bidon|butoi|butelie|carton|canistră|cușcă|container|coș|coșuleț|ambalaj colectiv|colet|pachet|palet|recipient|container pentru vrac solid|container pentru vrac lichid|cutie|doză|ladă|sac',
  ],
}

function wordsOf(language: Language): Words {
  const [labels, modes, cargoes] = TABLE[language].map((row) => row.split('|')) as [string[], string[], string[]]
  const [placeOfIssue = '', contract = '', contractDate = '', order = '', orderDate = '', lots = '', ...more] = labels
  const [deliveryTerms = '', agreedRate = '', transport = '', carrier = '', from = '', via = '', to = '', ...due] = more
  const [dueWithin = '', furtherDueDate = ''] = due
  const ofTerms = { placeOfIssue, contract, contractDate, order, orderDate, lots, deliveryTerms, agreedRate }
  return { ...ofTerms, transport, dueWithin, furtherDueDate, carrier, way: [from, via, to], modes, cargoes }
}

/** The terms of the transaction (WarunkiTransakcji) and the place of issue, in words. */
export function conditionFacts({ pl = {} }: Pick<InvoiceRequest, 'pl'>, language: Language): readonly Fact[] {
  const words = wordsOf(language)
  const { agreedRate, transports = [] } = pl
  const dayOf = (day: string | undefined): string | undefined =>
    day === undefined ? undefined : printedDay(day, language)
  const agreements = (label: string, all: readonly Agreement[] = []): readonly Labelled[] =>
    all.map(({ number, date }) => [label, [number, dayOf(date)]])
  const facts: readonly Labelled[] = [
    [words.placeOfIssue, [pl.placeOfIssue]],
    [words.dueWithin, periodInWords(pl.dueWithin)],
    ...(pl.furtherDueDates ?? []).map(({ date, within }): Labelled => [
      words.furtherDueDate,
      [dayOf(date), ...periodInWords(within)],
    ]),
    [words.contractDate, [dayOf(pl.contractDate)]],
    ...agreements(words.contract, pl.furtherContracts),
    [words.orderDate, [dayOf(pl.orderDate)]],
    ...agreements(words.order, pl.furtherOrders),
    [words.lots, pl.lotNumbers ?? []],
    [words.deliveryTerms, [pl.deliveryTerms]],
    [words.agreedRate, [agreedRate && `1 ${agreedRate.currency} = ${decimalIn(agreedRate.rate, language)} PLN`]],
    ...transports.flatMap((each) => transportInWords(each, words, language)),
  ]
  return facts.flatMap(([label, parts]) => {
    const value = parts.filter((part) => !isBlank(part)).join(', ')
    return value === '' ? [] : [{ label, value }]
  })
}

type Labelled = readonly [label: string, parts: readonly (string | undefined)[]]

function periodInWords(within: DueWithin | undefined): readonly string[] {
  return within === undefined ? [] : [`${within.count} ${within.timeUnit}`, within.from]
}

function transportInWords(transport: PolishTransport, words: Words, language: Language): readonly Labelled[] {
  const { mode, cargo, carrier, from, via = [], to } = transport
  const [fromWord, viaWord, toWord] = words.way
  return [
    [
      words.transport,
      [
        mode === undefined ? transport.otherMode : words.modes[keysOf(TRANSPORT_MODES).indexOf(mode)],
        cargo === undefined ? transport.otherCargo : words.cargoes[keysOf(CARGOES).indexOf(cargo)],
        transport.packaging,
        transport.orderNumber,
        timesOf(transport, language),
        from && `${fromWord}: ${addressInWords(from)}`,
        ...via.map((each) => `${viaWord}: ${addressInWords(each)}`),
        to && `${toWord}: ${addressInWords(to)}`,
      ],
    ],
    [
      words.carrier,
      [carrier?.name, carrier?.vatNumber ?? carrier?.nationalId, carrier && addressInWords(carrier.address)],
    ],
  ]
}

function timesOf({ startsAt, endsAt }: PolishTransport, language: Language): string | undefined {
  const times = [startsAt, endsAt].map((each) => (each === undefined ? '' : momentIn(each, language)))
  return times.every((each) => each === '') ? undefined : times.join(' – ').trim()
}

/** The day, and the time as it is stated, in its own zone. */
function momentIn(text: string, language: Language): string {
  return [printedDay(text, language), /T(\d\d:\d\d)/i.exec(text)?.[1]].filter((part) => part !== undefined).join(' ')
}

function decimalIn(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value)
}
