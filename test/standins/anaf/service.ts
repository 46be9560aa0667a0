import { hash } from 'node:crypto'
import { badRequest, failed, json, minute, refused, romanianTime, state, stateError, taken } from './answers.js'
import { isOfStandard, judgeUpload, plainName } from './judgement.js'
import type { AnafLimits } from './options.js'
import { Quotas } from './quotas.js'
import {
  archiveOf,
  type ArrivedInvoice,
  type DeliveredMessage,
  type ReceivedUpload,
  type Register,
  type TakenUpload,
  type TakeWishes,
} from './register.js'
import type { Answer } from '../local-server.js'

const LARGEST_BYTES = 10 * 1024 * 1024
const OLDEST_MS = 60 * 24 * 3_600_000

interface Settings {
  readonly now: () => Date
  readonly rights: readonly string[] | null
  readonly limits: AnafLimits
}

/** The calls of RO e-Factura, over the register. */
export class Service {
  readonly quotas: Quotas

  constructor(
    private readonly register: Register,
    private readonly settings: Settings,
  ) {
    this.quotas = new Quotas(settings.now)
  }

  upload(path: ReceivedUpload['path'], query: URLSearchParams, bytes: Buffer, wishes: TakeWishes): Answer {
    const now = this.settings.now()
    const parameters = Object.fromEntries(query)
    const received: ReceivedUpload = {
      at: now,
      path,
      parameters,
      bytes,
      sha256: hash('sha256', bytes),
      index: null,
      answered: true,
    }
    this.register.received.push(received)
    const { standard, cif } = parameters
    if (standard === undefined || cif === undefined) return badRequest('Parametrii standard si cif sunt obligatorii')
    if (bytes.length === 0) return badRequest('Trebuie sa aveti atasat in request un fisier de tip xml')
    const { messagesADay } = this.settings.limits
    if (standard === 'RASP' && !this.quotas.dayAllows(`messages ${cif}`, messagesADay))
      return refused(`S-au incarcat deja ${messagesADay} de mesaje de tip RASP pentru cui=${cif} in cursul zile`, now)
    const fault = this.#doorFault(parameters, standard, cif, bytes)
    if (fault !== null) return refused(fault, now)
    const upload = this.register.take(cif, bytes, now, wishes)
    received.index = upload.index
    return taken(upload.index, now)
  }

  #doorFault(
    parameters: Readonly<Record<string, string>>,
    standard: string,
    cif: string,
    bytes: Buffer,
  ): string | null {
    if (!['UBL', 'CN', 'CII', 'RASP'].includes(standard))
      return 'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP'
    if (!/^[0-9]+$/.test(cif)) return `CIF introdus= ${cif} nu este un numar`
    const noRight = this.#noRight(cif)
    if (noRight !== null) return noRight
    for (const [flag, name] of [
      ['extern', 'extern'],
      ['autofactura', 'autofacturare'],
      ['executare', 'executare'],
    ] as const)
      if (![undefined, 'DA'].includes(parameters[flag]))
        return `Daca parametrul ${name} trebuie completat, valoarea acceptata este DA`
    if (bytes.length > LARGEST_BYTES) return 'Marime fisier transmis mai mare de 10 MB.'
    const seen = judgeUpload(bytes)
    return isOfStandard(seen, standard)
      ? null
      : `Fisierul transmis nu este valid. org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 155; cvc-elt.1.a: Cannot find the declaration of element '${plainName(seen.root)}'. `
  }

  #noRight(cif: string): string | null {
    const { rights } = this.settings
    if (rights === null || rights.includes(cif)) return null
    return rights.length === 0
      ? 'Nu exista niciun CIF pentru care sa aveti drept in SPV'
      : `Nu aveti drept in SPV pentru CIF=${cif}`
  }

  state(query: URLSearchParams): Answer {
    const index = query.get('id_incarcare')
    const { limits, now } = this.settings
    if (index === null) return badRequest('Parametrul id_incarcare este obligatoriu')
    if (!/^[0-9]+$/.test(index)) return stateError(`Id_incarcare introdus= ${index} nu este un numar intreg`)
    if (!this.quotas.dayAllows(`state ${index}`, limits.statesADay))
      return stateError(`S-au facut deja ${limits.statesADay} descarcari de mesaj in cursul zilei`)
    const upload = this.register.byIndex(index)
    if (upload === undefined) return stateError(`Nu exista factura cu id_incarcare= ${index}`)
    if (this.#noRight(upload.cif) !== null)
      return stateError(`Nu aveti dreptul de inteorgare pentru id_incarcare= ${index}`)
    const { decision, downloadId } = upload
    if (now() < decision.from) return state('stare="in prelucrare"')
    return decision.state === 'ok' || decision.state === 'nok'
      ? state(`stare="${decision.state}" id_descarcare="${downloadId}"`)
      : state(`stare="${decision.state}"`)
  }

  download(query: URLSearchParams): Answer {
    const id = query.get('id')
    const { limits, now } = this.settings
    const title = 'Descarcare mesaj'
    if (id === null) return badRequest('Parametrul id este obligatoriu')
    if (!/^[0-9]+$/.test(id)) return failed(`Id descarcare introdus= ${id} nu este un numar intreg`, title)
    if (!this.quotas.dayAllows(`download ${id}`, limits.downloadsADay))
      return failed(`S-au facut deja ${limits.downloadsADay} descarcari de mesaj in cursul zilei`, title)
    const upload = this.register.byDownload(id)
    if (upload === undefined || now() < upload.decision.from)
      return failed(`Pentru id=${id} nu exista inregistrata nici o factura`, title)
    if (this.#noRight(upload.cif) !== null) return failed('Nu aveti dreptul sa descarcati acesta factura', title)
    if (now().getTime() - upload.takenAt.getTime() > OLDEST_MS)
      return failed(
        'Fisierul nu mai poate fi descarcat pentru ca a trecut perioada de 60 de zile in care este disponibil',
        title,
      )
    return { status: 200, headers: { 'content-type': 'application/zip' }, body: archiveOf(upload) }
  }

  /** The list with pages. */
  pagedList(query: URLSearchParams): Answer {
    const [start, end, cif, page] = ['startTime', 'endTime', 'cif', 'pagina'].map((name) => query.get(name))
    const fail = (text: string): Answer => failed(text, 'Lista Mesaje')
    if (!start || !end || !cif || !page)
      return badRequest('Parametrii startTime, endTime, cif si pagina sunt obligatorii')
    for (const [name, value] of Object.entries({ startTime: start, endTime: end, pagina: page }))
      if (!/^[0-9]+$/.test(value))
        return fail(`${name} = ${value} nu este un numar sau nu are o valoare acceptata de sistem`)
    const now = this.settings.now().getTime()
    const moment = `fata de momentul requestului = ${romanianTime(now)}`
    if (Number(start) < now - OLDEST_MS)
      return fail(`startTime = ${romanianTime(Number(start))} nu poate fi mai vechi de 60 de zile ${moment}`)
    if (Number(end) <= Number(start))
      return fail(`endTime = ${romanianTime(Number(end))} nu poate fi <= startTime = ${romanianTime(Number(start))}`)
    if (Number(end) > now) return fail(`endTime = ${romanianTime(Number(end))} nu poate in viitor ${moment}`)
    const fault = this.#listFault(cif, query)
    if (fault !== null) return fail(fault)
    const { messagesAPage } = this.settings.limits
    const messages = this.#messages(cif, query.get('filtru'), Number(start), Number(end))
    if (messages.length === 0) return fail('Nu exista mesaje in intervalul selectat')
    const pages = Math.ceil(messages.length / messagesAPage)
    if (Number(page) > pages)
      return fail(`Pagina solicitata ${page} este mai mare decat numarul toatal de pagini ${pages}`)
    const shown = messages.slice((Number(page) - 1) * messagesAPage, Number(page) * messagesAPage)
    return json({
      mesaje: shown,
      numar_inregistrari_in_pagina: shown.length,
      numar_total_inregistrari_per_pagina: messagesAPage,
      numar_total_inregistrari: messages.length,
      numar_total_pagini: pages,
      index_pagina_curenta: Number(page),
      serial: '1234AA456',
      cui: cif,
      titlu: 'Lista Mesaje disponibile din interval',
    })
  }

  /** The list of the last days. */
  simpleList(query: URLSearchParams): Answer {
    const [days, cif] = [query.get('zile'), query.get('cif')]
    const fail = (text: string): Answer => failed(text, 'Lista Mesaje')
    if (!days || !cif) return badRequest('Parametrii zile si cif sunt obligatorii')
    if (!/^[0-9]+$/.test(days)) return fail(`Numarul de zile introdus= ${days} nu este un numar intreg`)
    if (Number(days) < 1 || Number(days) > 60) return fail('Numarul de zile trebuie sa fie intre 1 si 60')
    const fault = this.#listFault(cif, query)
    if (fault !== null) return fail(fault)
    const now = this.settings.now().getTime()
    const mesaje = this.#messages(cif, query.get('filtru'), now - Number(days) * 24 * 3_600_000, now)
    if (mesaje.length === 0) return fail(`Nu exista mesaje in ultimele ${days} zile`)
    if (mesaje.length > 500)
      return fail(
        'Lista de mesaje este mai mare decat numarul de 500 elemente permise in pagina. Folositi endpoint-ul cu paginatie.',
      )
    return json({ mesaje, serial: '1234AA456', cui: cif, titlu: `Lista Mesaje disponibile din ultimele ${days} zile` })
  }

  #listFault(cif: string, query: URLSearchParams): string | null {
    const { listsADay } = this.settings.limits
    if (!/^[0-9]+$/.test(cif)) return `CIF introdus= ${cif} nu este un numar sau nu are o valoare acceptata de sistem`
    if (!['', 'E', 'T', 'P', 'R'].includes(query.get('filtru') ?? ''))
      return 'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R'
    const noRight = this.#noRight(cif)
    if (noRight !== null) return noRight
    if (!this.quotas.dayAllows(`list ${cif}`, listsADay))
      return `S-au facut deja ${listsADay} interogari de lista mesaje de catre utilizator in cursul zilei`
    return null
  }

  #messages(cif: string, filter: string | null, from: number, to: number): readonly object[] {
    const now = this.settings.now()
    const arrived = this.register.arrived
      .filter((invoice) => invoice.cif === cif && invoice.listedFrom <= now && ['', 'P', null].includes(filter))
      .filter(({ takenAt }) => takenAt.getTime() >= from && takenAt.getTime() <= to)
      .map(arrivalOf)
    const messages = this.register.messages
      .filter((message) => message.cif === cif && message.listedFrom <= now && ['', 'R', null].includes(filter))
      .filter(({ takenAt }) => takenAt.getTime() >= from && takenAt.getTime() <= to)
      .map(deliveredOf)
    // The newest first.
    return [...messages.reverse(), ...arrived.reverse(), ...this.#ofSender(cif, filter, from, to)]
  }

  #ofSender(cif: string, filter: string | null, from: number, to: number): readonly object[] {
    const now = this.settings.now()
    return this.register.taken
      .filter((upload) => upload.cif === cif && upload.listedFrom <= now)
      .filter(({ decision: { from: created } }) => created.getTime() >= from && created.getTime() <= to)
      .filter(({ decision: { state: decided } }) => decided === 'ok' || decided === 'nok')
      .filter(
        ({ decision: { state: decided }, isMessage }) =>
          !filter || filter === (decided !== 'ok' ? 'E' : isMessage ? 'R' : 'T'),
      )
      .map(messageOf)
  }
}

function messageOf({ cif, index, downloadId, decision, isMessage }: TakenUpload): object {
  const isOk = decision.state === 'ok'
  const sent = isMessage ? 'MESAJ CUMPARATOR TRANSMIS' : 'FACTURA TRIMISA'
  return {
    data_creare: minute(decision.from),
    cif,
    id_solicitare: index,
    detalii: isOk
      ? `Factura cu id_incarcare=${index} emisa de cif_emitent=${cif} pentru cif_beneficiar=3`
      : `Erori de validare identificate la factura primita cu id_incarcare=${index}`,
    tip: isOk ? sent : 'ERORI FACTURA',
    id: downloadId,
  }
}

function deliveredOf({ cif, index, downloadId, takenAt, kind }: DeliveredMessage): object {
  const detalii = `Mesaj primit de la cumparator pentru cif=${cif}`
  return { data_creare: minute(takenAt), cif, id_solicitare: index, detalii, tip: kind, id: downloadId }
}

function arrivalOf({ cif, supplier, index, downloadId, takenAt }: ArrivedInvoice): object {
  return {
    data_creare: minute(takenAt),
    cif,
    id_solicitare: index,
    detalii: `Factura cu id_incarcare=${index} emisa de cif_emitent=${supplier} pentru cif_beneficiar=${cif}`,
    tip: 'FACTURA PRIMITA',
    id: downloadId,
  }
}
