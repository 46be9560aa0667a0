import type { Migration } from './migration.js'

/**
 * Messages that governments send without a request, and the invoices they concern. Operational
 * state.
 */
export const mailbox: Migration = {
  name: '0017-mailbox',
  sql: `
    CREATE TABLE operations.government_message (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      channel text NOT NULL,
      -- Empty: it came in at the operator's own door, and can speak for every account.
      account text NOT NULL,
      environment text NOT NULL,
      message_id text NOT NULL,
      kind text NOT NULL,
      received_at timestamptz NOT NULL,
      media_type text NOT NULL,
      bytes bytea NOT NULL,
      UNIQUE (channel, account, environment, message_id)
    );

    CREATE TABLE operations.message_reference (
      channel text NOT NULL,
      reference text NOT NULL,
      position bigint NOT NULL REFERENCES operations.government_message ON DELETE CASCADE,
      PRIMARY KEY (channel, reference, position)
    );
    CREATE INDEX message_reference_position ON operations.message_reference (position);

    -- Whose messages are awaited.
    CREATE TABLE operations.expected_message (
      channel text NOT NULL,
      reference text NOT NULL,
      account text NOT NULL,
      environment text NOT NULL,
      country text NOT NULL,
      invoice_id text NOT NULL,
      PRIMARY KEY (channel, reference, account, environment, invoice_id)
    );

    -- Which message speaks of which invoice, and whether the invoice has taken note of it.
    CREATE TABLE operations.invoice_message (
      position bigint NOT NULL REFERENCES operations.government_message ON DELETE CASCADE,
      account text NOT NULL,
      environment text NOT NULL,
      country text NOT NULL,
      invoice_id text NOT NULL,
      -- NULL: it has.
      due_at timestamptz DEFAULT '-infinity',
      looks integer NOT NULL DEFAULT 0,
      PRIMARY KEY (position, account, environment, invoice_id)
    );
    CREATE INDEX invoice_message_due ON operations.invoice_message (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX invoice_message_open ON operations.invoice_message (invoice_id) WHERE due_at IS NOT NULL;

    -- Up to where the messages of a connection were fetched.
    CREATE TABLE operations.collection (
      connection_id text PRIMARY KEY,
      collected_until timestamptz NOT NULL
    );

    -- Whoever keeps a message and whoever awaits one of its references take turns, so that one of
    -- them sees the other. In an order that is the same for all.
    CREATE FUNCTION operations.hold_references(channel text, reference_list text[]) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(held.key)
      FROM (
        SELECT DISTINCT hashtextextended(channel || ' ' || reference, 17) AS key
        FROM unnest(reference_list) AS reference ORDER BY key
      ) AS held;
    END $$;

    -- Keeps a message; false: it was there already. Each statement sees what others have committed
    -- before it.
    CREATE FUNCTION operations.keep_message(
      its_channel text, its_account text, its_environment text, its_id text, its_kind text,
      its_time timestamptz, its_media_type text, its_bytes bytea, its_references text[]
    ) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      kept bigint;
    BEGIN
      PERFORM operations.hold_references(its_channel, its_references);
      INSERT INTO operations.government_message
        (channel, account, environment, message_id, kind, received_at, media_type, bytes)
      VALUES (its_channel, its_account, its_environment, its_id, its_kind, its_time, its_media_type, its_bytes)
      ON CONFLICT DO NOTHING RETURNING position INTO kept;
      IF kept IS NULL THEN
        RETURN false;
      END IF;
      INSERT INTO operations.message_reference (channel, reference, position)
      SELECT its_channel, reference, kept FROM unnest(its_references) AS reference;
      INSERT INTO operations.invoice_message (position, account, environment, country, invoice_id)
      SELECT DISTINCT kept, e.account, e.environment, e.country, e.invoice_id
      FROM operations.expected_message e
      WHERE e.channel = its_channel AND e.reference = ANY (its_references)
        AND (its_account = '' OR (e.account = its_account AND e.environment = its_environment));
      RETURN true;
    END $$;

    -- Notes whose messages are awaited, and takes those that came before.
    CREATE FUNCTION operations.expect_message(
      its_channel text, its_reference text, its_account text, its_environment text, its_country text, its_invoice text
    ) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM operations.hold_references(its_channel, ARRAY[its_reference]);
      INSERT INTO operations.expected_message (channel, reference, account, environment, country, invoice_id)
      VALUES (its_channel, its_reference, its_account, its_environment, its_country, its_invoice)
      ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN
        RETURN;
      END IF;
      INSERT INTO operations.invoice_message (position, account, environment, country, invoice_id)
      SELECT m.position, its_account, its_environment, its_country, its_invoice
      FROM operations.message_reference r JOIN operations.government_message m ON m.position = r.position
      WHERE r.channel = its_channel AND r.reference = its_reference
        AND (m.account = '' OR (m.account = its_account AND m.environment = its_environment))
      ON CONFLICT DO NOTHING;
    END $$;
  `,
}
