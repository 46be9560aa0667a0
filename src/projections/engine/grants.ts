import type pg from 'pg'
import type { Projection } from './projection.js'

/** Statements that grant. */
type Grants = readonly string[]

/**
 * The statements that grant access to a new table, and its schema, to all who may use the one in
 * use: roles that don't own the tables keep working after a rebuild. Empty for a new read model.
 */
export async function grantsOfLive(client: pg.ClientBase, { name }: Projection, schema: string): Promise<Grants> {
  return statements(
    client,
    `SELECT format('GRANT %s ON SCHEMA %I TO %s', a.privilege_type, $2::text, ${GRANTEE}) AS statement
     FROM projections.checkpoints p JOIN pg_namespace n ON n.nspname = p.live_schema CROSS JOIN aclexplode(n.nspacl) a
     WHERE p.name = $1 AND a.grantee <> n.nspowner
     UNION ALL
     SELECT format('GRANT %s ON TABLE %I.%I TO %s', a.privilege_type, $2::text, c.relname, ${GRANTEE})
     FROM projections.checkpoints p JOIN pg_namespace n ON n.nspname = p.live_schema
     JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = p.name CROSS JOIN aclexplode(c.relacl) a
     WHERE p.name = $1 AND a.grantee <> c.relowner`,
    [name, schema],
  )
}

/** The statements that grant access to a new view to all who may use the current one. */
export async function grantsOfView(client: pg.ClientBase, { name }: Projection): Promise<Grants> {
  return statements(
    client,
    `SELECT format('GRANT %s ON TABLE read.%I TO %s', a.privilege_type, c.relname, ${GRANTEE}) AS statement
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN aclexplode(c.relacl) a
     WHERE n.nspname = 'read' AND c.relname = $1 AND a.grantee <> c.relowner`,
    [name],
  )
}

/** Runs the statements. */
export async function grant(client: pg.ClientBase, grants: Grants): Promise<void> {
  if (grants.length > 0) await client.query(grants.join(';\n'))
}

/** 0 is PUBLIC. */
const GRANTEE = `CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END`

async function statements(client: pg.ClientBase, text: string, values: readonly string[]): Promise<Grants> {
  const { rows } = await client.query<{ statement: string }>(text, [...values])
  return rows.map(({ statement }) => statement)
}
