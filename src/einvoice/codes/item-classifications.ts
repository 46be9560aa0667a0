import { codes } from './code-list.js'

/** Item classification schemes, UNTDID 7143 (BR-CL-13). As of EN 16931 1.3.16 (April 2026). */
export const ITEM_CLASSIFICATIONS = codes(`
  AA AB AC AD AE AF AG AH AI AJ AK AL AM AN AO AP AQ AR AS AT AU AV AW AX AY AZ BA BB BC BD BE BF BG BH BI BJ BK BL BM BN BO BP BQ
  BR BS BT BU BV BW BX BY BZ CC CG CL CR CV DR DW EC EF EMD EN FS GB GMN GN GS HS IB IN IS IT IZ MA MF MN MP NB ON PD PL PO PPI PV
  QS RC RN RU RY SA SG SK SN SRS SRT SRU SRV SRW SRX SRY SRZ SS SSA SSB SSC SSD SSE SSF SSG SSH SSI SSJ SSK SSL SSM SSN SSO SSP SSQ
  SSR SSS SST SSU SSV SSW SSX SSY SSZ ST STA STB STC STD STE STF STG STH STI STJ STK STL STM STN STO STP STQ STR STS STT STU STV STW
  STX STY STZ SUA SUB SUC SUD SUE SUF SUG SUH SUI SUJ SUK SUL SUM TG TSN TSO TSP TSQ TSR TSS TST TSU UA UP VN VP VS VX ZZZ
`)

/** BT-158-1 of a classification without a scheme: the scheme is derived from its form. */
export function itemClassificationScheme(code: string): string {
  if (/^\d{8}-\d$/.test(code)) return 'STI' // Common Procurement Vocabulary
  if (/^\d{4}(?:\d{2}){0,3}$/.test(code)) return 'HS' // Harmonised System, Combined Nomenclature
  return 'ZZZ' // mutually defined
}
