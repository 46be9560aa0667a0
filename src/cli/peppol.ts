import type { Command } from 'commander'
import { load } from '../commands/handle.js'
import { participantId } from '../countries/peppol/participant.js'
import { RECEIVED_TYPES } from '../countries/peppol/registration.js'
import { company } from '../domain/company.js'
import { isId } from '../domain/ids.js'
import { streamName } from '../domain/streams.js'
import { StartupError } from '../storage/startup-error.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession, type Session } from './session.js'

/** Adds `clearway peppol registration`. */
export function addPeppolCommands(peppol: Command, cli: CliRun): void {
  peppol
    .command('registration')
    .description(
      'Show what the register of your access point (SMP) needs for a live company that receives: its participants, and the document types and processes that the service takes for them.',
    )
    .argument('<company-id>', 'comp_…')
    .option(
      '--json',
      'print {"companyId", "name", "participants", "documentTypes": [{"name", "documentType", "process"}]}',
    )
    .addHelpText('after', examples('peppol registration comp_9fPzQeYk3LmT6sUvHa2WdR'))
    .action(async (id: string, options: OutputOptions) => {
      const registration = await inSession(cli, ({ store }) => registrationOf(store, id), {
        kind: 'disclosure',
        action: 'peppol registration',
        target: id,
      })
      cli.printResult(options, registration, () => inWords(registration))
    })
}

async function registrationOf(store: Session['store'], id: string) {
  const stream = streamName('production', 'Company', id)
  const state = isId(id) ? (await load(store, company, stream)).state : null
  if (state?.status !== 'active') throw new StartupError(`There is no live company ${id}, or it was deleted.`)
  const ids = state.receiving?.peppolIds ?? []
  if (ids.length === 0)
    throw new StartupError(
      `${state.details.name} is no participant of Peppol: switch receiving on with PUT /v1/companies/${id}/receiving, and name its peppolIds.`,
    )
  const participants = ids.map((each) => {
    const [scheme = '', ...value] = each.split(':')
    return participantId({ scheme, value: value.join(':') })
  })
  return { companyId: id, name: state.details.name, participants, documentTypes: RECEIVED_TYPES }
}

function inWords({ name, participants, documentTypes }: Awaited<ReturnType<typeof registrationOf>>): string {
  return [
    `${name} is in the Peppol network as:`,
    ...participants.map((participant) => `  ${participant}`),
    'Register each with these document types, with the address and certificate of your access point:',
    ...documentTypes.flatMap((each) => [`  ${each.name}`, `    ${each.documentType}`, `    ${each.process}`]),
  ].join('\n')
}
