import type { Migration } from './migration.js'

/**
 * Data that is neither an event nor computed from events: documents, secrets and the state of the
 * simulated governments, each in its own schema, so that a rebuild of the read models never
 * touches it.
 */
export const storage: Migration = {
  name: '0002-storage',
  sql: `
CREATE SCHEMA documents;

CREATE TABLE documents.document (
  account     text        NOT NULL,
  environment text        NOT NULL CHECK (environment IN ('test', 'production')),
  sha256      text        NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  media_type  text        NOT NULL,
  content     bytea       NOT NULL,
  stored_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, environment, sha256)
);

CREATE SCHEMA vault;

CREATE TABLE vault.secret (
  account     text        NOT NULL,
  environment text        NOT NULL CHECK (environment IN ('test', 'production')),
  name        text        NOT NULL,
  key_id      text        NOT NULL,
  nonce       bytea       NOT NULL CHECK (length(nonce) = 12),
  ciphertext  bytea       NOT NULL,
  tag         bytea       NOT NULL CHECK (length(tag) = 16),
  stored_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, environment, name)
);

CREATE SCHEMA simulator;

CREATE TABLE simulator.upload (
  upload_id    bigint      GENERATED ALWAYS AS IDENTITY (START WITH 1000001) PRIMARY KEY,
  account      text        NOT NULL,
  environment  text        NOT NULL CHECK (environment IN ('test', 'production')),
  country      text        NOT NULL,
  attempt_id   text        NOT NULL,
  invoice_id   text        NOT NULL,
  supplier_vat text        NOT NULL,
  number       text        NOT NULL,
  sha256       text        NOT NULL,
  received_at  timestamptz NOT NULL,
  duplicate_of bigint      REFERENCES simulator.upload,
  rejected     boolean     NOT NULL DEFAULT false,
  UNIQUE (account, environment, country, attempt_id)
);

CREATE INDEX upload_number ON simulator.upload (account, environment, country, supplier_vat, number) WHERE NOT rejected;

CREATE TABLE simulator.first_try (
  account     text        NOT NULL,
  environment text        NOT NULL CHECK (environment IN ('test', 'production')),
  country     text        NOT NULL,
  invoice_id  text        NOT NULL,
  tried_at    timestamptz NOT NULL,
  PRIMARY KEY (account, environment, country, invoice_id)
);
`,
}
