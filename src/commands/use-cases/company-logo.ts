import { company } from '../../domain/company.js'
import type { Letterhead } from '../../domain/letterhead.js'
import { conflict, invalidField, unknown } from '../../domain/refusal.js'
import { cleanLogo, type CleanLogo } from '../../documents/logos/clean-logo.js'
import { contrastWithWhite, LEAST_CONTRAST, readableShade } from '../../documents/logos/contrast.js'
import { UnusableImage } from '../../documents/logos/unusable-image.js'
import type { CompanyLogoBody } from '../../documents/intake/schemas/company-logo.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { setCompanyLogo } from '../company.js'
import { type CommandDeps, handle, type ScopedContext, scopeOf } from '../handle.js'
import { loadOwned } from '../owned.js'

/** The dependencies of `changeLogo`. */
interface ChangeLogoDeps extends CommandDeps {
  readonly documents: DocumentStore
}

/**
 * Sets logo and colour of the pages of the company's later invoices as a whole; null: removes
 * them. Only the cleaned image is kept. Refuses an image that is not usable, a colour that is not
 * readable, and a company that does not exist or was deleted.
 */
export async function changeLogo(
  deps: ChangeLogoDeps,
  context: ScopedContext,
  companyId: string,
  wanted: CompanyLogoBody | null,
): Promise<{ readonly position: bigint; readonly letterhead: Letterhead | null; readonly content: Uint8Array | null }> {
  const scope = scopeOf(context)
  const owned = await loadOwned(deps.store, scope, company, 'Company', companyId, deps.snapshots)
  if (!owned) throw unknown('company')
  const { stream, loaded } = owned
  if (loaded.state.status !== 'active') throw conflict('The company was deleted')
  const cleaned = wanted === null ? null : cleanedLogo(wanted)
  const accentColor = wanted?.accentColor === undefined ? undefined : readable(wanted.accentColor.toLowerCase())
  if (wanted !== null && cleaned === null && accentColor === undefined)
    throw invalidField('content', 'is required, unless accentColor is given; DELETE removes both')
  const letterhead: Letterhead | null =
    wanted === null
      ? null
      : {
          ...(cleaned !== null && { logo: await deps.documents.put(scope, cleaned.bytes, cleaned.mediaType) }),
          ...(accentColor !== undefined && { accentColor }),
        }
  const outcome = await handle(deps, context, company, stream, setCompanyLogo(letterhead), loaded)
  if (outcome.kind === 'rejected')
    throw outcome.rejection === 'unknown' ? unknown('company') : conflict('The company was deleted')
  return { position: outcome.loaded.position, letterhead, content: cleaned?.bytes ?? null }
}

function cleanedLogo({ content }: CompanyLogoBody): CleanLogo | null {
  if (content === undefined) return null
  try {
    return cleanLogo(Buffer.from(content, 'base64'))
  } catch (error) {
    if (error instanceof UnusableImage) throw invalidField('content', error.message)
    throw error
  }
}

function readable(colour: string): string {
  const contrast = contrastWithWhite(colour)
  if (contrast >= LEAST_CONTRAST) return colour
  throw invalidField(
    'accentColor',
    `${colour} has a contrast of ${contrast.toFixed(1)} : 1 to white, too little for texts (at least ` +
      `${LEAST_CONTRAST} : 1); ${readableShade(colour)} is the nearest readable shade`,
  )
}
