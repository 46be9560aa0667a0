import type { CountrySetting, CountrySettings } from '../../settings.js'

/** The operator's own access point, for Belgium and Germany. */
export const PEPPOL_SETTINGS: Readonly<Record<string, CountrySetting>> = {
  PEPPOL_AP_URL: {
    kind: 'address',
    description:
      "The operator's own Peppol access point (phoss-ap), for Belgium and Germany: companies then need no access point; unset: each connects its own.",
  },
  PEPPOL_AP_TOKEN: {
    kind: 'text',
    description: 'The token that PEPPOL_AP_URL requires (phase4.api.requiredtoken).',
    mustBe: 'the token of the access point',
    secret: true,
  },
  PEPPOL_SMP_URL: {
    kind: 'address',
    description:
      "The operator's own register of participants (phoss-smp), for `clearway peppol registration --register`; unset: participants are registered by hand.",
  },
  PEPPOL_SMP_TOKEN: {
    kind: 'text',
    description: 'The user token that PEPPOL_SMP_URL requires.',
    mustBe: 'a user token of the register',
    secret: true,
  },
  PEPPOL_ENDPOINT_URL: {
    kind: 'address',
    description: 'The address at which the access point receives from the network (AS4), for the register.',
  },
  PEPPOL_ENDPOINT_CERTIFICATE: {
    kind: 'text',
    description: "The access point's certificate of the network, for the register: Base64 of DER, without its frame.",
    mustBe: 'a certificate in Base64, without BEGIN and END',
    pattern: '^[A-Za-z0-9+/]{100,8000}={0,2}$',
  },
  PEPPOL_MLS_HOURS: {
    kind: 'text',
    description:
      'Hours without a Message Level Status after which a delivered invoice counts as accepted; unset: 1 hour, multiplied by GOVERNMENT_PACE.',
    mustBe: 'a number of hours from 0 on, such as 0.5',
    pattern: '^[0-9]{1,4}(\\.[0-9]{1,6})?$',
  },
  PEPPOL_SML_ZONE: {
    kind: 'text',
    description:
      "Peppol's directory of participants; unset: production, participant.sml.prod.tech.peppol.org (test network: participant.sml.test.tech.peppol.org).",
    mustBe: 'the name of a DNS zone',
    pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$',
  },
  PEPPOL_SML_SERVER: {
    kind: 'text',
    description: 'Name server for queries to the directory; unset: those of the machine.',
    mustBe: 'an IP address, with a port if it is not 53',
    pattern: '^([0-9.]+(:[0-9]{1,5})?|\\[[0-9a-fA-F:]+\\](:[0-9]{1,5})?)$',
  },
}

const HOUR_MS = 3_600_000

/**
 * How many milliseconds after its delivery a document waits for its Message Level Status. The pace
 * shortens only the default: configured hours count as they are.
 */
export function statusWaitMs(settings: CountrySettings, pace: number): number {
  const hours = settings['PEPPOL_MLS_HOURS']
  return hours === undefined ? HOUR_MS * pace : Number(hours) * HOUR_MS
}
