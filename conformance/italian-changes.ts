import { type NamedChange, oneOf } from './places.js'

/** Texts that SdI's controls and the schema of FatturaPA look for, by names of elements. */
const MEANINGFUL: readonly (readonly [names: RegExp, texts: readonly string[]])[] = [
  [/^TipoDocumento$/, 'TD01 TD02 TD04 TD05 TD06 TD16 TD17 TD19 TD20 TD21 TD22 TD24 TD27 TD28 TD07'.split(' ')],
  [/^FormatoTrasmissione$/, ['FPA12', 'FPR12', 'FSM10', '']],
  [/^CodiceDestinatario$/, ['AAAAAA', 'ABC1234', '0000000', 'XXXXXXX', 'abc123', 'ABCDE', '']],
  [/^PECDestinatario$/, ['ditta@pec.example.it', 'x', 'a@b']],
  [/^Natura$/, ['N1', 'N2', 'N2.2', 'N3', 'N3.1', 'N4', 'N6', 'N6.9', 'N7', 'N8', ' N4', '']],
  [/^AliquotaIVA$/, ['22.00', '0.00', '0.22', '4.00', '10.00', '22', '22.0', '-4.00', '101.00', '0.000', '', 'x']],
  [
    /^(?:PrezzoUnitario|PrezzoTotale|Importo|Imponibile\w*|Imposta|Arrotondamento|ImportoContributoCassa|Percentuale)$/,
    [
      '0.00',
      '1.00',
      '5.01',
      '5.02',
      '5.99',
      '6.00',
      '-5.00',
      '25.015',
      '1.10',
      '1.11',
      '1.12',
      '5',
      '5.0',
      '5.123456789',
    ],
  ],
  [/^Quantita$/, ['0.00', '1.00', '5.000', '2.5', '-1.00', '5.00000001', '3.333333333']],
  [/^(?:Tipo)$/, ['SC', 'MG', 'XX']],
  [/^EsigibilitaIVA$/, ['I', 'D', 'S', 'X', '']],
  [/^Ritenuta$/, ['SI', 'NO', 'si']],
  [/^Numero$/, ['123', 'ABC', '12345678901234567890', '123456789012345678901', 'à1', '']],
  [/^Data$/, ['2017-01-18', '2016-12-31', '2017-02-30', '1969-12-31', '2017-01-18Z', '18/01/2017', '']],
  [/^IdPaese$/, ['IT', 'DE', 'XX', 'it', 'ITA']],
  [/^IdCodice$/, ['01234567890', '09876543210', 'x', '', 'x'.repeat(28), 'x'.repeat(29)]],
  [/^CodiceFiscale$/, ['09876543210', 'RSSMRA85T10A562S', '0987654321', 'rssmra85t10a562s', 'x'.repeat(17)]],
  [
    /^(?:Denominazione|Nome|Cognome|Indirizzo|Comune|Descrizione|Causale)$/,
    ['x', 'é', 'ș', '€', 'x'.repeat(81), '', ' '],
  ],
  [/^(?:CAP|Provincia|Nazione|Divisa)$/, ['00100', '0010', 'RM', 'rm', 'EUR', 'IT', 'Roma']],
  [/^(?:NumeroLinea|RiferimentoNumeroLinea)$/, ['0', '1', '9999', '10000', '+1', '01', '1.0']],
  [
    /^(?:RegimeFiscale|ModalitaPagamento|CondizioniPagamento|TipoCassa|TipoRitenuta)$/,
    ['RF01', 'MP05', 'TP01', 'TC01', 'RT01'],
  ],
  [
    /^(?:IBAN|BIC|Telefono|Email)$/,
    ['IT60X0542811101000000123456', 'ABIT1234', 'BPMOIT22', '12345', '1234', 'a@b.it', 'ab@c'],
  ],
]

/** Groups that other controls ask for, which any document may have. */
const GROUPS: readonly (readonly [
  parent: string,
  before: string,
  name: string,
  children: readonly [string, string][],
])[] = [
  [
    'DettaglioLinee',
    'PrezzoTotale',
    'ScontoMaggiorazione',
    [
      ['Tipo', 'SC'],
      ['Importo', '0.50'],
    ],
  ],
  [
    'DettaglioLinee',
    'PrezzoTotale',
    'ScontoMaggiorazione',
    [
      ['Tipo', 'MG'],
      ['Percentuale', '10.00'],
    ],
  ],
  ['DettaglioLinee', 'PrezzoTotale', 'ScontoMaggiorazione', [['Tipo', 'SC']]],
  ['DatiGeneraliDocumento', 'Causale', 'ScontoMaggiorazione', [['Tipo', 'SC']]],
  [
    'DatiGeneraliDocumento',
    'Causale',
    'DatiCassaPrevidenziale',
    [
      ['TipoCassa', 'TC01'],
      ['AlCassa', '4.00'],
      ['ImportoContributoCassa', '0.20'],
      ['AliquotaIVA', '22.00'],
    ],
  ],
  [
    'DatiGeneraliDocumento',
    'Causale',
    'DatiCassaPrevidenziale',
    [
      ['TipoCassa', 'TC01'],
      ['AlCassa', '4.00'],
      ['ImportoContributoCassa', '0.20'],
      ['AliquotaIVA', '0.00'],
      ['Ritenuta', 'SI'],
    ],
  ],
]

/** Changes to a FatturaPA, in addition to those to any document. */
export const ITALIAN_CHANGES: readonly NamedChange[] = [
  ...['text', 'another text', 'one more text', 'a fourth text'].map((name): NamedChange => [
    `Italian ${name}`,
    (all, random) => {
      const meaningful = oneOf(MEANINGFUL, random)
      const leaves = all.filter(({ element }) => meaningful?.[0].test(element.name) && element.children.length === 0)
      const leaf = oneOf(leaves, random)?.element
      if (meaningful === undefined || leaf === undefined) return null
      leaf.text = oneOf(meaningful[1], random) ?? ''
      leaf.raw = null
      return `${leaf.name}: ${leaf.text}`
    },
  ]),
  [
    'Italian group',
    (all, random) => {
      const group = oneOf(GROUPS, random)
      const parent = oneOf(
        all.filter(({ element }) => element.name === group?.[0]),
        random,
      )?.element
      if (group === undefined || parent === undefined) return null
      const [, before, name, children] = group
      const leaf = (each: string, text: string) => ({ name: each, text, raw: null, attributes: [], children: [] })
      const made = { ...leaf(name, ''), children: children.map(([each, text]) => leaf(each, text)) }
      const at = parent.children.findIndex((child) => child.name === before)
      parent.children.splice(at < 0 ? parent.children.length : at, 0, made)
      return `${parent.name}/${name}`
    },
  ],
  [
    'Italian mark',
    (all, random) => {
      const line = oneOf(
        all.filter(({ element }) => element.name === 'DettaglioLinee'),
        random,
      )?.element
      if (line === undefined) return null
      const [name, text] = oneOf(
        [
          ['Ritenuta', 'SI'],
          ['Natura', 'N4'],
          ['Natura', 'N6.1'],
        ] as const,
        random,
      ) ?? ['Ritenuta', 'SI']
      const at = line.children.findIndex((child) => child.name === 'AliquotaIVA') + 1
      line.children.splice(at, 0, { name, text, raw: null, attributes: [], children: [] })
      return `DettaglioLinee/${name}`
    },
  ],
]
