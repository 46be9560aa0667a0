import { type Assertions, type Context, inContext, type Test } from './binding.js'

/** What is asked of an allowance or charge, as a syntax writes its parts. */
interface ReductionTests {
  readonly hasAmount: Test
  readonly hasReason: Test
  readonly hasCategory: Test
  /** Whether the amount has two decimals at most. */
  readonly shortAmount: Test
  readonly shortBase: Test
}

/** The rules for allowances and charges of the document and of its lines. */
export function reductionRules({ hasAmount, hasReason, hasCategory, shortAmount, shortBase }: ReductionTests) {
  const at = (tests: Readonly<Record<string, Test>>) => {
    return (context: Context): Assertions => inContext(context, tests)
  }
  return {
    documentAllowances: at({
      'BR-31': hasAmount,
      'BR-32': hasCategory,
      'BR-33': hasReason,
      'BR-CO-21': hasReason,
      'BR-DEC-01': shortAmount,
      'BR-DEC-02': shortBase,
    }),
    documentCharges: at({
      'BR-36': hasAmount,
      'BR-37': hasCategory,
      'BR-38': hasReason,
      'BR-CO-22': hasReason,
      'BR-DEC-05': shortAmount,
      'BR-DEC-06': shortBase,
    }),
    lineAllowances: at({
      'BR-41': hasAmount,
      'BR-42': hasReason,
      'BR-CO-23': hasReason,
      'BR-DEC-24': shortAmount,
      'BR-DEC-25': shortBase,
    }),
    lineCharges: at({
      'BR-43': hasAmount,
      'BR-44': hasReason,
      'BR-CO-24': hasReason,
      'BR-DEC-27': shortAmount,
      'BR-DEC-28': shortBase,
    }),
  }
}
