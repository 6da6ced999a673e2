import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asvsNumbers } from './support/asvs-numbers.ts'

const VERDICTS = ['holds', 'holds in part', 'exception', 'does not apply']

const page = readFileSync('docs/asvs.md', 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, numbers = '', level = '', asks = '', verdict = '', evidence = ''] = line.split('|').map((cell) => cell.trim())
    return { numbers: numbers.split(', '), levels: level.split(', '), asks, verdict, evidence }
  })

it('names each requirement of levels 1 and 2 once, with its level', () => {
  const listed = rows.flatMap(({ numbers, levels }) => numbers.map((number) => ({ number, levels })))
  const wanted = Object.entries(asvsNumbers).flatMap(([level, numbers]) => numbers.map((number) => ({ number, level })))
  expect(listed.map(({ number }) => number).toSorted()).toEqual(wanted.map(({ number }) => number).toSorted())
  for (const { number, level } of wanted)
    expect([number, listed.find((one) => one.number === number)?.levels]).toEqual([number, expect.arrayContaining([level])])
})

it('gives each a verdict, and evidence or a reason', () => {
  for (const { numbers, asks, verdict, evidence } of rows) {
    expect([numbers, VERDICTS.includes(verdict), asks !== '', evidence !== '']).toEqual([numbers, true, true, true])
    // A path alone says that something holds; why something does not takes words.
    if (verdict === 'exception' || verdict === 'holds in part')
      expect([numbers, evidence.replace(/`[^`]*`/g, '').split(/\s+/).length > 5]).toEqual([numbers, true])
  }
})

it('counts its verdicts rightly', () => {
  const count = (wanted: string) =>
    rows.filter(({ verdict }) => verdict === wanted).reduce((sum, { numbers }) => sum + numbers.length, 0)
  const [holds, inPart, exceptions, not] = VERDICTS.map(count)
  const all = Object.values(asvsNumbers).flat().length
  expect(page).toContain(
    `Of ${all} requirements ${holds} hold, ${inPart} hold in part, ${exceptions} are exceptions and ${not} do not apply.`,
  )
})

it.each(['docs/asvs.md', 'docs/security-inventory.md'])('%s names files and decisions that there are', (path) => {
  const text = readFileSync(path, 'utf8')
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.[\]-]+)*\.(?:tsx?|mjs|cjs|md|json))`/g)].map(([, named = '']) => named)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((named) => !existsSync(named))).toEqual([])
  const decisions = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 4)))
  const cited = [...text.matchAll(/decisions? ((?:\d+(?:, | and )?)+)/g)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  expect(cited.length).toBeGreaterThan(0)
  expect(cited.filter((number) => !decisions.includes(Number(number)))).toEqual([])
})
