import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { ARTEFACTS } from './official-artefacts.js'

const FILES = {
  it: ['it', 'Schema_VFPR12_v1.2.3.xsd'],
  pl: ['pl', 'schemat_FA(3)_v1-0E.xsd'],
  upo: ['pl', 'upo-v4-3.xsd'],
} as const

/** An official schema, run by libxml2. */
interface OfficialSchema {
  /** The violations of the schema; empty: none. */
  faults(xml: string): readonly string[]
}

/** Reads an official schema; its imports from the web are read from the artefacts. */
export function officialSchema(name: keyof typeof FILES): OfficialSchema {
  xmlRegisterFsInputProviders()
  const [folder, file] = FILES[name]
  const validator = XsdValidator.fromDoc(schemaDocument(join(ARTEFACTS, folder), file))
  return {
    faults(xml) {
      const document = XmlDocument.fromString(xml)
      try {
        validator.validate(document)
        return []
      } catch (error) {
        if (error instanceof XmlValidateError) return error.details.map(({ message }) => message)
        throw error
      } finally {
        document.dispose()
      }
    },
  }
}

function schemaDocument(folder: string, file: string): XmlDocument {
  const text = readFileSync(join(folder, file), 'utf8')
    .replace(/^\uFEFF/, '')
    .replace(
      /schemaLocation="(https?:[^"]*)"/g,
      (_whole, location: string) => `schemaLocation="${localFile(location)}"`,
    )
  return XmlDocument.fromString(text, { url: join(folder, file) })
}

function localFile(location: string): string {
  const name = basename(location)
  return name.startsWith('xmldsig')
    ? join(ARTEFACTS, 'common', 'xmldsig', 'xmldsig-core-schema.xsd')
    : join(ARTEFACTS, 'pl', 'bazowe', name)
}
