import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { CustomerBefore } from '../../domain/request/correction.js'
import type { Language } from '../../domain/language.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import type { Fact } from '../printed.js'
import { printedMoney } from '../printed-numbers.js'
import { addressInWords } from './address-in-words.js'

interface Words {
  readonly effect: string
  /** By TypKorekty, 1 to 3. */
  readonly effects: readonly [string, string, string]
  readonly period: string
  readonly correctNumber: string
  readonly supplierBefore: string
  readonly customerBefore: string
  readonly amountBefore: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  pl: {
    effect: 'Skutek korekty dla VAT',
    effects: ['w dacie ujęcia faktury pierwotnej', 'w dacie wystawienia faktury korygującej', 'w innej dacie'],
    period: 'Okres, którego dotyczy korekta',
    correctNumber: 'Prawidłowy numer faktury korygowanej',
    supplierBefore: 'Sprzedawca przed korektą',
    customerBefore: 'Nabywca przed korektą',
    amountBefore: 'Kwota przed korektą',
  },
  en: {
    effect: 'Effect of the correction for VAT',
    effects: ['on the date of the corrected invoice', 'on the issue date of the correction', 'on another date'],
    period: 'Period that is corrected',
    correctNumber: 'Right number of the corrected invoice',
    supplierBefore: 'Supplier before the correction',
    customerBefore: 'Customer before the correction',
    amountBefore: 'Amount before the correction',
  },
  de: {
    effect: 'Wirkung der Berichtigung für die Steuer',
    effects: [
      'zum Datum der berichtigten Rechnung',
      'zum Ausstellungsdatum der Berichtigung',
      'zu einem anderen Datum',
    ],
    period: 'Berichtigter Zeitraum',
    correctNumber: 'Richtige Nummer der berichtigten Rechnung',
    supplierBefore: 'Verkäufer vor der Berichtigung',
    customerBefore: 'Käufer vor der Berichtigung',
    amountBefore: 'Betrag vor der Berichtigung',
  },
  fr: {
    effect: 'Effet de la rectification pour la TVA',
    effects: ['à la date de la facture rectifiée', "à la date d'émission de la rectification", 'à une autre date'],
    period: 'Période rectifiée',
    correctNumber: 'Numéro exact de la facture rectifiée',
    supplierBefore: 'Vendeur avant rectification',
    customerBefore: 'Acheteur avant rectification',
    amountBefore: 'Montant avant rectification',
  },
  it: {
    effect: "Effetto della rettifica per l'IVA",
    effects: ['alla data della fattura rettificata', 'alla data di emissione della rettifica', "a un'altra data"],
    period: 'Periodo rettificato',
    correctNumber: 'Numero corretto della fattura rettificata',
    supplierBefore: 'Venditore prima della rettifica',
    customerBefore: 'Acquirente prima della rettifica',
    amountBefore: 'Importo prima della rettifica',
  },
  nl: {
    effect: 'Werking van de correctie voor de btw',
    effects: ['op de datum van de gecorrigeerde factuur', 'op de datum van de correctie', 'op een andere datum'],
    period: 'Gecorrigeerde periode',
    correctNumber: 'Juist nummer van de gecorrigeerde factuur',
    supplierBefore: 'Verkoper vóór de correctie',
    customerBefore: 'Koper vóór de correctie',
    amountBefore: 'Bedrag vóór de correctie',
  },
  ro: {
    effect: 'Efectul corecției pentru TVA',
    effects: ['la data facturii corectate', 'la data emiterii corecției', 'la altă dată'],
    period: 'Perioada corectată',
    correctNumber: 'Numărul corect al facturii corectate',
    supplierBefore: 'Vânzătorul înainte de corecție',
    customerBefore: 'Cumpărătorul înainte de corecție',
    amountBefore: 'Suma înainte de corecție',
  },
}

/** The facts of a correction in words; its reason is among the notes. */
export function correctionFacts({ correction, currency }: InvoiceRequest, language: Language): readonly Fact[] {
  if (correction === undefined) return []
  const words = WORDS[language]
  const { effect, period, correctNumber, supplierBefore, customerBefore, amountBefore } = correction
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    [words.effect, words.effects[effect - 1]],
    [words.period, period],
    [words.correctNumber, correctNumber],
    [words.supplierBefore, supplierBefore && partyInWords(supplierBefore)],
    [words.customerBefore, customerBefore && partyInWords(customerBefore)],
    [
      words.amountBefore,
      amountBefore === undefined ? undefined : printedMoney(Decimal.of(amountBefore), currency, language),
    ],
  ]
  return facts.flatMap(([label, value]) => (isBlank(value) ? [] : [{ label, value }]))
}

function partyInWords({ name, vatNumber, nationalId, address }: CustomerBefore): string {
  return [name, vatNumber ?? nationalId, address && addressInWords(address)].filter((part) => !isBlank(part)).join(', ')
}
