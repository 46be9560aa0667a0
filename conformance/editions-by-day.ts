import { editionOn, type Editions, lastDayOf } from '../src/countries/judging/editions.js'
import { PROFILES } from '../src/countries/judging/profiles.js'
import type { OracleProfile } from '../test/support/oracle.js'
import { type Case, LIFE_CYCLE } from './official-documents.js'

/** An edition of a profile's rules, and a day on which it decides; none: the newest. */
interface JudgedEdition {
  /** The profile, for an earlier edition with its name. */
  readonly title: string
  readonly day?: string
}

function editionsIn(profile: string): Editions {
  const editions = PROFILES.find(({ name }) => name === profile)?.editions
  if (editions === undefined) throw new Error(`there is no profile ${profile}`)
  return editions
}

/** The editions of a profile, the newest first. */
export function editionsOf(profile: string): readonly JudgedEdition[] {
  const editions = editionsIn(profile)
  return editions
    .map((edition) => {
      const day = lastDayOf(edition, editions)
      return day === undefined ? { title: profile } : { title: `${profile}@${edition.name}`, day }
    })
    .reverse()
}

/** The same documents, to be judged by an edition. */
export function* inEdition({ day }: JudgedEdition, cases: Iterable<Case>): Generator<Case> {
  for (const each of cases) yield day === undefined ? each : { ...each, day }
}

/** The name that the official judge has for the edition of a document's profile. */
export function judgedAs({ profile, day }: Pick<Case, 'profile' | 'day'>): OracleProfile {
  if (profile.startsWith('factur-x-')) return 'fx'
  if (profile === LIFE_CYCLE) return 'fr'
  const isNewest = editionOn(editionsIn(profile), day) === editionOn(editionsIn(profile), undefined)
  return profile === 'fr' && isNewest ? 'fr-next' : (profile as OracleProfile)
}
