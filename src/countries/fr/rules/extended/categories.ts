/** The VAT categories, UNTDID 5305, by the names that rules have for them. */
export const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['S', 'S'],
  ['Z', 'Z'],
  ['E', 'E'],
  ['AE', 'AE'],
  ['IC', 'K'],
  ['G', 'G'],
  ['O', 'O'],
  ['AF', 'L'],
  ['AG', 'M'],
])
