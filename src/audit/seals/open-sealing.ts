import { StartupError } from '../../storage/startup-error.js'
import { Sealing, type SealingDeps } from './sealing.js'
import { NO_SEAL_KEY, openSigner, type SigningSettings } from './signing.js'
import { openTimeStamper, type TimeStampSettings } from './time-stamping.js'

/** The settings of seals. */
interface SealSettings extends SigningSettings, TimeStampSettings {
  readonly SEAL_MINUTES: number
}

type GivenDeps = Omit<SealingDeps, 'signer' | 'everyMinutes' | 'timeStamper'>

/**
 * The chore that seals at the configured interval; null if the interval is 0 or, with a warning,
 * if there is no key. Throws `StartupError` for an unusable key.
 * @param stopping as for `openSigner`
 */
export function openSealing(settings: SealSettings, deps: GivenDeps, stopping?: AbortSignal): Sealing | null {
  if (settings.SEAL_MINUTES === 0) return null
  const sealing = sealingWith(settings, deps, stopping)
  if (sealing === null) deps.log.warn(NO_SEAL_KEY)
  return sealing
}

/** The same for a seal on demand. Throws `StartupError` if there is no key, too. */
export function openSealingOnDemand(settings: SealSettings, deps: GivenDeps): Sealing {
  const sealing = sealingWith(settings, deps)
  if (sealing === null) throw new StartupError(`No seal key is configured, so ${NO_SEAL_KEY}.`)
  return sealing
}

/** Whether seals are made automatically. Throws `StartupError` as `openSealing` does. */
export function sealsByItself(settings: SealSettings): boolean {
  return settings.SEAL_MINUTES > 0 && openSigner(settings) !== null
}

function sealingWith(settings: SealSettings, deps: GivenDeps, stopping?: AbortSignal): Sealing | null {
  const signer = openSigner(settings, stopping)
  if (signer === null) return null
  return new Sealing({ ...deps, signer, everyMinutes: settings.SEAL_MINUTES, timeStamper: openTimeStamper(settings) })
}
