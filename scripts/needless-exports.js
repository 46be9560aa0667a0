// Finds exports that no other file uses: the word promises readers a use that is not there, and
// hides from the compiler what is no longer used at all. Imports of tests, benchmarks, scripts,
// demo and clients count as uses. `npm run check` calls it; ESLint can not, since it remembers a
// file with what it imports, not with what imports it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Whose exports have to be used by another file. */
const JUDGED = /^(?:src|test|bench|conformance|demo)\//

/** Modules that are loaded by an address in a variable, with what is used of them. */
const LOADED = {
  'test/eventstore/eventstoredb/store.ts': 'openStore',
  'test/eventstore/postgres/store.ts': 'openStore',
}

/**
 * @param {string} root the repository
 * @returns {readonly { file: string, line: number, name: string }[]} the exports without a use
 */
export function needlessExports(root) {
  const ofGit = ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.js']
  const { stdout, stderr, status } = spawnSync('git', ofGit, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git does not list the files: ${stderr}`)
  const files = new Map(
    stdout
      .split('\n')
      .filter((file) => file !== '')
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
  return needlessIn(files)
}

/**
 * @param {ReadonlyMap<string, string>} texts by their paths below the repository
 * @returns {readonly { file: string, line: number, name: string }[]} the exports without a use
 */
export function needlessIn(texts) {
  const used = new Map([...texts.keys()].map((file) => [file, new Set()]))
  const exported = []
  for (const [file, text] of texts) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    for (const [target, name] of usesIn(source, texts)) used.get(target)?.add(name)
    if (JUDGED.test(file)) exported.push(...exportsOf(source))
  }
  for (const [file, name] of Object.entries(LOADED)) used.get(file)?.add(name)
  return exported.filter(({ file, name }) => !used.get(file)?.has(name) && !used.get(file)?.has(ALL))
}

/** In place of a name: everything that a file exports. */
const ALL = '*'

/** The names that a file uses of others: pairs of the other file and the name. */
function usesIn(source, texts) {
  const uses = []
  const use = (specifier, name) => {
    const target = fileOf(source.fileName, specifier, texts)
    if (target !== null && target !== source.fileName) uses.push([target, name])
  }
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) usedByImport(node, source, use)
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      const { exportClause: clause } = node
      // A name that is handed on counts as used; whether it is used there is another question.
      if (clause && ts.isNamedExports(clause))
        for (const { name, propertyName } of clause.elements)
          use(node.moduleSpecifier.text, (propertyName ?? name).text)
      else use(node.moduleSpecifier.text, ALL)
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { qualifier } = node
      const first = qualifier && leftmost(qualifier)
      use(node.argument.literal.text, first ? first.text : ALL)
    } else if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) {
      for (const { name } of node.body?.statements ?? []) if (name) use(node.name.text, name.text)
    } else if (ts.isStringLiteralLike(node) && !ts.isImportDeclaration(node.parent)) {
      // `import()`, workers and programs by the name of their file.
      use(node.text, ALL)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return uses
}

function usedByImport({ importClause, moduleSpecifier }, source, use) {
  const { text } = moduleSpecifier
  if (importClause === undefined) return
  if (importClause.name) use(text, 'default')
  const { namedBindings } = importClause
  if (namedBindings === undefined) return
  if (ts.isNamedImports(namedBindings))
    for (const { name, propertyName } of namedBindings.elements) use(text, (propertyName ?? name).text)
  else for (const name of membersUsed(namedBindings.name.text, source)) use(text, name)
}

/** Which members of a namespace a file uses; all where it is handed on as a whole. */
function membersUsed(namespace, source) {
  const names = new Set()
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === namespace && !ts.isNamespaceImport(node.parent)) {
      const { parent } = node
      if (ts.isPropertyAccessExpression(parent) && parent.expression === node) names.add(parent.name.text)
      else if (ts.isQualifiedName(parent) && parent.left === node) names.add(parent.right.text)
      else if (!ts.isPropertyAccessExpression(parent) && !ts.isPropertyAssignment(parent)) names.add(ALL)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

function leftmost(name) {
  return ts.isQualifiedName(name) ? leftmost(name.left) : name
}

/** The source file behind a relative path, which may be that of its compiled form; or null. */
function fileOf(from, path, texts) {
  if (!/^\.{1,2}\/.*\.[jt]s$/.test(path)) return null
  const plain = join(dirname(from), path).replace(/^dist\//, '')
  return [plain, plain.replace(/\.js$/, '.ts')].find((file) => texts.has(file)) ?? null
}

/** What a file exports, with its line. */
function exportsOf(source) {
  const found = []
  const note = (name, node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    found.push({ file: source.fileName, line: line + 1, name })
  }
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause: clause } = statement
      if (clause && ts.isNamedExports(clause)) for (const element of clause.elements) note(element.name.text, element)
      continue
    }
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
    const is = (kind) => modifiers.some((modifier) => modifier.kind === kind)
    if (!is(ts.SyntaxKind.ExportKeyword)) continue
    if (is(ts.SyntaxKind.DefaultKeyword)) note('default', statement)
    else if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations)
        for (const each of bound(name)) note(each, statement)
    else if (statement.name) note(statement.name.text, statement)
  }
  return found
}

function bound(name) {
  return ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (element.name ? bound(element.name) : []))
}
