/** The VAT categories, UNTDID 5305, by their names in rules. */
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
