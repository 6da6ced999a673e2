// Checks that every regular expression takes linear time for any text (docs/decisions/0023). Fails if it finds none.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import recheck from 'recheck'
import ts from 'typescript'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const FILES = ['src/**/*.{ts,tsx}', 'scripts/*.mjs']
/** Caches the expressions that are linear, so that a second run is fast. */
const CACHE_FILE = `.cache/expressions-${createRequire(import.meta.url)('recheck/package.json').version}.json`
/** The timeout for one expression, in ms. Its phases have no timeouts, which would fail on a busy machine. */
const CHECK_OPTIONS = { timeout: 120_000, seedingTimeout: null, incubationTimeout: null, attackTimeout: null }

const files = globSync(FILES, { exclude: ['**/*.test.{ts,tsx}'] }).sort()
const expressions = files.flatMap(listExpressions)
const literals = [...new Set(expressions.map(({ literal }) => literal).filter((literal) => literal !== undefined))]
const knownLinear = new Set(readCache())
const verdicts = new Map()
// Checks one at a time, because the tool would start a process for each parallel check.
for (const literal of literals) verdicts.set(literal, knownLinear.has(literal) ? 'linear' : await checkExpression(literal))
const faults = expressions.flatMap(({ place, literal }) => {
  const fault = literal === undefined ? 'a RegExp is built from parts; write a literal or use a library' : verdicts.get(literal)
  return fault === 'linear' ? [] : [`${place}: ${fault}`]
})

mkdirSync(dirname(CACHE_FILE), { recursive: true })
writeFileSync(CACHE_FILE, JSON.stringify(literals.filter((literal) => verdicts.get(literal) === 'linear')))
for (const fault of faults) console.error(fault)
if (literals.length === 0) console.error('No expression was read, so nothing was checked.')
if (faults.length > 0 || literals.length === 0) process.exitCode = 1
else console.log(`All ${literals.length} regular expressions in ${files.length} files are linear`)

/** Lists the expressions of a file. The literal is undefined if a constructor builds it, which can't be checked. */
function listExpressions(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const all = []
  const visit = (node) => {
    const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && /\bRegExp$/.test(node.expression.getText())
    const isLiteral = ts.isRegularExpressionLiteral(node)
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    if (isMade || isLiteral) all.push({ place: `${file}:${line + 1}`, literal: isLiteral ? node.text : undefined })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return all
}

/** Returns `linear`, or a sentence about the problem. */
async function checkExpression(literal) {
  const end = literal.lastIndexOf('/')
  const result = await recheck.check(literal.slice(1, end), literal.slice(end + 1), CHECK_OPTIONS)
  if (result.status === 'safe') return 'linear'
  if (result.status === 'unknown') return `${literal} could not be checked: ${result.error.kind} ${result.error.message ?? ''}`
  return `${literal} is not linear (${result.complexity.summary}). It is slow for ${result.attack.pattern}`
}

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE_FILE, 'utf8'))
  } catch {
    return []
  }
}
