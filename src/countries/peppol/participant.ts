import type { Party } from '../../domain/request/invoice-request.js'
import type { Identifier } from '../../einvoice/model/invoice-model.js'

/**
 * Peppol participant identifiers with a scheme of the code list "Participant identifier schemes"
 * 9.7.
 */
/** The scheme of Belgian enterprise numbers. */
export const BELGIAN_ENTERPRISE = '0208'
/** ISO 6523 code of the French SIREN. */
const SIREN = '0002'
/** The scheme of German authorities, whose value is a Leitweg-ID. */
export const LEITWEG_ID = '0204'

/**
 * Schemes whose value is the whole VAT number, with its prefix, by that prefix. Northern Ireland
 * writes XI.
 */
const VAT_SCHEMES: Readonly<Record<string, string>> = {
  AD: '9922',
  AL: '9923',
  AT: '9914',
  BA: '9924',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  ES: '9920',
  GB: '9932',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '0211',
  LI: '9936',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MC: '9940',
  ME: '9941',
  MK: '9942',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  RS: '9948',
  SI: '9949',
  SK: '9950',
  SM: '9951',
  TR: '9952',
  VA: '9953',
  XI: '9932',
}

/** Countries that register another number in the network, which is contained in the VAT number. */
const WITHIN_VAT: readonly (readonly [format: RegExp, scheme: string, before: string])[] = [
  [/^BE([01]\d{9})$/, BELGIAN_ENTERPRISE, ''],
  [/^DK(\d{8})$/, '0184', ''],
  [/^SE(\d{10})\d{2}$/, '0007', ''],
  [/^NO(\d{9})(?:MVA)?$/, '0192', ''],
  // GR-R-009: the tax number, without the EL of the VAT number.
  [/^EL(\d{9})$/, '9933', ''],
  [/^FI(\d{8})$/, '0216', '0037'],
  // The French register uses the SIREN.
  [/^FR[0-9A-Z]{2}(\d{9})$/, '0225', ''],
]

/**
 * BT-34 or BT-49: the participant that the caller sent, or else the one derived from the party's
 * numbers: the Leitweg-ID of a German authority, the SIREN within a SIRET, the enterprise or VAT
 * number, or without a VAT number the entry in a register that the network uses. undefined: none.
 */
export function electronicAddress(party: Party, named: Identifier | undefined): Identifier | undefined {
  if (named !== undefined) return named
  if (party.leitwegId !== undefined) return { scheme: LEITWEG_ID, value: party.leitwegId }
  if (party.siret !== undefined) return { scheme: '0225', value: party.siret.slice(0, 9) }
  return party.vatNumber === '' ? ofRegistration(party) : ofVatNumber(party.vatNumber)
}

function ofRegistration({ legalRegistration, address }: Party): Identifier | undefined {
  if (legalRegistration === undefined) return undefined
  const { id, scheme } = legalRegistration
  if (scheme === SIREN) return { scheme: '0225', value: id }
  if (scheme !== undefined) return REGISTERS.has(scheme) ? { scheme, value: id } : undefined
  const digits = id.replaceAll(/[ .]/g, '')
  return address?.country === 'BE' && /^[01]\d{9}$/.test(digits)
    ? { scheme: BELGIAN_ENTERPRISE, value: digits }
    : undefined
}

function ofVatNumber(vatNumber: string): Identifier | undefined {
  for (const [format, scheme, before] of WITHIN_VAT) {
    const digits = format.exec(vatNumber)?.[1]
    if (digits !== undefined) return { scheme, value: before + digits }
  }
  const scheme = VAT_SCHEMES[vatNumber.slice(0, 2)]
  return scheme === undefined ? undefined : { scheme, value: vatNumber }
}

/** BT-30 or BT-47: the company registration number, if the VAT number contains it. */
export function registration(vatNumber: string): Identifier | undefined {
  const id = ofVatNumber(vatNumber)
  return id?.scheme !== undefined && REGISTERS.has(id.scheme) ? id : undefined
}

/** Registers of Belgium, Denmark (DK-R-002), Sweden and Norway. */
const REGISTERS: ReadonlySet<string> = new Set([BELGIAN_ENTERPRISE, '0184', '0007', '0192'])

/** A participant in the form of the network: `iso6523-actorid-upis::0208:0403170701`. */
export function participantId({ scheme, value }: Identifier): string {
  return `iso6523-actorid-upis::${scheme ?? ''}:${value}`
}
