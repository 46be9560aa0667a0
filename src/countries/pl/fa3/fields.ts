import { ElementFields } from '../../judging/element-fields.js'

const FROM_LINES = 'Correct the lines: the service computes the sums from them'
const OF_DATE = 'Give an issue date (issueDate) from 2025-09-01 on: FA(3) does not allow earlier documents'
const IDENTITY =
  'PL and 10 digits for a Polish VAT number, the foreign number with its country prefix, or none for a consumer'

/** Elements of a party, each with its field of the API. */
const party = (element: string, field: string, terms: readonly string[]): string => {
  const [group = '', name = '', vat = '', address = '', street = '', city = '', country = '', mail = '', phone = ''] =
    terms
  const at = (rest: string): string => (field === '' ? `.${rest}` : `${field}.${rest}`)
  return `${element} | ${group} | ${field === '' ? '.' : field}
${element}/DaneIdentyfikacyjne | ${vat} | ${at('vatNumber')} | ${IDENTITY}
${element}/DaneIdentyfikacyjne/NIP | ${vat} | ${at('vatNumber')} | PL and the 10 digits of a NIP
${element}/DaneIdentyfikacyjne/Nazwa | ${name} | ${at('name')} | 1 to 512 characters
${element}/Adres | ${address} | ${at('address')} | | Give the address (${at('address')}) with its street or its city
${element}/Adres/KodKraju | ${country} | ${at('address.country')} | an ISO 3166-1 country code
${element}/Adres/AdresL1 | ${street} | ${at('address.street')} | 1 to 512 characters
${element}/Adres/AdresL2 | ${city} | ${at('address.city')} | 1 to 512 characters
${element}/DaneKontaktowe | | ${at('email')}
${element}/DaneKontaktowe/Email | ${mail} | ${at('email')} | an email address of 3 to 255 characters
${element}/DaneKontaktowe/Telefon | ${phone} | ${at('phone')} | a phone number of at most 16 characters`
}

/** A party as the corrected invoice has it. */
const before = (element: string, field: string): string => `
${element} | | ${field}
${element}/DaneIdentyfikacyjne/NIP | | ${field}.vatNumber | PL and the 10 digits of a NIP
${element}/DaneIdentyfikacyjne/Nazwa | | ${field}.name | 1 to 512 characters
${element}/Adres | | ${field}.address | | Give the address (${field}.address) with its street or its city
${element}/Adres/KodKraju | | ${field}.address.country | an ISO 3166-1 country code
${element}/Adres/AdresL1 | | ${field}.address.street | 1 to 512 characters
${element}/Adres/AdresL2 | | ${field}.address.city | 1 to 512 characters`

/** Identification of a party that need not have a NIP. */
const foreign = (element: string, field: string): string => `
${element}/DaneIdentyfikacyjne/KodUE | | ${field}.vatNumber | a VAT number with the prefix of a member state
${element}/DaneIdentyfikacyjne/NrVatUE | | ${field}.vatNumber | after the prefix at most 12 letters, digits, + and *
${element}/DaneIdentyfikacyjne/KodKraju | | ${field}.address.country | an ISO 3166-1 country code
${element}/DaneIdentyfikacyjne/NrID | | ${field}.vatNumber | at most 50 characters
${element}/DaneIdentyfikacyjne/BrakID | | ${field}.vatNumber`

const sum = (element: string, term: string): string => `Fa/${element} | ${term} | lines | | ${FROM_LINES}`

const SUMS = ['1', '2', '3', '4'].flatMap((each) => [
  sum(`P_13_${each}`, ''),
  sum(`P_14_${each}`, ''),
  `Fa/P_14_${each}W | | exchangeRate | | Give the exchange rate (exchangeRate): PLN for one unit of currency`,
])
const UNTAXED = ['6_1', '6_2', '6_3', '7', '8', '9', '10', '11'].map((each) => sum(`P_13_${each}`, ''))

const ROUTE = [
  ['WysylkaZ', '.from'],
  // Each has its own place.
  ['WysylkaPrzez', ''],
  ['WysylkaDo', '.to'],
  ['Przewoznik/AdresPrzewoznika', '.carrier.address'],
].map(([name = '', field = '']) => {
  const element = `Fa/WarunkiTransakcji/Transport/${name}`
  return `${element} | | ${field === '' ? '.' : field} | | Give the address with its street or its city
${element}/KodKraju | | ${field}.country | an ISO 3166-1 country code
${element}/AdresL1 | | ${field}.street | 1 to 512 characters
${element}/AdresL2 | | ${field}.city | 1 to 512 characters`
})

const TRANSPORT = `Fa/WarunkiTransakcji/Transport | | .
Fa/WarunkiTransakcji/Transport/RodzajTransportu | | .mode
Fa/WarunkiTransakcji/Transport/TransportInny | | .otherMode
Fa/WarunkiTransakcji/Transport/OpisInnegoTransportu | | .otherMode | 1 to 50 characters
Fa/WarunkiTransakcji/Transport/Przewoznik | | .carrier
Fa/WarunkiTransakcji/Transport/Przewoznik/DaneIdentyfikacyjne | | .carrier.vatNumber | ${IDENTITY}
Fa/WarunkiTransakcji/Transport/Przewoznik/DaneIdentyfikacyjne/Nazwa | | .carrier.name | 1 to 512 characters${foreign('Fa/WarunkiTransakcji/Transport/Przewoznik', '.carrier')}
Fa/WarunkiTransakcji/Transport/NrZleceniaTransportu | | .orderNumber | 1 to 256 characters
Fa/WarunkiTransakcji/Transport/OpisLadunku | | .cargo
Fa/WarunkiTransakcji/Transport/LadunekInny | | .otherCargo
Fa/WarunkiTransakcji/Transport/OpisInnegoLadunku | | .otherCargo | 1 to 50 characters
Fa/WarunkiTransakcji/Transport/JednostkaOpakowania | | .packaging | 1 to 256 characters
Fa/WarunkiTransakcji/Transport/DataGodzRozpTransportu | | .startsAt | a time from 2021-10-01 to 2050-01-01
Fa/WarunkiTransakcji/Transport/DataGodzZakTransportu | | .endsAt | a time from 2021-10-01 to 2050-01-01
${ROUTE.join('\n')}`

/** The elements of FA(3), each with its field of the API. */
export const FA3_FIELDS = new ElementFields(
  `
Naglowek | |
Naglowek/DataWytworzeniaFa | | issueDate | a time from 2025-09-01 to 2050-01-01 | ${OF_DATE}
${party('Podmiot1', 'supplier', ['BG-4', 'BT-27', 'BT-31', 'BG-5', 'BT-35', 'BT-37', 'BT-40', 'BT-43', 'BT-42'])}
Podmiot1/PrefiksPodatnika | | supplier.vatNumber
Podmiot1/NrEORI | BT-29 | supplier.identifiers
Podmiot1/Adres/GLN | BT-29 | supplier.identifiers
${party('Podmiot2', 'customer', ['BG-7', 'BT-44', 'BT-48', 'BG-8', 'BT-50', 'BT-52', 'BT-55', 'BT-58', 'BT-57'])}${foreign('Podmiot2', 'customer')}
Podmiot2/NrEORI | BT-46 | customer.identifiers
Podmiot2/Adres/GLN | BT-46 | customer.identifiers
Podmiot2/NrKlienta | BT-46 | customer.identifiers | 1 to 256 characters
Podmiot2/JST | | customer.localGovernmentUnit
Podmiot2/GV | | customer.vatGroupMember
${party('Podmiot3', '', [])}${foreign('Podmiot3', '')}
Podmiot3/DaneIdentyfikacyjne/IDWew | | .nationalId | a NIP, a dash and 5 digits
Podmiot3/Rola | | .role
Podmiot3/Udzial | | .share | a percentage from 0 to 100 with at most 6 decimals
PodmiotUpowazniony | BG-11 | taxRepresentative
PodmiotUpowazniony/DaneIdentyfikacyjne | BT-63 | taxRepresentative.vatNumber | PL and the 10 digits of a NIP
PodmiotUpowazniony/DaneIdentyfikacyjne/Nazwa | BT-62 | taxRepresentative.name | 1 to 512 characters
PodmiotUpowazniony/Adres | BG-12 | taxRepresentative.address | | Give the address (taxRepresentative.address) with its street or its city
PodmiotUpowazniony/Adres/AdresL1 | BT-64 | taxRepresentative.address.street | 1 to 512 characters
PodmiotUpowazniony/Adres/AdresL2 | BT-66 | taxRepresentative.address.city | 1 to 512 characters
Fa | |
Fa/KodWaluty | BT-5 | currency | an ISO 4217 currency code
Fa/P_1 | BT-2 | issueDate | a date from 2006-01-01 to 2050-01-01
Fa/P_1M | | pl.placeOfIssue | 1 to 256 characters
Fa/P_2 | BT-1 | number | 1 to 256 characters
Fa/WZ | BT-16 | references.despatchAdvice | 1 to 256 characters
Fa/P_6 | BT-72 | deliveryDate | a date from 2006-01-01 to 2050-01-01
Fa/OkresFa | BG-14 | .
Fa/OkresFa/P_6_Od | BT-73 | .start | a date from 2006-01-01 to 2050-01-01
Fa/OkresFa/P_6_Do | BT-74 | .end | a date from 2006-01-01 to 2050-01-01
${[...SUMS, ...UNTAXED].join('\n')}
Fa/P_15 | BT-112 | lines | | ${FROM_LINES}
Fa/Adnotacje | | vatCollection
Fa/Adnotacje/P_17 | | selfBilled
Fa/Adnotacje/P_18 | | lines
Fa/Adnotacje/Zwolnienie | | .exemptionReason | | Give the provision of law that exempts the line (lines[].exemptionReason, or a VATEX code of an article such as VATEX-EU-132-1I as exemptionReasonCode)
Fa/Adnotacje/Zwolnienie/P_19A | | .exemptionReason | a provision of law in 1 to 256 characters
Fa/Adnotacje/Zwolnienie/P_19B | | .exemptionReason | a provision of law in 1 to 256 characters
Fa/Adnotacje/Zwolnienie/P_19C | | .exemptionReason | a provision of law in 1 to 256 characters
Fa/Adnotacje/Zwolnienie/P_19N | | lines
Fa/Adnotacje/NoweSrodkiTransportu | |
Fa/Adnotacje/P_23 | |
Fa/Adnotacje/PMarzy/P_PMarzyN | |
Fa/Adnotacje/PMarzy | | .exemptionReasonCode | | Use one margin scheme in an invoice: the same exemptionReasonCode for all of its lines
Fa/RodzajFaktury | BT-3 | invoiceType
Fa/PrzyczynaKorekty | BT-22 | note | 1 to 256 characters
Fa/TypKorekty | | invoiceType
Fa/DaneFaKorygowanej | BG-3 | precedingInvoice | | Give number and date of the corrected invoice (precedingInvoice.number, precedingInvoice.issueDate)
Fa/DaneFaKorygowanej/DataWystFaKorygowanej | BT-26 | .issueDate | a date from 2006-01-01 to 2050-01-01
Fa/DaneFaKorygowanej/NrFaKorygowanej | BT-25 | .number | 1 to 256 characters
Fa/DaneFaKorygowanej/NrKSeF | | .ksefNumber
Fa/DaneFaKorygowanej/NrKSeFN | | .ksefNumber
Fa/DaneFaKorygowanej/NrKSeFFaKorygowanej | | .ksefNumber | a KSeF number such as 5265877635-20250626-010080DD2B5E-26
Fa/FakturaZaliczkowa | | prepayments
Fa/FakturaZaliczkowa/NrKSeFZN | | .number
Fa/FakturaZaliczkowa/NrFaZaliczkowej | | .number | 1 to 256 characters
Fa/FakturaZaliczkowa/NrKSeFFaZaliczkowej | | .ksefNumber | a KSeF number such as 5265877635-20250626-010080DD2B5E-26
Fa/OkresFaKorygowanej | | correction.period | 1 to 256 characters
Fa/NrFaKorygowany | | correction.correctNumber | 1 to 256 characters${before('Fa/Podmiot1K', 'correction.supplierBefore').replace('correction.supplierBefore.vatNumber', 'supplier.vatNumber')}${before('Fa/Podmiot2K', 'correction.customerBefore')}${foreign('Fa/Podmiot2K', 'correction.customerBefore')}
Fa/P_15ZK | | correction.amountBefore | an amount with at most two decimals
Fa/KursWalutyZK | | correction.exchangeRateBefore | a rate with at most 6 decimals
Fa/ZaliczkaCzesciowa | | .
Fa/ZaliczkaCzesciowa/P_6Z | | .date | a date from 2006-01-01 to 2050-01-01
Fa/ZaliczkaCzesciowa/P_15Z | | .amount | an amount with at most two decimals
Fa/ZaliczkaCzesciowa/KursWalutyZW | | .exchangeRate | a rate with at most 6 decimals
Fa/FP | | pl.forReceipt
Fa/TP | | pl.relatedParties
Fa/DodatkowyOpis | | .
Fa/FaWiersz | BG-25 | .
Fa/FaWiersz/NrWierszaFa | BT-126 | .
Fa/FaWiersz/UU_ID | BT-126 | .id | at most 50 characters
Fa/FaWiersz/P_6A | BT-135 | .period | a date from 2006-01-01 to 2050-01-01
Fa/FaWiersz/P_7 | BT-153 | .description | 1 to 512 characters
Fa/FaWiersz/Indeks | | .itemCode | at most 50 characters
Fa/FaWiersz/GTIN | BT-157 | .itemCode
Fa/FaWiersz/PKWiU | BT-158 | .itemCode
Fa/FaWiersz/CN | | .itemCode
Fa/FaWiersz/PKOB | BT-158 | .item.classifications | at most 50 characters
Fa/FaWiersz/GTU | | .itemCode | one of GTU_01 to GTU_13
Fa/FaWiersz/P_8A | BT-130 | .unitCode
Fa/FaWiersz/P_8B | BT-129 | .quantity | a number with at most 6 decimals
Fa/FaWiersz/P_9A | BT-148 | .unitPrice | a price with at most 14 digits before and 8 after the point
Fa/FaWiersz/P_9B | | .unitPrice | a price with VAT with at most 14 digits before and 8 after the point
Fa/FaWiersz/P_10 | | .discount | an amount with at most 14 digits before and 8 after the point
Fa/FaWiersz/P_11 | BT-131 | .unitPrice | an amount with at most 16 digits before and 2 after the point
Fa/FaWiersz/P_11A | | .unitPrice | an amount with VAT with at most 16 digits before and 2 after the point
Fa/FaWiersz/P_11Vat | | totals.vatBreakdown | an amount with at most 16 digits before and 2 after the point
Fa/FaWiersz/P_12 | BT-152 | .vatRate | the rates 23, 22, 8, 7, 5, 4 and 3 with category S
Fa/FaWiersz/P_12_Zal_15 | | .pl.annex15
Fa/FaWiersz/Procedura | | .pl.procedure
Fa/FaWiersz/KursWaluty | | exchangeRate | a rate with at most 6 decimals
Fa/FaWiersz/StanPrzed | | .
Fa/Rozliczenie | BT-115 | prepaidAmount
Fa/Rozliczenie/Obciazenia | BT-114 | roundingAmount
Fa/Rozliczenie/SumaObciazen | BT-114 | roundingAmount
Fa/Platnosc | BG-16 | paymentMeans
Fa/Platnosc/DataZaplaty | | paidAt | a date from 2016-07-01 to 2050-01-01
Fa/Platnosc/ZaplataCzesciowa | | paidAt
Fa/Platnosc/ZaplataCzesciowa/KwotaZaplatyCzesciowej | BT-113 | prepaidAmount
Fa/Platnosc/ZaplataCzesciowa/DataZaplatyCzesciowej | | paidAt | a date from 2016-07-01 to 2050-01-01
Fa/Platnosc/TerminPlatnosci/Termin | BT-9 | .date | a date from 2016-07-01 to 2050-01-01
Fa/Platnosc/TerminPlatnosci/TerminOpis/Ilosc | | .count
Fa/Platnosc/TerminPlatnosci/TerminOpis/Jednostka | | .timeUnit | 1 to 50 characters
Fa/Platnosc/TerminPlatnosci/TerminOpis/ZdarzeniePoczatkowe | | .from | 1 to 256 characters
Fa/Platnosc/FormaPlatnosci | BT-81 | paymentMeans
Fa/Platnosc/OpisPlatnosci | BT-82 | paymentMeans.text | 1 to 256 characters
Fa/Platnosc/RachunekBankowy | BG-17 | .bankAccount
Fa/Platnosc/RachunekBankowy/NrRB | BT-84 | .bankAccount | an account number of 10 to 34 characters
Fa/Platnosc/RachunekBankowy/SWIFT | BT-86 | .bic | a BIC of 8 or 11 characters
Fa/Platnosc/RachunekBankowy/OpisRachunku | BT-85 | .accountName | 1 to 256 characters
Fa/Platnosc/RachunekBankowyFaktora | | .bankAccount
Fa/Platnosc/Skonto | | cashDiscounts
Fa/Platnosc/Skonto/WarunkiSkonta | | cashDiscounts | 1 to 256 characters
Fa/Platnosc/Skonto/WysokoscSkonta | | cashDiscounts | 1 to 256 characters
Fa/Platnosc/RachunekBankowyFaktora/NrRB | | .bankAccount | an account number of 10 to 34 characters
Fa/Platnosc/RachunekBankowyFaktora/SWIFT | | .bic | a BIC of 8 or 11 characters
Fa/Platnosc/RachunekBankowyFaktora/OpisRachunku | | .accountName | 1 to 256 characters
Fa/WarunkiTransakcji | | contractReference
Fa/WarunkiTransakcji/Umowy/DataUmowy | | .date | a date from 1990-01-01 to 2050-01-01
Fa/WarunkiTransakcji/Umowy/NrUmowy | BT-12 | .number | 1 to 256 characters
Fa/WarunkiTransakcji/Zamowienia/DataZamowienia | | .date | a date from 1990-01-01 to 2050-01-01
Fa/WarunkiTransakcji/Zamowienia/NrZamowienia | BT-13 | .number | 1 to 256 characters
Fa/WarunkiTransakcji/NrPartiiTowaru | | pl.lotNumbers | 1 to 256 characters
Fa/WarunkiTransakcji/WarunkiDostawy | | pl.deliveryTerms | 1 to 256 characters
Fa/WarunkiTransakcji/KursUmowny | | pl.agreedRate.rate | a rate with at most 6 decimals
Fa/WarunkiTransakcji/WalutaUmowna | | pl.agreedRate.currency | an ISO 4217 currency code
Fa/WarunkiTransakcji/PodmiotPosredniczacy | | pl.chainIntermediary
${TRANSPORT}
Fa/Zamowienie | | order
Fa/Zamowienie/WartoscZamowienia | | order.grossAmount | an amount with at most two decimals
Fa/Zamowienie/ZamowienieWiersz | | .
Fa/Zamowienie/ZamowienieWiersz/StanPrzedZ | | .
Fa/Zamowienie/ZamowienieWiersz/UU_IDZ | | .id | 1 to 50 characters
Fa/Zamowienie/ZamowienieWiersz/P_7Z | | .description | 1 to 512 characters
Fa/Zamowienie/ZamowienieWiersz/IndeksZ | | .itemCode | 1 to 50 characters
Fa/Zamowienie/ZamowienieWiersz/GTINZ | | .itemCode | 1 to 20 characters
Fa/Zamowienie/ZamowienieWiersz/PKWiUZ | | .itemCode | 1 to 50 characters
Fa/Zamowienie/ZamowienieWiersz/CNZ | | .itemCode | 1 to 50 characters
Fa/Zamowienie/ZamowienieWiersz/P_8AZ | | .unitCode | 1 to 256 characters
Fa/Zamowienie/ZamowienieWiersz/P_8BZ | | .quantity | a quantity with at most 6 decimals
Fa/Zamowienie/ZamowienieWiersz/P_9AZ | | .unitPrice | a price with at most 8 decimals
Fa/Zamowienie/ZamowienieWiersz/P_11NettoZ | | .unitPrice | Correct price and quantity
Fa/Zamowienie/ZamowienieWiersz/P_11VatZ | | .unitPrice | Correct price and quantity
Fa/Zamowienie/ZamowienieWiersz/P_12Z | | .vatRate | a Polish rate
Fa/Zamowienie/ZamowienieWiersz/GTUZ | | .itemCode | GTU_01 to GTU_13
Zalacznik | | pl.attachment
Zalacznik/BlokDanych | | .
Zalacznik/BlokDanych/ZNaglowek | | .heading | 1 to 512 characters
Zalacznik/BlokDanych/MetaDane | | .
Zalacznik/BlokDanych/MetaDane/ZKlucz | | .key | 1 to 256 characters
Zalacznik/BlokDanych/MetaDane/ZWartosc | | .value | 1 to 256 characters
Zalacznik/BlokDanych/Tekst | | .paragraphs
Zalacznik/BlokDanych/Tekst/Akapit | | .paragraphs | 1 to 512 characters
Zalacznik/BlokDanych/Tabela | | .
Zalacznik/BlokDanych/Tabela/TMetaDane | | .
Zalacznik/BlokDanych/Tabela/TMetaDane/TKlucz | | .key | 1 to 256 characters
Zalacznik/BlokDanych/Tabela/TMetaDane/TWartosc | | .value | 1 to 256 characters
Zalacznik/BlokDanych/Tabela/Opis | | .description | 1 to 512 characters
Zalacznik/BlokDanych/Tabela/TNaglowek/Kol | | .
Zalacznik/BlokDanych/Tabela/TNaglowek/Kol/NKom | | .name | at most 256 characters
Zalacznik/BlokDanych/Tabela/Wiersz | | .
Zalacznik/BlokDanych/Tabela/Wiersz/WKom | | . | at most 256 characters
Zalacznik/BlokDanych/Tabela/Suma | | .totals
Zalacznik/BlokDanych/Tabela/Suma/SKom | | .totals | at most 256 characters
Stopka/Rejestry | BT-30 | supplier.legalRegistration
Stopka/Rejestry/BDO | BT-29 | supplier.identifiers
Stopka | | note
Stopka/Informacje/StopkaFaktury | BT-22 | note | 1 to 3500 characters
`,
  'fa:',
)
