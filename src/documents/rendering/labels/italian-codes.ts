import type { Language } from '../../../domain/language.js'

/** Natura: why no VAT is charged, in the words of the Agenzia delle Entrate, and in English. */
const NATURES: Readonly<Record<string, readonly [italian: string, english: string]>> = {
  N1: ['Escluse ex art. 15 DPR 633/72', 'Excluded under art. 15 DPR 633/72'],
  N2: ['Non soggette', 'Not subject to VAT'],
  'N2.1': ['Non soggette ad IVA ex artt. da 7 a 7-septies DPR 633/72', 'Not subject to VAT, art. 7 to 7-septies'],
  'N2.2': ['Non soggette – altri casi', 'Not subject to VAT – other cases'],
  N3: ['Non imponibili', 'Not taxable'],
  'N3.1': ['Non imponibili – esportazioni', 'Not taxable – exports'],
  'N3.2': ['Non imponibili – cessioni intracomunitarie', 'Not taxable – intra-Community supplies'],
  'N3.3': ['Non imponibili – cessioni verso San Marino', 'Not taxable – supplies to San Marino'],
  'N3.4': ['Non imponibili – operazioni assimilate alle esportazioni', 'Not taxable – treated as exports'],
  'N3.5': ['Non imponibili – a seguito di dichiarazioni d’intento', 'Not taxable – declaration of intent'],
  'N3.6': ['Non imponibili – altre operazioni', 'Not taxable – other operations'],
  N4: ['Esenti', 'Exempt'],
  N5: ['Regime del margine / IVA non esposta in fattura', 'Margin scheme'],
  N6: ['Inversione contabile', 'Reverse charge'],
  'N6.1': ['Inversione contabile – rottami', 'Reverse charge – scrap'],
  'N6.2': ['Inversione contabile – oro e argento', 'Reverse charge – gold and silver'],
  'N6.3': ['Inversione contabile – subappalto nel settore edile', 'Reverse charge – subcontracted building'],
  'N6.4': ['Inversione contabile – cessione di fabbricati', 'Reverse charge – buildings'],
  'N6.5': ['Inversione contabile – telefoni cellulari', 'Reverse charge – mobile phones'],
  'N6.6': ['Inversione contabile – prodotti elettronici', 'Reverse charge – electronic products'],
  'N6.7': ['Inversione contabile – prestazioni comparto edile', 'Reverse charge – services in building'],
  'N6.8': ['Inversione contabile – settore energetico', 'Reverse charge – energy'],
  'N6.9': ['Inversione contabile – altri casi', 'Reverse charge – other cases'],
  N7: ['IVA assolta in altro Stato UE', 'VAT paid in another member state'],
}

/** ModalitaPagamento, in the words of the specification. */
const MEANS: Readonly<Record<string, string>> = {
  MP01: 'Contanti',
  MP02: 'Assegno',
  MP03: 'Assegno circolare',
  MP04: 'Contanti presso Tesoreria',
  MP05: 'Bonifico',
  MP06: 'Vaglia cambiario',
  MP07: 'Bollettino bancario',
  MP08: 'Carta di pagamento',
  MP09: 'RID',
  MP10: 'RID utenze',
  MP11: 'RID veloce',
  MP12: 'RIBA',
  MP13: 'MAV',
  MP14: 'Quietanza erario',
  MP15: 'Giroconto su conti di contabilità speciale',
  MP16: 'Domiciliazione bancaria',
  MP17: 'Domiciliazione postale',
  MP18: 'Bollettino di c/c postale',
  MP19: 'SEPA Direct Debit',
  MP20: 'SEPA Direct Debit CORE',
  MP21: 'SEPA Direct Debit B2B',
  MP22: 'Trattenuta su somme già riscosse',
  MP23: 'PagoPA',
}

/** The name of a Natura with its code; undefined: it is none. */
export function natureInWords(code: string, language: Language): string | undefined {
  const words = NATURES[code]
  return words && `${words[language === 'it' ? 0 : 1]} (${code})`
}

/** The name of a means of payment by its Italian code; undefined: it is none. */
export function italianMeans(code: string): string | undefined {
  return MEANS[code]
}
