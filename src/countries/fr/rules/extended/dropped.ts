import { trimmed } from '../../../../einvoice/xml/white-space.js'

/*
 * Rules of EN 16931 that EXTENDED-CTC-FR drops, by the prefixes of the ids: either it has the same
 * rule for other elements under its own id, or it allows elements that the standard does not have.
 */

/** The rules for UBL. */
export const DROPPED_UBL: ReadonlySet<string> = ids(`
  BR-CO 04 10 11 12 13 15 17
  BR-E 01 08
  BR-G 01 08
  BR-IC 01 08
  BR-AF 01 08
  BR-O 01 02 03 04 08 11 12 13 14
  BR-S 01 08 09 10
  BR-Z 01 08 10
  BR 22 23 24 26 27 28 54
  BR-AE 08
  BR-AG 08
  UBL-CR 018 026 047 096 099 194 195 258 259 269 270 271 272 273 274 288 410 439 480 481 490 523 524 525 528 529 530 531 550 561 563 600 601
  UBL-CR 609 611 619 633 634 645 662 669 670
  UBL-SR 04 16 20 34 37 48 52
  BR-CL 10 20 24
`)

/** The rules for CII that no edition has. */
const NEVER_CII = `
  BR 22 23 24 26 27 28 38 44 54
  BR-CO 04 10 11 12 13 15 17 22 24
  BR-S 01 08 09 10
  BR-Z 01 08 10
  BR-E 01 08
  BR-AE 01 08
  BR-IC 01 08
  BR-G 01 08
  BR-O 01 02 03 04 08 09 10 11 12 13 14
  BR-AF 01 08 10
  BR-AG 01 08 10
  CII-SR 039 040 041 068 070 106 107 108 127 128 148 156 164 170 173 174 175 200 201 210 278 293 305 333 334 350 351 352 353 354 355 356 357
  CII-SR 358 359 360 361 362 363 365 366 422 439 458 470 474
  CII-DT 018 024 027 052 058 098
  BR-CL 07 10 20 24
`

/** The rules for CII that the edition of August 2026 does not have. */
export const DROPPED_CII_AUGUST: ReadonlySet<string> = ids(`${NEVER_CII}
  CII-SR 464 467 468 469 471 472 473 475 476 477 478 479 480 481 482 483 484 485 486 487 488 489 490 491 492 493 494
`)

/** The rules for CII that the edition of October 2026 does not have. */
export const DROPPED_CII_OCTOBER: ReadonlySet<string> = ids(`${NEVER_CII}
  BR-CO 27
  CII-SR 069 072
`)

function ids(table: string): ReadonlySet<string> {
  return new Set(
    trimmed(table)
      .split('\n')
      .flatMap((row) => {
        const [prefix = '', ...numbers] = trimmed(row).split(' ')
        return numbers.map((number) => `${prefix}-${number}`)
      }),
  )
}
