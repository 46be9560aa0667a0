import type { Command } from 'commander'
import type { CliRun } from './cli-run.js'

/** A command of the program, as the list of all commands shows it. */
interface ListedCommand {
  readonly name: string
  /** What may follow the name. */
  readonly usage: string
  readonly description: string
  /** Loads what adds its options, subcommands and action. */
  readonly load: () => Promise<(command: Command, cli: CliRun) => void>
}

/**
 * All commands, in the order of the list. None is loaded before it is called: the rules and the
 * database's clients take longer than most commands.
 */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'validate',
    usage: '[options] <files...>',
    description:
      'Check invoices in the JSON of POST /v1/invoices, documents in UBL or CII, French life-cycle messages (CDAR), or Factur-X and ZUGFeRD in a PDF, and print for each file the errors and warnings with their place and ' +
      'remedy. Needs no server. Exit status 1: an invoice is invalid or cannot be read.',
    load: async () => (await import('./invoices.js')).addValidateCommand,
  },
  {
    name: 'convert',
    usage: '[options] <files...>',
    description:
      'Convert invoices in the JSON of POST /v1/invoices, or documents in UBL, CII, FatturaPA or FA(3), into another format, valid or not; without --to, ' +
      'JSON into the XML of its country. Reports on standard error what the new format cannot represent, and if a valid invoice became an invalid one. Needs no server. Exit status 1: an invoice could not be converted.',
    load: async () => (await import('./convert.js')).addConvertCommand,
  },
  {
    name: 'render',
    usage: '[options] <file>',
    description:
      'Write an invoice in the JSON of POST /v1/invoices, valid or not, as a PDF with its XML attached to standard output. Needs no server.',
    load: async () => (await import('./render.js')).addRenderCommand,
  },
  {
    name: 'listen',
    usage: '[options]',
    description:
      'Show events as they happen, and forward each to an address of your own machine like a webhook, without a public address. Polls the API with ' +
      'your key. Ctrl-C stops it.',
    load: async () => (await import('./listen/command.js')).addListenCommand,
  },
  {
    name: 'send',
    usage: '[options] <files...>',
    description:
      'Send invoices to the service with your API key: files in JSON, newline-delimited JSON or XML, or folders of such files. Sending them again ' +
      'creates nothing twice. Exit status 0 only if the service took all of them, with --wait only if the governments accepted all.',
    load: async () => (await import('./send/command.js')).addSendCommand,
  },
  {
    name: 'accounts',
    usage: '',
    description: 'Manage the accounts of the service.',
    load: async () => (await import('./accounts.js')).addAccountCommands,
  },
  {
    name: 'keys',
    usage: '',
    description: 'Manage the API keys of accounts.',
    load: async () => (await import('./keys.js')).addKeyCommands,
  },
  {
    name: 'audit',
    usage: '',
    description: 'Export, verify, replay and reconcile invoices for an audit.',
    load: async () => (await import('./audit/command.js')).addAuditCommands,
  },
  {
    name: 'connection',
    usage: '',
    description: 'Check the connections of companies to governments.',
    load: async () => (await import('./connections.js')).addConnectionCommands,
  },
  {
    name: 'database',
    usage: '',
    description: 'Manage the migrations and roles of the database.',
    load: async () => (await import('./database.js')).addDatabaseCommands,
  },
  {
    name: 'deliveries',
    usage: '',
    description: 'Check deliveries to webhooks.',
    load: async () => (await import('./deliveries.js')).addDeliveryCommands,
  },
  {
    name: 'doctor',
    usage: '[options]',
    description:
      'Check a deployment with the settings of its processes, and report problems with their remedies. Changes nothing.',
    load: async () => (await import('./doctor/command.js')).addDoctorCommand,
  },
  {
    name: 'messages',
    usage: '',
    description: 'Show messages of governments and access points.',
    load: async () => (await import('./messages.js')).addMessageCommands,
  },
  {
    name: 'migrate-events',
    usage: '[options]',
    description: 'Move the events of the database to an EventStoreDB permanently. Stop all services first.',
    load: async () => (await import('./migrate-events/command.js')).addMigrateEventsCommand,
  },
  {
    name: 'operators',
    usage: '',
    description: 'Show the actions of operators.',
    load: async () => (await import('./operator-actions.js')).addOperatorActionCommands,
  },
  {
    name: 'peppol',
    usage: '',
    description: 'Show what the Peppol network needs of the companies that receive.',
    load: async () => (await import('./peppol.js')).addPeppolCommands,
  },
  {
    name: 'projections',
    usage: '',
    description: 'Manage the read models, which are computed from the events.',
    load: async () => (await import('./projections/command.js')).addProjectionCommands,
  },
  {
    name: 'received',
    usage: '',
    description: 'List, show and export invoices of suppliers, with your API key.',
    load: async () => (await import('./received/command.js')).addReceivedCommands,
  },
  {
    name: 'retention',
    usage: '',
    description: 'Erase data after its retention period, and manage legal holds.',
    load: async () => (await import('./retention.js')).addRetentionCommands,
  },
  {
    name: 'seal',
    usage: '',
    description: 'Manage seals over all events of live streams, and their key.',
    load: async () => (await import('./seal.js')).addSealCommands,
  },
  {
    name: 'secrets',
    usage: '',
    description: 'Manage the vault of tokens, certificates and webhook secrets.',
    load: async () => (await import('./secrets.js')).addSecretCommands,
  },
  {
    name: 'work',
    usage: '[options]',
    description:
      'Show the work of the processors: what is waiting, which governments do not answer, and what is parked.',
    load: async () => (await import('./work.js')).addWorkCommand,
  },
]
