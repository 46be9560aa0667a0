import { editDistance } from '../../domain/edit-distance.js'

/** A variable of the environment that looks like a setting but is none. */
export interface UnknownSetting {
  readonly name: string
  /** The setting that was probably meant; null: none is similar. */
  readonly meant: string | null
}

/** Variables that only the command line reads. */
const OF_COMMANDS = ['CLEARWAY_API', 'CLEARWAY_API_KEY', 'CLEARWAY_WEBHOOK_SECRET']

/** First words of our settings that other programs use as well (DATABASE_HOST, LOG_FORMAT). */
const COMMON_WORDS =
  'CORS DATA DATABASE FAILED HOST LOG MAX OPS OTEL PORT PROJECTIONS PUBLIC RATE ROLES SECRETS SHUTDOWN TRUST'.split(' ')

/**
 * Addresses of a service named `eventstore` or `clearway`, which Kubernetes and Docker pass to all
 * containers; `EVENTSTORE_PORT` then contains an address.
 */
const OF_NEIGHBOURS = /_SERVICE_HOST$|_SERVICE_PORT(_[A-Z0-9_]{1,60})?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/
const ADDRESS = /^(tcp|udp|sctp):\/\//

/** Shorter names are too similar to those of other programs: PORT and PATH. */
const SHORTEST_MISSPELT = 7
const LONGEST = 60

/**
 * The variables of an environment that look like settings but are none: their first word is used
 * only by this program, or they differ from a setting by a letter or two (misspelt). Variables of
 * other programs don't match.
 */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): readonly UnknownSetting[] {
  const known = [...settings, ...OF_COMMANDS]
  const ours = new Set(known.map(firstWord).filter((word) => !COMMON_WORDS.includes(word)))
  return Object.entries(env)
    .filter(([name]) => /^[A-Z][A-Z0-9_]*$/.test(name) && !known.includes(name) && name.length <= LONGEST)
    .filter(([name, value = '']) => !OF_NEIGHBOURS.test(name) && !ADDRESS.test(value))
    .flatMap(([name]) => {
      const meant = nearest(name, settings)
      return meant !== null || (name.includes('_') && ours.has(firstWord(name))) ? [{ name, meant }] : []
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function firstWord(name: string): string {
  return name.split('_')[0] ?? ''
}

/** The setting with the fewest different letters, ignoring underscores. */
function nearest(name: string, settings: readonly string[]): string | null {
  const [best] = settings
    .map((setting) => {
      const most = allowed(plain(setting))
      return { setting, most, far: editDistance(plain(setting), plain(name), most) }
    })
    .filter(({ most, far }) => far <= most)
    .sort((one, other) => one.far - other.far)
  return best?.setting ?? null
}

function plain(name: string): string {
  return name.replaceAll('_', '')
}

/** The longer a name, the less likely it belongs to another program. */
function allowed({ length }: string): number {
  if (length < SHORTEST_MISSPELT) return 0
  return length < 12 ? 1 : 2
}
