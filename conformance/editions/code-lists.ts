import { readFileSync, statSync } from 'node:fs'
import { XML_LIMITS } from '../../src/einvoice/xml/refused-xml.js'
import { placeOf, type OfficialFile, type OfficialXml } from './official-file.js'
import { hashOf, type Artefact, type Entry } from './table.js'

const LIST = '{urn:fdc:difi.no:2017:vefa:structure:CodeList-1}'
const KOSIT = '{http://www.xoev.de/de/validator/framework/1/scenarios}'

const NONE = { entries: [], definitions: new Map<string, string>(), absent: [], notes: [] } as const

/** The code lists of Peppol BIS: one file each. */
export function readPeppolLists(files: readonly OfficialXml[]): Artefact {
  const codes = new Map<string, readonly string[]>()
  const versions = new Set<string>()
  for (const { root, name } of files) {
    const ids = root.all(`${LIST}Code`).map((code) => code.child(`${LIST}Id`)?.text.trim() ?? '')
    codes.set(root.child(`${LIST}Identifier`)?.text.trim() ?? name, [...new Set(ids)].sort())
    const version = root.child(`${LIST}Version`)?.text.trim()
    if (version !== undefined) versions.add(version)
  }
  return {
    ...NONE,
    family: 'peppol-lists',
    edition: [...versions].sort().join('; '),
    files: files.map(({ name }) => name),
    codes,
  }
}

interface NetworkList {
  readonly version: string
  readonly values: readonly Readonly<Record<string, unknown>>[]
}

/**
 * One of the code lists of the Peppol network (document types, processes, participant schemes),
 * which are JSON; null for other JSON. A code that is no longer, or not yet, in use has its state
 * behind it.
 */
function networkList(file: OfficialFile): (NetworkList & { readonly name: string }) | null {
  if (statSync(file.path).size > XML_LIMITS.bytes) return null
  const content = parsed(readFileSync(file.path, 'utf8'))
  if (content === null || !Array.isArray(content['values']) || typeof content['version'] !== 'string') return null
  const { version, values } = content as unknown as NetworkList
  const [first] = values
  if (typeof first !== 'object' || first === null || !('state' in first)) return null
  if ('schemeid' in first) return { name: 'participant schemes', version, values }
  if (!('scheme' in first) || !('value' in first)) return null
  return { name: 'name' in first ? 'document types' : 'processes', version, values }
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : null
  } catch {
    // A file that begins with a bracket and isn't JSON contains nothing that is compared.
    return null
  }
}

/** The code lists of the Peppol network among files; null if there is none. */
export function readNetworkLists(files: readonly OfficialFile[]): Artefact | null {
  const found = files.flatMap((file) => {
    const list = networkList(file)
    return list === null ? [] : [{ file, list }]
  })
  if (found.length === 0) return null
  const codes = found.map(({ list: { name, values } }) => {
    const written = values.map((value) => {
      // A value of a code list is a text.
      // eslint-disable-next-line @typescript-eslint/no-base-to-string
      const code = String(value['iso6523'] ?? `${String(value['scheme'])}::${String(value['value'])}`)
      return value['state'] === 'active' ? code : `${code} (${String(value['state'])})`
    })
    return [name, [...new Set(written)].sort()] as const
  })
  const editions = new Set(found.map(({ list }) => `version ${list.version}`))
  return {
    ...NONE,
    family: 'peppol-network-lists',
    edition: [...editions].sort().join('; '),
    files: found.map(({ file }) => file.name),
    codes: new Map(codes),
  }
}

/**
 * The configuration of KoSIT's validator: for each scenario its purpose, the artefacts that it
 * runs, and the levels that it changes.
 */
export function readScenarios(file: OfficialXml): Artefact {
  const entries = file.root.all(`${KOSIT}scenario`).flatMap((scenario): readonly Entry[] => {
    const name = scenario.child(`${KOSIT}name`)?.text.trim() ?? '?'
    const match =
      scenario
        .child(`${KOSIT}match`)
        ?.stringValue.replace(/[ \t\r\n]+/g, ' ')
        .trim() ?? ''
    const rules = scenario
      .select(`${KOSIT}validateWithSchematron`, `${KOSIT}resource`, `${KOSIT}location`)
      .map(({ text }) => text.trim())
    const none = { terms: [], uses: [] } as const
    const levels = scenario.select(`${KOSIT}createReport`, `${KOSIT}customLevel`).flatMap((each) =>
      // One element may name several rules.
      each.stringValue.split(/[ \t\r\n]+/).flatMap((id): readonly Entry[] => {
        if (id === '') return []
        const level = each.attribute('level') ?? ''
        return [{ id: `${name}: ${id}`, hash: hashOf(id), level, place: placeOf(file, each), context: name, ...none }]
      }),
    )
    return [
      { id: name, hash: hashOf(match, ...rules), level: '', place: placeOf(file, scenario), context: match, ...none },
      ...levels,
    ]
  })
  const text = (name: string): string => file.root.child(`${KOSIT}${name}`)?.text.trim() ?? ''
  return {
    ...NONE,
    family: 'kosit-scenarios',
    edition: [text('name'), text('date')].join(', '),
    files: [file.name],
    codes: new Map<string, readonly string[]>(),
    entries,
  }
}
