// Fields that only FatturaPA contains.

import { Type } from '@sinclair/typebox'
import { RELATED_KINDS } from '../../../domain/request/italy.js'
import { date, decimal, formatted, oneOf, standing, strictObject, text } from './fields.js'

/** Nome, Cognome and Titolo. */
export const person = strictObject(
  {
    firstName: text(60, { description: 'First name (Nome)', examples: ['Elena'] }),
    lastName: text(60, { description: 'Last name (Cognome)', examples: ['Marchetti'] }),
    title: Type.Optional(text(10, { description: 'Title, 2 to 10 characters (Titolo)', examples: ['Dott.ssa'] })),
  },
  { description: 'A natural person: Nome and Cognome instead of Denominazione. `name` has the same two names' },
)

const NUMBERS = {
  name: text(80, { description: 'Name (Denominazione)', examples: ['Trasporti Valdarno S.r.l.'] }),
  person: Type.Optional(person),
}
const vatNumber = text(50, { description: 'VAT number with country prefix', examples: ['IT12345678903'] })
const nationalId = Type.Optional(text(50, { description: 'Codice fiscale', examples: ['MRCLNE80A41A390E'] }))

const carrier = strictObject(
  {
    vatNumber,
    ...NUMBERS,
    nationalId,
    drivingLicence: Type.Optional(
      text(20, { description: "The driver's licence (NumeroLicenzaGuida)", examples: ['AR5012345X'] }),
    ),
  },
  { title: 'Carrier', description: 'The carrier (DatiAnagraficiVettore)' },
)

const weight = (description: string, example: number) => decimal({ description, examples: [example], minimum: 0 })

const transport = strictObject(
  {
    carrier: Type.Optional(carrier),
    means: Type.Optional(text(80, { description: 'Means of transport (MezzoTrasporto)', examples: ['Autocarro'] })),
    reason: Type.Optional(text(100, { description: 'Reason (CausaleTrasporto)', examples: ['Vendita'] })),
    packages: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 9_999, description: 'Number of packages (NumeroColli)', examples: [4] }),
    ),
    goods: Type.Optional(
      text(100, { description: 'Outward appearance of the goods (Descrizione)', examples: ['Bancali'] }),
    ),
    weightUnit: Type.Optional(text(10, { description: 'Unit of the weights (UnitaMisuraPeso)', examples: ['KG'] })),
    grossWeight: Type.Optional(weight('Gross weight, below 10,000, two decimals (PesoLordo)', 812.5)),
    netWeight: Type.Optional(weight('Net weight, below 10,000, two decimals (PesoNetto)', 780)),
    collectedAt: Type.Optional(
      formatted('date-time', {
        description: 'Collection of the goods, ISO 8601 (DataOraRitiro)',
        examples: ['2026-03-30T08:30:00+02:00'],
      }),
    ),
    startDate: Type.Optional(date('Start of the transport, YYYY-MM-DD (DataInizioTrasporto)', '2026-03-30')),
    incoterm: Type.Optional(text(3, { description: 'Incoterm, three capitals (TipoResa)', examples: ['DAP'] })),
  },
  {
    title: 'Transport',
    description: 'Transport and goods (DatiTrasporto); place and day of delivery are `delivery` and `deliveryDate`',
  },
)

const relatedDocument = strictObject(
  {
    kind: oneOf(RELATED_KINDS, {
      description:
        '`order` (DatiOrdineAcquisto), `contract` (DatiContratto), `agreement` (DatiConvenzione) or `receipt` (DatiRicezione)',
      examples: ['agreement'],
    }),
    number: text(20, { description: 'Its number (IdDocumento)', examples: ['CONV-2026-7'] }),
    issueDate: Type.Optional(date('Its date, YYYY-MM-DD', '2026-01-15')),
    item: Type.Optional(text(20, { description: 'Its item (NumItem)', examples: ['3'] })),
    jobCode: Type.Optional(
      text(100, { description: 'Job or agreement (CodiceCommessaConvenzione)', examples: ['LOTTO-2'] }),
    ),
    projectReference: Type.Optional(text(15, { description: 'Its CUP', examples: ['J51B21001230006'] })),
    tenderReference: Type.Optional(text(15, { description: 'Its CIG', examples: ['8712345678'] })),
    lines: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 9_998 }), {
        maxItems: 9_999,
        description: 'Indexes of the lines it refers to, from 0; default: all',
      }),
    ),
  },
  { title: 'RelatedDocument' },
)

const intermediary = strictObject(
  {
    ...NUMBERS,
    vatNumber: Type.Optional(vatNumber),
    nationalId,
    issues: Type.Optional(
      standing(
        true,
        Type.Boolean({ description: 'Whether it issues the invoice for the supplier (SoggettoEmittente TZ)' }),
      ),
    ),
  },
  { title: 'Intermediary', description: 'TerzoIntermediarioOSoggettoEmittente' },
)

/** FatturaPA, for the whole invoice. */
export const italianInvoice = strictObject(
  {
    art73: Type.Optional(
      standing(
        false,
        Type.Boolean({
          description:
            'Whether the document follows the rules of art. 73 DPR 633/72: numbers may repeat within a year (Art73)',
          examples: [true],
        }),
      ),
    ),
    relatedDocuments: Type.Optional(
      Type.Array(relatedDocument, {
        maxItems: 1_000,
        description:
          'Orders, contracts, agreements and receipts with their details. An entry with the number of `orderReference`, ' +
          '`contractReference` or `references.receivingAdvice` adds the details to that one',
      }),
    ),
    progressStages: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 999 }), {
        maxItems: 999,
        description: 'Stages of the works that the invoice is for (DatiSAL, RiferimentoFase)',
        examples: [[3]],
      }),
    ),
    transport: Type.Optional(transport),
    intermediary: Type.Optional(intermediary),
  },
  { title: 'ItalianInvoice', description: 'Contents of FatturaPA that EN 16931 does not have' },
)
