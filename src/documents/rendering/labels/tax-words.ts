import type { Language } from '../../../domain/language.js'

/** The texts about VAT that a code stands for, in one language. */
interface TaxWords {
  /** An article of the directive on VAT. */
  readonly article: (article: string) => string
  /** Margin schemes (directive 2006/112/EC, art. 226, points 13 and 14), by VATEX code. */
  readonly schemes: Readonly<Record<string, string>>
  /** When VAT becomes due (BT-8), by UNTDID 2005 or 2475 code. */
  readonly points: readonly [issue: string, delivery: string, payment: string]
}

const SCHEMES = ['VATEX-EU-D', 'VATEX-EU-F', 'VATEX-EU-I', 'VATEX-EU-J'] as const
const schemes = (...words: readonly string[]): TaxWords['schemes'] =>
  Object.fromEntries(SCHEMES.map((code, index) => [code, words[index] ?? code]))

const WORDS: Readonly<Record<Language, TaxWords>> = {
  en: {
    article: (article) => `Exempt under article ${article} of Directive 2006/112/EC`,
    schemes: schemes(
      'Margin scheme – travel agents',
      'Margin scheme – second-hand goods',
      'Margin scheme – works of art',
      'Margin scheme – collector’s items and antiques',
    ),
    points: ['issue date', 'delivery date', 'payment date'],
  },
  ro: {
    article: (article) => `Scutit conform art. ${article} din Directiva 2006/112/CE`,
    schemes: schemes(
      'Regimul marjei – agenții de turism',
      'Regimul marjei – bunuri second-hand',
      'Regimul marjei – opere de artă',
      'Regimul marjei – obiecte de colecție și antichități',
    ),
    points: ['data emiterii', 'data livrării', 'data plății'],
  },
  it: {
    article: (article) => `Esente ai sensi dell’art. ${article} della direttiva 2006/112/CE`,
    schemes: schemes(
      'Regime del margine – agenzie di viaggio',
      'Regime del margine – beni usati',
      'Regime del margine – oggetti d’arte',
      'Regime del margine – oggetti di antiquariato o da collezione',
    ),
    points: ['data della fattura', 'data di consegna', 'data del pagamento'],
  },
  fr: {
    article: (article) => `Exonération, article ${article} de la directive 2006/112/CE`,
    schemes: schemes(
      'Régime particulier – agences de voyages',
      'Régime particulier – biens d’occasion',
      'Régime particulier – objets d’art',
      'Régime particulier – objets de collection et d’antiquité',
    ),
    points: ['date d’émission', 'date de livraison', 'date de paiement'],
  },
  nl: {
    article: (article) => `Vrijgesteld op grond van artikel ${article} van Richtlijn 2006/112/EG`,
    schemes: schemes(
      'Bijzondere regeling reisbureaus',
      'Bijzondere regeling – gebruikte goederen',
      'Bijzondere regeling – kunstvoorwerpen',
      'Bijzondere regeling – voorwerpen voor verzamelingen of antiquiteiten',
    ),
    points: ['factuurdatum', 'leveringsdatum', 'datum van betaling'],
  },
  de: {
    article: (article) => `Steuerfrei nach Art. ${article} der Richtlinie 2006/112/EG`,
    schemes: schemes(
      'Sonderregelung für Reisebüros',
      'Gebrauchtgegenstände/Sonderregelung',
      'Kunstgegenstände/Sonderregelung',
      'Sammlungsstücke und Antiquitäten/Sonderregelung',
    ),
    points: ['Rechnungsdatum', 'Lieferdatum', 'Zahlungsdatum'],
  },
  pl: {
    article: (article) => `Zwolnienie na podstawie art. ${article} dyrektywy 2006/112/WE`,
    schemes: schemes(
      'procedura marży dla biur podróży',
      'procedura marży – towary używane',
      'procedura marży – dzieła sztuki',
      'procedura marży – przedmioty kolekcjonerskie i antyki',
    ),
    points: ['data wystawienia', 'data dostawy', 'data zapłaty'],
  },
}

/** Codes whose meaning the name of their category is already. */
const CATEGORIES = new Set(['VATEX-EU-AE', 'VATEX-EU-IC', 'VATEX-EU-G', 'VATEX-EU-O', 'VATEX-FR-AE'])

/** French exemptions, always in the words of French law. */
const FRENCH: Readonly<Record<string, string>> = {
  'VATEX-FR-FRANCHISE': 'TVA non applicable, art. 293 B du CGI',
  'VATEX-FR-CNWVAT': 'Avoir net de taxe',
}

/**
 * The exemption that a VATEX code stands for, in words; empty: the category says it; an unknown
 * code is unchanged.
 */
export function exemptionInWords(code: string, language: Language): string {
  const known = code.toUpperCase()
  if (CATEGORIES.has(known)) return ''
  const words = WORDS[language]
  const named = words.schemes[known] ?? FRENCH[known]
  if (named !== undefined) return named
  const [, french, paragraph] = /^VATEX-FR-CGI(\d{1,3}[A-Z]{0,13})(?:-(\d{1,2}[A-Z]{0,5}))?$/.exec(known) ?? []
  if (french !== undefined)
    return `Exonération de TVA, art. ${french}${paragraph === undefined ? '' : `-${paragraph}`} du CGI`
  const [, article, number, letter] = /^VATEX-EU-(\d{2,3})(?:-(\d)?([A-Z]{0,2}))?$/.exec(known) ?? []
  if (article === undefined) return code
  const parts = [number, letter?.toLowerCase()].filter((part) => part !== undefined && part !== '')
  return words.article([article, ...parts.map((part) => `(${part ?? ''})`)].join(' '))
}

/** When VAT becomes due, by its code in UBL or CII; an unknown code is unchanged. */
export function taxPointInWords(code: string, language: Language): string {
  const [issue, delivery, payment] = WORDS[language].points
  if (code === '3' || code === '5') return issue
  if (code === '35' || code === '29') return delivery
  return code === '432' || code === '72' ? payment : code
}
