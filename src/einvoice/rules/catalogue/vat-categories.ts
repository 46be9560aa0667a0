/** The variable parts of a VAT category's texts. */
interface VatCategory {
  /** UNTDID 5305. */
  readonly code: string
  readonly name: string
  readonly rate: Rate
  /**
   * The exemption reason to give if no VAT is charged; `forbidden` if VAT is or could be charged.
   */
  readonly exemption: string
  readonly numbers: Numbers
}

/** The allowed rates of a category, and the amount of its tax. */
interface Rate {
  readonly fix: string
  readonly tax: string
}

/** The party identifiers that a category's items require. */
interface Numbers {
  readonly wrong: string
  readonly fix: string
}

const SELLER = "the seller's VAT identifier (supplier.vatNumber)"
const REPRESENTATIVE = "the VAT identifier of the seller's tax representative"

const TAXED: Numbers = {
  wrong: 'but no tax number of the seller',
  fix: `Give ${SELLER}, its tax registration (supplier.taxRegistration) or ${REPRESENTATIVE}`,
}
const EXPORTED: Numbers = {
  wrong: 'but no VAT identifier of the seller',
  fix: `Give ${SELLER} or ${REPRESENTATIVE}`,
}
const REVERSED: Numbers = {
  wrong: 'but not the tax numbers of both seller and buyer',
  fix: `${TAXED.fix}; and the buyer's VAT identifier (customer.vatNumber) or legal registration`,
}
const WITHIN_EUROPE: Numbers = {
  wrong: 'but not the VAT identifiers of both seller and buyer',
  fix: `${EXPORTED.fix}; and the buyer's VAT identifier (customer.vatNumber)`,
}
const OUTSIDE: Numbers = {
  wrong: 'which excludes VAT identifiers',
  fix: 'Put items outside the scope of VAT on a separate invoice (vatCategory O on all lines of the JSON: the service then writes no VAT identifier); in XML do not mark the identifiers of seller, tax representative and buyer as VAT identifiers',
}

const TAX = 'the taxable amount × rate / 100, rounded to two decimals'
const ABOVE_ZERO: Rate = { fix: 'a VAT rate above 0, or the category that applies, for example E (exempt)', tax: TAX }
const IGIC_TODAY: Rate = { fix: 'the rate of the tax, 0 or more (in CII of EN 16931 1.3.16 above 0)', tax: TAX }
const ZERO_OR_MORE: Rate = { fix: 'the rate of the tax, 0 or more', tax: TAX }
const ZERO: Rate = { fix: 'the VAT rate 0, or category S if VAT is charged', tax: '0' }

const FORBIDDEN = 'forbidden'
const STANDARD = { rate: ABOVE_ZERO, exemption: FORBIDDEN, numbers: TAXED } as const

/** By the beginning of their rules' ids. IGIC and IPSI have other rule names in older editions. */
const CATEGORIES: Readonly<Record<string, VatCategory>> = {
  'BR-S': { code: 'S', name: 'standard rated', ...STANDARD },
  'BR-Z': { code: 'Z', name: 'zero rated', rate: ZERO, exemption: FORBIDDEN, numbers: TAXED },
  'BR-E': { code: 'E', name: 'exempt', rate: ZERO, exemption: 'for example VATEX-EU-132', numbers: TAXED },
  'BR-AE': { code: 'AE', name: 'reverse charge', rate: ZERO, exemption: 'VATEX-EU-AE', numbers: REVERSED },
  'BR-IC': { code: 'K', name: 'intra-community supply', rate: ZERO, exemption: 'VATEX-EU-IC', numbers: WITHIN_EUROPE },
  'BR-G': { code: 'G', name: 'export', rate: ZERO, exemption: 'VATEX-EU-G', numbers: EXPORTED },
  'BR-O': { code: 'O', name: 'outside the scope of VAT', rate: ZERO, exemption: 'VATEX-EU-O', numbers: OUTSIDE },
  'BR-AF': { code: 'L', name: 'IGIC', ...STANDARD, rate: IGIC_TODAY },
  'BR-IG': { code: 'L', name: 'IGIC', ...STANDARD, rate: ZERO_OR_MORE },
  'BR-AG': { code: 'M', name: 'IPSI', ...STANDARD, rate: ZERO_OR_MORE },
  'BR-IP': { code: 'M', name: 'IPSI', ...STANDARD, rate: ZERO_OR_MORE },
}

/** The categories with one entry in the VAT breakdown for each rate. */
const BY_RATE: ReadonlySet<string> = new Set(['S', 'L', 'M'])

/**
 * The ten rules that every VAT category has; further rules of two of them are in the table of EN
 * 16931.
 */
export function vatCategoryTexts(): string {
  return Object.entries(CATEGORIES)
    .map(([prefix, category]) => rowsOf(prefix, category))
    .join('\n')
}

function rowsOf(prefix: string, { code, name, rate, exemption, numbers }: VatCategory): string {
  const category = `category ${code} (${name})`
  const entry = BY_RATE.has(code)
    ? `one entry for each rate of category ${code}`
    : `exactly one entry of category ${code}`
  const sum = BY_RATE.has(code) ? `category ${code} and that rate` : `category ${code}`
  const identity = (item: string, term: string): string =>
    `${term} BT-31 BT-32 BT-63 BT-48 | The invoice has ${item} of ${category}, ${numbers.wrong} | ${numbers.fix}`
  const rated = (term: string, item: string): string =>
    code === 'O'
      ? `${term} | The VAT rate {} is given for ${category}, which has none | Leave the VAT rate out (vatRate 0 in JSON), or use the category that applies`
      : `${term} | The VAT rate {} does not fit ${category} | Give${item} ${rate.fix}`
  const reason =
    exemption === FORBIDDEN
      ? `The ${category} has an exemption reason, but its items are not exempt | Leave reason and reason code out (lines[].exemptionReason, lines[].exemptionReasonCode), or use category E (exempt)`
      : `The ${category} has no exemption reason | Give the reason why no VAT is charged (lines[].exemptionReason), or its code (lines[].exemptionReasonCode), ${exemption}`
  return `${prefix}-01 | BT-118 | The VAT breakdown does not fit the items of ${category} | Give the VAT breakdown ${entry}, and none if no item has it
${prefix}-02 | ${identity('a line', 'BT-151')}
${prefix}-03 | ${identity('an allowance', 'BT-95')}
${prefix}-04 | ${identity('a charge', 'BT-102')}
${prefix}-05 | ${rated('BT-152', ' the line (lines[].vatRate)')}
${prefix}-06 | ${rated('BT-96', ' the allowance')}
${prefix}-07 | ${rated('BT-103', ' the charge')}
${prefix}-08 | BT-116 | The taxable amount {} of ${category} is not the sum of its items | Recompute the taxable amount: the net amounts of the lines of ${sum}, less its allowances, plus its charges
${prefix}-09 | BT-117 | The tax {} of ${category} is not ${rate.tax} | Give ${rate.tax} as the tax amount of the entry
${prefix}-10 | BT-120 BT-121 | ${reason}`
}
