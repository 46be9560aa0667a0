import { codes, edition } from './code-list.js'
import { CURRENT_CODE_LISTS, type CodeLists } from './code-lists.js'

const current = CURRENT_CODE_LISTS

/**
 * The lists in which the CII artefact of EN 16931 1.3.16 differs from the UBL one: its own tax
 * point codes (UNTDID 2475), older countries and newer note subjects.
 */
export const CII_CODE_LISTS: CodeLists = {
  ...current,
  taxPointDates: codes('5 29 72'),
  countries: edition(current.countries, { with: 'AN', without: 'SS' }),
  noteSubjects: edition(current.noteSubjects, {
    with: 'BAT BAU BAV BAW BAX BAY BAZ BBA BBB BMF BMG BMH CCJ CCK CCL CCM CCN CCO',
  }),
}
