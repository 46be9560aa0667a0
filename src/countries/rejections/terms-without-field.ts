type Row = readonly [terms: string, what: string]

/**
 * Business terms that no field of POST /v1/invoices holds, and what the service does instead.
 * `BT-92..99` stands for all of them.
 */
const ROWS: readonly Row[] = [
  [
    'BG-2 BT-23..24',
    'The service itself writes the specification and the business process of the country: its operator has to set them',
  ],
  ['BT-7..8', 'The API has no tax point date: deliveryDate, or lines[].period, says when the supply took place'],
  ['BT-11 BT-14..19', 'Of references the API has orderReference, contractReference and buyerReference'],
  ['BT-28 BT-33', 'Of the seller the service writes supplier.name; what else the law asks for belongs into note'],
  ['BT-36 BT-162', 'The service writes the whole street address of the seller from supplier.address.street'],
  ['BT-45 BT-56', 'Of the buyer the service writes customer.name, customer.phone and customer.email'],
  ['BG-9', 'The service writes the contact of the buyer from customer.phone and customer.email'],
  ['BT-51 BT-163', 'The service writes the whole street address of the buyer from customer.address.street'],
  ['BG-10 BT-59..61', 'The API has no payee: the seller is paid, on paymentMeans.bankAccount'],
  ['BG-11..12 BT-62..69 BT-164', 'The API has no tax representative: the service writes supplier alone'],
  ['BG-13 BT-70..71 BT-74', 'The service writes the place of delivery from customer.address, and deliveryDate'],
  ['BT-76 BT-165', 'The service writes the place of delivery from customer.address.street'],
  ['BG-14 BT-73..74', 'The API has no period of the whole invoice: give deliveryDate, or lines[].period'],
  ['BG-17 BT-81..83 BT-85', 'The service writes a credit transfer to paymentMeans.bankAccount'],
  ['BG-18..19 BT-87..91', 'The API has neither cards nor direct debits: give paymentMeans.bankAccount'],
  [
    'BG-20..21 BT-92..105',
    'The API has no allowances or charges of the whole invoice: give lines[].discount, or a line of its own for a charge',
  ],
  ['BG-27..28 BT-136..145', 'The service writes the allowance of a line from lines[].discount'],
  ['BT-107..108', 'The service writes no allowances or charges of the whole invoice: give lines[].discount'],
  ['BT-113..114', 'The API has no paid or rounding amount: the service writes the whole sum of lines[] as due'],
  ['BT-123..124', 'Of attachments the API has attachments[].filename and attachments[].content'],
  ['BT-127..128 BT-132..133', 'Of a line the API has lines[].description; references belong into orderReference'],
  ['BT-149..150', 'The service writes the price of one unit, lines[].unitPrice, with lines[].unitCode'],
  ['BG-30', 'The service writes the VAT of a line from lines[].vatCategory and lines[].vatRate'],
  ['BG-31 BT-154..157 BT-159', 'Of an item the API has lines[].description and lines[].itemCode'],
  ['BG-32 BT-160..161', 'The API has no item attributes: such details belong into lines[].description'],
]

/** What the service does for a term that no field holds; undefined: the term is none of these. */
export function doneForTerm(term: string): string | undefined {
  return (byTerm ??= new Map(ROWS.flatMap(([terms, what]) => termsIn(terms).map((each) => [each, what])))).get(
    term.replace(/^(B[TG]-\d+)-\d+$/, '$1'),
  )
}

let byTerm: ReadonlyMap<string, string> | undefined

function termsIn(terms: string): readonly string[] {
  return terms.split(' ').flatMap((each) => {
    const [, kind = '', from = '', to = from] = /^(B[TG])-(\d+)(?:\.\.(\d+))?$/.exec(each) ?? []
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${kind}-${Number(from) + index}`)
  })
}
