import type { DocumentProfileName } from '../src/countries/document-profiles.js'
import { parseXml } from '../src/einvoice/xml/parse.js'
import { editable, written } from './editable.js'
import { mutated, randomFrom } from './mutate.js'
import { type Case, officialExamples } from './official-documents.js'

/** Larger documents take the judge too long. */
const LARGEST = 60_000

/** So many documents that come from valid official examples of a profile by one to three changes each; the same for the same seed. */
export function* mutants(profile: DocumentProfileName, wanted: number, seed: number): Generator<Case> {
  const random = randomFrom(seed + profile.charCodeAt(0) * 256 + profile.charCodeAt(1))
  const sound = officialExamples(profile, ['valid']).filter(({ xml }) => xml.length < LARGEST)
  for (let made = 0; made < wanted; made += 1) {
    const base = sound[Math.floor(random() * sound.length)]
    if (base === undefined) return
    const { document, changes } = mutated(editable(parseXml(Buffer.from(base.xml)).root), random)
    yield { profile, name: `${base.name}: ${changes}`, xml: written(document) }
  }
}
