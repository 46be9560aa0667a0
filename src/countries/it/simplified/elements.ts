import { ElementFields } from '../../judging/element-fields.js'

const AMOUNT = 'an amount with at most 11 digits before and 2 after the point'
const TAX_NUMBER =
  'Give the VAT number of the customer (customer.vatNumber), or of a private person or a body the codice fiscale (customer.nationalId)'
const NATURA = 'N1, N2.1, N2.2, N3.1 to N3.6, N4 or N5: an ordinary invoice (documentType: TD01) has the others'
const [LATIN_60, LATIN_80] = ['at most 60 characters of Latin-1', 'at most 80 characters of Latin-1']

/** The API field of each element of a simplified FatturaPA. See `ElementFields` for the form. */
export const SIMPLIFIED_ELEMENTS = new ElementFields(`
  FatturaElettronicaHeader | BG-2 | | |
  FatturaElettronicaHeader/DatiTrasmissione | | customer.sdiCode | |
  FatturaElettronicaHeader/DatiTrasmissione/IdTrasmittente | | .vatNumber | |
  FatturaElettronicaHeader/DatiTrasmissione/IdTrasmittente/IdPaese | | .vatNumber | two capitals |
  FatturaElettronicaHeader/DatiTrasmissione/IdTrasmittente/IdCodice | | .vatNumber | 1 to 28 characters |
  FatturaElettronicaHeader/DatiTrasmissione/ProgressivoInvio | | number | |
  FatturaElettronicaHeader/DatiTrasmissione/FormatoTrasmissione | | documentType | |
  FatturaElettronicaHeader/DatiTrasmissione/CodiceDestinatario | BT-49 | customer.sdiCode | 7 capitals and digits |
  FatturaElettronicaHeader/DatiTrasmissione/PECDestinatario | | customer.pec | an email address of at most 256 characters |
  FatturaElettronicaHeader/CedentePrestatore | BG-4 | supplier | |
  FatturaElettronicaHeader/CedentePrestatore/IdFiscaleIVA | | supplier.vatNumber | |
  FatturaElettronicaHeader/CedentePrestatore/IdFiscaleIVA/IdPaese | | supplier.vatNumber | two capitals |
  FatturaElettronicaHeader/CedentePrestatore/IdFiscaleIVA/IdCodice | BT-31 | supplier.vatNumber | 1 to 28 characters |
  FatturaElettronicaHeader/CedentePrestatore/CodiceFiscale | BT-32 | supplier.nationalId | a codice fiscale of 11 digits or 16 characters |
  FatturaElettronicaHeader/CedentePrestatore/Denominazione | BT-27 | supplier.name | ${LATIN_80} |
  FatturaElettronicaHeader/CedentePrestatore/Nome | | supplier.person.firstName | ${LATIN_60} |
  FatturaElettronicaHeader/CedentePrestatore/Cognome | | supplier.person.lastName | ${LATIN_60} |
  FatturaElettronicaHeader/CedentePrestatore/Sede | BG-5 | supplier.address | |
  FatturaElettronicaHeader/CedentePrestatore/Sede/Indirizzo | BT-35 | supplier.address.street | ${LATIN_60} |
  FatturaElettronicaHeader/CedentePrestatore/Sede/CAP | BT-38 | supplier.address.postalCode | five digits |
  FatturaElettronicaHeader/CedentePrestatore/Sede/Comune | BT-37 | supplier.address.city | ${LATIN_60} |
  FatturaElettronicaHeader/CedentePrestatore/Sede/Provincia | BT-39 | supplier.address.stateOrProvince | the two capitals of a province |
  FatturaElettronicaHeader/CedentePrestatore/Sede/Nazione | BT-40 | supplier.address.country | two capitals |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione | | supplier.permanentEstablishment | |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/Indirizzo | | supplier.permanentEstablishment.street | ${LATIN_60} |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/CAP | | supplier.permanentEstablishment.postalCode | five digits |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/Comune | | supplier.permanentEstablishment.city | ${LATIN_60} |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/Provincia | | supplier.permanentEstablishment.stateOrProvince | the two capitals of a province |
  FatturaElettronicaHeader/CedentePrestatore/StabileOrganizzazione/Nazione | | supplier.permanentEstablishment.country | two capitals |
  FatturaElettronicaHeader/CedentePrestatore/RappresentanteFiscale | BG-11 | taxRepresentative | |
  FatturaElettronicaHeader/CedentePrestatore/RappresentanteFiscale/IdFiscaleIVA | | taxRepresentative.vatNumber | |
  FatturaElettronicaHeader/CedentePrestatore/RappresentanteFiscale/IdFiscaleIVA/IdPaese | | taxRepresentative.vatNumber | two capitals |
  FatturaElettronicaHeader/CedentePrestatore/RappresentanteFiscale/IdFiscaleIVA/IdCodice | BT-63 | taxRepresentative.vatNumber | 1 to 28 characters |
  FatturaElettronicaHeader/CedentePrestatore/RappresentanteFiscale/Denominazione | BT-62 | taxRepresentative.name | ${LATIN_80} |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA | | supplier.rea | |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/Ufficio | | supplier.rea.office | the two capitals of a province |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/NumeroREA | | supplier.rea.number | at most 20 characters of ASCII |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/CapitaleSociale | | supplier.rea.shareCapital | ${AMOUNT} |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/SocioUnico | | supplier.rea.soleShareholder | |
  FatturaElettronicaHeader/CedentePrestatore/IscrizioneREA/StatoLiquidazione | | supplier.rea.inLiquidation | |
  FatturaElettronicaHeader/CedentePrestatore/RegimeFiscale | | supplier.taxRegime | RF01 to RF20 without RF03 |
  FatturaElettronicaHeader/CessionarioCommittente | BG-7 | customer | | ${TAX_NUMBER}
  FatturaElettronicaHeader/CessionarioCommittente/IdentificativiFiscali | | customer.vatNumber | | ${TAX_NUMBER}
  FatturaElettronicaHeader/CessionarioCommittente/IdentificativiFiscali/IdFiscaleIVA | | customer.vatNumber | |
  FatturaElettronicaHeader/CessionarioCommittente/IdentificativiFiscali/IdFiscaleIVA/IdPaese | | customer.vatNumber | two capitals |
  FatturaElettronicaHeader/CessionarioCommittente/IdentificativiFiscali/IdFiscaleIVA/IdCodice | BT-48 | customer.vatNumber | 1 to 28 characters |
  FatturaElettronicaHeader/CessionarioCommittente/IdentificativiFiscali/CodiceFiscale | BT-47 | customer.nationalId | a codice fiscale of 11 digits or 16 characters |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi | | customer.name | |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/Denominazione | BT-44 | customer.name | ${LATIN_80} |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/Nome | | customer.person.firstName | ${LATIN_60} |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/Cognome | | customer.person.lastName | ${LATIN_60} |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/Sede | BG-8 | customer.address | |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/Sede/Indirizzo | BT-50 | customer.address.street | ${LATIN_60} |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/Sede/CAP | BT-53 | customer.address.postalCode | five digits |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/Sede/Comune | BT-52 | customer.address.city | at most 60 characters of Latin-1, abroad with postal code and state |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/Sede/Provincia | BT-54 | customer.address.stateOrProvince | the two capitals of a province |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/Sede/Nazione | BT-55 | customer.address.country | two capitals |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/StabileOrganizzazione | | customer.permanentEstablishment | |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/StabileOrganizzazione/Indirizzo | | customer.permanentEstablishment.street | ${LATIN_60} |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/StabileOrganizzazione/CAP | | customer.permanentEstablishment.postalCode | five digits |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/StabileOrganizzazione/Comune | | customer.permanentEstablishment.city | ${LATIN_60} |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/StabileOrganizzazione/Provincia | | customer.permanentEstablishment.stateOrProvince | the two capitals of a province |
  FatturaElettronicaHeader/CessionarioCommittente/AltriDatiIdentificativi/StabileOrganizzazione/Nazione | | customer.permanentEstablishment.country | two capitals |
  FatturaElettronicaHeader/SoggettoEmittente | | selfBilled | |
  FatturaElettronicaBody | | lines | |
  FatturaElettronicaBody/DatiGenerali | BG-3 | precedingInvoice | |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/TipoDocumento | BT-3 | documentType | TD07, TD08 or TD09 |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/Divisa | BT-5 | currency | three capitals |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/Data | BT-2 | issueDate | a day from 1970-01-01 on, YYYY-MM-DD |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/Numero | BT-1 | number | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento/BolloVirtuale | | stampDuty | |
  FatturaElettronicaBody/DatiGenerali/DatiFatturaRettificata | | precedingInvoice | |
  FatturaElettronicaBody/DatiGenerali/DatiFatturaRettificata/NumeroFR | BT-25 | precedingInvoice.number | at most 20 characters of ASCII |
  FatturaElettronicaBody/DatiGenerali/DatiFatturaRettificata/DataFR | BT-26 | precedingInvoice.issueDate | a day from 1970-01-01 on, YYYY-MM-DD | Give the date of the corrected invoice (precedingInvoice.issueDate), YYYY-MM-DD
  FatturaElettronicaBody/DatiGenerali/DatiFatturaRettificata/ElementiRettificati | BT-22 | note | at most 1000 characters of Latin-1 | Write what is corrected, and why (note), in at most 1000 characters
  FatturaElettronicaBody/DatiBeniServizi | BG-25 | . | |
  FatturaElettronicaBody/DatiBeniServizi/Descrizione | BT-153 | .description | at most 1000 characters of Latin-1 |
  FatturaElettronicaBody/DatiBeniServizi/Importo | BT-131 | . | ${AMOUNT} | Correct quantity, unitPrice and discount of the line: the service computes its amount from them
  FatturaElettronicaBody/DatiBeniServizi/DatiIVA | BG-30 | .vatRate | |
  FatturaElettronicaBody/DatiBeniServizi/DatiIVA/Imposta | BT-117 | .vatRate | ${AMOUNT} |
  FatturaElettronicaBody/DatiBeniServizi/DatiIVA/Aliquota | BT-152 | .vatRate | a percentage up to 100 with at most 2 decimals |
  FatturaElettronicaBody/DatiBeniServizi/Natura | BT-151 | .exemptionReasonCode | ${NATURA} |
  FatturaElettronicaBody/DatiBeniServizi/RiferimentoNormativo | BT-120 | .exemptionReason | at most 100 characters of Latin-1 |
  FatturaElettronicaBody/Allegati | BG-24 | . | |
  FatturaElettronicaBody/Allegati/NomeAttachment | BT-125 | .filename | ${LATIN_60} |
  FatturaElettronicaBody/Allegati/FormatoAttachment | | .filename | |
  FatturaElettronicaBody/Allegati/DescrizioneAttachment | BT-123 | .description | at most 100 characters of Latin-1 |
  FatturaElettronicaBody/Allegati/Attachment | | .content | |
`)
