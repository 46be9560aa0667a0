import { rejectionTable } from '../../rejections/table.js'

const OURS = 'The invoice needs no change'
/**
 * Errors of files, signatures and the channel to SdI, caused by the transmitter, not by the
 * invoice. The texts of 00330 and of live 00102 vary: the code identifies them.
 */
export const TRANSMISSION_REJECTIONS = rejectionTable(`
00001 | Nome file non valido | SdI does not accept the name of the file: country, fiscal code of the transmitter, underscore, one to five letters or digits. | ${OURS}: the service names the file. The operator of the service has to correct the transmitter's fiscal code in the name. {Unchanged}.
00002 | Nome file duplicato | SdI already has a file with this name, accepted or rejected. | Wait for the outcome of the first file: if it was accepted, this invoice is delivered under it. If the first file was another invoice, the operator of the service has to send this one under a new file name; ${OURS.toLowerCase()}.
00003 | Le dimensioni del file superano quelle ammesse | The file is larger than SdI accepts through this channel (5 MB). | Remove entries of attachments or make attachments[].content smaller, {corrected}.
00106 | File / archivio vuoto o corrotto | The file or the archive that SdI received is empty or damaged. | ${OURS}: the operator of the service has to correct how it builds the file. {Unchanged}.
00100 | Certificato di firma scaduto | The certificate that signed the file has expired. | ${OURS}: the signer (the operator of the service or its intermediary) has to renew the certificate. {Unchanged}.
00101 | Certificato di firma revocato | The certificate that signed the file was revoked. | ${OURS}: the signer (the operator of the service or its intermediary) has to obtain another certificate. {Unchanged}.
00102 | La firma elettronica apposta al file non risulta valida || File non integro (firma non valida) | The electronic signature of the file is not valid: the file was altered after it was signed, or signed wrongly. | ${OURS}: the signer (the operator of the service or its intermediary) has to sign the exact bytes of the file. {Unchanged}.
00103 | Alla firma elettronica apposta al file manca il riferimento temporale | The electronic signature has no signing time. | ${OURS}: the signer (the operator of the service or its intermediary) has to add the signing time to the signature. {Unchanged}.
00104 | La CA (Certification Authority) che ha emesso il certificato di firma non risulta nell’elenco delle CA affidabili | The authority that issued the signing certificate is not on the list of trusted authorities. | ${OURS}: the signer (the operator of the service or its intermediary) has to use a qualified certificate of a trusted provider. {Unchanged}.
00105 | Il riferimento temporale associato alla firma elettronica apposta al file è successivo alla data di ricezione del file | The signing time is later than the time at which SdI received the file. | ${OURS}: the signer (the operator of the service or its intermediary) has to correct the clock. {Unchanged}.
00107 | Il certificato di firma non è valido | The certificate that signed the file is not valid for signing. | ${OURS}: the signer (the operator of the service or its intermediary) has to use a valid qualified signing certificate. {Unchanged}.
00201 | Non è possibile procedere con ulteriori controlli, perché gli errori di formato presenti nel file superano il massimo previsto (50) | The file breaks the schema of FatturaPA in more than 50 places, and SdI stopped there. | Check the invoice with POST /v1/invoices/validate, correct the errors that it names in supplier, customer and lines[], {corrected}.
00300 | 1.1.1.2 <IdCodice> non valido | The fiscal code of the transmitter, which the service writes, is not in the tax registry. | ${OURS}: the operator of the service has to set the fiscal code (not the VAT number) of the accredited transmitter. {Unchanged}.
00428 | 1.1.3 <FormatoTrasmissione> non coerente con il valore dell’attributo VERSION | The transmission format in the header and the version of the document contradict each other. | ${OURS}: the service writes both from customer.sdiCode. The operator of the service has to correct how it writes them. {Unchanged}.
EI01 | FILE VUOTO | SdI received a call without a file. | ${OURS}: the operator of the service has to correct how it calls SdI. {Unchanged}.
EI02 | SERVIZIO NON DISPONIBILE | SdI is not available at the moment. | ${OURS}: wait until SdI is available again. {Unchanged}.
EI03 | UTENTE NON ABILITATO | The channel is not enabled for this transmitter. | ${OURS}: the operator of the service has to check the accreditation at SdI, the client certificate and the fiscal code of the transmitter. {Unchanged}.
EN00 | NOTIFICA NON CONFORME AL FORMATO | A notice of the buyer's outcome does not have the format that SdI requires. | ${OURS}: the notice comes from the buyer's side. The public administration has to send a notice in the right format.
EN01 | NOTIFICA NON AMMISSIBILE | SdI does not accept a notice of the buyer's outcome, for example because it is late or a second one. | ${OURS}: the notice comes from the buyer's side. Settle with the customer by other means whether the invoice is accepted.
`)

/**
 * Our own code for what SdI would refuse: a file to an administration requires a signature, but
 * the connection has no signing certificate.
 */
export const UNSIGNED = 'CW-IT-SIGNATURE: the file to an administration is not signed'

/**
 * A signature must be written into the document, which is not possible in every foreign document.
 */
export const UNSIGNABLE = 'CW-IT-SIGNABLE: no signature can be written into the document'

/** Refusals of our gateway, before SdI. */
export const CHANNEL_REJECTIONS = rejectionTable(`
CW-IT-SIGNATURE | ${UNSIGNED} | An invoice to a public administration must have an electronic signature, but the connection has no certificate for it. | Submit signingCertificate and signingKey of a qualified certificate with the connection's credentials, or send through an intermediary that signs; the invoice needs no change. {Unchanged}.
CW-IT-SIGNABLE | ${UNSIGNABLE} | An invoice to a public administration must have an electronic signature, which cannot be written into this document. | Write the document in UTF-8 without a processing instruction after its root, or sign it yourself (XAdES, enveloped), {corrected}.
`)

/** SdI adds the error to the description of 00200; this is the explanation without one. */
export const FORMAT_REJECTIONS = rejectionTable(
  `
00200 | File non conforme al formato | The file does not match the schema of FatturaPA; the error is stated after the colon in its message. | Check the invoice with POST /v1/invoices/validate, correct the element that the message names in supplier, customer or lines[], {corrected}.
`,
  { isGeneral: true },
)

/** The outcomes of an invoice that SdI accepted. */
export const OUTCOMES = rejectionTable(`
NE-EC01 | Esito: EC01 (accettazione) || EsitoCommittente EC01 || EC01 | The public administration has accepted the invoice. | Do nothing: this is final.
NE-EC02 | Esito: EC02 (rifiuto) || EsitoCommittente EC02 || EC02 | The public administration has refused the invoice; the reason is in the description of the notice. | Correct what the description names (often orderReference, tenderReference, projectReference or customer.sdiCode), {corrected}.
DT | NotificaDecorrenzaTermini || Decorrenza Termini | The public administration neither accepted nor refused the invoice within 15 days. | Do nothing: the invoice counts as delivered. Settle anything else directly with the customer.
MC | NotificaMancataConsegna || RicevutaImpossibilitaRecapito || RicevutaImpossibultaRecapito || Mancata Consegna || Impossibilita di recapito | SdI could not deliver the invoice. It is issued: for a business or consumer it is available in the reserved area of the tax portal, for a public administration SdI retries for ten days. | Inform the customer that the invoice is in its area of Fatture e Corrispettivi; for the next invoice ask for customer.sdiCode or customer.pec.
AT | AttestazioneTrasmissioneFattura || Attestazione di avvenuta trasmissione | SdI attests that the invoice was transmitted, but could not deliver it to the public administration. | Send the attestation with the invoice to the customer by other means; the invoice is issued. For the next one check customer.sdiCode in the index of public administrations (IndicePA).
RC | RicevutaConsegna || Ricevuta di consegna | SdI has delivered the invoice. | Do nothing: this is final for a business; a public administration has 15 days to accept it.
`)
