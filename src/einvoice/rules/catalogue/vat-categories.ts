/** How the texts of a VAT category's rules differ. */
interface VatCategory {
  /** UNTDID 5305. */
  readonly code: string
  readonly name: string
  /** The rate that its items have. */
  readonly rate: 'above zero' | 'zero or more' | 'zero' | 'none'
  readonly exemption: 'required' | 'forbidden'
  /** What its items ask of the identifiers of the parties. */
  readonly numbers: string
}

const SELLER = 'need the VAT identifier of the seller'
const BOTH = `${SELLER} and of the buyer`
const RATED = { rate: 'above zero', exemption: 'forbidden', numbers: SELLER } as const
const SPANISH = { rate: 'zero or more', exemption: 'forbidden', numbers: SELLER } as const
const NO_NUMBERS =
  'must not show any VAT identifier; give all lines of the invoice this category, so that none is written'

/** By the beginning of their rules' ids. IGIC and IPSI have other rule names in older editions. */
const CATEGORIES: Readonly<Record<string, VatCategory>> = {
  'BR-S': { code: 'S', name: 'standard rated', ...RATED },
  'BR-Z': { code: 'Z', name: 'zero rated', rate: 'zero', exemption: 'forbidden', numbers: SELLER },
  'BR-E': { code: 'E', name: 'exempt', rate: 'zero', exemption: 'required', numbers: SELLER },
  'BR-AE': { code: 'AE', name: 'reverse charge', rate: 'zero', exemption: 'required', numbers: BOTH },
  'BR-IC': { code: 'K', name: 'intra-community supply', rate: 'zero', exemption: 'required', numbers: BOTH },
  'BR-G': { code: 'G', name: 'export', rate: 'zero', exemption: 'required', numbers: SELLER },
  'BR-O': { code: 'O', name: 'outside the scope of VAT', rate: 'none', exemption: 'required', numbers: NO_NUMBERS },
  'BR-AF': { code: 'L', name: 'IGIC', ...SPANISH },
  'BR-IG': { code: 'L', name: 'IGIC', ...SPANISH },
  'BR-AG': { code: 'M', name: 'IPSI', ...SPANISH },
  'BR-IP': { code: 'M', name: 'IPSI', ...SPANISH },
}

const DEMANDS: Readonly<Record<VatCategory['rate'], string>> = {
  'above zero': 'a rate above zero',
  'zero or more': 'a rate of zero or more',
  zero: 'the rate 0',
  none: 'no rate, or 0',
}

/** The ten rules that every VAT category has; what only two of them have beside is in the table of EN 16931. */
export function vatCategoryTexts(): string {
  return Object.entries(CATEGORIES)
    .map(([prefix, category]) => rowsOf(prefix, category))
    .join('\n')
}

function rowsOf(prefix: string, { code, name, rate, exemption, numbers }: VatCategory): string {
  const category = `category ${code} (${name})`
  const identity = (term: string): string =>
    `${term} BT-31 BT-32 BT-63 BT-48 | The ${category} does not fit the VAT identifiers | Items of category ${code} ${numbers}`
  const rated = (term: string): string =>
    `${term} | The VAT rate {} does not fit ${category} | Give ${DEMANDS[rate]}, or another category`
  const recompute = 'Recompute the VAT breakdown from the lines'
  const tax = rate === 'above zero' || rate === 'zero or more' ? 'taxable amount times rate' : 'zero'
  const reason =
    exemption === 'required'
      ? `The ${category} has no reason of exemption | Give exemptionReason or exemptionReasonCode`
      : `The ${category} has a reason of exemption, but nothing is exempt | Leave the reason out, or give category E`
  return `${prefix}-01 | BT-118 | The VAT breakdown does not fit the items of ${category} | Give the breakdown one entry for the category
${prefix}-02 | ${identity('BT-151')}
${prefix}-03 | ${identity('BT-95')}
${prefix}-04 | ${identity('BT-102')}
${prefix}-05 | ${rated('BT-152')}
${prefix}-06 | ${rated('BT-96')}
${prefix}-07 | ${rated('BT-103')}
${prefix}-08 | BT-116 | The taxable amount {} of ${category} is not what its items add up to | ${recompute}
${prefix}-09 | BT-117 | The tax {} of ${category} is not ${tax} | ${recompute}
${prefix}-10 | BT-120 BT-121 | ${reason}`
}
