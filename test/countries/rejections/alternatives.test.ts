import t from 'tap'
import { alternatives } from '../../../src/countries/rejections/alternatives.js'

t.test('what texts share is said once', async (t) => {
  t.equal(
    alternatives(['The note is longer than 300 characters', 'The name of a line is longer than 300 characters']),
    'The note or the name of a line is longer than 300 characters',
  )
  t.equal(
    alternatives(['Shorten the note to 300 characters (note)', 'Shorten the note of a line to 300 characters']),
    'Shorten the note or the note of a line to 300 characters (note)',
  )
  t.equal(
    alternatives(['Give the seller (supplier), for example A', 'Give the buyer (customer), for example A']),
    'Give the seller (supplier) or the buyer (customer), for example A',
  )
  t.equal(
    alternatives(['The category of a line is not known here', 'The category of a line is one of Spain']),
    'The category of a line is not known here or is one of Spain',
  )
})

t.test('texts that share little stand side by side', async (t) => {
  t.equal(alternatives(['Give a scheme', 'Keep one identifier']), 'Give a scheme; or keep one identifier')
  t.equal(alternatives(['A line has no price', 'VAT is missing']), 'A line has no price; or VAT is missing')
})

t.test('one text, or the same twice, stays as it is', async (t) => {
  t.equal(alternatives(['Give the note']), 'Give the note')
  t.equal(alternatives(['Give the note', 'Give the note']), 'Give the note')
  t.equal(alternatives([]), '')
})
