/** The provinces of Italy by their codes (ISO 3166-2:IT), those of Sardinia as of 2025. */
const PROVINCES = `
  AG Agrigento, AL Alessandria, AN Ancona, AO Aosta, AP Ascoli Piceno, AQ L'Aquila, AR Arezzo, AT Asti, AV Avellino, BA Bari, BG Bergamo,
  BI Biella, BL Belluno, BN Benevento, BO Bologna, BR Brindisi, BS Brescia, BT Barletta-Andria-Trani, BZ Bolzano, CA Cagliari, CB Campobasso,
  CE Caserta, CH Chieti, CI Carbonia-Iglesias, CL Caltanissetta, CN Cuneo, CO Como, CR Cremona, CS Cosenza, CT Catania, CZ Catanzaro, EN Enna,
  FC Forlì-Cesena, FE Ferrara, FG Foggia, FI Firenze, FM Fermo, FR Frosinone, GE Genova, GO Gorizia, GR Grosseto, IM Imperia, IS Isernia,
  KR Crotone, LC Lecco, LE Lecce, LI Livorno, LO Lodi, LT Latina, LU Lucca, MB Monza e Brianza, MC Macerata, ME Messina, MI Milano,
  MN Mantova, MO Modena, MS Massa-Carrara, MT Matera, NA Napoli, NO Novara, NU Nuoro, OG Ogliastra, OR Oristano, OT Olbia-Tempio, PA Palermo,
  PC Piacenza, PD Padova, PE Pescara, PG Perugia, PI Pisa, PN Pordenone, PO Prato, PR Parma, PT Pistoia, PU Pesaro e Urbino, PV Pavia,
  PZ Potenza, RA Ravenna, RC Reggio Calabria, RE Reggio Emilia, RG Ragusa, RI Rieti, RM Roma, RN Rimini, RO Rovigo, SA Salerno, SI Siena,
  SO Sondrio, SP La Spezia, SR Siracusa, SS Sassari, SU Sud Sardegna, SV Savona, TA Taranto, TE Teramo, TN Trento, TO Torino, TP Trapani,
  TR Terni, TS Trieste, TV Treviso, UD Udine, VA Varese, VB Verbano-Cusio-Ossola, VC Vercelli, VE Venezia, VI Vicenza, VR Verona,
  VS Medio Campidano, VT Viterbo, VV Vibo Valentia`

/** Alternative names, including English ones. */
const OTHER_NAMES = `
  AO Valle d'Aosta, BZ Alto Adige, BZ Bozen, FI Florence, GE Genoa, MB Monza, MB Monza Brianza, MB Monza e della Brianza, MN Mantua, MI Milan, NA Naples, PD Padua,
  RC Reggio di Calabria, RE Reggio nell'Emilia, RM Rome, RM Roma Capitale, SR Syracuse, SU Sulcis Iglesiente, OT Gallura, TO Turin, VE Venice`

const BY_SPELLING: ReadonlyMap<string, string> = new Map(
  `${PROVINCES},${OTHER_NAMES}`.split(',').flatMap((entry) => {
    const code = entry.trim().slice(0, 2)
    return [
      [spelling(entry.trim().slice(3)), code],
      [code.toLowerCase(), code],
    ] as const
  }),
)

/**
 * The code of a province, from its code or name in any usual spelling: `MI`, `IT-MI`, `Milano`,
 * `Provincia di Milano`, `Città metropolitana di Milano`. Any other text is unchanged, and the
 * schema reports it.
 */
export function provinceSign(province: string): string {
  const plain = spelling(province.replace(/^\s*IT\s*-\s*(?=[A-Za-z]{2}\s*$)/i, ''))
  return BY_SPELLING.get(plain) ?? province
}

/** Lower case, only letters, without the words before a province's name. */
function spelling(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, ' ')
    .replace(
      /^\s*(?:(?:libero\s+consorzio\s+comunale|citta\s*metropolitana|provincia(?:\s+autonoma)?|prov)\s+(?:di\s+)?)/,
      '',
    )
    .replaceAll(' ', '')
}
