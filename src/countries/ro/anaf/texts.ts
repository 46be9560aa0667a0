/**
 * ANAF's texts that decide the next step, with and without Romanian letters, including its typing
 * errors. Their numbers are the configured ones and differ from the published limits.
 */
export const TEXTS = {
  /** Limits of a day. */
  dailyLimit: /S-au (?:f[aă]cut|[iî]nc[aă]rcat) deja [0-9]+/i,
  /** The token's holder has no right in SPV. */
  noRight:
    /Nu ave[tț]i drept(?:ul)? (?:[iî]n SPV|de inte(?:or|ro)gare|s[aă] desc[aă]rca[tț]i)|Nu exist[aă] niciun CIF pe(?:n)?tru care s[aă] ave[tț]i drept/i,
  /** Not a verdict: it is not known whether the upload was registered. */
  technical: /A ap[aă]rut o eroare tehnic[aă]/i,
  /** The technical error after which an upload is known not to be registered. */
  neverRegistered: /A ap[aă]rut o eroare tehnic[aă][^0-9]{0,300}\b1814\b/i,
  /** Words of a temporary fault, in any text. */
  passing: /tehnic|mentenan|indisponibil|momentan|temporar|[iî]ncerca[tț]i|reveni[tț]i/i,
  /** A list without messages: no error. */
  emptyList: /Nu exist[aă] mesaje [iî]n/i,
  /** The end of a period is in the future, or its start too old, by ANAF's clock. */
  untimely: /^(?:endTime\b.{0,60}\b[iî]n viitor|startTime\b.{0,60}\bmai vechi)\b/i,
  /** ANAF's own time, in the same texts. Some of them don't name it. */
  requestTime: /\bmomentul requestului ?= ?([0-9]{2}-[0-9]{2}-[0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2})(?![0-9])/i,
  /** The list has fewer pages. */
  pageTooHigh: /Pagina solicitat[aă] .{0,200}mai mare/i,
  /** ANAF does not find this upload, or not yet. */
  unknownUpload: /Nu exist[aă] factura cu id_incarcare/i,
  /** The file is no longer available. */
  downloadGone: /nu mai poate fi desc[aă]rcat/i,
  /** The same content was uploaded before, under that index. */
  duplicate: /Factura a mai fost transmis[aă] anterior cu index ?= ?([0-9]{1,18})/i,
  /** A call without document or parameters, answered with HTTP 400. */
  badCall:
    /Parametr(?:ii|ul) .{1,60} (?:sunt obligatorii|este obligatoriu)|ata[sș]at [iî]n request un fi[sș]ier de tip xml/i,
} as const
