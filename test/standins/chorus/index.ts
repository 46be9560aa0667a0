import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Answer, bodyOf, send } from '../local-server.js'
import { StandIn } from '../stand-in.js'
import { Directory, json } from './directory.js'
import { judgeFacturX, judgeXmlFile, type JudgedFile, type SeenInvoice } from './judgement.js'
import type { ChorusCall, ChorusOptions, Fault, FaultKind } from './options.js'

const CLIENT = { id: 'piste-client', secret: 'piste secret' }
const LOGIN = 'TECH_1_1234@cpro.fr'
const PASSWORD = 'tr0ubadour:é'
const LARGEST_BYTES = 10 * 1024 * 1024
const JUDGES: Readonly<Record<string, ((bytes: Buffer) => JudgedFile) | undefined>> = {
  IN_DP_E1_UBL_INVOICE: (bytes) => judgeXmlFile(bytes, 'UBL'),
  IN_DP_E1_CII_16B: (bytes) => judgeXmlFile(bytes, 'CII'),
  IN_DP_E2_CII_FACTURX: judgeFacturX,
}

/** An accepted file. */
interface Deposit {
  readonly depositId: string
  readonly name: string
  readonly syntax: string
  readonly at: Date
  readonly decidedAt: Date
  readonly state: string
  readonly errors: readonly string[]
  readonly invoice: SeenInvoice
  /** The state of its invoice, once it is taken in. */
  invoiceState: { readonly state: string; readonly since: Date; readonly comment?: string }
}

/** A stand-in for PISTE and Chorus Pro on a real socket. */
class ChorusStandin extends StandIn<ChorusCall, FaultKind> {
  readonly calls: ChorusCall[] = []
  readonly deposits: Deposit[] = []
  readonly #tokens = new Map<string, Date>()
  readonly #now: () => Date
  readonly #directory: Directory

  constructor(private readonly options: ChorusOptions = {}) {
    super(options)
    this.#now = options.now ?? (() => new Date())
    this.#directory = new Directory(options.structures)
  }

  /** Environment variables of a service that uses the stand-in. */
  get settings(): Readonly<Record<string, string>> {
    return { CHORUS_OAUTH_URL: `${this.address}/api/oauth/token`, CHORUS_API_URL: `${this.address}/cpro` }
  }

  /** Credentials of a company. */
  get credentials(): Readonly<Record<string, string>> {
    return {
      chorusClientId: CLIENT.id,
      chorusClientSecret: CLIENT.secret,
      chorusLogin: LOGIN,
      chorusPassword: PASSWORD,
    }
  }

  /** The buyer or the accountant changes the state of an invoice, by its number. */
  report(number: string, state: string, comment?: string): void {
    const deposit = this.#integrated().find(({ invoice }) => invoice.number === number)
    if (deposit === undefined) throw new Error(`no invoice ${number} was taken in`)
    deposit.invoiceState = { state, since: this.#now(), ...(comment !== undefined && { comment }) }
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.address)
    const body = (await bodyOf(request)).toString('utf8')
    if (pathname.startsWith('/_control/')) return send(response, this.#control(pathname, body))
    const call = CALLS[pathname]
    if (call === undefined) return send(response, json({ codeRetour: 404, libelle: 'Not Found' }, 404))
    this.calls.push(call)
    const fault = this.active.next(call)
    if (fault?.kind === 'answer') return send(response, { body: '', ...fault })
    if (fault?.kind === 'cut') return void request.socket.destroy()
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'slow') await setTimeout(fault.milliseconds)
    const answer = this.#answer(call, request, body, fault)
    if (fault?.kind === 'lost') return void request.socket.destroy()
    send(response, answer)
  }

  #answer(call: ChorusCall, { headers }: IncomingMessage, body: string, fault: FaultKind | null): Answer {
    if (call === 'token') return this.#token(new URLSearchParams(body))
    const end = this.#tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (end === undefined || this.#now() >= end) return json({ error: 'invalid_token' }, 401)
    const account = Buffer.from(String(headers['cpro-account']), 'base64').toString('utf8')
    if (account !== `${LOGIN}:${PASSWORD}`) return json({ error: 'cpro-account' }, 403)
    if (call === 'health') return json({ body: {}, statusCode: 'OK', statusCodeValue: 200 })
    const given = objectIn(body)
    if (given === null) return json({ codeRetour: 20000, libelle: 'TRA_MSG_01.000' }, 400)
    switch (call) {
      case 'deposit':
        return this.#deposit(given, fault)
      case 'report':
        return this.#report(given)
      case 'report file':
        return this.#reportFile(given)
      case 'structures':
      case 'structure':
      case 'services':
        return this.#directory.answer(call, given)
      case 'list':
        return this.#list(given)
    }
  }

  #token(form: URLSearchParams): Answer {
    const isKnown = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret
    if (!isKnown || form.get('grant_type') !== 'client_credentials' || form.get('scope') !== 'openid')
      return json({ error: 'invalid_client' }, 400)
    const { accessTokenSeconds = 3600 } = this.options
    const token = randomUUID()
    this.#tokens.set(token, new Date(this.#now().getTime() + accessTokenSeconds * 1000))
    return json({ access_token: token, token_type: 'Bearer', expires_in: accessTokenSeconds, scope: 'openid' })
  }

  #deposit(given: Readonly<Record<string, unknown>>, fault: FaultKind | null): Answer {
    const { fichierFlux, nomFichier, syntaxeFlux, avecSignature, idUtilisateurCourant = 0 } = given
    if (!Number.isInteger(idUtilisateurCourant)) return json({ codeRetour: 20000, libelle: 'GDP_MSG_11.001' })
    if (typeof fichierFlux !== 'string' || typeof nomFichier !== 'string' || avecSignature !== false)
      return json({ codeRetour: 20000, libelle: 'GDP_MSG_11.001' })
    const bytes = Buffer.from(fichierFlux, 'base64')
    if (bytes.length > LARGEST_BYTES) return json({ codeRetour: 20001, libelle: 'GDP_MSG_11.022' })
    const syntax = String(syntaxeFlux)
    const judge = JUDGES[syntax]
    if (judge === undefined) return json({ codeRetour: 20002, libelle: 'GDP_MSG_11.023' })
    const { invoice, errors: faults } = judge(bytes)
    const at = this.#now()
    const { decisionSeconds = 0 } = this.options
    const isDouble = this.deposits.some((each) => each.state === 'IN_INTEGRE' && each.invoice.number === invoice.number)
    const [state, errors] =
      fault?.kind === 'state'
        ? [fault.state, fault.errors ?? []]
        : faults.length > 0
          ? ['IN_REJETE', faults]
          : isDouble
            ? ['IN_REJETE', ['Une facture de ce numéro existe déjà']]
            : ['IN_INTEGRE', []]
    const depositId = `CPP${String(this.deposits.length + 1).padStart(22, '0')}`
    const decidedAt = new Date(at.getTime() + decisionSeconds * 1000)
    const invoiceState = { state: 'DEPOSEE', since: decidedAt }
    this.deposits.push({ depositId, name: nomFichier, syntax, at, decidedAt, state, errors, invoice, invoiceState })
    return json({ codeRetour: 0, libelle: 'OK', numeroFluxDepot: depositId, dateDepot: day(at), syntaxeFlux })
  }

  #report({ numeroFluxDepot }: Readonly<Record<string, unknown>>): Answer {
    const deposit = this.deposits.find(({ depositId }) => depositId === numeroFluxDepot)
    if (deposit === undefined) return json({ codeRetour: 20100, libelle: 'TRA_MSG_01.001' })
    const { decidedAt, state, errors, invoice, name } = deposit
    const isDecided = decidedAt <= this.#now()
    return json({
      codeRetour: 0,
      libelle: 'TRA_MSG_00.000',
      nomFichier: name,
      etatCourantDepotFlux: isDecided ? state : 'IN_EN_COURS_TRAITEMENT_CPP',
      ...(isDecided &&
        errors.length > 0 && {
          listeErreurDP: errors.map((libelleErreurDP) => ({ numeroDP: invoice.number, libelleErreurDP })),
        }),
    })
  }

  /** The report as a PDF, in Base64. */
  #reportFile({ numeroFluxDepot }: Readonly<Record<string, unknown>>): Answer {
    const deposit = this.deposits.find(({ depositId }) => depositId === numeroFluxDepot)
    if (deposit === undefined) return json({ codeRetour: 20100, libelle: 'TRA_MSG_01.001' })
    const { at, decidedAt, depositId, name, state, syntax } = deposit
    return json({
      codeRetour: 0,
      libelle: 'TRA_MSG_00.000',
      numeroFluxDepot: depositId,
      nomFichierFlux: name,
      codeInterfaceFlux: syntax,
      dateDepotFlux: day(at),
      dateHeureEtatCourantFlux: decidedAt.toISOString(),
      etatCourantFlux: decidedAt <= this.#now() ? state : 'IN_EN_COURS_TRAITEMENT_CPP',
      fichierCR: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64'),
    })
  }

  #integrated(): readonly Deposit[] {
    return this.deposits.filter(
      ({ state, decidedAt }) => ['IN_INTEGRE', 'IN_INTEGRE_PARTIEL'].includes(state) && decidedAt <= this.#now(),
    )
  }

  #list(given: Readonly<Record<string, unknown>>): Answer {
    const { numeroFacture, numeroFluxDepot, periodeDateHeureEtatCourantDu: since } = given
    const { nbResultatsParPage = 10, pageResultatDemandee = 1 } = (given['rechercheFactureParFournisseur'] ?? {}) as {
      readonly nbResultatsParPage?: number
      readonly pageResultatDemandee?: number
    }
    const { isListFull = true } = this.options
    const found = this.#integrated()
      .filter(({ invoice }) => numeroFacture === undefined || invoice.number === numeroFacture)
      .filter(({ depositId }) => numeroFluxDepot === undefined || depositId === numeroFluxDepot)
      .filter(({ invoiceState }) => typeof since !== 'string' || invoiceState.since >= new Date(since))
      .map(({ depositId, invoice, invoiceState, at }) => ({
        numeroFacture: invoice.number,
        identifiantFactureCPP: Number(depositId.slice(3)),
        statut: invoiceState.state,
        ...(isListFull && {
          numeroFluxDepot: depositId,
          dateFacture: invoice.issueDate,
          dateDepot: day(at),
          dateHeureEtatCourant: invoiceState.since.toISOString(),
          commentaireEtatCourant: invoiceState.comment,
        }),
      }))
    const from = (pageResultatDemandee - 1) * nbResultatsParPage
    return json({ codeRetour: 0, libelle: 'OK', listeFactures: found.slice(from, from + nbResultatsParPage) })
  }

  /** Switches and data for tests in other processes, and for people. */
  #control(pathname: string, body: string): Answer {
    switch (pathname) {
      case '/_control/faults':
        this.active.set(JSON.parse(body) as readonly Fault[])
        return json({ ok: true })
      case '/_control/report': {
        const given = JSON.parse(body) as { readonly number: string; readonly state: string; readonly comment?: string }
        this.report(given.number, given.state, given.comment)
        return json({ ok: true })
      }
      case '/_control/ledger':
        return json({ deposits: this.deposits, calls: this.calls })
      default:
        return json({ error: 'Not Found' }, 404)
    }
  }
}

const CALLS: Readonly<Record<string, ChorusCall | undefined>> = {
  '/api/oauth/token': 'token',
  '/cpro/factures/v1/deposer/flux': 'deposit',
  '/cpro/transverses/v1/consulterCRDetaille': 'report',
  '/cpro/transverses/v1/consulterCR': 'report file',
  '/cpro/transverses/v1/health-check': 'health',
  '/cpro/factures/v1/rechercher/fournisseur': 'list',
  '/cpro/structures/v1/rechercher': 'structures',
  '/cpro/structures/v1/consulter': 'structure',
  '/cpro/structures/v1/rechercher/services': 'services',
}

/** The JSON object in a body; null: there is none. */
function objectIn(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Starts one; its starter has to stop it. */
export async function startChorus(options: ChorusOptions = {}): Promise<ChorusStandin> {
  const chorus = new ChorusStandin(options)
  await chorus.start()
  return chorus
}
