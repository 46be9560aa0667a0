import { rejectionsIn } from '../../rejections/table.js'

const OURS = 'The invoice needs no change'
const AGAIN = 'then submit a new invoice; SdI does not count this one as issued, so its number may be used again'

/**
 * Files, signatures and the channel to SdI: what the transmitter, not the invoice, is at fault
 * for. The texts of 00330 and of live 00102 vary: the code tells.
 */
export const TRANSMISSION_REJECTIONS = rejectionsIn(`
00001 | Nome file non valido | The name of the file is not one that SdI takes: country, fiscal code of the transmitter, underscore, one to five letters or digits. | ${OURS}: the service names the file. The operator of the service has to correct the transmitter's fiscal code in the name, then send the same invoice under a right name.
00002 | Nome file duplicato | SdI already has a file of this name, whether it accepted or rejected it. | Wait for the outcome of the first file: if it was taken, this invoice is delivered under it. If the first file was another invoice, the operator of the service has to send this one under a new file name; ${OURS.toLowerCase()}.
00003 | Le dimensioni del file superano quelle ammesse | The file is larger than SdI takes through this channel (5 MB). | Remove entries of attachments or make attachments[].content smaller, ${AGAIN}.
00106 | File / archivio vuoto o corrotto | The file or the archive that SdI received is empty or damaged. | ${OURS}: the operator of the service has to build the file again and send it under a new file name.
00100 | Certificato di firma scaduto | The certificate that signed the file has expired. | ${OURS}: whoever signs (the operator of the service or its intermediary) has to renew the certificate and sign again.
00101 | Certificato di firma revocato | The certificate that signed the file was revoked. | ${OURS}: whoever signs (the operator of the service or its intermediary) has to obtain another certificate and sign again.
00102 | La firma elettronica apposta al file non risulta valida || File non integro (firma non valida) | The electronic signature of the file is not valid: the file was altered after it was signed, or signed wrongly. | ${OURS}: whoever signs (the operator of the service or its intermediary) has to sign the exact bytes again and send them under a new file name.
00103 | Alla firma elettronica apposta al file manca il riferimento temporale | The electronic signature does not say when it was made. | ${OURS}: whoever signs (the operator of the service or its intermediary) has to add the signing time to the signature and sign again.
00104 | La CA (Certification Authority) che ha emesso il certificato di firma non risulta nell’elenco delle CA affidabili | The authority that issued the signing certificate is not on the list of trusted authorities. | ${OURS}: whoever signs (the operator of the service or its intermediary) has to use a qualified certificate of a trusted provider.
00105 | Il riferimento temporale associato alla firma elettronica apposta al file è successivo alla data di ricezione del file | The signature says a later time than that at which SdI received the file. | ${OURS}: whoever signs (the operator of the service or its intermediary) has to set the clock right and sign again.
00107 | Il certificato di firma non è valido | The certificate that signed the file is not valid for signing. | ${OURS}: whoever signs (the operator of the service or its intermediary) has to use a valid qualified signing certificate.
00201 | Non è possibile procedere con ulteriori controlli, perché gli errori di formato presenti nel file superano il massimo previsto (50) | The file breaks the schema of FatturaPA in more than 50 places, and SdI stopped there. | Check the invoice with POST /v1/invoices/validate, correct the errors that it names in supplier, customer and lines[], ${AGAIN}.
00300 | 1.1.1.2 <IdCodice> non valido | The fiscal code of the transmitter, which the service writes, is not in the tax registry. | ${OURS}: the operator of the service has to set the fiscal code (not the VAT number) of the accredited transmitter.
00428 | 1.1.3 <FormatoTrasmissione> non coerente con il valore dell’attributo VERSION | The transmission format in the header and the version of the document contradict each other. | ${OURS}: the service writes both from customer.sdiCode. The operator of the service has to correct how it writes them.
EI01 | FILE VUOTO | SdI received a call without a file. | ${OURS}: the operator of the service has to send the file again.
EI02 | SERVIZIO NON DISPONIBILE | SdI is not available at the moment. | Do nothing: the service sends the same file again under the same name until SdI takes it.
EI03 | UTENTE NON ABILITATO | The channel is not enabled for this transmitter. | ${OURS}: the operator of the service has to check the accreditation at SdI, the client certificate and the fiscal code of the transmitter.
EN00 | NOTIFICA NON CONFORME AL FORMATO | A notice of the buyer's outcome does not have the format that SdI asks for. | ${OURS}: the notice comes from the buyer's side. The public administration has to send its notice again.
EN01 | NOTIFICA NON AMMISSIBILE | SdI does not admit a notice of the buyer's outcome, for example since it is late or a second one. | ${OURS}: the notice comes from the buyer's side. Settle with customer by other means whether the invoice is accepted.
`)

/** SdI names the error after the description of 00200; where it does not, this much is known. */
export const FORMAT_REJECTIONS = rejectionsIn(
  `
00200 | File non conforme al formato | The file does not match the schema of FatturaPA; what SdI found stands after the colon of its message. | Check the invoice with POST /v1/invoices/validate, correct the element that the message names in supplier, customer or lines[], ${AGAIN}.
`,
  { isGeneral: true },
)

/** What becomes of an invoice that SdI took. */
export const OUTCOMES = rejectionsIn(`
NE-EC01 | Esito: EC01 (accettazione) || EsitoCommittente EC01 || EC01 | The public administration has accepted the invoice. | Do nothing: this is final.
NE-EC02 | Esito: EC02 (rifiuto) || EsitoCommittente EC02 || EC02 | The public administration has refused the invoice; its reason stands in the description of the notice. | Correct what the description names (often orderReference, tenderReference, projectReference or customer.sdiCode), then submit a new invoice; the refused one does not count, so its number may be used again.
DT | NotificaDecorrenzaTermini || Decorrenza Termini | The public administration neither accepted nor refused the invoice within 15 days. | Do nothing: the invoice counts as delivered. Anything else is to be settled with customer directly.
MC | NotificaMancataConsegna || RicevutaImpossibilitaRecapito || RicevutaImpossibultaRecapito || Mancata Consegna || Impossibilita di recapito | SdI could not deliver the invoice. It is issued: for a business or consumer it waits in the reserved area of the tax portal, for a public administration SdI tries for ten days more. | Tell the customer that the invoice is in its area of Fatture e Corrispettivi; for the next invoice ask it for customer.sdiCode or customer.pec.
AT | AttestazioneTrasmissioneFattura || Attestazione di avvenuta trasmissione | SdI attests that the invoice was transmitted, but could not deliver it to the public administration. | Send the attestation with the invoice to the customer by other means; the invoice is issued. For the next one check customer.sdiCode in the index of public administrations (IndicePA).
RC | RicevutaConsegna || Ricevuta di consegna | SdI has delivered the invoice. | Do nothing: this is final for a business; a public administration has 15 days to accept it.
`)
