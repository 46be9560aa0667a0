/**
 * Rules that no invoice from the API can break, whatever it says, so that they need not be judged
 * on documents of ours. Documents from others are judged by all. That these never fire on
 * documents of ours is a property of the tests.
 */
const KEPT = new RegExp(
  [
    // The writers write no element twice, none that EN 16931 has no place for, and none without
    // its attributes.
    '(?:UBL|CII)-(?:CR|DT)-.*',
    'UBL-SR-.*',
    // Not what counts attachments, nor what asks for the number of an account.
    'CII-SR-(?!470$|476$).*',
    // They write every total, every part of the VAT breakdown and of a line.
    'BR-(?:1[2-5]|2[1-46]|4[5-8])',
    'BR-CO-(?:04|18)',
    // The API knows neither allowances nor charges but the discount on a price.
    'BR-(?:3[1-8]|4[1-4])',
    'BR-CO-(?:1[12]|2[1-4])',
    'BR-DEC-(?:0[1256]|2[4578])',
    'BR-CL-(?:19|20)',
    // Nor split payment.
    'BR-B-0[12]',
  ]
    .map((each) => `^${each}$`)
    .join('|'),
)

/** @param rule its official id */
export function isKeptByTheService(rule: string): boolean {
  return KEPT.test(rule)
}
