/**
 * The names of the business terms (BT) and groups (BG) of EN 16931-1:2017, and of those that
 * XRechnung's extension adds. Terms of the French extension (`EXT-FR-FE-…`) have no English name
 * and are listed without one.
 */
const NAMES = `
BG-1 Invoice note
BG-2 Process control
BG-3 Preceding invoice reference
BG-4 Seller
BG-5 Seller postal address
BG-6 Seller contact
BG-7 Buyer
BG-8 Buyer postal address
BG-9 Buyer contact
BG-10 Payee
BG-11 Seller tax representative party
BG-12 Seller tax representative postal address
BG-13 Delivery information
BG-14 Invoicing period
BG-15 Deliver to address
BG-16 Payment instructions
BG-17 Credit transfer
BG-18 Payment card information
BG-19 Direct debit
BG-20 Document level allowances
BG-21 Document level charges
BG-22 Document totals
BG-23 VAT breakdown
BG-24 Additional supporting documents
BG-25 Invoice line
BG-26 Invoice line period
BG-27 Invoice line allowances
BG-28 Invoice line charges
BG-29 Price details
BG-30 Line VAT information
BG-31 Item information
BG-32 Item attributes
BT-1 Invoice number
BT-2 Invoice issue date
BT-3 Invoice type code
BT-5 Invoice currency code
BT-6 VAT accounting currency code
BT-7 Value added tax point date
BT-8 Value added tax point date code
BT-9 Payment due date
BT-10 Buyer reference
BT-11 Project reference
BT-12 Contract reference
BT-13 Purchase order reference
BT-14 Sales order reference
BT-15 Receiving advice reference
BT-16 Despatch advice reference
BT-17 Tender or lot reference
BT-18 Invoiced object identifier
BT-19 Buyer accounting reference
BT-20 Payment terms
BT-21 Invoice note subject code
BT-22 Invoice note
BT-23 Business process type
BT-24 Specification identifier
BT-25 Preceding invoice reference
BT-26 Preceding invoice issue date
BT-27 Seller name
BT-28 Seller trading name
BT-29 Seller identifier
BT-30 Seller legal registration identifier
BT-31 Seller VAT identifier
BT-32 Seller tax registration identifier
BT-33 Seller additional legal information
BT-34 Seller electronic address
BT-35 Seller address line 1
BT-36 Seller address line 2
BT-37 Seller city
BT-38 Seller post code
BT-39 Seller country subdivision
BT-40 Seller country code
BT-41 Seller contact point
BT-42 Seller contact telephone number
BT-43 Seller contact email address
BT-44 Buyer name
BT-45 Buyer trading name
BT-46 Buyer identifier
BT-47 Buyer legal registration identifier
BT-48 Buyer VAT identifier
BT-49 Buyer electronic address
BT-50 Buyer address line 1
BT-51 Buyer address line 2
BT-52 Buyer city
BT-53 Buyer post code
BT-54 Buyer country subdivision
BT-55 Buyer country code
BT-56 Buyer contact point
BT-57 Buyer contact telephone number
BT-58 Buyer contact email address
BT-59 Payee name
BT-60 Payee identifier
BT-61 Payee legal registration identifier
BT-62 Seller tax representative name
BT-63 Seller tax representative VAT identifier
BT-64 Tax representative address line 1
BT-65 Tax representative address line 2
BT-66 Tax representative city
BT-67 Tax representative post code
BT-68 Tax representative country subdivision
BT-69 Tax representative country code
BT-70 Deliver to party name
BT-71 Deliver to location identifier
BT-72 Actual delivery date
BT-73 Invoicing period start date
BT-74 Invoicing period end date
BT-75 Deliver to address line 1
BT-76 Deliver to address line 2
BT-77 Deliver to city
BT-78 Deliver to post code
BT-79 Deliver to country subdivision
BT-80 Deliver to country code
BT-81 Payment means type code
BT-82 Payment means text
BT-83 Remittance information
BT-84 Payment account identifier
BT-85 Payment account name
BT-86 Payment service provider identifier
BT-87 Payment card primary account number
BT-88 Payment card holder name
BT-89 Mandate reference identifier
BT-90 Bank assigned creditor identifier
BT-91 Debited account identifier
BT-92 Document level allowance amount
BT-93 Document level allowance base amount
BT-94 Document level allowance percentage
BT-95 Document level allowance VAT category code
BT-96 Document level allowance VAT rate
BT-97 Document level allowance reason
BT-98 Document level allowance reason code
BT-99 Document level charge amount
BT-100 Document level charge base amount
BT-101 Document level charge percentage
BT-102 Document level charge VAT category code
BT-103 Document level charge VAT rate
BT-104 Document level charge reason
BT-105 Document level charge reason code
BT-106 Sum of invoice line net amount
BT-107 Sum of allowances on document level
BT-108 Sum of charges on document level
BT-109 Invoice total amount without VAT
BT-110 Invoice total VAT amount
BT-111 Invoice total VAT amount in accounting currency
BT-112 Invoice total amount with VAT
BT-113 Paid amount
BT-114 Rounding amount
BT-115 Amount due for payment
BT-116 VAT category taxable amount
BT-117 VAT category tax amount
BT-118 VAT category code
BT-119 VAT category rate
BT-120 VAT exemption reason text
BT-121 VAT exemption reason code
BT-122 Supporting document reference
BT-123 Supporting document description
BT-124 External document location
BT-125 Attached document
BT-125-1 Attached document MIME code
BT-125-2 Attached document filename
BT-126 Invoice line identifier
BT-127 Invoice line note
BT-128 Invoice line object identifier
BT-129 Invoiced quantity
BT-130 Invoiced quantity unit of measure code
BT-131 Invoice line net amount
BT-132 Referenced purchase order line reference
BT-133 Invoice line buyer accounting reference
BT-134 Invoice line period start date
BT-135 Invoice line period end date
BT-136 Invoice line allowance amount
BT-137 Invoice line allowance base amount
BT-138 Invoice line allowance percentage
BT-139 Invoice line allowance reason
BT-140 Invoice line allowance reason code
BT-141 Invoice line charge amount
BT-142 Invoice line charge base amount
BT-143 Invoice line charge percentage
BT-144 Invoice line charge reason
BT-145 Invoice line charge reason code
BT-146 Item net price
BT-147 Item price discount
BT-148 Item gross price
BT-149 Item price base quantity
BT-150 Item price base quantity unit of measure code
BT-151 Invoiced item VAT category code
BT-152 Invoiced item VAT rate
BT-153 Item name
BT-154 Item description
BT-155 Item seller's identifier
BT-156 Item buyer's identifier
BT-157 Item standard identifier
BT-158 Item classification identifier
BT-158-1 Item classification scheme identifier
BT-158-2 Item classification scheme version identifier
BT-159 Item country of origin
BT-160 Item attribute name
BT-161 Item attribute value
BT-162 Seller address line 3
BT-163 Buyer address line 3
BT-164 Tax representative address line 3
BT-165 Deliver to address line 3
BG-DEX-01 Sub invoice line
BG-DEX-09 Third party payment
BT-DEX-001 Third party payment type
BT-DEX-002 Third party payment amount
BT-DEX-003 Third party payment description
`

/** A business term or group with its name; the name is empty if the standard has none. */
export interface NamedTerm {
  readonly id: string
  readonly name: string
}

const byId: ReadonlyMap<string, string> = new Map(
  NAMES.trim()
    .split('\n')
    .map((row): [string, string] => {
      const space = row.indexOf(' ')
      return [row.slice(0, space), row.slice(space + 1)]
    }),
)

/** Every term that has a name. */
export const TERM_IDS: readonly string[] = [...byId.keys()]

/** @param id for example `BT-40` */
export function namedTerm(id: string): NamedTerm {
  return { id, name: byId.get(id) ?? '' }
}
