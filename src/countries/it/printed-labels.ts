import type { Language } from '../../domain/language.js'

/** The labels of facts that only Italian invoices have. */
interface Labels {
  /** Ritenuta. */
  readonly withheld: string
  /** VAT that the customer pays to the state: scissione dei pagamenti. */
  readonly splitPayment: string
  /** Bollo. */
  readonly stampDuty: string
  /** TipoDocumento. */
  readonly documentType: string
  readonly order: string
  readonly contract: string
  /** Convenzione. */
  readonly agreement: string
  /** Ricezione. */
  readonly receipt: string
  /** DDT. */
  readonly deliveryNote: string
  /** CodiceDestinatario. */
  readonly recipientCode: string
  /** RegimeFiscale. */
  readonly taxRegime: string
  /** Of a related document: its item, and the lines that it covers. */
  readonly item: string
  readonly lines: string
  /** Stato di avanzamento lavori. */
  readonly progressStages: string
  readonly carrier: string
  readonly drivingLicence: string
  readonly means: string
  readonly reason: string
  readonly packages: string
  readonly goods: string
  readonly grossWeight: string
  readonly netWeight: string
  readonly collectedAt: string
  readonly startDate: string
  readonly incoterm: string
  /** Soggetto emittente. */
  readonly issuedBy: string
  /** Terzo intermediario. */
  readonly intermediary: string
  readonly customer: string
  /** Titolo. */
  readonly supplierTitle: string
  readonly customerTitle: string
  readonly supplierEstablishment: string
  readonly customerEstablishment: string
  /** Art. 73 DPR 633/72. */
  readonly art73: string
}

/** By the language of the page. */
export const LABELS: Readonly<Record<Language, Labels>> = {
  en: {
    withheld: 'Tax withheld',
    splitPayment: 'VAT under split payment',
    stampDuty: 'Stamp duty',
    documentType: 'Kind of document',
    order: 'Order',
    contract: 'Contract',
    agreement: 'Agreement',
    receipt: 'Receipt of goods',
    deliveryNote: 'Transport document',
    recipientCode: 'Recipient code (SdI)',
    taxRegime: 'Tax regime',
    item: 'item',
    lines: 'lines',
    progressStages: 'Stage of the works',
    carrier: 'Carrier',
    drivingLicence: 'driving licence',
    means: 'Means of transport',
    reason: 'Reason for transport',
    packages: 'Packages',
    goods: 'Goods',
    grossWeight: 'Gross weight',
    netWeight: 'Net weight',
    collectedAt: 'Collected',
    startDate: 'Start of transport',
    incoterm: 'Terms of delivery',
    issuedBy: 'Issued by',
    intermediary: 'Intermediary',
    customer: 'the customer',
    supplierTitle: "Supplier's title",
    customerTitle: "Customer's title",
    supplierEstablishment: "Supplier's permanent establishment",
    customerEstablishment: "Customer's permanent establishment",
    art73: 'Numbering under',
  },
  ro: {
    withheld: 'Impozit reținut la sursă',
    splitPayment: 'TVA cu plată defalcată',
    stampDuty: 'Taxă de timbru',
    documentType: 'Tipul documentului',
    order: 'Comandă',
    contract: 'Contract',
    agreement: 'Convenție',
    receipt: 'Recepția bunurilor',
    deliveryNote: 'Document de transport',
    recipientCode: 'Cod destinatar (SdI)',
    taxRegime: 'Regim fiscal',
    item: 'poziția',
    lines: 'liniile',
    progressStages: 'Stadiul lucrărilor',
    carrier: 'Transportator',
    drivingLicence: 'permis de conducere',
    means: 'Mijloc de transport',
    reason: 'Motivul transportului',
    packages: 'Colete',
    goods: 'Bunuri',
    grossWeight: 'Greutate brută',
    netWeight: 'Greutate netă',
    collectedAt: 'Ridicat la',
    startDate: 'Începutul transportului',
    incoterm: 'Condiții de livrare',
    issuedBy: 'Emisă de',
    intermediary: 'Intermediar',
    customer: 'client',
    supplierTitle: 'Titlul furnizorului',
    customerTitle: 'Titlul clientului',
    supplierEstablishment: 'Sediul permanent al furnizorului',
    customerEstablishment: 'Sediul permanent al clientului',
    art73: 'Numerotare conform',
  },
  it: {
    withheld: 'Ritenuta',
    splitPayment: 'IVA in scissione dei pagamenti',
    stampDuty: 'Imposta di bollo',
    documentType: 'Tipo documento',
    order: "Ordine d'acquisto",
    contract: 'Contratto',
    agreement: 'Convenzione',
    receipt: 'Ricezione',
    deliveryNote: 'Documento di trasporto',
    recipientCode: 'Codice destinatario',
    taxRegime: 'Regime fiscale',
    item: 'voce',
    lines: 'righe',
    progressStages: 'Stato di avanzamento lavori, fase',
    carrier: 'Vettore',
    drivingLicence: 'licenza di guida',
    means: 'Mezzo di trasporto',
    reason: 'Causale del trasporto',
    packages: 'Colli',
    goods: 'Aspetto dei beni',
    grossWeight: 'Peso lordo',
    netWeight: 'Peso netto',
    collectedAt: 'Ritiro',
    startDate: 'Inizio del trasporto',
    incoterm: 'Resa',
    issuedBy: 'Soggetto emittente',
    intermediary: 'Terzo intermediario',
    customer: 'il cessionario/committente',
    supplierTitle: 'Titolo del cedente/prestatore',
    customerTitle: 'Titolo del cessionario/committente',
    supplierEstablishment: 'Stabile organizzazione del cedente',
    customerEstablishment: 'Stabile organizzazione del cessionario',
    art73: 'Numerazione ai sensi di',
  },
  fr: {
    withheld: 'Retenue à la source',
    splitPayment: 'TVA en paiement scindé',
    stampDuty: 'Droit de timbre',
    documentType: 'Type de document',
    order: 'Commande',
    contract: 'Contrat',
    agreement: 'Convention',
    receipt: 'Réception des biens',
    deliveryNote: 'Bon de livraison',
    recipientCode: 'Code destinataire (SdI)',
    taxRegime: 'Régime fiscal',
    item: 'poste',
    lines: 'lignes',
    progressStages: 'Avancement des travaux, phase',
    carrier: 'Transporteur',
    drivingLicence: 'permis de conduire',
    means: 'Moyen de transport',
    reason: 'Motif du transport',
    packages: 'Colis',
    goods: 'Marchandises',
    grossWeight: 'Poids brut',
    netWeight: 'Poids net',
    collectedAt: 'Enlèvement',
    startDate: 'Début du transport',
    incoterm: 'Conditions de livraison',
    issuedBy: 'Émise par',
    intermediary: 'Intermédiaire',
    customer: 'le client',
    supplierTitle: 'Titre du fournisseur',
    customerTitle: 'Titre du client',
    supplierEstablishment: 'Établissement stable du fournisseur',
    customerEstablishment: 'Établissement stable du client',
    art73: 'Numérotation selon',
  },
  nl: {
    withheld: 'Ingehouden belasting',
    splitPayment: 'Btw via gesplitste betaling',
    stampDuty: 'Zegelrecht',
    documentType: 'Soort document',
    order: 'Bestelling',
    contract: 'Contract',
    agreement: 'Overeenkomst',
    receipt: 'Ontvangst van goederen',
    deliveryNote: 'Vervoersdocument',
    recipientCode: 'Ontvangerscode (SdI)',
    taxRegime: 'Belastingregime',
    item: 'post',
    lines: 'regels',
    progressStages: 'Fase van de werken',
    carrier: 'Vervoerder',
    drivingLicence: 'rijbewijs',
    means: 'Vervoermiddel',
    reason: 'Reden van vervoer',
    packages: 'Colli',
    goods: 'Goederen',
    grossWeight: 'Brutogewicht',
    netWeight: 'Nettogewicht',
    collectedAt: 'Opgehaald',
    startDate: 'Begin van het vervoer',
    incoterm: 'Leveringsvoorwaarde',
    issuedBy: 'Uitgereikt door',
    intermediary: 'Tussenpersoon',
    customer: 'de klant',
    supplierTitle: 'Titel van de leverancier',
    customerTitle: 'Titel van de klant',
    supplierEstablishment: 'Vaste inrichting van de leverancier',
    customerEstablishment: 'Vaste inrichting van de klant',
    art73: 'Nummering volgens',
  },
  de: {
    withheld: 'Einbehaltene Steuer',
    splitPayment: 'USt. bei geteilter Zahlung',
    stampDuty: 'Stempelsteuer',
    documentType: 'Art des Dokuments',
    order: 'Bestellung',
    contract: 'Vertrag',
    agreement: 'Vereinbarung',
    receipt: 'Wareneingang',
    deliveryNote: 'Lieferschein',
    recipientCode: 'Empfängercode (SdI)',
    taxRegime: 'Steuerregime',
    item: 'Position',
    lines: 'Zeilen',
    progressStages: 'Baufortschritt, Phase',
    carrier: 'Frachtführer',
    drivingLicence: 'Führerschein',
    means: 'Transportmittel',
    reason: 'Grund des Transports',
    packages: 'Packstücke',
    goods: 'Waren',
    grossWeight: 'Bruttogewicht',
    netWeight: 'Nettogewicht',
    collectedAt: 'Abholung',
    startDate: 'Beginn des Transports',
    incoterm: 'Lieferbedingung',
    issuedBy: 'Ausgestellt von',
    intermediary: 'Vermittler',
    customer: 'dem Kunden',
    supplierTitle: 'Titel des Verkäufers',
    customerTitle: 'Titel des Kunden',
    supplierEstablishment: 'Betriebsstätte des Lieferanten',
    customerEstablishment: 'Betriebsstätte des Kunden',
    art73: 'Nummerierung nach',
  },
  pl: {
    withheld: 'Podatek potrącony',
    splitPayment: 'VAT w podzielonej płatności',
    stampDuty: 'Opłata skarbowa',
    documentType: 'Rodzaj dokumentu',
    order: 'Zamówienie',
    contract: 'Umowa',
    agreement: 'Porozumienie',
    receipt: 'Przyjęcie towaru',
    deliveryNote: 'Dokument dostawy',
    recipientCode: 'Kod odbiorcy (SdI)',
    taxRegime: 'System podatkowy',
    item: 'pozycja',
    lines: 'wiersze',
    progressStages: 'Etap robót',
    carrier: 'Przewoźnik',
    drivingLicence: 'prawo jazdy',
    means: 'Środek transportu',
    reason: 'Powód transportu',
    packages: 'Opakowania',
    goods: 'Towary',
    grossWeight: 'Masa brutto',
    netWeight: 'Masa netto',
    collectedAt: 'Odbiór',
    startDate: 'Rozpoczęcie transportu',
    incoterm: 'Warunki dostawy',
    issuedBy: 'Wystawca',
    intermediary: 'Pośrednik',
    customer: 'nabywca',
    supplierTitle: 'Tytuł sprzedawcy',
    customerTitle: 'Tytuł nabywcy',
    supplierEstablishment: 'Stałe miejsce działalności sprzedawcy',
    customerEstablishment: 'Stałe miejsce działalności nabywcy',
    art73: 'Numeracja zgodnie z',
  },
}
