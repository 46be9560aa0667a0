import type { Editions } from '../judging/editions.js'
import { CATEGORIES } from './rules/extended/categories.js'

/** FNFE-MPE's edition 1.4.0.03. */
export const AUGUST = '2026-08'
/** FNFE-MPE's edition 1.4.0.04, with a few later corrections, in force since 2026-10-01. */
export const OCTOBER = '2026-10'

const LIFE_CYCLE_IDS = /^BR-FR-(?:CDV-|04_MDT-)/
const FLOW_2_IDS = /^BR-FR-/
const EXTENSION_IDS = /^(?:BR-F[RX]EXT-|UBL-FREXT-|CII-FREXT|CII-EXT-)/

/** The editions of the French rules. */
export const FRENCH_EDITIONS: Editions = [
  {
    name: AUGUST,
    from: '',
    sources: [
      { ids: LIFE_CYCLE_IDS, artefact: 'BR-FR-CDV 1.4.0.03 (FNFE-MPE)' },
      { ids: FLOW_2_IDS, artefact: 'BR-FR-Flux2 1.4.0.03 (FNFE-MPE)' },
      { ids: EXTENSION_IDS, artefact: 'EXTENDED-CTC-FR 1.4.0.03 (FNFE-MPE)' },
    ],
    changed: new Set(),
  },
  {
    name: OCTOBER,
    from: '2026-10-01',
    sources: [
      { ids: LIFE_CYCLE_IDS, artefact: 'BR-FR-CDV 1.4.0.04 (FNFE-MPE)' },
      { ids: FLOW_2_IDS, artefact: 'BR-FR-Flux2 1.4.0.04 (FNFE-MPE)' },
      { ids: EXTENSION_IDS, artefact: 'EXTENDED-CTC-FR 1.4.0.04 (FNFE-MPE)' },
    ],
    changed: new Set([
      ...['BR-FR-05_BT-22-1', 'BR-FR-05_BT-22-2', 'BR-FR-05_BT-22-3', 'BR-FR-06_BT-21-1', 'BR-FR-06_BT-21-2'],
      ...['BR-FR-06_BT-21-3', 'BR-FR-06_BT-21-4', 'BR-FR-11_BT-47', 'BR-FR-20_BT-21', 'BR-FR-21_BT-49'],
      ...['BR-FR-22_BT-34', 'BR-FR-CO-07_BT-9', 'BR-FR-CO-09_BT-23-1', 'BR-FR-CO-09_BT-23-2', 'BR-FR-CO-09_BT-23-3'],
      ...['BR-FR-CO-14_BT-29-1', 'BR-FR-MV-10_EXT-FR-FE-184', 'BR-FREXT-CO-12', 'BR-FREXT-CO-13'],
      ...['BR-FR-CDV-13_MDT-129', 'BR-FR-CDV-CL-09_MDT-113_210B2G'],
      ...Array.from(CATEGORIES.keys(), (name) => `BR-FREXT-${name}-01`),
    ]),
  },
]
