import type { Language } from '../../../domain/language.js'
import { GERMAN } from './de.js'
import { ENGLISH } from './en.js'
import { FRENCH } from './fr.js'
import { ITALIAN } from './it.js'
import type { Labels } from './labels.js'
import { DUTCH } from './nl.js'
import { POLISH } from './pl.js'
import { ROMANIAN } from './ro.js'

/** The labels of each language. */
export const LABELS: Readonly<Record<Language, Labels>> = {
  en: ENGLISH,
  ro: ROMANIAN,
  it: ITALIAN,
  fr: FRENCH,
  nl: DUTCH,
  de: GERMAN,
  pl: POLISH,
}
