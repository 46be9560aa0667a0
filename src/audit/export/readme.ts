import { SEALED_PREFIXES } from '../seals/prefixes.js'

/** `README.txt` of an archive: for an auditor who has never seen the program. */
export function readmeOf(version: string): string {
  return `What this archive is
====================
It was written by Clearway ${version}, a service that sends invoices to governments and receives those of
suppliers. It contains all recorded events of the requested invoices, exactly as they were stored when they happened. manifest.json contains the request,
the time of the export, and the size and SHA-256 of each file.

events.ndjson     one event per line, in the order in which they were recorded. Events are never changed.
streams.ndjson    each invoice, received invoice, delivery, connection and company has a stream of events; this is
                  the end of each.
documents.ndjson  the documents that events name: invoices in XML, receipts of governments, attachments; of received
                  invoices the files as they came, and what was read and found.
documents/        the documents themselves; the name of each is the SHA-256 of its bytes.
seals.ndjson      at intervals the service signs all its live events so far, those of accounts, API keys and
                  operators, and the records of erasures and legal holds, in the streams that begin with
                  ${SEALED_PREFIXES.join(', ')}. These are the signatures.
proofs.ndjson     for each such event in this archive, the proof that a seal has signed it.
public-keys/      the public keys of the seals. Compare them with keys from a separate source.
erased.ndjson     streams of this account that were erased after their retention period.
erasures.ndjson   the records of these erasures, each with its proof; they are signed with the seal key.
manifest.sig.json the signature over manifest.json with the seal key; absent if there was no key.

How to check it with Clearway
=============================
No server, no database and no settings are needed:

    npx clearway audit verify FILE.zip --public-key KEY.pem

It names each event, document and seal that was changed, deleted, inserted or moved, and exits with status 1.

How to check it without Clearway
================================
1. Each file against the manifest, and each document against its name:

    jq -r '.files[] | "\\(.sha256)  \\(.name)"' manifest.json | sha256sum -c
    (cd documents && for f in *; do echo "$f  $f"; done | sha256sum -c)

2. The signature over the manifest:

    jq -r .publicKey manifest.sig.json > key.pem
    jq -r .signature manifest.sig.json | base64 -d > manifest.sig
    openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in manifest.json -sigfile manifest.sig

3. The hash chain of each stream. The metadata.hash of an event is the SHA-256 of the text of metadata.prevHash
   followed by the canonical JSON (RFC 8785) of {stream, revision, id, type, data, metadata without hash}. The
   prevHash of a stream's first event is 64 zeros, of every other event the hash of the previous one. For most events
   jq writes the same text (RFC 8785 differs from it in some numbers and in the order of unusual names):

    jq -cS '{stream, revision, id, type, data, metadata: (.metadata | del(.hash))}' events.ndjson

4. A proof: hash the event's metadata.hash (32 bytes) as a leaf, SHA-256(00 || hash), then compute the path upwards with the
   hashes of "path" as in RFC 9162, section 2.1.3.2. The result is the "root" of the seal that the proof names.

5. A seal: its "signature" (Ed25519) is over the canonical JSON of all its other fields.
`
}
