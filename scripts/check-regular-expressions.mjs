// Checks that no regular expression takes more than linear time, whatever text it is given
// (docs/decisions/0023), and that expressions were checked at all.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import recheck from 'recheck'
import ts from 'typescript'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const FILES = ['src/**/*.{ts,tsx}', 'scripts/*.mjs']
/** What was found linear before, so that a second run takes no time. */
const CACHE_FILE = `.cache/expressions-${createRequire(import.meta.url)('recheck/package.json').version}.json`
/** In ms for one expression; what takes longer is unknown. No part of it is timed by itself, or a busy machine would find faults. */
const CHECK_OPTIONS = { timeout: 120_000, seedingTimeout: null, incubationTimeout: null, attackTimeout: null }

const files = globSync(FILES, { exclude: ['**/*.test.{ts,tsx}'] }).sort()
const found = files.flatMap(listExpressions)
const literals = [...new Set(found.map(({ literal }) => literal).filter((literal) => literal !== undefined))]
const knownLinear = new Set(readCache())
const verdicts = new Map()
// One by one: the tool would start a process of its own for each that comes before the first is ready.
for (const literal of literals) verdicts.set(literal, knownLinear.has(literal) ? 'linear' : await checkExpression(literal))
const faults = found.flatMap(({ place, literal }) => {
  const fault =
    literal === undefined ? 'a RegExp is put together; write it as a literal, or use a library' : verdicts.get(literal)
  return fault === 'linear' ? [] : [`${place}: ${fault}`]
})

mkdirSync(dirname(CACHE_FILE), { recursive: true })
writeFileSync(CACHE_FILE, JSON.stringify(literals.filter((literal) => verdicts.get(literal) === 'linear')))
for (const fault of faults) console.error(fault)
if (literals.length === 0) console.error('No expression was read, so nothing was checked.')
if (faults.length > 0 || literals.length === 0) process.exitCode = 1
else console.log(`All ${literals.length} regular expressions in ${files.length} files are linear`)

/** Every expression of a file: its literal, or none where the constructor makes it, which nobody can judge. */
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

/** `linear`, or a sentence that says what is wrong. */
async function checkExpression(literal) {
  const end = literal.lastIndexOf('/')
  const result = await recheck.check(literal.slice(1, end), literal.slice(end + 1), CHECK_OPTIONS)
  if (result.status === 'safe') return 'linear'
  if (result.status === 'unknown') return `${literal} could not be judged: ${result.error.kind} ${result.error.message ?? ''}`
  return `${literal} is not linear (${result.complexity.summary}), as ${result.attack.pattern} shows`
}

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE_FILE, 'utf8'))
  } catch {
    return []
  }
}
