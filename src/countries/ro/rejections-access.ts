import type { Rejection } from './rejection.js'

const REAUTHORISE =
  'POST /v1/connections for the same company and country and open the authorizationUrl with the qualified certificate of someone who is enrolled in SPV for this company.'
const NEXT_DAY =
  'Wait until the next day in Romania (counters restart at midnight); the service then goes on by itself.'

/** Duplicates, wrong fiscal codes, and what ANAF says of rights, limits and outages. */
export const ACCESS_REJECTIONS: readonly Rejection[] = [
  {
    code: 'DUP',
    rawText: 'Factura a mai fost transmisa anterior cu index=5001130147 si data incarcare=2026-11-02',
    pattern: /Factura a mai fost transmis[aă] anterior/i,
    errorTranslated: 'The same invoice was uploaded before; the message names its upload index and date.',
    errorFix:
      'Do not send it again. Look at the earlier upload: if it was accepted, the invoice is delivered; if not, correct it first.',
  },
  {
    code: 'R_BT_32_cui',
    rawText:
      'E: AccountingSupplierParty (1) sectiune Party (1) sectiune PartyTaxScheme (1) sectiune CompanyID (1) eroare regula: R_BT_32_cui: Cui vanzator incorect / validare CUI (1234)',
    pattern: /R_BT_3[12]_cui|Cui v[aâ]nz[aă]tor incorect/i,
    errorTranslated: 'The fiscal code (CUI) of the supplier fails its check digit.',
    errorFix: 'Correct supplier.vatNumber; compare it with the registration certificate.',
  },
  {
    code: 'R_BT_48_cui',
    rawText:
      'E: AccountingCustomerParty (1) sectiune Party (1) sectiune PartyTaxScheme (1) sectiune CompanyID (1) eroare regula: R_BT_48_cui: Cui cumparator incorect / validare CUI (1234)',
    pattern: /R_BT_4[78]_cui|Cui cump[aă]r[aă]tor incorect/i,
    errorTranslated: 'The fiscal code (CUI) of the customer fails its check digit.',
    errorFix: 'Correct customer.vatNumber; ask the customer or look it up in the public register of ANAF.',
  },
  {
    code: 'UPLOAD-NO-CIF',
    rawText: 'Nu exista niciun CIF pentru care sa aveti drept in SPV',
    pattern: /Nu exist[aă] niciun CIF pe(?:n)?tru care s[aă] ave[tț]i drept/i,
    errorTranslated: 'Whoever authorised the connection has no rights in SPV for any company.',
    errorFix: `Enrol the certificate in SPV (form 150 or 270), then authorise again: ${REAUTHORISE}`,
  },
  {
    code: 'UPLOAD-NO-RIGHT',
    rawText: 'Nu aveti drept in SPV pentru CIF=1234',
    pattern: /Nu ave[tț]i drept(?:ul)? (?:[iî]n SPV|de inteorgare|s[aă] desc[aă]rca[tț]i)/i,
    errorTranslated: 'Whoever authorised the connection has no right in SPV for this company or this message.',
    errorFix: `Have the right granted in SPV, then authorise again: ${REAUTHORISE}`,
  },
  {
    code: 'OAUTH-invalid_grant',
    rawText: 'invalid_grant',
    pattern: /invalid_grant|Refresh Token status is expired/i,
    errorTranslated: 'The authorisation has expired, was used up or was revoked.',
    errorFix: REAUTHORISE,
  },
  {
    code: 'OAUTH-access_denied',
    rawText: 'access_denied',
    pattern: /access_denied/i,
    errorTranslated: 'No certificate was presented at the authorisation, or its holder has no SPV account.',
    errorFix: `Plug in the qualified certificate, enrol it in SPV if needed, then: ${REAUTHORISE}`,
  },
  {
    code: 'HTTP-401',
    rawText: 'Unauthorized',
    pattern: /^\s*(?:HTTP )?(?:401 )?Unauthorized\b/i,
    errorTranslated: 'The access token is expired or invalid.',
    errorFix: REAUTHORISE,
  },
  {
    code: 'HTTP-403',
    rawText: 'Forbidden',
    pattern: /^\s*(?:HTTP )?(?:403 )?Forbidden\b/i,
    errorTranslated: 'The token is not accepted for this service, or lacks the right for this company.',
    errorFix: `Check the enrolment in SPV, then: ${REAUTHORISE}`,
  },
  {
    code: 'HTTP-429',
    rawText: 'Too Many Requests',
    pattern: /Too Many Requests/i,
    errorTranslated: 'ANAF received more than 1,000 requests in a minute.',
    errorFix: 'Nothing to do: the service slows down and tries again by itself.',
  },
  {
    code: 'DAILY-LIMIT',
    rawText: 'S-au facut deja 20 descarcari de mesaj in cursul zilei',
    pattern: /S-au (?:f[aă]cut|[iî]nc[aă]rcat) deja \d+/i,
    errorTranslated: 'A daily limit of ANAF for this message or company is reached.',
    errorFix: NEXT_DAY,
  },
  {
    code: 'TECH',
    rawText: 'A aparut o eroare tehnica. Cod: 1814',
    pattern: /A ap[aă]rut o eroare tehnic[aă]/i,
    errorTranslated: 'ANAF had a technical fault; whether the invoice was registered is not known.',
    errorFix:
      'Nothing to correct: the service looks the upload up and tries again. If it persists for hours, contact ANAF with the code.',
  },
  {
    code: 'WAF',
    rawText: 'The requested URL was rejected. Please consult with your administrator.',
    pattern: /The requested URL was rejected/i,
    errorTranslated:
      "ANAF's firewall answered instead of the service; whether the invoice was registered is not known.",
    errorFix: 'Nothing to correct: the service looks the upload up and tries again.',
  },
]
