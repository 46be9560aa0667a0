import type { Command } from 'commander'
import { load } from '../commands/handle.js'
import { GovernmentHttp } from '../countries/gateway/government-http.js'
import { deregister, publisherOf, register } from '../countries/peppol/metadata-publisher.js'
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
      'Show what the register of your access point (SMP) needs for a live company that receives: its participants, and the document types and processes that the service takes for them. With PEPPOL_SMP_URL it registers them in phoss-smp, or ends that. Exit status 1: the register refused.',
    )
    .argument('<company-id>', 'comp_…')
    .option('--register', 'register the participants')
    .option('--end', 'end their registration')
    .option(
      '--json',
      'print {"companyId", "name", "participants", "documentTypes": [{"name", "documentType", "process"}]}, and "failure" after a change',
    )
    .addHelpText(
      'after',
      examples(
        'peppol registration comp_9fPzQeYk3LmT6sUvHa2WdR',
        'peppol registration comp_9fPzQeYk3LmT6sUvHa2WdR --register',
      ),
    )
    .action(async (id: string, options: RegistrationOptions) => {
      if (options.register === true || options.end === true) return changed(cli, id, options)
      const registration = await inSession(cli, ({ store }) => registrationOf(store, id), {
        kind: 'disclosure',
        action: 'peppol registration',
        target: id,
      })
      cli.printResult(options, registration, () => inWords(registration))
    })
}

interface RegistrationOptions extends OutputOptions {
  readonly register?: boolean
  readonly end?: boolean
}

async function changed(cli: CliRun, id: string, options: RegistrationOptions): Promise<void> {
  if (options.register === true && options.end === true) throw new StartupError('Give --register or --end, not both.')
  const change = options.register === true ? register : deregister
  const result = await inSession(
    cli,
    async ({ store, config }) => {
      const publisher = publisherOf(config.countrySettings)
      if (typeof publisher === 'string') throw new StartupError(`There is no register to call. ${publisher}`)
      const registration = await registrationOf(store, id)
      const http = new GovernmentHttp()
      for (const participant of registration.participants) {
        const failure = await change(publisher, participant, http)
        if (failure !== null) return { ...registration, failure }
      }
      return { ...registration, failure: null }
    },
    { kind: 'change', action: 'peppol registration', target: id, details: { end: options.end === true } },
  )
  const done = options.register === true ? 'Registered' : 'No longer registered'
  cli.printResult(options, result, () => result.failure ?? `${done}: ${result.participants.join(', ')}`)
  if (result.failure !== null) cli.status = 1
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
