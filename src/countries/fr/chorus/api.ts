import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp, HttpAnswer, HttpFailure } from '../../gateway/government-http.js'
import { AccessTokens, type OAuthClient, withToken } from '../access-tokens.js'
import type { ChorusAccess } from '../credentials.js'
import { isFields, isNoAnswer, jsonIn, judgedStatus, notUnderstood, quoted, textOf } from '../failures.js'

/** Timeouts in milliseconds for a deposit, and for any other call. */
const DEPOSIT_MS = 90_000
const CALL_MS = 30_000
const ANSWER_BYTES = 8 * 1024 * 1024
/** Invoices in one page of a list. */
const PAGE = 100

/** The outcome of a call that Chorus Pro itself has answered. */
export type ChorusAnswer =
  | { readonly kind: 'done'; readonly json: Readonly<Record<string, unknown>>; readonly bytes: Uint8Array }
  /** Its no to what was asked, with its text. */
  | { readonly kind: 'failed'; readonly text: string }
  /** No answer at all; whether Chorus Pro can have got anything is in it. */
  | HttpFailure
  /** An answer that decides nothing; what was asked may be done. */
  | { readonly kind: 'unclear'; readonly outcome: NoAnswer }
  /** It was answered before anything was done. */
  | { readonly kind: 'barred'; readonly outcome: NoAnswer }

/** An invoice in a list of Chorus Pro; missing values are null. */
export interface ListedInvoice {
  readonly number: string
  readonly id: string | null
  /** The deposit that contained it. */
  readonly depositId: string | null
  readonly state: string
  /** When the state began, ISO 8601, unchanged. */
  readonly stateSince: string | null
  /** `YYYY-MM-DD`, BT-2. */
  readonly issueDate: string | null
  /** `YYYY-MM-DD`. */
  readonly depositedOn: string | null
  readonly comment: string | null
}

/** The interface of Chorus Pro behind PISTE. */
export class ChorusPro {
  readonly #tokens: AccessTokens

  constructor(
    private readonly tools: GatewayTools,
    private readonly http: GovernmentHttp,
  ) {
    this.#tokens = new AccessTokens(http, tools, 'PISTE', 'invoice')
  }

  /** The address of a deposit, for the audit log. */
  get depositAddress(): string {
    return this.#url('/factures/v1/deposer/flux')
  }

  /** `deposer/flux`: submits a file. */
  deposit(
    access: ChorusAccess,
    file: { readonly name: string; readonly syntax: string; readonly bytes: Uint8Array },
    mayBegin: () => boolean,
  ): Promise<ChorusAnswer> {
    const body = {
      fichierFlux: Buffer.from(file.bytes).toString('base64'),
      nomFichier: file.name,
      syntaxeFlux: file.syntax,
      avecSignature: false,
    }
    return this.#call('the deposit at Chorus Pro', access, '/factures/v1/deposer/flux', body, mayBegin)
  }

  /** `consulterCRDetaille`: the result of a deposit. */
  report(access: ChorusAccess, depositId: string): Promise<ChorusAnswer> {
    const path = '/transverses/v1/consulterCRDetaille'
    return this.#call(`the status query for deposit ${depositId}`, access, path, { numeroFluxDepot: depositId })
  }

  /** `rechercher/fournisseur`: accepted invoices. Pages are counted from 1. */
  async invoices(
    access: ChorusAccess,
    criteria: Readonly<Record<string, unknown>>,
    page = 1,
    perPage = PAGE,
  ): Promise<
    { readonly kind: 'invoices'; readonly invoices: readonly ListedInvoice[]; readonly isFull: boolean } | NoAnswer
  > {
    const call = 'the search of invoices at Chorus Pro'
    const rechercheFactureParFournisseur = { nbResultatsParPage: perPage, pageResultatDemandee: page }
    const body = { ...criteria, rechercheFactureParFournisseur }
    const answer = await this.#call(call, access, '/factures/v1/rechercher/fournisseur', body)
    if (answer.kind !== 'done') return this.noAnswer(call, answer)
    const rows = answer.json['listeFactures'] ?? []
    if (!Array.isArray(rows)) return notUnderstood(call, 'no list of invoices', this.tools)
    const invoices = rows.map(readInvoice).filter((row) => row !== null)
    return { kind: 'invoices', invoices, isFull: rows.length >= perPage }
  }

  /** `rechercher` of structures: the id of a public body; null: it is in no list. */
  async structureId(
    access: ChorusAccess,
    siret: string,
  ): Promise<{ readonly kind: 'id'; readonly structureId: number } | NoAnswer | null> {
    const call = 'the search of a public body at Chorus Pro'
    const structure = { identifiantStructure: siret, typeIdentifiantStructure: 'SIRET' }
    const body = { structure, restreindreStructuresPrivees: false }
    const answer = await this.#call(call, access, '/structures/v1/rechercher', body)
    if (answer.kind !== 'done') return this.noAnswer(call, answer)
    const rows = answer.json['listeStructures'] ?? []
    if (!Array.isArray(rows)) return notUnderstood(call, 'no list of structures', this.tools)
    const found = rows.filter(isFields).find((row) => row['identifiantStructure'] === siret)
    if (found === undefined) return null
    const id = found['idStructureCPP']
    return typeof id === 'number'
      ? { kind: 'id', structureId: id }
      : notUnderstood(call, 'no id of the structure', this.tools)
  }

  /** `consulter` of a structure: its parameters. */
  async structure(
    access: ChorusAccess,
    structureId: number,
  ): Promise<{ readonly kind: 'parameters'; readonly values: Readonly<Record<string, unknown>> } | NoAnswer> {
    const call = 'the record of a public body at Chorus Pro'
    const body = { codeLangue: 'fr', idStructureCPP: structureId }
    const answer = await this.#call(call, access, '/structures/v1/consulter', body)
    if (answer.kind !== 'done') return this.noAnswer(call, answer)
    const values = answer.json['parametres']
    return isFields(values) ? { kind: 'parameters', values } : notUnderstood(call, 'no parameters', this.tools)
  }

  /** Why a query has no result. */
  noAnswer(call: string, answer: Exclude<ChorusAnswer, { kind: 'done' }>): NoAnswer {
    switch (answer.kind) {
      case 'failed':
        return notUnderstood(call, answer.text, this.tools)
      case 'failure':
        return {
          kind: 'unavailable',
          reason: `${call}: ${answer.reason}`,
          retryAfterSeconds: 30 * this.tools.pace,
          concerns: 'invoice',
        }
      default:
        return answer.outcome
    }
  }

  async #call(
    call: string,
    { client, account }: ChorusAccess,
    path: string,
    body: object,
    mayBegin?: () => boolean,
  ): Promise<ChorusAnswer> {
    const oauth: OAuthClient = {
      ...client,
      tokenUrl: this.tools.settings['CHORUS_OAUTH_URL'] ?? '',
      scope: 'openid',
      ways: ['post'],
    }
    const outcome = await withToken(this.#tokens, oauth, (token) =>
      this.http.send({
        method: 'POST',
        url: this.#url(path),
        headers: {
          authorization: `Bearer ${token}`,
          'cpro-account': account,
          'content-type': 'application/json;charset=utf-8',
          accept: 'application/json',
        },
        body: Buffer.from(JSON.stringify(body)),
        timeoutMs: mayBegin === undefined ? CALL_MS : DEPOSIT_MS,
        maxBytes: ANSWER_BYTES,
        ...(mayBegin !== undefined && { mayBegin }),
      }),
    )
    if (isNoAnswer(outcome)) return { kind: 'barred', outcome }
    return outcome.kind === 'failure' ? outcome : this.#judged(call, outcome)
  }

  #judged(call: string, answer: HttpAnswer): ChorusAnswer {
    const { status } = answer
    const byStatus = judgedStatus(call, answer, this.tools, 'invoice')
    if (byStatus !== null) return { kind: status < 500 && status !== 408 ? 'barred' : 'unclear', outcome: byStatus }
    const json = jsonIn(answer)
    const code = json?.['codeRetour']
    const unknown = (): ChorusAnswer => ({
      kind: 'unclear',
      outcome: notUnderstood(call, `HTTP ${status} ${textOf(answer)}`, this.tools),
    })
    if (json === null) return unknown()
    if (status === 200 && code === 0) return { kind: 'done', json, bytes: answer.bytes }
    const text = errorIn(json, status)
    if (text === null || AWAY.test(text)) return unknown()
    // Checked before the errors: the account itself is a "compte technique".
    if (CREDENTIALS.test(text))
      return { kind: 'barred', outcome: { kind: 'unauthorized', reason: `${call}: ${text}`, needs: 'user' } }
    return PASSING.test(text) ? unknown() : { kind: 'failed', text }
  }

  #url(path: string): string {
    // Its setting has a default.
    return `${this.tools.settings['CHORUS_API_URL'] ?? ''}${path}`
  }
}

/** Words of a temporary error, in any text, and of a system error. */
const AWAY = /indisponible|r[ée]essayer|ult[ée]rieurement|timeout/i
const PASSING = /technique|interne|d[ée]lai/i
/**
 * Words about the technical account: its password has expired, or it may not act for the company.
 */
const CREDENTIALS = /mot de passe|password|compte (?:technique )?(?:bloqu|expir|inactif|inconnu)|habilit|authentifi/i

/** The error text of a response; null: none. Some responses have no code, only status and text. */
function errorIn({ libelle, codeRetour }: Readonly<Record<string, unknown>>, status: number): string | null {
  const words = typeof libelle === 'string' && libelle !== '' ? quoted(libelle) : null
  if (codeRetour === undefined) return words === null || status < 400 ? null : `${words} (HTTP ${status})`
  if (typeof codeRetour !== 'number' || codeRetour === 0) return null
  const code = `codeRetour ${codeRetour}`
  return words === null ? code : `${words} (${code})`
}

function readInvoice(value: unknown): ListedInvoice | null {
  if (!isFields(value)) return null
  const number = wordIn(value['numeroFacture'])
  if (number === null) return null
  return {
    number,
    id: wordIn(value['identifiantFactureCPP']),
    depositId: wordIn(value['numeroFluxDepot']),
    state: wordIn(value['statut']) ?? wordIn(value['statutFacture']) ?? '',
    stateSince: wordIn(value['dateHeureEtatCourant']),
    issueDate: dayIn(value['dateFacture']),
    depositedOn: dayIn(value['dateDepot']),
    comment: wordIn(value['commentaireEtatCourant']),
  }
}

function wordIn(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : null
}

function dayIn(value: unknown): string | null {
  return typeof value === 'string' ? (/^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? null) : null
}
