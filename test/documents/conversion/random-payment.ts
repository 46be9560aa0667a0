import fc from 'fast-check'

/** An element of a document: its text or its children, with attributes. */
interface Node {
  readonly name: string
  readonly content: string | readonly Node[]
  readonly attributes?: string
}

type Maybe = fc.Arbitrary<Node | undefined>

const amount = fc.integer({ min: 101, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2))
const percent = fc.integer({ min: 11, max: 999 }).map((tenths) => (tenths / 10).toFixed(2))
const days = fc.integer({ min: 2, max: 120 })
const date = fc.integer({ min: 1, max: 900 }).map((day) => new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10))
const word = fc.integer({ min: 1, max: 1e6 }).map((number) => `text ${number} of a payment`)
const iban = fc.constantFrom(
  'DE89370400440532013000',
  'FR7630006000011234567890189',
  'IT60X0542811101000000123456',
  'PL27114020040000300201355387',
)
const bic = fc.constantFrom('COBADEFFXXX', 'BPMOIT22XXX', 'PKOPPLPWXXX')

/** An element with one of these texts; absent half of the time. */
function maybe(name: string, text: fc.Arbitrary<string | number>, attributes?: string): Maybe {
  return fc.option(always(name, text, attributes), { nil: undefined })
}

function always(name: string, text: fc.Arbitrary<string | number>, attributes = ''): fc.Arbitrary<Node> {
  return text.map((content) => ({ name, content: String(content), attributes }))
}

function group(name: string, ...children: readonly Maybe[]): fc.Arbitrary<Node> {
  return fc.tuple(...children).map((all) => ({ name, content: all.filter((each) => each !== undefined) }))
}

function some(each: fc.Arbitrary<Node>, maxLength: number): fc.Arbitrary<Node[]> {
  return fc.array(each, { maxLength })
}

/** A group, or nothing. */
function optional(each: fc.Arbitrary<Node>): Maybe {
  return fc.option(each, { nil: undefined })
}

function written({ name, content, attributes = '' }: Node): string {
  const inner = typeof content === 'string' ? content : content.map(written).join('')
  return inner === '' ? '' : `<${name}${attributes}>${inner}</${name}>`
}

const inText = (nodes: readonly (Node | undefined)[]): string =>
  nodes.map((node) => (node === undefined ? '' : written(node))).join('')

const compact = date.map((day) => day.replaceAll('-', ''))

function ciiDate(name: string, text: fc.Arbitrary<string> = compact): Maybe {
  return optional(group(name, always('udt:DateTimeString', text, ' format="102"')))
}

const ciiDiscount = group(
  'ram:ApplicableTradePaymentDiscountTerms',
  ciiDate('ram:BasisDateTime', fc.oneof(compact, fc.constant('20261121'))),
  fc.oneof(
    always('ram:BasisPeriodMeasure', days, ' unitCode="DAY"'),
    maybe('ram:BasisPeriodMeasure', days, ' unitCode="MON"'),
  ),
  maybe('ram:BasisAmount', amount),
  fc.oneof(always('ram:CalculationPercent', percent), maybe('ram:CalculationPercent', fc.constant('0'))),
  maybe('ram:ActualDiscountAmount', amount),
)

const ciiTerms = fc
  .tuple(
    maybe('ram:Description', word),
    ciiDate('ram:DueDateDateTime'),
    maybe('ram:DirectDebitMandateID', word),
    fc.oneof(
      maybe('ram:PartialPaymentAmount', amount),
      maybe('ram:PartialPaymentAmount', fc.constantFrom('0', '-7.77')),
    ),
    optional(
      group(
        'ram:ApplicableTradePaymentPenaltyTerms',
        ciiDate('ram:BasisDateTime'),
        maybe('ram:CalculationPercent', percent),
      ),
    ),
    some(ciiDiscount, 2),
  )
  .map(([text, due, mandate, partial, penalty, discounts]): Node => {
    const all = [text, due, mandate, partial, penalty, ...discounts]
    return { name: 'ram:SpecifiedTradePaymentTerms', content: all.filter((each) => each !== undefined) }
  })

const ciiMeans = group(
  'ram:SpecifiedTradeSettlementPaymentMeans',
  always('ram:TypeCode', fc.constantFrom('30', '58', '59', '48')),
  maybe('ram:Information', word),
  optional(
    group(
      'ram:ApplicableTradeSettlementFinancialCard',
      always('ram:ID', fc.constant('XXXXXXXXXXXX4711')),
      maybe('ram:CardholderName', word),
    ),
  ),
  optional(group('ram:PayerPartyDebtorFinancialAccount', always('ram:IBANID', iban))),
  optional(group('ram:PayeePartyCreditorFinancialAccount', always('ram:IBANID', iban), maybe('ram:AccountName', word))),
  optional(group('ram:PayeeSpecifiedCreditorFinancialInstitution', always('ram:BICID', bic))),
)

/** Means and terms of payment of a Cross Industry Invoice. */
export const CII_PAYMENT = fc.record({ means: some(ciiMeans, 3).map(inText), terms: some(ciiTerms, 4).map(inText) })

const EUR = ' currencyID="EUR"'

const ublMeans = group(
  'cac:PaymentMeans',
  fc.tuple(fc.constantFrom('30', '58', '59', '48'), fc.option(word)).map(([content, name]): Node => {
    return { name: 'cbc:PaymentMeansCode', content, attributes: name === null ? '' : ` name="${name}"` }
  }),
  maybe('cbc:PaymentDueDate', date),
  maybe('cbc:InstructionNote', word),
  maybe('cbc:PaymentID', word),
  optional(
    group(
      'cac:CardAccount',
      always('cbc:PrimaryAccountNumberID', fc.constant('XXXXXXXXXXXX4711')),
      always('cbc:NetworkID', fc.constantFrom('NA', 'VISA')),
      maybe('cbc:HolderName', word),
    ),
  ),
  optional(
    group(
      'cac:PayeeFinancialAccount',
      always('cbc:ID', iban),
      maybe('cbc:Name', word),
      optional(group('cac:FinancialInstitutionBranch', always('cbc:ID', bic))),
    ),
  ),
  optional(
    group(
      'cac:PaymentMandate',
      maybe('cbc:ID', word),
      optional(group('cac:PayerFinancialAccount', always('cbc:ID', iban))),
    ),
  ),
)

const ublTerms = group(
  'cac:PaymentTerms',
  maybe('cbc:Note', word),
  maybe('cbc:SettlementDiscountPercent', percent),
  maybe('cbc:PaymentPercent', percent),
  maybe('cbc:Amount', amount, EUR),
  maybe('cbc:PaymentDueDate', date),
  optional(group('cac:SettlementPeriod', maybe('cbc:EndDate', date))),
)

/** Those of UBL. */
export const UBL_PAYMENT = fc.record({ means: some(ublMeans, 3).map(inText), terms: some(ublTerms, 3).map(inText) })

const italianPart = group(
  'DettaglioPagamento',
  maybe('Beneficiario', word),
  always('ModalitaPagamento', fc.constantFrom('MP05', 'MP08', 'MP12', 'MP01')),
  maybe('DataRiferimentoTerminiPagamento', date),
  maybe('GiorniTerminiPagamento', days),
  maybe('DataScadenzaPagamento', date),
  always('ImportoPagamento', amount),
  maybe('IstitutoFinanziario', word),
  maybe('IBAN', iban),
  maybe('BIC', bic),
  maybe('ScontoPagamentoAnticipato', fc.constantFrom('1.00', '23.80', '0.07')),
  maybe('DataLimitePagamentoAnticipato', date),
  maybe('PenalitaPagamentiRitardati', amount),
  maybe('DataDecorrenzaPenale', date),
  maybe('CodicePagamento', word),
)

/** DatiPagamento of FatturaPA. */
export const ITALIAN_PAYMENT = some(
  fc
    .tuple(fc.constantFrom('TP01', 'TP02', 'TP03'), fc.array(italianPart, { minLength: 1, maxLength: 3 }))
    .map(([content, parts]): Node => ({
      name: 'DatiPagamento',
      content: [{ name: 'CondizioniPagamento', content }, ...parts],
    })),
  2,
).map(inText)

const polishAccount = (name: string): fc.Arbitrary<Node> =>
  group(
    name,
    always('NrRB', iban),
    maybe('SWIFT', bic),
    maybe('RachunekWlasnyBanku', fc.constantFrom('1', '2')),
    maybe('NazwaBanku', word),
    maybe('OpisRachunku', word),
  )

const polishDue = group(
  'TerminPlatnosci',
  maybe('Termin', date),
  optional(
    group(
      'TerminOpis',
      always('Ilosc', days),
      always('Jednostka', fc.constantFrom('dni', 'miesiące')),
      always('ZdarzeniePoczatkowe', word),
    ),
  ),
)

const polishPaid = fc.oneof(
  fc.constant([]),
  fc.tuple(always('Zaplacono', fc.constant('1')), always('DataZaplaty', date)),
  some(
    group(
      'ZaplataCzesciowa',
      always('KwotaZaplatyCzesciowej', amount),
      always('DataZaplatyCzesciowej', date),
      maybe('FormaPlatnosci', fc.constantFrom('1', '2', '6')),
    ),
    3,
  ).map((parts): Node[] => (parts.length === 0 ? [] : [{ name: 'ZnacznikZaplatyCzesciowej', content: '1' }, ...parts])),
)

/** Platnosc of FA(3). */
export const POLISH_PAYMENT = fc
  .tuple(
    polishPaid,
    some(polishDue, 3),
    maybe('FormaPlatnosci', fc.constantFrom('1', '6', '4')),
    some(polishAccount('RachunekBankowy'), 2),
    some(polishAccount('RachunekBankowyFaktora'), 1),
    optional(group('Skonto', always('WarunkiSkonta', word), always('WysokoscSkonta', word))),
    maybe('LinkDoPlatnosci', fc.constant('https://pay.example.com/a?IPKSeF=111222333abcd')),
    maybe('IPKSeF', fc.constant('111222333abcd')),
  )
  .map(([paid, due, form, accounts, factors, discount, link, id]) =>
    written({
      name: 'Platnosc',
      content: [...paid, ...due, form, ...accounts, ...factors, discount, link, id].filter(
        (each) => each !== undefined,
      ),
    }),
  )
