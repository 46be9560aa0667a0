import type { Party } from '../../domain/accepted-invoice.js'
import type { Identifier } from '../../einvoice/model.js'

/** Peppol participant identifiers with a scheme of the code list "Participant identifier schemes" 9.7. */
export const BELGIAN_ENTERPRISE = '0208'
export const LEITWEG_ID = '0204'

/** Schemes whose value is the whole VAT number, with its prefix, by that prefix. Greece writes EL, Northern Ireland XI. */
const VAT_SCHEMES: Readonly<Record<string, string>> = {
  ...{ AD: '9922', AL: '9923', AT: '9914', BA: '9924', BG: '9926', CH: '9927', CY: '9928', CZ: '9929', DE: '9930' },
  ...{ EE: '9931', EL: '9933', ES: '9920', GB: '9932', HR: '9934', HU: '9910', IE: '9935', IT: '0211', LI: '9936' },
  ...{ LT: '9937', LU: '9938', LV: '9939', MC: '9940', ME: '9941', MK: '9942', MT: '9943', NL: '9944', PL: '9945' },
  ...{ PT: '9946', RO: '9947', RS: '9948', SI: '9949', SK: '9950', SM: '9951', TR: '9952', VA: '9953', XI: '9932' },
}

/** Countries that register another number in the network, which their VAT number contains. */
const WITHIN_VAT: readonly (readonly [format: RegExp, scheme: string, before: string])[] = [
  [/^BE([01]\d{9})$/, BELGIAN_ENTERPRISE, ''],
  [/^DK(\d{8})$/, '0184', ''],
  [/^SE(\d{10})\d{2}$/, '0007', ''],
  [/^NO(\d{9})(?:MVA)?$/, '0192', ''],
  [/^FI(\d{8})$/, '0216', '0037'],
  // The French register knows companies by their SIREN.
  [/^FR[0-9A-Z]{2}(\d{9})$/, '0225', ''],
]

/**
 * BT-34 or BT-49: the participant that the caller names, else the one under which the party's numbers are registered: the Leitweg-ID of a German
 * authority, the SIREN within a SIRET, the enterprise or VAT number. undefined: nothing tells.
 */
export function electronicAddress(party: Party, named: Identifier | undefined): Identifier | undefined {
  if (named !== undefined) return named
  if (party.leitwegId !== undefined) return { scheme: LEITWEG_ID, value: party.leitwegId }
  if (party.siret !== undefined) return { scheme: '0225', value: party.siret.slice(0, 9) }
  return ofVatNumber(party.vatNumber)
}

function ofVatNumber(vatNumber: string): Identifier | undefined {
  for (const [format, scheme, before] of WITHIN_VAT) {
    const digits = format.exec(vatNumber)?.[1]
    if (digits !== undefined) return { scheme, value: before + digits }
  }
  const scheme = VAT_SCHEMES[vatNumber.slice(0, 2)]
  return scheme === undefined ? undefined : { scheme, value: vatNumber }
}

/** BT-30 or BT-47 of a Belgian company: its enterprise number, which is the VAT number without the prefix. */
export function belgianRegistration(vatNumber: string): Identifier | undefined {
  const digits = /^BE([01]\d{9})$/.exec(vatNumber)?.[1]
  return digits === undefined ? undefined : { scheme: BELGIAN_ENTERPRISE, value: digits }
}

/** A participant as the network writes it: `iso6523-actorid-upis::0208:0403170701`. */
export function participantId({ scheme, value }: Identifier): string {
  return `iso6523-actorid-upis::${scheme ?? ''}:${value}`
}
