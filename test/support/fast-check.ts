import fc from 'fast-check'

/**
 * Loaded before every test file (scripts/test.js). Properties draw the same values on every run,
 * so that a change is judged by what it changed; new values are sought with `PROPERTY_SEED=random
 * npm test`, and a found one is repeated with its number.
 */
const asked = process.env['PROPERTY_SEED'] ?? '20261121'
if (asked !== 'random' && !/^-?\d+$/.test(asked))
  throw new Error('PROPERTY_SEED must be a whole number or the word random')
fc.configureGlobal(asked === 'random' ? {} : { seed: Number(asked) })
