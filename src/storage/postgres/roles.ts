/**
 * The roles of the database that have fewer rights than the owner of its tables, as data: what the
 * parts of the service and an auditor need, and nothing else.
 */
export const ROLE_NAMES = ['api', 'projections', 'processors', 'auditor'] as const
/** One of them. */
export type RoleName = (typeof ROLE_NAMES)[number]

/** What a role may do, by what it may be done to. */
interface Rights {
  /** Schemas all of whose tables it may read. */
  readonly reads: readonly string[]
  /** What else it may do to tables, besides what `reads` has. */
  readonly tables: Readonly<Record<string, string>>
  readonly functions: readonly string[]
  /** What it may do to the tables behind the views of schema `read`; null: nothing. */
  readonly readModels: string | null
}

const APPEND = 'eventstore.append(text[], integer[], integer[], uuid[], text[], json[], json[], integer[])'
const APPEND_ACTIONS = APPEND.replace('append', 'append_actions')
const ERASE = 'eventstore.erase(text)'
const DROP_KEPT = 'projections.drop_kept(text, text)'

/** Every schema that has a name of its own; those of the read models are numbered. */
const SCHEMAS = [
  ...['eventstore', 'documents', 'vault', 'simulator', 'projections', 'read', 'processing', 'operations'],
  ...['audit', 'storage'],
]

/** The rights of each. */
export const RIGHTS: Readonly<Record<RoleName, Rights>> = {
  api: {
    reads: ['eventstore', 'documents', 'vault', 'simulator', 'projections', 'read', 'processing', 'audit', 'storage'],
    tables: {
      'documents.document': 'INSERT, UPDATE',
      'vault.secret': 'INSERT, UPDATE, DELETE',
      'simulator.upload': 'INSERT, UPDATE',
      'simulator.first_try': 'INSERT',
      'processing.milestones': 'INSERT',
      'processing.gates': 'INSERT, UPDATE, DELETE',
      'operations.rate_window': 'SELECT, INSERT, UPDATE, DELETE',
      'operations.quota_bucket': 'SELECT, INSERT, UPDATE',
      'operations.quota_claim': 'SELECT, INSERT, UPDATE, DELETE',
      'operations.api_key_usage': 'SELECT, INSERT, UPDATE',
      'operations.snapshot': 'SELECT, INSERT, UPDATE',
      'operations.call_budget': 'SELECT, INSERT, UPDATE, DELETE',
      'operations.request': 'SELECT, INSERT, UPDATE, DELETE',
      'operations.upload': 'SELECT',
      'operations.uploaded_document': 'SELECT',
      // The inbound port takes in messages.
      'operations.government_message': 'SELECT, INSERT',
      'operations.message_reference': 'SELECT, INSERT',
      'operations.expected_message': 'SELECT',
      'operations.invoice_message': 'SELECT, INSERT',
    },
    functions: [APPEND],
    readModels: null,
  },
  projections: {
    reads: ['eventstore', 'projections', 'read', 'processing', 'audit', 'storage'],
    tables: {
      'projections.checkpoints': 'UPDATE',
      'projections.quarantine': 'INSERT, UPDATE, DELETE',
      // Which keys are in use is looked at when a process starts; and the figures.
      'vault.secret': 'SELECT (key_id)',
      'vault.retired_key': 'SELECT',
      'operations.call_budget': 'SELECT',
    },
    functions: [],
    readModels: 'SELECT, INSERT, UPDATE, DELETE',
  },
  processors: {
    reads: [
      ...['eventstore', 'documents', 'vault', 'simulator', 'projections', 'read', 'processing', 'operations'],
      ...['audit', 'storage'],
    ],
    tables: {
      'documents.document': 'INSERT, UPDATE, DELETE',
      'vault.secret': 'INSERT, UPDATE, DELETE',
      'simulator.upload': 'INSERT, UPDATE, DELETE',
      'simulator.first_try': 'INSERT, UPDATE, DELETE',
      'processing.work': 'INSERT, UPDATE, DELETE',
      'processing.watermarks': 'INSERT, UPDATE, DELETE',
      'processing.checkpoints': 'INSERT, UPDATE, DELETE',
      'processing.gates': 'INSERT, UPDATE, DELETE',
      'operations.quota_bucket': 'UPDATE, DELETE',
      'operations.quota_claim': 'DELETE',
      'operations.api_key_usage': 'DELETE',
      'operations.snapshot': 'INSERT, UPDATE, DELETE',
      'operations.call_budget': 'INSERT, UPDATE, DELETE',
      'operations.request': 'UPDATE, DELETE',
      'operations.upload': 'INSERT, UPDATE, DELETE',
      'operations.uploaded_document': 'INSERT, UPDATE, DELETE',
      'operations.file_counter': 'INSERT, UPDATE',
      'operations.file_number': 'INSERT, DELETE',
      'operations.government_message': 'INSERT, DELETE',
      'operations.message_reference': 'INSERT, DELETE',
      'operations.expected_message': 'INSERT, DELETE',
      'operations.invoice_message': 'INSERT, UPDATE, DELETE',
      'operations.collection': 'INSERT, UPDATE, DELETE',
      // They seal, and after a restore they forget what lies behind the store's end.
      'audit.tree': 'UPDATE',
      'audit.leaf': 'INSERT, DELETE',
      'audit.node': 'INSERT, UPDATE, DELETE',
      'audit.seal': 'INSERT, UPDATE, DELETE',
      // The end of retention takes rows out of read models.
      'projections.checkpoints': 'UPDATE',
      'projections.quarantine': 'DELETE',
      'projections.replaced': 'UPDATE',
    },
    functions: [APPEND, ERASE, DROP_KEPT],
    readModels: 'SELECT, DELETE',
  },
  auditor: {
    reads: ['eventstore', 'documents', 'simulator', 'projections', 'read', 'processing', 'audit', 'storage'],
    tables: {
      'operations.upload': 'SELECT',
      'operations.uploaded_document': 'SELECT',
      'operations.government_message': 'SELECT',
      'operations.message_reference': 'SELECT',
      'operations.invoice_message': 'SELECT',
    },
    // What he is shown is recorded.
    functions: [APPEND_ACTIONS],
    readModels: null,
  },
}

/** What `<prefix>_<role>` may be made of. */
export const PREFIX = /^[a-z][a-z0-9_]{0,40}$/

/** How a role is called in the database. `prefix` fits `PREFIX`, so it needs no quotes. */
export function databaseRole(prefix: string, role: RoleName): string {
  return `${prefix}_${role}`
}

/** Makes the roles that are not there, without a password. For somebody who may make roles. */
export function createRolesSql(prefix: string): string {
  return ROLE_NAMES.map((role) => {
    const name = databaseRole(prefix, role)
    return `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name} LOGIN; END IF;
END $$;`
  }).join('\n')
}

/**
 * Gives these roles, which are there, exactly the rights above: whatever they had before is taken
 * away. To be run in one transaction, as the owner of the tables.
 */
export function grantsSql(prefix: string, roles: readonly RoleName[] = ROLE_NAMES): string {
  return roles.flatMap((role) => grantsOf(databaseRole(prefix, role), RIGHTS[role])).join('\n')
}

function grantsOf(name: string, { reads, tables, functions, readModels }: Rights): readonly string[] {
  const used = new Set([...reads, ...Object.keys(tables).map((table) => table.split('.')[0] ?? '')])
  return [
    `-- ${name}`,
    ...SCHEMAS.flatMap((schema) => [
      `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${name};`,
      `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ${schema} FROM ${name};`,
      `REVOKE ALL ON SCHEMA ${schema} FROM ${name};`,
    ]),
    ...[...used].map((schema) => `GRANT USAGE ON SCHEMA ${schema} TO ${name};`),
    ...reads.map((schema) => `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${name};`),
    ...Object.entries(tables).map(([table, rights]) => `GRANT ${rights} ON TABLE ${table} TO ${name};`),
    ...functions.map((signature) => `GRANT EXECUTE ON FUNCTION ${signature} TO ${name};`),
    ofReadModels(name, readModels),
  ]
}

/** Their schemas are numbered, and known to the database alone. */
function ofReadModels(name: string, rights: string | null): string {
  const statements = [
    `REVOKE ALL ON ALL TABLES IN SCHEMA %1$I FROM ${name}`,
    `REVOKE ALL ON SCHEMA %1$I FROM ${name}`,
    ...(rights === null
      ? []
      : [`GRANT USAGE ON SCHEMA %1$I TO ${name}`, `GRANT ${rights} ON ALL TABLES IN SCHEMA %1$I TO ${name}`]),
  ]
  return `DO $$ DECLARE its_schema text; BEGIN
  FOR its_schema IN SELECT nspname FROM pg_namespace WHERE nspname ~ '^read_[a-z_]+_[0-9]+$' LOOP
    EXECUTE format('${statements.join('; ')}', its_schema);
  END LOOP;
END $$;`
}
