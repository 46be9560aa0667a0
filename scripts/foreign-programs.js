// Programs of others that test/foreign/ sets on our documents and stand-ins, and those that
// test/clients/generated/ makes clients with and sets on the API. Each set is pinned, with its
// hashes, and comes from its registry by the ordinary client (pip, npm, Maven) into the user's
// cache, once for each version of its list.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const FOREIGN = 'test/foreign'
const CLIENTS = 'test/clients/generated'
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'clearway-foreign')

/** Mustang, which has veraPDF and Saxon inside, and the rules of Peppol's responses. */
const JARS = [
  {
    artifact: 'org.mustangproject:Mustang-CLI:2.26.0',
    sha256: '42d7868cb68264874a7b8cab4c3587b03b23ccc7cd72373da917f66758bb9736',
  },
  {
    artifact: 'com.helger.phive.rules:phive-rules-peppol:4.3.7',
    sha256: 'c82aaeda5ca16166034421393d160ec6cf77460b16e027eecc4bb5fe67a552ce',
  },
]
/** The generator, and what the client needs that it makes for Java. */
const GENERATOR_JARS = [
  {
    artifact: 'org.openapitools:openapi-generator-cli:7.24.0',
    sha256: '4b83ccc6fd43056c8c631cd0195e5100bd0550912502527bab09ac76152dab0c',
  },
  {
    artifact: 'com.fasterxml.jackson.core:jackson-annotations:2.21',
    sha256: '53ca085f4a150f703f49e1aabd935bd03b43e1ea3d55d135438292af22cef56b',
  },
  {
    artifact: 'com.fasterxml.jackson.core:jackson-core:2.21.1',
    sha256: '1edd5f2e49dca5f8e4519957c24b7b3050bd1c7ee883920da33cff031ff1f7c0',
  },
  {
    artifact: 'com.fasterxml.jackson.core:jackson-databind:2.21.1',
    sha256: 'b011eb5202d9ec889e27f1dcbdf6c63f06a76e7a16c0a1b30c6048d556c9a28e',
  },
  {
    artifact: 'com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.21.1',
    sha256: '4d63378b0a6b53733f086ebd301023ba211b9387e417bd584a5400320cd08b8d',
  },
  {
    artifact: 'org.openapitools:jackson-databind-nullable:0.2.10',
    sha256: 'cb6fe4189b895b011f2016e3a276710090f15e78145aa37e009e537cfda8b7ea',
  },
  {
    artifact: 'com.google.code.findbugs:jsr305:3.0.2',
    sha256: '766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7',
  },
  {
    artifact: 'jakarta.annotation:jakarta.annotation-api:1.3.5',
    sha256: '85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a',
  },
]
// Later versions of the plugin want the parent POM, which Maven Central lacks.
const MAVEN_COPY = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:copy'
const MAVEN = ['-q', '-B', '-Dstyle.color=never']

/**
 * `tests`: the folder of the tests that need the set; `variable`: where they find it; `key`: what
 * the content of its folder depends on; `install`: fills an empty folder.
 */
const SETS = [
  jarSet(FOREIGN, 'FOREIGN_JAVA', 'Mustang, veraPDF and the rules of Peppol', JARS),
  pythonSet(FOREIGN, 'FOREIGN_PYTHON', 'the programs in Python'),
  nodeSet(FOREIGN, 'FOREIGN_NODE', 'the programs for Node'),
  mavenSet(FOREIGN, 'FOREIGN_SMP', 'phoss-smp'),
  goSet(FOREIGN, 'FOREIGN_GO', 'a server of S3', 'github.com/versity/versitygw/cmd/versitygw'),
  jarSet(CLIENTS, 'CLIENTS_JAVA', 'openapi-generator', GENERATOR_JARS),
  pythonSet(CLIENTS, 'CLIENTS_PYTHON', 'Schemathesis and what a generated client needs'),
  nodeSet(CLIENTS, 'CLIENTS_NODE', 'Redocly and Spectral'),
]

function jarSet(tests, variable, name, jars) {
  return {
    tests,
    variable,
    name,
    key: () => JSON.stringify(jars),
    async install(folder) {
      for (const { artifact, sha256 } of jars) {
        await run('mvn', [...MAVEN, MAVEN_COPY, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
        const [, file, version] = artifact.split(':')
        const found = sha256Of(join(folder, `${file}-${version}.jar`))
        if (found !== sha256) throw new Error(`${artifact} has the SHA-256 ${found}`)
      }
    },
  }
}

/** All that a POM brings; jars.sha256 beside it lists the jars with their hashes. */
function mavenSet(tests, variable, name) {
  const [pom, list] = ['pom.xml', 'jars.sha256'].map((file) => join(root, tests, 'java', file))
  return {
    tests,
    variable,
    name,
    key: () => readFileSync(pom, 'utf8') + readFileSync(list, 'utf8'),
    async install(folder) {
      const output = ['-DincludeScope=runtime', `-DoutputDirectory=${folder}`]
      await run('mvn', [...MAVEN, '-f', pom, `${MAVEN_COPY}-dependencies`, ...output])
      const wanting = new Set(readFileSync(list, 'utf8').trim().split('\n'))
      const found = readdirSync(folder).map((jar) => `${sha256Of(join(folder, jar))}  ${jar}`)
      const others = [...found.filter((line) => !wanting.delete(line)), ...wanting]
      if (others.length > 0) throw new Error(`jars.sha256 does not agree: ${others.join(', ').slice(0, 400)}`)
    },
  }
}

const sha256Of = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

function pythonSet(tests, variable, name) {
  const list = join(root, tests, 'python', 'requirements.txt')
  return {
    tests,
    variable,
    name,
    key: () => readFileSync(list, 'utf8') + newPython().version,
    async install(folder) {
      await run(newPython().program, ['-m', 'venv', folder])
      const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--retries', '1']
      await run(join(folder, 'bin', 'python'), [...pip, '--no-deps', '--require-hashes', '-r', list])
    },
  }
}

function nodeSet(tests, variable, name) {
  const list = join(root, tests, 'node')
  return {
    tests,
    variable,
    name,
    key: () => readFileSync(join(list, 'package-lock.json'), 'utf8'),
    async install(folder) {
      for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(list, file), join(folder, file))
      const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries', '1']
      await run('npm', [...npm, '--prefix', folder])
    },
  }
}

/** A program in Go; go.sum has the hashes of all that it is built from. */
function goSet(tests, variable, name, program) {
  const list = join(root, tests, 'go')
  return {
    tests,
    variable,
    name,
    key: () => readFileSync(join(list, 'go.mod'), 'utf8') + readFileSync(join(list, 'go.sum'), 'utf8'),
    install: (folder) => run('go', ['build', '-C', list, '-mod=readonly', '-o', folder, program]),
  }
}

/**
 * Installs what these tests need and is not there yet, and names the folders in the environment of
 * the tests.
 *
 * @param {readonly string[]} files
 * @returns {Promise<readonly string[]>} what could not be had, with the reason
 */
export async function prepareForeignPrograms(files) {
  const wanting = await Promise.all(
    setsFor(files).map(async ({ variable, name, key, install }) => {
      try {
        process.env[variable] = await installed(variable, key(), install)
        return []
      } catch (error) {
        return [`${name} (${error.message})`]
      }
    }),
  )
  return wanting.flat()
}

/**
 * Whether any of these tests needs programs of others.
 *
 * @param {readonly string[]} files
 */
export function needForeignPrograms(files) {
  return setsFor(files).length > 0
}

function setsFor(files) {
  return SETS.filter(({ tests }) => files.some((file) => file.startsWith(`${tests}/`)))
}

/** Installs beside the folder: another run may do the same at once, and the first one stays. */
async function installed(variable, key, install) {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const name = `${variable.replace('FOREIGN_', '').replace('_', '-').toLowerCase()}-${digest}`
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  try {
    await install(draft)
    if (!existsSync(folder)) renameSync(draft, folder)
    return folder
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Some of the programs need Python 3.12. */
function newPython() {
  const versions = join(homedir(), '.pyenv', 'versions')
  const ofPyenv = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, 'bin', 'python3'))
    : []
  for (const program of ['python3', 'python3.14', 'python3.13', 'python3.12', ...ofPyenv]) {
    const asks = 'import sys, ensurepip, venv; print(sys.version.split()[0]); sys.exit(sys.version_info < (3, 12))'
    const { status, stdout } = spawnSync(program, ['-c', asks], { encoding: 'utf8' })
    if (status === 0) return { program, version: stdout.trim() }
  }
  throw new Error('there is no Python 3.12 or later with venv')
}

/** Runs a program to its end. */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve()
      const [said = `exit code ${code}`] = output.split('\n').filter((line) => /\bERROR\b|^npm error/.test(line))
      reject(new Error(`${program}: ${said.slice(0, 200)}`))
    })
  })
}
