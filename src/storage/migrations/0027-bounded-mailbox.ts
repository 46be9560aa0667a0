import type { Migration } from './migration.js'

/**
 * A sender cannot make the polls of an invoice long: what decides is known without the content of
 * a message, and a reference has a bounded number of messages.
 *
 * Processes of the previous release call `keep_message`, which stays.
 */
export const boundedMailbox: Migration = {
  name: '0027-bounded-mailbox',
  sql: `
    ALTER TABLE operations.government_message
      -- whether it can decide on an invoice; of older messages it is not known
      ADD COLUMN decides boolean NOT NULL DEFAULT true,
      -- the dates of the documents that it concerns; NULL: not noted
      ADD COLUMN issue_dates text[];
    -- Over the limit of the reference: kept, and not read for it.
    ALTER TABLE operations.message_reference ADD COLUMN aside boolean NOT NULL DEFAULT false;
    CREATE INDEX message_reference_read ON operations.message_reference (channel, reference, position) WHERE NOT aside;

    -- Keeps a message. What can decide is counted by its kind, and all else together, so that what
    -- decides nothing never sets aside what decides; and each account's messages alone.
    CREATE FUNCTION operations.store_message(
      its_channel text, its_account text, its_environment text, its_id text, its_kind text,
      its_time timestamptz, its_media_type text, its_bytes bytea, its_references text[],
      its_decides boolean, its_issue_dates text[], most integer
    ) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE
      kept bigint;
      full_references text[];
    BEGIN
      PERFORM operations.hold_references(its_channel, its_references);
      INSERT INTO operations.government_message
        (channel, account, environment, message_id, kind, received_at, media_type, bytes, decides, issue_dates)
      VALUES (its_channel, its_account, its_environment, its_id, its_kind, its_time, its_media_type, its_bytes,
        its_decides, its_issue_dates)
      ON CONFLICT DO NOTHING RETURNING position INTO kept;
      IF kept IS NULL THEN
        RETURN 'repeated';
      END IF;
      SELECT coalesce(array_agg(given), '{}') INTO full_references FROM unnest(its_references) AS given
      WHERE (SELECT count(*) FROM (
          SELECT FROM operations.message_reference r JOIN operations.government_message m ON m.position = r.position
          WHERE r.channel = its_channel AND r.reference = given AND NOT r.aside
            AND m.account = its_account AND m.environment = its_environment
            AND m.decides = its_decides AND (NOT its_decides OR m.kind = its_kind)
          LIMIT most) AS known) >= most;
      INSERT INTO operations.message_reference (channel, reference, position, aside)
      SELECT its_channel, given, kept, given = ANY (full_references) FROM unnest(its_references) AS given;
      INSERT INTO operations.invoice_message (position, account, environment, country, invoice_id)
      SELECT DISTINCT kept, e.account, e.environment, e.country, e.invoice_id
      FROM operations.expected_message e
      WHERE e.channel = its_channel AND e.reference = ANY (its_references) AND e.reference <> ALL (full_references)
        AND (its_account = '' OR (e.account = its_account AND e.environment = its_environment));
      RETURN CASE WHEN full_references = '{}' THEN 'stored' ELSE 'aside' END;
    END $$;

    CREATE OR REPLACE FUNCTION operations.expect_message(
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
      WHERE r.channel = its_channel AND r.reference = its_reference AND NOT r.aside
        AND (m.account = '' OR (m.account = its_account AND m.environment = its_environment))
      ON CONFLICT DO NOTHING;
    END $$;
  `,
}
