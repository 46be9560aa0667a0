import type { PaymentMeans } from '../../domain/request/invoice-request.js'
import type { PaymentInstructions } from '../../einvoice/model/settlement.js'

/** The payment means in FA(3). */
interface FormOfPayment {
  /** FormaPlatnosci. */
  readonly form?: string
  /** OpisPlatnosci, if there is no form for it. */
  readonly otherForm?: string
  /** UNTDID 4461, if the form does not determine it. */
  readonly code?: string
  /** The means in words, if they are not the other form. */
  readonly text?: string
}

/** TFormaPlatnosci by codes of UNTDID 4461; the form is read as the first of several codes. */
const FORMS: readonly (readonly [code: string, form: string])[] = [
  ['10', '1'],
  ['48', '2'],
  ['54', '2'],
  ['55', '2'],
  ['20', '4'],
  ['30', '6'],
  ['31', '6'],
  ['42', '6'],
  ['58', '6'],
  ['68', '7'],
]
const FORM_OF = new Map(FORMS)
const CODE_OF = new Map([...FORMS].reverse().map(([code, form]) => [form, code]))

/** UNTDID 4461: an instrument that is not defined. */
const NOT_DEFINED = '1'

/** Codes without a form, with the text that replaces it. */
const NAMED: readonly (readonly [code: string, name: string])[] = [
  ['59', 'polecenie zapłaty SEPA'],
  ['49', 'polecenie zapłaty'],
  ['97', 'kompensata'],
]
const NAME_OF = new Map(NAMED)
const CODE_BY_NAME = new Map(NAMED.map(([code, name]) => [name, code]))
/** Prefix of a code that has no name. */
const BARE_CODE = 'UNTDID 4461: '

/** The payment means of an invoice. */
export function formOfPayment(payment: PaymentInstructions | undefined): FormOfPayment {
  if (payment === undefined) return {}
  const { meansCode, meansText: text } = payment
  const form = FORM_OF.get(meansCode)
  if (form !== undefined) {
    const isImplied = CODE_OF.get(form) === meansCode
    return { form, ...(!isImplied && { code: meansCode }), ...(text !== undefined && { text }) }
  }
  if (meansCode === NOT_DEFINED) return text === undefined ? {} : { otherForm: text }
  const otherForm = text ?? NAME_OF.get(meansCode) ?? BARE_CODE + meansCode
  return { otherForm, ...(text !== undefined && { code: meansCode }) }
}

/** The fields of the JSON: `code` and `text`. */
export function meansOfForm({ form, otherForm, code, text }: FormOfPayment): Pick<PaymentMeans, 'code' | 'text'> {
  const named = otherForm === undefined ? undefined : codeNamed(otherForm)
  const means = code ?? named ?? CODE_OF.get(form ?? '')
  const words = named === undefined ? (otherForm ?? text) : text
  return { ...(means !== undefined && { code: means }), ...(words !== undefined && { text: words }) }
}

function codeNamed(otherForm: string): string | undefined {
  return (
    CODE_BY_NAME.get(otherForm) ?? (otherForm.startsWith(BARE_CODE) ? otherForm.slice(BARE_CODE.length) : undefined)
  )
}
