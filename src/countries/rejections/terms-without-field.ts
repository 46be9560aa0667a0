type Row = readonly [terms: string, what: string]

/**
 * Business terms that an invoice sent as JSON does not have, and what it has instead. `BT-92..99`
 * stands for all of them.
 */
const INSTEAD: readonly Row[] = [
  ['BT-7..8', 'JSON has no tax point date: deliveryDate or lines[].period says when the supply took place'],
  ['BT-11 BT-14..19', 'Of references JSON has orderReference, contractReference and buyerReference'],
  ['BT-28 BT-33', 'Of the seller JSON has supplier.name; what else the law asks for goes into note'],
  ['BT-36 BT-162', 'JSON has the whole street address of the seller in supplier.address.street'],
  ['BT-45 BT-56', 'Of the buyer JSON has customer.name, customer.phone and customer.email'],
  ['BT-51 BT-163', 'JSON has the whole street address of the buyer in customer.address.street'],
  ['BG-10 BT-59..61', 'JSON has no payee: the seller is paid, on paymentMeans.bankAccount'],
  ['BG-11..12 BT-62..69 BT-164', 'JSON has no tax representative: supplier stands alone'],
  ['BT-70..71', 'In JSON the goods go to customer.name at customer.address'],
  ['BT-76 BT-165', 'In JSON the goods go to customer.address.street'],
  ['BG-14 BT-73..74', 'JSON has no period of the whole invoice: give deliveryDate or lines[].period'],
  ['BT-82..83 BT-85', 'Of the payment JSON has paymentMeans.bankAccount and paymentMeans.paymentTerms'],
  ['BG-18..19 BT-87..91', 'JSON has neither cards nor direct debits: the buyer pays to paymentMeans.bankAccount'],
  [
    'BG-20..21 BT-92..105 BT-107..108',
    'JSON has no allowances or charges of the whole invoice: give lines[].discount, or a line of its own for a charge',
  ],
  [
    'BG-27..28 BT-136..145',
    'JSON has no allowances or charges of a line: lines[].discount lowers its price, and a charge is a line of its own',
  ],
  ['BT-113..114', 'JSON has no paid or rounding amount: the whole sum of lines[] is due'],
  ['BT-123..124', 'Of attachments JSON has attachments[].filename and attachments[].content'],
  ['BT-126', 'From JSON the service numbers lines[] itself'],
  ['BT-127..128 BT-132..133', 'Of a line JSON has lines[].description; references go into orderReference'],
  ['BT-149..150', 'In JSON lines[].unitPrice is the price of one lines[].unitCode'],
  ['BG-31 BT-154..157 BT-159', 'Of an item JSON has lines[].description and lines[].itemCode'],
  ['BG-32 BT-160..161', 'JSON has no item attributes: such details go into lines[].description'],
]

/** What the service writes from other fields, or by itself. */
const WRITTEN: readonly Row[] = [
  [
    'BG-2 BT-23..24',
    'In JSON there is nothing to correct: the service writes the specification and the business process, which its operator has to set',
  ],
  ['BG-9', 'The service writes the contact of the buyer from customer.phone and customer.email'],
  ['BG-13', 'The service writes the delivery from customer.address and deliveryDate'],
  ['BG-17 BT-81', 'From JSON the service writes a credit transfer to paymentMeans.bankAccount'],
  ['BG-30', 'The service writes the VAT of a line from lines[].vatCategory and lines[].vatRate'],
]

/** What JSON has instead of a term that only documents in XML have; undefined: it is none. */
export function insteadOfTerm(term: string): string | undefined {
  return (instead ??= byTerm(INSTEAD)).get(mainOf(term))
}

/** What the service writes a term from that no one field holds; undefined: it is none of these. */
export function writtenForTerm(term: string): string | undefined {
  return (written ??= byTerm(WRITTEN)).get(mainOf(term))
}

let instead: ReadonlyMap<string, string> | undefined
let written: ReadonlyMap<string, string> | undefined

/** `BT-29-1` is a part of `BT-29`. */
function mainOf(term: string): string {
  return term.replace(/^(B[TG]-\d+)-\d+$/, '$1')
}

function byTerm(rows: readonly Row[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(([terms, what]) => termsIn(terms).map((each) => [each, what])))
}

function termsIn(terms: string): readonly string[] {
  return terms.split(' ').flatMap((each) => {
    const [, kind = '', from = '', to = from] = /^(B[TG])-(\d+)(?:\.\.(\d+))?$/.exec(each) ?? []
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${kind}-${Number(from) + index}`)
  })
}
