import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(['docs/asvs.md', 'docs/security-inventory.md'])('%s names only files and decisions that exist', (path) => {
  const text = readFileSync(path, 'utf8')
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.[\]-]+)*\.(?:tsx?|mjs|cjs|md|json))`/g)].map(
    ([, referencedPath = '']) => referencedPath,
  )
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((referencedPath) => !existsSync(referencedPath))).toEqual([])
  const decisions = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 4)))
  const citedDecisions = [...text.matchAll(/decisions? ((?:\d+(?:, | and )?)+)/g)].flatMap(
    ([, list = '']) => list.match(/\d+/g) ?? [],
  )
  expect(citedDecisions.length).toBeGreaterThan(0)
  expect(citedDecisions.filter((number) => !decisions.includes(Number(number)))).toEqual([])
})

it('docs/asvs.md lists each requirement once, and its first table counts them', () => {
  const text = readFileSync('docs/asvs.md', 'utf8')
  const [summary = '', ...sections] = text.split(/^## /m)
  const listNumbers = (title: string) =>
    (sections.find((section) => section.startsWith(`${title}\n`)) ?? '').match(/(?<=^\| |^\|.*, )\d+\.\d+\.\d+(?=[, |])/gm) ?? []
  const verdicts = ['Met', 'Partly met', 'Not met', 'Not applicable'].map(listNumbers)
  expect(new Set(verdicts.flat()).size).toBe(verdicts.flat().length)
  const chapters = [...summary.matchAll(/^\| V(\d+) .*? \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)]
  expect(chapters).toHaveLength(17)
  for (const [row, chapter, ...counts] of chapters) {
    const actualCounts = verdicts.map((numbers) => numbers.filter((number) => number.startsWith(`${chapter}.`)).length)
    expect(actualCounts, row).toEqual(counts.map(Number))
  }
})
