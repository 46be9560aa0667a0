import type { Answer } from '../local-server.js'
import type { PublicBody } from './options.js'

/** Chorus Pro's directory of public bodies (structures). */
export class Directory {
  readonly #ids = new Map<string, number>()

  /** @param bodies by SIRET; undefined: it has every SIRET, without any demand */
  constructor(private readonly bodies: Readonly<Record<string, PublicBody>> | undefined) {}

  answer(call: 'structures' | 'structure' | 'services', given: Readonly<Record<string, unknown>>): Answer {
    if (call === 'structures') return this.#search(given)
    const id = given[call === 'structure' ? 'idStructureCPP' : 'idStructure']
    const siret = [...this.#ids].find(([, each]) => each === id)?.[0]
    const body = siret === undefined ? undefined : this.#bodyOf(siret)
    if (siret === undefined || body === undefined) return json({ codeRetour: 20200, libelle: 'GCU_MSG_01_002' })
    if (call === 'services')
      return json({
        codeRetour: 0,
        libelle: 'GCU_MSG_00_000',
        listeServices: Object.entries(body.services ?? {}).map(([codeService], index) => ({
          idService: index + 1,
          codeService,
          estActif: true,
        })),
      })
    return json({
      codeRetour: 0,
      libelle: 'GCU_MSG_00_000',
      informationGenerales: { idStructureCPP: id, identifiantStructure: siret, typeIdentifiantStructure: 'SIRET' },
      parametres: {
        codeServiceDoitEtreRenseigne: body.needsService === true,
        numeroEJDoitEtreRenseigne: body.needsEngagement === true,
        gestionNumeroEJOuCodeService: body.needsEither === true,
      },
    })
  }

  #search(given: Readonly<Record<string, unknown>>): Answer {
    const { identifiantStructure: siret } = (given['structure'] ?? {}) as { readonly identifiantStructure?: string }
    const isKnown = siret !== undefined && this.#bodyOf(siret) !== undefined
    const listeStructures = isKnown
      ? [{ idStructureCPP: this.#idOf(siret), identifiantStructure: siret, statut: 'ACTIF' }]
      : []
    return json({ codeRetour: 0, libelle: 'GCU_MSG_00_000', listeStructures })
  }

  #bodyOf(siret: string): PublicBody | undefined {
    if (this.bodies === undefined) return /^\d{14}$/.test(siret) ? {} : undefined
    return this.bodies[siret]
  }

  #idOf(siret: string): number {
    const known = this.#ids.get(siret) ?? this.#ids.size + 1
    this.#ids.set(siret, known)
    return known
  }
}

/** An answer in JSON. */
export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}
