/** TipoDocumento, in the words of the specification of FatturaPA 1.9. */
const TYPES: Readonly<Record<string, string>> = {
  TD01: 'Fattura',
  TD02: 'Acconto/anticipo su fattura',
  TD03: 'Acconto/anticipo su parcella',
  TD04: 'Nota di credito',
  TD05: 'Nota di debito',
  TD06: 'Parcella',
  TD16: 'Integrazione fattura reverse charge interno',
  TD17: 'Integrazione/autofattura per acquisto servizi dall’estero',
  TD18: 'Integrazione per acquisto di beni intracomunitari',
  TD19: 'Integrazione/autofattura per acquisto di beni ex art. 17 c. 2 DPR 633/72',
  TD20: 'Autofattura per regolarizzazione e integrazione delle fatture',
  TD21: 'Autofattura per splafonamento',
  TD22: 'Estrazione beni da deposito IVA',
  TD23: 'Estrazione beni da deposito IVA con versamento dell’IVA',
  TD24: 'Fattura differita di cui all’art. 21, comma 4, lett. a)',
  TD25: 'Fattura differita di cui all’art. 21, comma 4, terzo periodo, lett. b)',
  TD26: 'Cessione di beni ammortizzabili e per passaggi interni',
  TD27: 'Fattura per autoconsumo o per cessioni gratuite senza rivalsa',
  TD28: 'Acquisti da San Marino con IVA (fattura cartacea)',
  TD29: 'Comunicazione per omessa o irregolare fatturazione',
}

/** RegimeFiscale, in the words of the specification of FatturaPA 1.9. */
const REGIMES: Readonly<Record<string, string>> = {
  RF01: 'Ordinario',
  RF02: 'Contribuenti minimi',
  RF04: 'Agricoltura e attività connesse e pesca',
  RF05: 'Vendita sali e tabacchi',
  RF06: 'Commercio dei fiammiferi',
  RF07: 'Editoria',
  RF08: 'Gestione di servizi di telefonia pubblica',
  RF09: 'Rivendita di documenti di trasporto pubblico e di sosta',
  RF10: 'Intrattenimenti, giochi e altre attività',
  RF11: 'Agenzie di viaggi e turismo',
  RF12: 'Agriturismo',
  RF13: 'Vendite a domicilio',
  RF14: 'Rivendita di beni usati, di oggetti d’arte, d’antiquariato o da collezione',
  RF15: 'Agenzie di vendite all’asta di oggetti d’arte, antiquariato o da collezione',
  RF16: 'IVA per cassa P.A.',
  RF17: 'IVA per cassa (art. 32-bis DL 83/2012)',
  RF18: 'Altro',
  RF19: 'Regime forfettario (art. 1, c. 54-89, L. 190/2014)',
  RF20: 'Regime transfrontaliero di franchigia IVA',
}

/** The name of a TipoDocumento, with its code. */
export function documentTypeInWords(code: string): string {
  const words = TYPES[code]
  return words === undefined ? code : `${words} (${code})`
}

/** The name of a RegimeFiscale, with its code. */
export function regimeInWords(code: string): string {
  const words = REGIMES[code]
  return words === undefined ? code : `${words} (${code})`
}
