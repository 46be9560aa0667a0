import type { Migration } from './migration.js'

/**
 * Documents whose bytes are in an object store. Their rows stay: they are the index by which
 * documents are found, and by which retention erases them.
 */
export const documentsElsewhere: Migration = {
  name: '0035-documents-elsewhere',
  sql: `
    ALTER TABLE documents.document ALTER COLUMN content DROP NOT NULL;
    -- The key of its bytes in the object store, and their number; null: the row holds them.
    ALTER TABLE documents.document ADD COLUMN object text, ADD COLUMN object_bytes integer;
    ALTER TABLE documents.document ADD CONSTRAINT document_is_in_one_place
      CHECK ((content IS NULL) = (object IS NOT NULL) AND (object IS NULL) = (object_bytes IS NULL));
    CREATE INDEX document_to_move ON documents.document (stored_at, sha256) WHERE object IS NULL;

    -- Objects to delete: of erased documents, and of moves that did not end. Written before an object is
    -- uploaded, so that a process that dies leaves none behind that no row names.
    CREATE TABLE documents.object_to_delete (
      object text PRIMARY KEY,
      due_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX object_to_delete_due ON documents.object_to_delete (due_at);
  `,
}
