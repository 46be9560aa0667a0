/** What the rules of the extension are about, by their ids. */
const MESSAGES: readonly (readonly [ids: RegExp, message: string])[] = [
  [/^BR-CO-25$/, 'An amount is due, but there is neither a due date nor terms of payment'],
  [/^BR-CO-27$/, 'A credit transfer needs an IBAN or another account number, and not both'],
  [
    /^BR-F[RX]EXT-[A-Z]+-01$/,
    'The VAT breakdown does not have an entry for each category that is used, and for no other',
  ],
  [/-08$/, 'The taxable amount is not that of the lines, allowances and charges of the category and rate'],
  [/-08ini$/, 'The taxable amount is that of its items only if the reasons of exemption are looked at'],
  [/-08rev$/, 'The taxable amount is that of its items only if the reasons of exemption are not looked at'],
  [/-S-09$/, 'The VAT is not the rate of the taxable amount'],
  [/-CO-10$/, 'The sum of the lines that count is not that of the document'],
  [/-CO-11$/, 'The sum of the allowances is not that of the document'],
  [/-CO-12$/, 'The sum of the charges is not that of the document'],
  [/-CO-13$/, 'The total without VAT is not the sum of the lines that count, less allowances, plus charges'],
  [/-CO-15$/, 'The total with VAT is not the total without VAT plus the VAT'],
  [/-(?:BR-)?22$/, 'A line that counts has no quantity'],
  [/-(?:BR-)?23$/, 'The quantity of a line that counts has no unit'],
  [/-(?:BR-)?24$/, 'A line that counts has no net amount'],
  [/-(?:BR-)?26$/, 'A line that counts has no net price'],
  [/-CO-04$/, 'A line that counts has no VAT category'],
  [/-BR-(?:38|44)$/, 'A charge has neither reason nor reason code'],
  [/-54-1$/, 'An attribute of an item has neither name nor code'],
  [/-54-2$/, 'An attribute of an item has no value, or both a text and a quantity with its unit'],
  [
    /^(?:UBL-FREXT-CR-|CII-FREXT-SR-(?:106|293))/,
    'The terms of delivery show more than a code and the name of a place',
  ],
  [/^CII-FREXT-(?:CR-490|SR-366)$/, 'The exchange rate shows more than the currencies, the rate and its date'],
  [/-SR-48$|-SR-454$/, 'A line that counts does not have exactly one VAT category, or another more than one'],
  [/-SR-439$/, 'A line has more than one net price'],
  [/-DT-018$/, 'The document referred to has a type, which it cannot have'],
  [/-DT-024$/, 'The document referred to has a kind of reference, which it cannot have'],
  [/DT-027$/, 'The document referred to has a date, which it cannot have'],
  [/-CL-10$/, 'The scheme of the identifier {} of a party is none of ISO 6523, nor BY or SE'],
  [/-CL-19-GP$/, 'The reason {} of a discount is no code of UNTDID 5189'],
  [/-CL-20$/, 'The reason {} of a charge is no code of UNTDID 7161'],
  [/-CL-20-TAX$/, 'The reason {} of a charge is no kind of tax of UNTDID 5153'],
  [/-CL-20-LISTID$/, 'The reason {} of a charge is of another list than UNTDID 7161 and 5153'],
  [/-CL-24$/, 'The media type of an attachment is not admitted'],
  [/-CL-27$/, 'The terms of delivery {} are no code of UNTDID 4053'],
  [/-04$/, 'The code {} of an attribute of an item is not listed'],
  [/-05$/, 'The subtype of a line is not DETAIL, GROUP or INFORMATION'],
  [/-06$/, 'A line under another has no subtype'],
  [/-11$/, 'A line stands under one that there is not'],
  [/-12$/, 'A group with a net amount contains a group without one'],
]

const SUM_OF_GROUP = 'The net amount of a group is not the sum of the lines under it'

const OWN = /F[RX]EXT|^CII-EXT-|^BR-CO-2[57]$/

/** The messages of these rules; those that EN 16931 has too keep theirs. */
export function extendedMessages(ids: readonly string[]): readonly { readonly id: string; readonly message: string }[] {
  return ids.flatMap((id) => {
    if (id === 'BR-FREXT-08') return [{ id, message: SUM_OF_GROUP }]
    const message = MESSAGES.find(([pattern]) => pattern.test(id))?.[1]
    return message === undefined || !OWN.test(id) ? [] : [{ id, message }]
  })
}
