import type { CountryCode } from '../../../domain/request/invoice-request.js'
import type { InvoiceStatus } from '../../../domain/invoice.js'
import type { Language } from '../../../domain/language.js'

/** What a page says of the invoice as a whole. */
interface Statements {
  /** At the top of every page of a test invoice. */
  readonly test: string
  readonly rejected: string
  readonly failed: string
  /** Before the amount of a credit note, instead of the amount due. */
  readonly credited: string
  readonly creditNote: string
  /** Before the amount of an invoice below zero. */
  readonly inYourFavour: string
  /** Before a subtotal at the end of a page. */
  readonly carried: string
  /** Before the same at the top of the next. */
  readonly brought: string
}

/** By the language of the page. */
export const STATEMENTS: Readonly<Record<Language, Statements>> = {
  en: {
    test: 'TEST – this is not an invoice',
    rejected: 'Rejected. Do not pay this invoice.',
    failed: 'Not issued: it could not be sent. Do not pay this invoice.',
    credited: 'Amount credited',
    creditNote: 'The amount is credited to the buyer. There is nothing to pay.',
    inYourFavour: 'Amount in your favour',
    carried: 'Carried forward',
    brought: 'Brought forward',
  },
  ro: {
    test: 'TEST – acest document nu este o factură',
    rejected: 'Respinsă. Nu plătiți această factură.',
    failed: 'Neemisă: nu a putut fi transmisă. Nu plătiți această factură.',
    credited: 'Sumă creditată',
    creditNote: 'Suma este creditată cumpărătorului. Nu este nimic de plătit.',
    inYourFavour: 'Sumă în favoarea dvs.',
    carried: 'De reportat',
    brought: 'Report',
  },
  it: {
    test: 'TEST – questo documento non è una fattura',
    rejected: 'Scartata. Non pagare questa fattura.',
    failed: 'Non emessa: l’invio non è riuscito. Non pagare questa fattura.',
    credited: 'Importo accreditato',
    creditNote: 'L’importo è accreditato al cliente. Non c’è nulla da pagare.',
    inYourFavour: 'Importo a Vostro favore',
    carried: 'A riportare',
    brought: 'Riporto',
  },
  fr: {
    test: 'TEST – ce document n’est pas une facture',
    rejected: 'Rejetée. Ne payez pas cette facture.',
    failed: 'Non émise : la transmission a échoué. Ne payez pas cette facture.',
    credited: 'Montant crédité',
    creditNote: 'Le montant est porté au crédit de l’acheteur. Il n’y a rien à payer.',
    inYourFavour: 'Montant en votre faveur',
    carried: 'À reporter',
    brought: 'Report',
  },
  nl: {
    test: 'TEST – dit document is geen factuur',
    rejected: 'Geweigerd. Betaal deze factuur niet.',
    failed: 'Niet uitgereikt: de verzending is mislukt. Betaal deze factuur niet.',
    credited: 'Gecrediteerd bedrag',
    creditNote: 'Het bedrag wordt aan de koper gecrediteerd. Er is niets te betalen.',
    inYourFavour: 'Bedrag in uw voordeel',
    carried: 'Transport',
    brought: 'Transport',
  },
  de: {
    test: 'TEST – dies ist keine Rechnung',
    rejected: 'Abgelehnt. Bitte bezahlen Sie diese Rechnung nicht.',
    failed: 'Nicht ausgestellt: Die Übermittlung ist fehlgeschlagen. Bitte bezahlen Sie diese Rechnung nicht.',
    credited: 'Gutgeschriebener Betrag',
    creditNote: 'Der Betrag wird dem Käufer gutgeschrieben. Es ist nichts zu zahlen.',
    inYourFavour: 'Betrag zu Ihren Gunsten',
    carried: 'Übertrag',
    brought: 'Übertrag',
  },
  pl: {
    test: 'TEST – ten dokument nie jest fakturą',
    rejected: 'Odrzucona. Nie należy płacić tej faktury.',
    failed: 'Niewystawiona: nie udało się jej wysłać. Nie należy płacić tej faktury.',
    credited: 'Do zwrotu',
    creditNote: 'Kwota jest zwracana nabywcy. Nie ma nic do zapłaty.',
    inYourFavour: 'Nadpłata',
    carried: 'Do przeniesienia',
    brought: 'Z przeniesienia',
  },
}

/** How the authorities of a country name a status, in its language; the others are general. */
const OFFICIAL: Readonly<
  Partial<Record<CountryCode, { readonly language: Language } & Partial<Record<InvoiceStatus, string>>>>
> = {
  RO: { language: 'ro', accepted: 'Validată de ANAF', rejected: 'Respinsă de ANAF' },
  IT: { language: 'it', submitted: 'Inviata al SdI', accepted: 'Accettata dal SdI', rejected: 'Scartata dal SdI' },
  PL: {
    language: 'pl',
    submitted: 'Wysłana do KSeF',
    accepted: 'Przyjęta przez KSeF',
    rejected: 'Odrzucona przez KSeF',
  },
  FR: { language: 'fr', submitted: 'Transmise à la plateforme', accepted: 'Déposée' },
}

/** The official word for a status; undefined: there is none in this language. */
export function officialStatus(country: CountryCode, language: Language, status: InvoiceStatus): string | undefined {
  const official = OFFICIAL[country]
  return official?.language === language ? official[status] : undefined
}
