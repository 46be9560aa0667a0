import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  XmlBufferInputProvider,
  XmlDocument,
  xmlRegisterInputProvider,
  XmlValidateError,
  XsdValidator,
} from 'libxml2-wasm'
import type { Test } from 'tap'
import { ROOT } from '../accepted-sample.js'

const ARTEFACTS = join(process.env['CLEARWAY_SHARED'] ?? join(ROOT, '..', 'shared'), 'artefacts', 'pl')

/** Where FA(3) imports its common types from. */
const COMMON = 'http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2022/01/05/eD/DefinicjeTypy/'
const COMMON_FILES = ['StrukturyDanych_v10-0E.xsd', 'ElementarneTypyDanych_v10-0E.xsd', 'KodyKrajow_v10-0E.xsd']

/** The official schema of invoices. */
export const FA3_XSD = 'schemat_FA(3)_v1-0E.xsd'
/** The official schema of receipts. */
export const UPO_XSD = 'upo-v4-3.xsd'

/** The faults that an official schema finds in a document, in libxml2's words. */
type OfficialSchema = (xml: string) => readonly string[]

/** The schema for a test; null where it is not on this machine, after a line that says so. */
export function officialSchema(t: Test, file: string): OfficialSchema | null {
  if (!existsSync(join(ARTEFACTS, file))) {
    if (process.env['REQUIRE_ORACLE'] === '1') t.fail(`${file} is not there`)
    else t.comment(`left out, as ${file} is not there`)
    return null
  }
  registerCommonTypes()
  using schema = XmlDocument.fromBuffer(readFileSync(join(ARTEFACTS, file)), { url: `http://crd.gov.pl/${file}` })
  const validator = XsdValidator.fromDoc(schema)
  t.teardown(() => {
    validator.dispose()
  })
  return (xml) => {
    using document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
      return []
    } catch (error) {
      if (!(error instanceof XmlValidateError)) throw error
      return error.details.map(({ message }) => message.trim())
    }
  }
}

let registered = false

function registerCommonTypes(): void {
  if (registered) return
  registered = true
  const files = COMMON_FILES.map((name) => [COMMON + name, readFileSync(join(ARTEFACTS, 'bazowe', name))] as const)
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(files)))
}
