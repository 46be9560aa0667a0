import { Type } from '@sinclair/typebox'
import { integer, text } from './setting.js'

/** Where the bytes of older documents are kept. */
export const DOCUMENT_SETTINGS = {
  DOCUMENTS_URL: Type.Optional(
    text(
      {
        description:
          'Bucket to which the bytes of documents move, s3://bucket/prefix?region=…; credentials as for every client of S3 (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role of the machine); unset: they stay in PostgreSQL.',
        mustBe: 's3://bucket/prefix, with region, endpoint and pathStyle as parameters where they are needed',
      },
      { pattern: '^s3://\\S+$' },
    ),
  ),
  DOCUMENTS_ENCRYPTION: Type.Optional(
    text(
      {
        description:
          'How the server of that bucket encrypts them: AES256, or aws:kms with the id of a key of its own (aws:kms:KEY); unset: as the bucket says.',
        mustBe: 'AES256, aws:kms or aws:kms:KEY',
      },
      { pattern: '^(AES256|aws:kms(:\\S+)?)$' },
    ),
  ),
  DOCUMENTS_MOVE_AFTER_HOURS: integer(
    {
      description:
        'Hours that a document stays in PostgreSQL after it was stored last; most are read in the first hour.',
      mustBe: 'a whole number of hours from 0 to 8760',
    },
    { default: 24, minimum: 0, maximum: 8_760 },
  ),
}
