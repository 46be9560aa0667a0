import { formatted } from './formatted.js'
import type { Media, Operation } from './openapi.js'

/** The languages of the samples, by their names in the address of a page. */
export const SAMPLE_LANGUAGES = {
  curl: { title: 'curl', highlighting: 'sh' },
  node: { title: 'Node.js', highlighting: 'js' },
  python: { title: 'Python', highlighting: 'python' },
} as const

/** A language of samples. */
export type SampleLanguage = keyof typeof SAMPLE_LANGUAGES

/** A body that is sent. */
export interface SampleBody {
  readonly mediaType: string
  /** The JSON value; the text for any other media type. */
  readonly content: unknown
}

/** A request in a sample. */
interface Call {
  readonly method: string
  /** With parameter values filled in. */
  readonly path: string
  readonly needsKey: boolean
  readonly body: SampleBody | null
  /** The body field that identifies the created object; the idempotency key is built from it. */
  readonly keyField: string | null
  /** The file that the answer is saved to; null: it is printed. */
  readonly file: string | null
  /** Whether a printed answer is JSON; else it is lines of JSON. */
  readonly answersJson: boolean
}

/**
 * A program that sends a request to `API` with the key in `KEY`, both read from the environment,
 * and prints the answer. It exits with an error if the service refuses.
 */
export function sampleOf(operation: Operation, language: SampleLanguage, body: SampleBody | null): string {
  return WRITERS[language](callOf(operation, body))
}

/** All example bodies of an operation in the document, by name. */
export function bodiesOf({ requestBody }: Operation): ReadonlyMap<string, SampleBody & { readonly summary: string }> {
  const media: readonly (readonly [string, Media])[] = Object.entries(requestBody?.content ?? {})
  return new Map(
    media.flatMap(([mediaType, { examples = {} }]) =>
      Object.entries(examples).map(
        ([name, { summary, value }]) => [name, { mediaType, content: value, summary }] as const,
      ),
    ),
  )
}

/** A request body, formatted. */
export function bodyText({ mediaType, content }: SampleBody): string {
  return isJson(mediaType) ? formatted(content) : String(content).trimEnd()
}

function callOf({ method, path, isPublic, parameters, answers }: Operation, body: SampleBody | null): Call {
  const example = (name: string): string => {
    const value = parameters.find((each) => each.name === name)?.example
    return typeof value === 'string' ? value : `{${name}}`
  }
  const success = answers.find(({ status }) => status.startsWith('2'))
  const [mediaType = 'application/json'] = Object.keys(success?.content ?? {})
  const keyed = parameters.some(({ name }) => name === 'X-Idempotency-Key')
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => example(name)),
    needsKey: !isPublic,
    body,
    keyField: keyed && body !== null ? nameField(body.content) : null,
    answersJson: isJson(mediaType),
    file:
      isJson(mediaType) || mediaType === NDJSON ? null : `invoice.${mediaType === 'application/pdf' ? 'pdf' : 'xml'}`,
  }
}

const NDJSON = 'application/x-ndjson'

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json'
}

function nameField(content: unknown): string | null {
  const fields = ['number', 'externalId']
  return fields.find((field) => typeof content === 'object' && content !== null && field in content) ?? null
}

const WRITERS: Readonly<Record<SampleLanguage, (call: Call) => string>> = {
  curl: inCurl,
  node: inNode,
  python: inPython,
}

/** A group of lines; null: a line that is not needed. */
function lines(...all: readonly (string | null)[]): string {
  return `${all.filter((line) => line !== null).join('\n')}\n`
}

function inCurl({ method, path, needsKey, body, file }: Call): string {
  const options = [
    needsKey ? '-H "Authorization: Bearer $KEY"' : null,
    body ? `-H 'Content-Type: ${body.mediaType}'` : null,
    file === null ? null : `-o ${file}`,
    body ? `--data-binary @- <<'END'\n${bodyText(body)}\nEND` : null,
  ].filter((option) => option !== null)
  // With a body curl posts by default.
  const verb = method === (body ? 'POST' : 'GET') ? '' : `-X ${method} `
  return lines([`curl -sS --fail-with-body ${verb}"$API${path}"`, ...options].join(' \\\n  '))
}

function inNode({ method, path, needsKey, body, keyField, file, answersJson }: Call): string {
  const name = keyField === null ? 'body' : 'invoice'
  const json = body !== null && isJson(body.mediaType)
  const headers = [
    needsKey ? '    Authorization: `Bearer ${process.env.KEY}`,' : null,
    body ? `    'Content-Type': '${body.mediaType}',` : null,
    keyField === null ? null : `    'X-Idempotency-Key': ${name}.${keyField},`,
  ].filter((line) => line !== null)
  return lines(
    file === null ? null : "import { writeFile } from 'node:fs/promises'\n",
    body &&
      `const ${name} = ${json ? formatted(body.content, 'js') : `\`${bodyText(body).replace(/[\\`$]/g, '\\$&')}\``}\n`,
    `const answer = await fetch(\`\${process.env.API}${path}\`, {`,
    method === 'GET' ? null : `  method: '${method}',`,
    headers.length === 0 ? null : ['  headers: {', ...headers, '  },'].join('\n'),
    body && `  body: ${json ? `JSON.stringify(${name})` : name},`,
    '})',
    'if (!answer.ok) throw new Error(await answer.text())',
    file === null
      ? `console.log(await answer.${answersJson ? 'json' : 'text'}())`
      : `await writeFile('${file}', Buffer.from(await answer.arrayBuffer()))`,
  )
}

function inPython({ method, path, needsKey, body, keyField, file, answersJson }: Call): string {
  const name = keyField === null ? 'body' : 'invoice'
  const json = body !== null && isJson(body.mediaType)
  const headers = [
    needsKey ? `        "Authorization": f"Bearer {os.environ['KEY']}",` : null,
    body ? `        "Content-Type": "${body.mediaType}",` : null,
    keyField === null ? null : `        "X-Idempotency-Key": ${name}["${keyField}"],`,
  ].filter((line) => line !== null)
  return lines(
    json || (file === null && answersJson) ? 'import json' : null,
    'import os',
    'import urllib.request\n',
    body &&
      `${name} = ${json ? formatted(body.content, 'python') : `"""${bodyText(body).replace(/[\\"]/g, '\\$&')}"""`}\n`,
    'request = urllib.request.Request(',
    `    f"{os.environ['API']}${path}",`,
    `    method="${method}",`,
    headers.length === 0 ? null : ['    headers={', ...headers, '    },'].join('\n'),
    body && `    data=${json ? `json.dumps(${name})` : name}.encode(),`,
    ')',
    'with urllib.request.urlopen(request) as answer:',
    file === null
      ? `    print(${answersJson ? 'json.load(answer)' : 'answer.read().decode()'})`
      : `    open("${file}", "wb").write(answer.read())`,
  )
}
