import t from 'tap'
import type { Invoicing } from '../../../src/countries/country.js'
import { poland } from '../../../src/countries/pl/index.js'
import type { PrintContext } from '../../../src/countries/printed.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { acceptedSamples } from '../accepted-sample.js'

const { printed } = poland.invoicing as Invoicing
const samples = new Map(acceptedSamples('PL', '2026-11-21').map(({ name, invoice }) => [name, invoice]))
const context: PrintContext = { language: 'pl', environment: 'test', documentSha256: 'ff', governmentNumber: 'X' }

t.test('the page has the words that the law wants, and the QR code of KSeF', (t) => {
  const factsOf = (name: string, language: PrintContext['language'] = 'pl') =>
    printed?.(samples.get(name) as InvoiceRequest, { ...context, language }).facts.map(
      ({ label, value }) => `${label}: ${value}`,
    )
  t.same(factsOf('01-domestic'), [])
  t.same(factsOf('12-split-payment'), ['Adnotacje: mechanizm podzielonej płatności'])
  t.same(factsOf('24-margin-scheme'), ['Adnotacje: procedura marży - towary używane, faktura do paragonu (FP)'])
  t.same(factsOf('25-marks', 'de'), [
    'Annotations: mechanizm podzielonej płatności, powiązania między stronami (TP), załącznik nr 15 (poz. 1), procedura B_SPV (poz. 2)',
  ])
  t.same(factsOf('26-self-billed'), ['Adnotacje: samofakturowanie'])
  t.same(factsOf('27-transport', 'de'), [
    'Ausstellungsort: Warszawa',
    'Datum des Vertrags: 15.01.2026',
    'Datum der Bestellung: 02.11.2026',
    'Bestellung: ZAM/2026/318, 05.11.2026',
    'Chargennummern: L2026-118, L2026-119',
    'Lieferbedingungen: DAP Poznań',
    'Vereinbarter Kurs: 1 EUR = 4,25 PLN',
    'Transport: auf der Straße, Palette, paleta EUR, ZT/2026/118, 20.11.2026 06:30 – 20.11.2026 14:00, von: ul. Nowogrodzka 31/12, 00-511 Warszawa, PL, über: ul. Składowa 4, 62-500 Konin, PL, nach: ul. Święty Marcin 47, 61-806 Poznań, PL',
    'Frachtführer: Trans-Wisła Sp. z o.o., PL5252441189, ul. Płowiecka 105, 04-501 Warszawa, PL',
  ])
  t.same(factsOf('15-outage', 'en'), ['Annotations: metoda kasowa'])
  t.same(factsOf('06-reverse-charge', 'de'), ['Annotations: odwrotne obciążenie'])
  t.same(factsOf('05-exempt'), ['Podstawa zwolnienia: art. 43 ust. 1 pkt 29 lit. a ustawy o VAT'])
  t.same(factsOf('02-credit-note'), ['Numer KSeF faktury korygowanej: 5213891244-20261014-0100A1B2C3D4-EA'])
  t.same(factsOf('10-administration'), [
    'JST – odbiorca: Szkoła Podstawowa nr 7, 8513277142-00017, ul. Złotowska 86, 71-793 Szczecin, PL',
  ])
  t.match(printed?.(samples.get('01-domestic') as InvoiceRequest, context).codes, [
    { url: 'https://qr-test.ksef.mf.gov.pl/invoice/5213891244/21-11-2026/_w', caption: 'X' },
  ])
  const offline = { ...context, invoicingMode: 'offline', certificateUrl: 'https://example.com/c' } as const
  t.match(printed?.(samples.get('01-domestic') as InvoiceRequest, offline), {
    facts: [{ label: 'Tryb wystawienia', value: 'offline' }],
    codes: [{ caption: 'X' }, { url: 'https://example.com/c', caption: 'CERTYFIKAT' }],
  })
  t.end()
})
