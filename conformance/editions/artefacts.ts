import { posix } from 'node:path'
import { RefusedXml } from '../../src/einvoice/xml/refused-xml.js'
import { readNetworkLists, readPeppolLists, readScenarios } from './code-lists.js'
import { ciiFamily, facturXFamily, isCodeDatabase, withFacturX } from './factur-x.js'
import { officialFiles } from './folder.js'
import { nearest } from './nearest.js'
import { readOfficialXml, type OfficialXml } from './official-file.js'
import { readCompiled, readSchematron } from './schematron.js'
import { readSchemas, schemaFamily } from './schemas.js'
import { recordOf, written, type Artefact } from './table.js'

/** The content of a folder. */
export interface FolderContent {
  readonly artefacts: readonly Artefact[]
  /** Files that look like artefacts and can't be read, and why. */
  readonly unreadable: readonly string[]
  /** Files that state rules of which nothing is recorded. */
  readonly unknown: readonly string[]
}

/**
 * The family of a Schematron by the rules in it, source or compiled; null for an unknown family.
 * The order matters: each copies rules of those below it.
 */
function schematronFamily(text: string): string | null {
  const ids = Array.from(
    text.matchAll(/\bid="([\w.-]+)"|name="id">([\w.-]+)</g),
    ([, one, other]) => one ?? other ?? '',
  )
  const has = (start: string): boolean => ids.some((id) => id.startsWith(start))
  const facturX = facturXFamily(text)
  if (facturX !== null) return facturX
  const syntax = text.includes('CrossIndustryInvoice:100') ? 'cii' : 'ubl'
  if (has('BR-FR-CDV-')) return 'fr-cdar'
  if (has('BR-FREXT-')) return `fr-extended-ctc-${syntax}`
  if (has('BR-FR-')) return `fr-flux2-${syntax}`
  if (has('BR-RO-')) return has('BR-CO-') ? 'ro-anaf' : 'ro-cius'
  if (has('BR-DEX-')) return has('PEPPOL-EN16931-') ? `xrechnung-${syntax}` : `xrechnung-sources-${syntax}`
  if (has('PEPPOL-EN16931-')) return text.includes('poacc:selfbilling:3') ? 'peppol-self-billing' : 'peppol-bis'
  return has('BR-CO-') ? `en16931-${syntax}` : null
}

const isSchematron = (file: OfficialXml): boolean => file.root.name.startsWith('{http://purl.oclc.org/dsdl/schematron}')

/**
 * The files that a Schematron includes. Renamed files are searched in the folder that the name
 * leads to, then in the nearest folder.
 */
function fragmentsOf(
  schema: OfficialXml,
  fragments: readonly OfficialXml[],
): { readonly found: readonly OfficialXml[]; readonly missing: readonly string[] } {
  const places = schema.root.children
    .filter(({ name }) => name.endsWith('}include'))
    .map((each) => posix.join(posix.dirname(schema.name), each.attribute('href') ?? ''))
  const found = new Set(fragments.filter(({ name }) => places.includes(name)))
  const missing: string[] = []
  for (const place of places) {
    if ([...found].some(({ name }) => name === place)) continue
    const others = fragments.filter((each) => !places.includes(each.name))
    const closest = nearest(place, others)
    if (closest === undefined) missing.push(place)
    else for (const each of others) if (posix.dirname(each.name) === posix.dirname(closest.name)) found.add(each)
  }
  return { found: [...found], missing }
}

/** Reads all artefacts of a folder. @throws UnusableFolder */
export function readFolder(folder: string): FolderContent {
  const files = officialFiles(folder)
  const unreadable: string[] = []
  const unknown: string[] = []
  const read = files.flatMap((file): readonly OfficialXml[] => {
    if (file.root === '{') return []
    try {
      return [readOfficialXml(file)]
    } catch (error) {
      if (!(error instanceof RefusedXml)) throw error
      unreadable.push(`${file.name} can't be read: ${error.message}`)
      return []
    }
  })
  const databases = read.filter(isCodeDatabase)
  const artefacts = [...sourcesIn(read, databases, unknown)]
  const known = new Set(artefacts.map(({ family }) => family))
  for (const file of read) {
    if (!/\}(?:stylesheet|transform)$/.test(file.root.name)) continue
    const table = readCompiled(file)
    const family = schematronFamily(file.text)
    if (table.entries.length === 0 || (family !== null && known.has(family))) continue
    if (family === null) unknown.push(file.name)
    else {
      const notes = ['read as compiled: its source is not in the folder']
      artefacts.push(withFacturX({ ...table, family, absent: [], notes }, file, databases))
    }
  }
  const used = new Set(artefacts.flatMap((each) => each.files))
  unknown.push(...databases.map(({ name }) => name).filter((name) => !used.has(name)))
  artefacts.push(...schemasIn(read), ...listsIn(read))
  const network = readNetworkLists(files.filter(({ root }) => root === '{'))
  if (network !== null) artefacts.push(network)
  return { artefacts: distinct(artefacts), unreadable, unknown }
}

function sourcesIn(
  files: readonly OfficialXml[],
  databases: readonly OfficialXml[],
  unknown: string[],
): readonly Artefact[] {
  const sources = files.filter(isSchematron)
  const fragments = sources.filter(({ root }) => root.name.endsWith('}pattern'))
  const included = new Set<OfficialXml>()
  const artefacts = sources.flatMap((schema): readonly Artefact[] => {
    if (!schema.root.name.endsWith('}schema')) return []
    const { found, missing } = fragmentsOf(schema, fragments)
    for (const each of found) included.add(each)
    const family = schematronFamily([schema, ...found].map(({ text }) => text).join('\n'))
    const notes = missing.map((name) => `${schema.name} includes ${name}, which is not in the folder`)
    if (family !== null)
      return [withFacturX({ ...readSchematron(schema, found), family, absent: [], notes }, schema, databases)]
    unknown.push(schema.name)
    return []
  })
  unknown.push(...fragments.filter((each) => !included.has(each)).map(({ name }) => name))
  return artefacts
}

function schemasIn(files: readonly OfficialXml[]): readonly Artefact[] {
  const schemas = files.filter(({ root }) => root.name === '{http://www.w3.org/2001/XMLSchema}schema')
  const groups = new Map<string, { readonly family: string; readonly roots: OfficialXml[] }>()
  for (const schema of schemas) {
    const family = schemaFamily(schema)
    if (family === null) continue
    // Invoice and credit note of UBL are two documents with one library; all others are alone.
    const key = `${family} ${family === 'ubl' ? posix.dirname(schema.name) : schema.name}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { family, roots: [schema] })
    else group.roots.push(schema)
  }
  return Array.from(groups.values(), ({ family, roots }) => {
    const artefact = readSchemas(family, roots, schemas)
    return family === 'cii' ? { ...artefact, family: ciiFamily(artefact) } : artefact
  })
}

function listsIn(files: readonly OfficialXml[]): readonly Artefact[] {
  const lists = files.filter(({ root }) => root.name.endsWith('}CodeList') && root.name.includes('vefa'))
  const scenarios = files.filter(({ root }) => root.name.endsWith('}scenarios')).map(readScenarios)
  return lists.length === 0 ? scenarios : [readPeppolLists(lists), ...scenarios]
}

/** Several copies of the same table are one. */
function distinct(artefacts: readonly Artefact[]): readonly Artefact[] {
  const found = new Map<string, Artefact>()
  for (const each of artefacts) {
    const table = written(recordOf('', each))
    const known = found.get(table)
    found.set(table, known === undefined ? each : { ...known, files: [...known.files, ...each.files] })
  }
  return [...found.values()]
}
