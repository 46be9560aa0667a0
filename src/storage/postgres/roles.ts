import {
  ACCOUNT_PREFIX,
  API_KEY_PREFIX,
  categoryPrefixes,
  ERASURE_PREFIX,
  HOLD_PREFIX,
  OPERATOR_ACTION_PREFIX,
  SEAL_PREFIX,
} from '../../domain/streams.js'

/**
 * The database roles with fewer rights than the owner of the tables, as data: what the parts of
 * the service and an auditor need, and nothing else.
 */
export const ROLE_NAMES = ['api', 'projections', 'processors', 'auditor'] as const
/** One of them. */
export type RoleName = (typeof ROLE_NAMES)[number]

/** The rights of a role. */
interface Rights {
  /** Schemas whose tables it may all read. */
  readonly reads: readonly string[]
  /** Further rights on tables, besides `reads`. */
  readonly tables: Readonly<Record<string, string>>
  readonly functions: readonly string[]
  /** What the names of the streams begin with to which it may append by `eventstore.append`. */
  readonly appendsTo: readonly string[]
  /** Rights on the tables behind the views of schema `read`; null: none. */
  readonly readModels: string | null
}

const APPEND = 'eventstore.append(text[], integer[], integer[], uuid[], text[], json[], json[], integer[])'
const APPEND_ACTIONS = APPEND.replace('append', 'append_actions')
const ERASE = 'eventstore.erase(text)'
/** Streams that change by requests and by the work on them. */
const COMMANDED = (
  ['Invoice', 'Connection', 'Company', 'Webhook', 'Delivery', 'Numbering', 'Received'] as const
).flatMap(categoryPrefixes)
const DROP_KEPT = 'projections.drop_kept(text, text)'

/** All schemas with a fixed name; those of the read models are numbered. */
const SCHEMAS = [
  ...['eventstore', 'documents', 'vault', 'simulator', 'projections', 'read', 'processing', 'operations'],
  ...['audit', 'storage'],
]

/** The rights of each. */
const RIGHTS: Readonly<Record<RoleName, Rights>> = {
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
      'operations.call_limit': 'SELECT, INSERT, UPDATE, DELETE',
      'operations.request': 'SELECT, INSERT, UPDATE, DELETE',
      'operations.prepared_invoice': 'SELECT, INSERT, UPDATE, DELETE',
      'operations.ended_session': 'SELECT, INSERT, DELETE',
      'operations.upload': 'SELECT',
      'operations.uploaded_document': 'SELECT',
      // The inbound port stores messages.
      'operations.government_message': 'SELECT, INSERT',
      'operations.message_reference': 'SELECT, INSERT',
      'operations.expected_message': 'SELECT',
      'operations.invoice_message': 'SELECT, INSERT',
      'operations.arrival': 'SELECT, INSERT',
      'operations.unclaimed_document': 'SELECT, INSERT',
      'operations.arrival_file': 'SELECT, INSERT',
      'operations.arrival_company': 'SELECT, INSERT',
      'operations.receiving_look': 'SELECT',
      // It stores hints, which the processors obey.
      'operations.hint': 'SELECT, INSERT, UPDATE',
      'operations.notification': 'SELECT, INSERT',
    },
    functions: [APPEND],
    appendsTo: [...COMMANDED, ACCOUNT_PREFIX, API_KEY_PREFIX, HOLD_PREFIX, OPERATOR_ACTION_PREFIX],
    readModels: null,
  },
  projections: {
    reads: ['eventstore', 'projections', 'read', 'processing', 'audit', 'storage'],
    tables: {
      'projections.checkpoints': 'UPDATE',
      'projections.quarantine': 'INSERT, UPDATE, DELETE',
      // The first to find a restore of the event store notes it.
      'storage.restore': 'INSERT',
      // Keys in use are checked when a process starts; figures need them too.
      'vault.secret': 'SELECT (key_id)',
      'vault.retired_key': 'SELECT',
      'operations.call_budget': 'SELECT',
      'operations.ended_session': 'SELECT, INSERT, DELETE',
    },
    functions: [],
    appendsTo: [],
    readModels: 'SELECT, INSERT, UPDATE, DELETE',
  },
  processors: {
    reads: [
      ...['eventstore', 'documents', 'vault', 'simulator', 'projections', 'read', 'processing', 'operations'],
      ...['audit', 'storage'],
    ],
    tables: {
      'documents.document': 'INSERT, UPDATE, DELETE',
      'documents.object_to_delete': 'INSERT, UPDATE, DELETE',
      'vault.secret': 'INSERT, UPDATE, DELETE',
      'simulator.upload': 'INSERT, UPDATE, DELETE',
      'simulator.first_try': 'INSERT, UPDATE, DELETE',
      'processing.work': 'INSERT, UPDATE, DELETE',
      'processing.watermarks': 'INSERT, UPDATE, DELETE',
      'processing.checkpoints': 'INSERT, UPDATE, DELETE',
      'processing.gates': 'INSERT, UPDATE, DELETE',
      'processing.answers': 'INSERT, UPDATE',
      'operations.quota_bucket': 'UPDATE, DELETE',
      'operations.quota_claim': 'DELETE',
      'operations.api_key_usage': 'DELETE',
      'operations.snapshot': 'INSERT, UPDATE, DELETE',
      'operations.call_budget': 'INSERT, UPDATE, DELETE',
      'operations.call_limit': 'INSERT, UPDATE, DELETE',
      'operations.request': 'UPDATE, DELETE',
      'operations.prepared_invoice': 'DELETE',
      'operations.ended_session': 'INSERT, DELETE',
      'operations.upload': 'INSERT, UPDATE, DELETE',
      'operations.uploaded_document': 'INSERT, UPDATE, DELETE',
      'operations.file_counter': 'INSERT, UPDATE',
      'operations.file_number': 'INSERT, DELETE',
      'operations.government_message': 'INSERT, DELETE',
      'operations.message_reference': 'INSERT, DELETE',
      'operations.expected_message': 'INSERT, DELETE',
      'operations.invoice_message': 'INSERT, UPDATE, DELETE',
      'operations.collection': 'INSERT, UPDATE, DELETE',
      'operations.arrival': 'INSERT, UPDATE, DELETE',
      'operations.unclaimed_document': 'DELETE',
      'operations.arrival_file': 'INSERT, DELETE',
      'operations.arrival_company': 'INSERT, UPDATE, DELETE',
      'operations.receiving_look': 'INSERT, UPDATE, DELETE',
      'operations.hint': 'UPDATE, DELETE',
      'operations.notification': 'DELETE',
      'storage.restore': 'INSERT',
      // They seal, and after a restore they remove what is after the store's end.
      'audit.tree': 'UPDATE',
      'audit.leaf': 'INSERT, DELETE',
      'audit.node': 'INSERT, UPDATE, DELETE',
      'audit.seal': 'INSERT, UPDATE, DELETE',
      // Retention deletes rows of read models.
      'projections.checkpoints': 'UPDATE',
      'projections.quarantine': 'DELETE',
      'projections.replaced': 'UPDATE',
    },
    functions: [APPEND, ERASE, DROP_KEPT],
    appendsTo: [...COMMANDED, ...categoryPrefixes('Receiver'), ERASURE_PREFIX, SEAL_PREFIX, OPERATOR_ACTION_PREFIX],
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
    // What the auditor is shown is recorded.
    functions: [APPEND_ACTIONS],
    appendsTo: [],
    readModels: null,
  },
}

/** The allowed form of `<prefix>` in `<prefix>_<role>`. */
export const PREFIX = /^[a-z][a-z0-9_]{0,40}$/

/** The name of a role in the database. `prefix` matches `PREFIX`, so it needs no quotes. */
export function databaseRole(prefix: string, role: RoleName): string {
  return `${prefix}_${role}`
}

/** Creates the missing roles, without a password. For a role that may create roles. */
export function createRolesSql(prefix: string): string {
  return ROLE_NAMES.map((role) => {
    const name = databaseRole(prefix, role)
    return `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name} LOGIN; END IF;
END $$;`
  }).join('\n')
}

/**
 * Grants these existing roles exactly the rights above: all previous rights are revoked. Run it in
 * one transaction, as the owner of the tables.
 */
export function grantsSql(prefix: string, roles: readonly RoleName[] = ROLE_NAMES): string {
  return roles.flatMap((role) => grantsOf(databaseRole(prefix, role), RIGHTS[role])).join('\n')
}

function grantsOf(name: string, { reads, tables, functions, appendsTo, readModels }: Rights): readonly string[] {
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
    `DELETE FROM eventstore.append_right WHERE role_name = '${name}';`,
    ...appendsTo.map((prefix) => `INSERT INTO eventstore.append_right VALUES ('${name}', '${prefix}');`),
    ofReadModels(name, readModels),
  ]
}

/** Their schemas are numbered, and only the database knows the numbers. */
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
