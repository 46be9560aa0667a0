import { codes } from './code-list.js'

/**
 * Value added tax point date codes, the part of UNTDID 2005 that EN 16931 admits (BR-CL-06). As of
 * EN 16931 1.3.16 (April 2026).
 */
export const TAX_POINT_DATES = codes(`
  3 35 432
`)
