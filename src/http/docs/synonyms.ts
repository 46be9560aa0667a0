/**
 * Words that mean the same, in the languages of the six countries and in English: one line for
 * each meaning. The first is the one that the documentation uses.
 */
const MEANINGS: readonly (readonly string[])[] = [
  ['credit note', 'gutschrift', 'storno', 'stornorechnung', 'rechnungskorrektur', 'avoir', "facture d'avoir"],
  ['credit note', 'note de credit', 'nota credito', 'nota di credito', 'creditnota', 'faktura korygujaca', 'korekta'],
  ['credit note', 'nota de credit', 'factura storno', 'cancellation', 'cancel'],
  ['without a vat number', 'kleinunternehmer', 'kleinunternehmerregelung', 'franchise en base', 'forfettario'],
  ['without a vat number', 'regime forfettario', 'zwolnienie podmiotowe', 'small business', 'small businesses'],
  ['without a vat number', 'kleine ondernemingen', 'no vat number', 'without vat number', 'neplatitor'],
  ['reverse charge', 'steuerschuldnerschaft', 'autoliquidation', 'inversione contabile', 'odwrotne obciazenie'],
  ['reverse charge', 'taxare inversa', 'btw verlegd', 'verlegd'],
  ['invoice', 'rechnung', 'facture', 'fattura', 'faktura', 'factura', 'factuur'],
  ['vat number', 'ust-idnr', 'ustid', 'umsatzsteuer-id', 'partita iva', 'numero de tva', 'nip', 'cui', 'btw-nummer'],
  ['duedate', 'due date', 'faelligkeit', 'falligkeit', 'echeance', 'scadenza', 'termin platnosci', 'vervaldatum'],
  ['cash discount', 'skonto', 'escompte', 'sconto', 'rabat', 'betalingskorting'],
  ['advance', 'anzahlung', 'abschlag', 'abschlagsrechnung', 'acompte', 'acconto', 'zaliczka', 'avans', 'voorschot'],
  ['export', 'ausfuhr', 'exportation', 'esportazione', 'eksport', 'uitvoer'],
  ['authority', 'authorities', 'behoerde', 'behorde', 'administration', 'pubblica amministrazione', 'b2g', 'overheid'],
  ['consumer', 'privatkunde', 'verbraucher', 'consommateur', 'consumatore', 'konsument', 'consument', 'b2c'],
  ['attachment', 'anhang', 'piece jointe', 'allegato', 'zalacznik', 'anexa', 'bijlage'],
  ['payment', 'zahlung', 'paiement', 'pagamento', 'platnosc', 'plata', 'betaling'],
  ['withheld', 'withholding', 'ritenuta', 'quellensteuer', 'retenue a la source'],
  ['stamp', 'bollo', 'marca da bollo'],
  ['exempt', 'steuerfrei', 'exonere', 'esente', 'zwolniony', 'scutit', 'vrijgesteld'],
  ['supplier', 'seller', 'lieferant', 'verkaeufer', 'fournisseur', 'vendeur', 'fornitore', 'sprzedawca', 'leverancier'],
  ['customer', 'buyer', 'kunde', 'client', 'cliente', 'acheteur', 'nabywca', 'klant', 'cumparator'],
  ['unit price', 'unitprice', 'einzelpreis', 'prix unitaire', 'prezzo unitario', 'cena jednostkowa', 'pret unitar'],
  ['error', 'fehler', 'erreur', 'errore', 'blad', 'eroare', 'fout'],
  ['rejected', 'abgelehnt', 'rejete', 'scartata', 'odrzucona', 'respinsa', 'geweigerd'],
  ['self-billed', 'selfbilled', 'self-billing', 'autofacturation', 'autofattura', 'samofakturowanie', 'autofactura'],
]

/** Words that say nothing about what is searched for. */
const EMPTY_WORDS = new Set(
  'a an the of for in on to and or with is are how do i my der die das und fur le la les un une et de des pour'.split(
    ' ',
  ),
)

/** Each phrase with all that mean the same; the longest first. */
const PHRASES: readonly (readonly [phrase: string, alternatives: readonly string[]])[] = [
  ...MEANINGS.reduce((known, meaning) => {
    const [first = ''] = meaning
    for (const phrase of meaning) known.set(phrase, new Set([phrase, first, ...(known.get(phrase) ?? [])]))
    return known
  }, new Map<string, ReadonlySet<string>>()),
]
  .map(([phrase, alternatives]) => [phrase, [...alternatives]] as const)
  .sort(([one], [other]) => other.length - one.length)

/** A text as it is compared: in lower case, without accents. */
export function plainText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('ł', 'l')
}

/**
 * What a query asks for: one list for each of its words and known phrases, of texts that mean the
 * same, as `plainText` writes them. Words without a meaning of their own are left out, unless
 * there are no others. The caller limits the length of the query.
 */
export function wantedIn(query: string): readonly (readonly string[])[] {
  let rest = ` ${plainText(query).split(/\s+/).join(' ')} `
  const wanted: (readonly string[])[] = []
  for (const [phrase, alternatives] of PHRASES) {
    if (!rest.includes(` ${phrase} `)) continue
    rest = rest.replaceAll(` ${phrase} `, '  ')
    wanted.push(alternatives)
  }
  const words = rest.split(' ').filter((word) => word !== '')
  const meaningful = words.filter((word) => !EMPTY_WORDS.has(word))
  const kept = meaningful.length === 0 && wanted.length === 0 ? words : meaningful
  return [...wanted, ...kept.map((word) => [word])]
}
