import type { Language } from '../../../domain/language.js'
import type { SimplifiedType } from '../simplified-types.js'

/** The titles of simplified documents on the page, by its language. */
export const SIMPLIFIED_TITLES: Readonly<Record<Language, Readonly<Record<SimplifiedType, string>>>> = {
  en: { TD07: 'Simplified invoice', TD08: 'Simplified credit note', TD09: 'Simplified debit note' },
  ro: { TD07: 'Factură simplificată', TD08: 'Factură simplificată de stornare', TD09: 'Notă de debit simplificată' },
  it: { TD07: 'Fattura semplificata', TD08: 'Nota di credito semplificata', TD09: 'Nota di debito semplificata' },
  fr: { TD07: 'Facture simplifiée', TD08: 'Avoir simplifié', TD09: 'Note de débit simplifiée' },
  nl: { TD07: 'Vereenvoudigde factuur', TD08: 'Vereenvoudigde creditnota', TD09: 'Vereenvoudigde debetnota' },
  de: { TD07: 'Vereinfachte Rechnung', TD08: 'Vereinfachte Gutschrift', TD09: 'Vereinfachte Belastungsanzeige' },
  pl: {
    TD07: 'Faktura uproszczona',
    TD08: 'Uproszczona faktura korygująca',
    TD09: 'Uproszczona nota obciążeniowa',
  },
}
