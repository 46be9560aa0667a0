import { ElementFields } from '../judging/element-fields.js'

const LINES = 'Correct the lines: the service computes the amounts from them'

/** The API field of each element of a FatturaPA. See `ElementFields` for the form. */
export const ITALIAN_ELEMENTS = new ElementFields(`
  FatturaElettronicaHeader | BG-2 | | |
  FatturaElettronicaHeader/DatiTrasmissione | | customer.sdiCode | |
  FatturaElettronicaHeader/DatiTrasmissione/IdTrasmittente | | .vatNumber | |
  FatturaElettronicaHeader/DatiTrasmissione/IdTrasmittente/IdPaese | | .vatNumber | two capitals |
  FatturaElettronicaHeader/DatiTrasmissione/IdTrasmittente/IdCodice | | .vatNumber | 1 to 28 characters |
  FatturaElettronicaHeader/DatiTrasmissione/ProgressivoInvio | | number | |
  FatturaElettronicaHeader/DatiTrasmissione/FormatoTrasmissione | | customer.sdiCode | |
  FatturaElettronicaHeader/DatiTrasmissione/CodiceDestinatario | BT-49 | customer.sdiCode | 6 or 7 capitals and digits |
  FatturaElettronicaHeader/DatiTrasmissione/PECDestinatario | | customer.pec | an email address of at most 256 characters |
  FatturaElettronicaHeader/CedentePrestatore | BG-4 | supplier | |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici | | supplier | |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/IdFiscaleIVA | | supplier.vatNumber | |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/IdFiscaleIVA/IdPaese | | supplier.vatNumber | two capitals |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/IdFiscaleIVA/IdCodice | BT-31 | supplier.vatNumber | 1 to 28 characters |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/CodiceFiscale | BT-32 | supplier.nationalId | a codice fiscale of 11 digits or 16 characters |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/Anagrafica | | supplier.name | |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/Anagrafica/Denominazione | BT-27 | supplier.name | at most 80 characters of Latin-1 |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/Anagrafica/Nome | | supplier.person.firstName | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/Anagrafica/Cognome | | supplier.person.lastName | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/Anagrafica/Titolo | | supplier.person.title | 2 to 10 characters of ASCII |
  FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici/RegimeFiscale | | supplier.taxRegime | RF01 to RF20 without RF03 |
  FatturaElettronicaHeader/CedentePrestatore/Sede | BG-5 | supplier.address | |
  FatturaElettronicaHeader/CedentePrestatore/Sede/Indirizzo | BT-35 | supplier.address.street | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CedentePrestatore/Sede/CAP | BT-38 | supplier.address.postalCode | five digits |
  FatturaElettronicaHeader/CedentePrestatore/Sede/Comune | BT-37 | supplier.address.city | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CedentePrestatore/Sede/Provincia | BT-39 | supplier.address.stateOrProvince | the two capitals of a province |
  FatturaElettronicaHeader/CedentePrestatore/Sede/Nazione | BT-40 | supplier.address.country | two capitals |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione | | supplier.permanentEstablishment | |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/Indirizzo | | supplier.permanentEstablishment.street | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/CAP | | supplier.permanentEstablishment.postalCode | five digits |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/Comune | | supplier.permanentEstablishment.city | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/Provincia | | supplier.permanentEstablishment.stateOrProvince | the two capitals of a province |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/Nazione | | supplier.permanentEstablishment.country | two capitals |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA | | supplier.rea | |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/Ufficio | | supplier.rea.office | the two capitals of a province |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/NumeroREA | | supplier.rea.number | at most 20 characters of ASCII |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/CapitaleSociale | | supplier.rea.shareCapital | an amount with at most 11 digits before and 2 after the point |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/SocioUnico | | supplier.rea.soleShareholder | |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/StatoLiquidazione | | supplier.rea.inLiquidation | |
  FatturaElettronicaHeader/CedentePrestatore/Contatti | BG-6 | supplier | |
  FatturaElettronicaHeader/CedentePrestatore/Contatti/Telefono | BT-42 | supplier.phone | 5 to 12 digits, where a leading plus counts as one; spaces, dashes and the country code of Italy are removed |
  FatturaElettronicaHeader/CedentePrestatore/Contatti/Email | BT-43 | supplier.email | an email address of 7 to 256 characters |
  FatturaElettronicaHeader/CedentePrestatore/RiferimentoAmministrazione | BT-10 | buyerReference | at most 20 characters of ASCII |
  FatturaElettronicaHeader/RappresentanteFiscale | BG-11 | taxRepresentative | |
  FatturaElettronicaHeader/RappresentanteFiscale/DatiAnagrafici/IdFiscaleIVA | | taxRepresentative.vatNumber | |
  FatturaElettronicaHeader/RappresentanteFiscale/DatiAnagrafici/IdFiscaleIVA/IdPaese | | taxRepresentative.vatNumber | two capitals |
  FatturaElettronicaHeader/RappresentanteFiscale/DatiAnagrafici/IdFiscaleIVA/IdCodice | BT-63 | taxRepresentative.vatNumber | 1 to 28 characters |
  FatturaElettronicaHeader/RappresentanteFiscale/DatiAnagrafici/Anagrafica/Denominazione | BT-62 | taxRepresentative.name | at most 80 characters of Latin-1 |
  FatturaElettronicaHeader/CessionarioCommittente | BG-7 | customer | |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici | | customer | |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici/IdFiscaleIVA | | customer.vatNumber | |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici/IdFiscaleIVA/IdPaese | | customer.vatNumber | two capitals |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici/IdFiscaleIVA/IdCodice | BT-48 | customer.vatNumber | 1 to 28 characters |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici/CodiceFiscale | BT-47 | customer.nationalId | a codice fiscale of 11 digits or 16 characters |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici/Anagrafica | | customer.name | |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici/Anagrafica/Denominazione | BT-44 | customer.name | at most 80 characters of Latin-1 |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici/Anagrafica/Nome | | customer.person.firstName | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici/Anagrafica/Cognome | | customer.person.lastName | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici/Anagrafica/Titolo | | customer.person.title | 2 to 10 characters of ASCII |
  FatturaElettronicaHeader/CessionarioCommittente/Sede | BG-8 | customer.address | |
  FatturaElettronicaHeader/CessionarioCommittente/Sede/Indirizzo | BT-50 | customer.address.street | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CessionarioCommittente/Sede/CAP | BT-53 | customer.address.postalCode | five digits |
  FatturaElettronicaHeader/CessionarioCommittente/Sede/Comune | BT-52 | customer.address.city | at most 60 characters of Latin-1, abroad with postal code and state |
  FatturaElettronicaHeader/CessionarioCommittente/Sede/Provincia | BT-54 | customer.address.stateOrProvince | the two capitals of a province |
  FatturaElettronicaHeader/CessionarioCommittente/Sede/Nazione | BT-55 | customer.address.country | two capitals |
  FatturaElettronicaHeader/CessionarioCommittente/StabileOrganizzazione | | customer.permanentEstablishment | |
  FatturaElettronicaHeader/CessionarioCommittente/StabileOrganizzazione/Indirizzo | | customer.permanentEstablishment.street | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CessionarioCommittente/StabileOrganizzazione/CAP | | customer.permanentEstablishment.postalCode | five digits |
  FatturaElettronicaHeader/CessionarioCommittente/StabileOrganizzazione/Comune | | customer.permanentEstablishment.city | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/CessionarioCommittente/StabileOrganizzazione/Provincia | | customer.permanentEstablishment.stateOrProvince | the two capitals of a province |
  FatturaElettronicaHeader/CessionarioCommittente/StabileOrganizzazione/Nazione | | customer.permanentEstablishment.country | two capitals |
  FatturaElettronicaHeader/TerzoIntermediarioOSoggettoEmittente | | it.intermediary | |
  FatturaElettronicaHeader/TerzoIntermediarioOSoggettoEmittente/DatiAnagrafici/IdFiscaleIVA | | it.intermediary.vatNumber | |
  FatturaElettronicaHeader/TerzoIntermediarioOSoggettoEmittente/DatiAnagrafici/IdFiscaleIVA/IdPaese | | it.intermediary.vatNumber | two capitals |
  FatturaElettronicaHeader/TerzoIntermediarioOSoggettoEmittente/DatiAnagrafici/IdFiscaleIVA/IdCodice | | it.intermediary.vatNumber | 1 to 28 characters |
  FatturaElettronicaHeader/TerzoIntermediarioOSoggettoEmittente/DatiAnagrafici/CodiceFiscale | | it.intermediary.nationalId | a codice fiscale of 11 digits or 16 characters |
  FatturaElettronicaHeader/TerzoIntermediarioOSoggettoEmittente/DatiAnagrafici/Anagrafica/Denominazione | | it.intermediary.name | at most 80 characters of Latin-1 |
  FatturaElettronicaHeader/TerzoIntermediarioOSoggettoEmittente/DatiAnagrafici/Anagrafica/Nome | | it.intermediary.person.firstName | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/TerzoIntermediarioOSoggettoEmittente/DatiAnagrafici/Anagrafica/Cognome | | it.intermediary.person.lastName | at most 60 characters of Latin-1 |
  FatturaElettronicaHeader/TerzoIntermediarioOSoggettoEmittente/DatiAnagrafici/Anagrafica/Titolo | | it.intermediary.person.title | 2 to 10 characters of ASCII |
  FatturaElettronicaHeader/SoggettoEmittente | | documentType | |
  FatturaElettronicaBody | | | |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento | | | |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/TipoDocumento | BT-3 | documentType | TD01 to TD06 or TD16 to TD29 |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/Divisa | BT-5 | currency | three capitals |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/Data | BT-2 | issueDate | a day from 1970-01-01 on, YYYY-MM-DD |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/Numero | BT-1 | number | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiRitenuta | | . | |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiRitenuta/TipoRitenuta | | .type | RT01 to RT06 |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiRitenuta/ImportoRitenuta | | .amount | an amount with at most 11 digits before and 2 after the point |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiRitenuta/AliquotaRitenuta | | .rate | a percentage up to 100 with at most 2 decimals |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiRitenuta/CausalePagamento | | .reason | a code of the certificate CU: A to Z, L1, M1, M2, O1, V1, ZO |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiBollo | | stampDuty | |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiBollo/BolloVirtuale | | stampDuty | |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiBollo/ImportoBollo | | stampDuty | an amount with at most 11 digits before and 2 after the point |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale | BG-21 | . | |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale/TipoCassa | BT-104 | .type | TC01 to TC22 |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale/AlCassa | BT-101 | .rate | a percentage up to 100 with at most 2 decimals |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale/ImportoContributoCassa | BT-99 | . | an amount with at most 11 digits before and 2 after the point | Correct rate and base of the contribution: the service computes its amount from them
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale/ImponibileCassa | BT-100 | .base | an amount with at most 11 digits before and 2 after the point |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale/AliquotaIVA | BT-103 | .vatRate | a percentage up to 100 with at most 2 decimals |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale/Ritenuta | | .withholding | |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/DatiCassaPrevidenziale/Natura | BT-102 | .exemptionReasonCode | N1, N2.1, N2.2, N3.1 to N3.6, N4, N5, N6.1 to N6.9 or N7 |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/ImportoTotaleDocumento | BT-112 | lines | an amount with at most 11 digits before and 2 after the point | ${LINES}
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/Arrotondamento | BT-114 | roundingAmount | an amount with at most 11 digits before and 8 after the point |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/Causale | BT-22 | note | characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/Art73 | | it.art73 | |
  FatturaElettronicaBody/DatiGenerali/DatiOrdineAcquisto | | orderReference | |
  FatturaElettronicaBody/DatiGenerali/DatiOrdineAcquisto/IdDocumento | BT-13 | orderReference | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiOrdineAcquisto/CodiceCUP | BT-11 | projectReference | at most 15 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiOrdineAcquisto/CodiceCIG | BT-17 | tenderReference | at most 15 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiOrdineAcquisto/RiferimentoNumeroLinea | | .id | a number from 1 to 9999 |
  FatturaElettronicaBody/DatiGenerali/DatiOrdineAcquisto/NumItem | BT-132 | .orderLineReference | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiOrdineAcquisto/Data | | .issueDate | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiGenerali/DatiOrdineAcquisto/CodiceCommessaConvenzione | | .jobCode | at most 100 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiContratto | | contractReference | |
  FatturaElettronicaBody/DatiGenerali/DatiContratto/IdDocumento | BT-12 | .number | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiContratto/CodiceCUP | | projectReference | at most 15 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiContratto/CodiceCIG | | tenderReference | at most 15 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiContratto/Data | | .issueDate | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiGenerali/DatiContratto/CodiceCommessaConvenzione | | .jobCode | at most 100 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiContratto/RiferimentoNumeroLinea | | .lines | a number from 1 to 9999 |
  FatturaElettronicaBody/DatiGenerali/DatiContratto/NumItem | | .item | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiConvenzione | | . | |
  FatturaElettronicaBody/DatiGenerali/DatiConvenzione/IdDocumento | | .number | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiConvenzione/Data | | .issueDate | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiGenerali/DatiConvenzione/CodiceCommessaConvenzione | | .jobCode | at most 100 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiConvenzione/RiferimentoNumeroLinea | | .lines | a number from 1 to 9999 |
  FatturaElettronicaBody/DatiGenerali/DatiConvenzione/NumItem | | .item | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiConvenzione/CodiceCUP | | .projectReference | at most 15 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiConvenzione/CodiceCIG | | .tenderReference | at most 15 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiRicezione | | references.receivingAdvice | |
  FatturaElettronicaBody/DatiGenerali/DatiRicezione/IdDocumento | BT-15 | .number | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiRicezione/Data | | .issueDate | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiGenerali/DatiRicezione/CodiceCommessaConvenzione | | .jobCode | at most 100 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiRicezione/RiferimentoNumeroLinea | | .lines | a number from 1 to 9999 |
  FatturaElettronicaBody/DatiGenerali/DatiRicezione/NumItem | | .item | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiRicezione/CodiceCUP | | .projectReference | at most 15 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiRicezione/CodiceCIG | | .tenderReference | at most 15 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiFattureCollegate | BG-3 | . | |
  FatturaElettronicaBody/DatiGenerali/DatiFattureCollegate/IdDocumento | BT-25 | .number | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiFattureCollegate/Data | BT-26 | .issueDate | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiGenerali/DatiSAL | | it.progressStages | |
  FatturaElettronicaBody/DatiGenerali/DatiSAL/RiferimentoFase | | it.progressStages | a number from 1 to 999 |
  FatturaElettronicaBody/DatiGenerali/DatiDDT | | . | |
  FatturaElettronicaBody/DatiGenerali/DatiDDT/NumeroDDT | BT-16 | .number | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiDDT/DataDDT | | .issueDate | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiGenerali/DatiDDT/RiferimentoNumeroLinea | | .lines | numbers of lines |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto | BG-13 | delivery | |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore | | it.transport.carrier | |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/IdFiscaleIVA | | it.transport.carrier.vatNumber | |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/IdFiscaleIVA/IdPaese | | it.transport.carrier.vatNumber | two capitals |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/IdFiscaleIVA/IdCodice | | it.transport.carrier.vatNumber | 1 to 28 characters |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/CodiceFiscale | | it.transport.carrier.nationalId | a codice fiscale of 11 digits or 16 characters |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/Anagrafica/Denominazione | | it.transport.carrier.name | at most 80 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/Anagrafica/Nome | | it.transport.carrier.person.firstName | at most 60 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/Anagrafica/Cognome | | it.transport.carrier.person.lastName | at most 60 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/Anagrafica/Titolo | | it.transport.carrier.person.title | 2 to 10 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DatiAnagraficiVettore/NumeroLicenzaGuida | | it.transport.carrier.drivingLicence | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/MezzoTrasporto | | it.transport.means | at most 80 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/CausaleTrasporto | | it.transport.reason | at most 100 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/NumeroColli | | it.transport.packages | a number from 1 to 9999 |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/Descrizione | | it.transport.goods | at most 100 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/UnitaMisuraPeso | | it.transport.weightUnit | at most 10 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/PesoLordo | | it.transport.grossWeight | a weight with at most 4 digits before and 2 after the point |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/PesoNetto | | it.transport.netWeight | a weight with at most 4 digits before and 2 after the point |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DataOraRitiro | | it.transport.collectedAt | a day or a time |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DataInizioTrasporto | | it.transport.startDate | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/TipoResa | | it.transport.incoterm | three capitals |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/IndirizzoResa | BG-15 | delivery.address | |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/IndirizzoResa/Indirizzo | BT-75 | delivery.address.street | at most 60 characters of Latin-1 |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/IndirizzoResa/CAP | BT-78 | delivery.address.postalCode | five digits |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/IndirizzoResa/Comune | BT-77 | delivery.address.city | at most 60 characters of Latin-1, abroad with postal code and state |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/IndirizzoResa/Provincia | BT-79 | delivery.address.stateOrProvince | the two capitals of a province |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/IndirizzoResa/Nazione | BT-80 | delivery.address.country | two capitals |
  FatturaElettronicaBody/DatiGenerali/DatiTrasporto/DataOraConsegna | BT-72 | deliveryDate | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiBeniServizi | | lines | |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee | BG-25 | . | |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/NumeroLinea | BT-126 | .id | a number from 1 to 9999 |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/TipoCessionePrestazione | | . | |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/CodiceArticolo | BT-158 | . | |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/CodiceArticolo/CodiceTipo | | . | at most 35 characters of ASCII |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/CodiceArticolo/CodiceValore | | . | at most 35 characters |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/Descrizione | BT-153 | .description | at most 1000 characters of Latin-1 |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/Quantita | BT-129 | .quantity | a quantity with at most 12 digits before and 8 after the point |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/UnitaMisura | BT-130 | .unitCode | at most 10 characters of ASCII |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/DataInizioPeriodo | BT-134 | .period.start | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/DataFinePeriodo | BT-135 | .period.end | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/PrezzoUnitario | BT-148 | .unitPrice | a price with at most 11 digits before and 8 after the point |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/ScontoMaggiorazione | BG-27 | .discount | |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/ScontoMaggiorazione/Tipo | | .discount | |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/ScontoMaggiorazione/Percentuale | BT-138 | .allowances | a percentage up to 100 with at most 2 decimals |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/ScontoMaggiorazione/Importo | BT-147 | .discount | an amount with at most 11 digits before and 8 after the point |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/PrezzoTotale | BT-131 | . | an amount with at most 11 digits before and 8 after the point | Correct quantity, unitPrice and discount of the line: the service computes its amount from them
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/AliquotaIVA | BT-152 | .vatRate | a percentage up to 100 with at most 2 decimals |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/Ritenuta | | .withholding | |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/Natura | BT-151 | .exemptionReasonCode | N1, N2.1, N2.2, N3.1 to N3.6, N4, N5, N6.1 to N6.9 or N7 |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/RiferimentoAmministrazione | BT-133 | .buyerAccountingReference | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/AltriDatiGestionali | BG-32 | .item.attributes | |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/AltriDatiGestionali/TipoDato | BT-160 | .item.attributes | at most 10 characters of ASCII |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/AltriDatiGestionali/RiferimentoTesto | BT-161 | .item.attributes | at most 60 characters of Latin-1 |
  FatturaElettronicaBody/DatiBeniServizi/DettaglioLinee/AltriDatiGestionali/RiferimentoNumero | | . | an amount with at most 11 digits before and 8 after the point | Correct quantity, unitPrice and discount of the line: the service computes its amount from them
  FatturaElettronicaBody/DatiBeniServizi/DatiRiepilogo | BG-23 | . | |
  FatturaElettronicaBody/DatiBeniServizi/DatiRiepilogo/AliquotaIVA | BT-119 | .vatRate | a percentage up to 100 with at most 2 decimals |
  FatturaElettronicaBody/DatiBeniServizi/DatiRiepilogo/Natura | BT-118 | .exemptionReasonCode | N1, N2.1, N2.2, N3.1 to N3.6, N4, N5, N6.1 to N6.9 or N7 |
  FatturaElettronicaBody/DatiBeniServizi/DatiRiepilogo/ImponibileImporto | BT-116 | lines | an amount with at most 11 digits before and 2 after the point | ${LINES}
  FatturaElettronicaBody/DatiBeniServizi/DatiRiepilogo/Imposta | BT-117 | lines | an amount with at most 11 digits before and 2 after the point | ${LINES}
  FatturaElettronicaBody/DatiBeniServizi/DatiRiepilogo/EsigibilitaIVA | | vatCollection | |
  FatturaElettronicaBody/DatiBeniServizi/DatiRiepilogo/RiferimentoNormativo | BT-120 | .exemptionReason | at most 100 characters of Latin-1, the reasons of all lines of one Natura together |
  FatturaElettronicaBody/DatiPagamento | BG-16 | paymentMeans | |
  FatturaElettronicaBody/DatiPagamento/CondizioniPagamento | | paymentMeans | |
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento | | paymentMeans | |
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento/Beneficiario | BT-59 | payee.name | at most 200 characters of Latin-1 |
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento/ModalitaPagamento | BT-81 | paymentMeans.code | a code of UNTDID 4461 with an Italian equivalent, for example 30 or 58, or MP01 to MP23 |
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento/DataScadenzaPagamento | BT-9 | dueDate | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento/ImportoPagamento | BT-115 | lines | an amount with at most 11 digits before and 2 after the point | ${LINES}
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento/IBAN | BT-84 | paymentMeans.bankAccount | an IBAN of 15 to 34 letters and digits |
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento/BIC | BT-86 | paymentMeans.bic | a BIC of 8 or 11 letters and digits |
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento/ScontoPagamentoAnticipato | | cashDiscounts[0] | an amount with at most 11 digits before and 2 after the point |
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento/DataLimitePagamentoAnticipato | | cashDiscounts[0] | a day, YYYY-MM-DD |
  FatturaElettronicaBody/DatiPagamento/DettaglioPagamento/CodicePagamento | BT-83 | paymentMeans.remittance | at most 60 characters of ASCII |
  FatturaElettronicaBody/Allegati | BG-24 | . | |
  FatturaElettronicaBody/Allegati/NomeAttachment | BT-125 | .filename | at most 60 characters of Latin-1 |
  FatturaElettronicaBody/Allegati/FormatoAttachment | | .filename | |
  FatturaElettronicaBody/Allegati/DescrizioneAttachment | BT-123 | .description | at most 100 characters of Latin-1 |
  FatturaElettronicaBody/Allegati/Attachment | | .content | |
`)
