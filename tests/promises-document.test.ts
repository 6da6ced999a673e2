import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const document = readFileSync('docs/product.md', 'utf8')

/** Lists what the rows of the table of promises lack: a test, a test file that exists, a rule that exists. */
function findFaults(text: string): string[] {
  const [, table = ''] = text.split('## What the copy promises')
  const rules = new Set([...text.matchAll(/^- \*\*(P-\d+)\*\*/gm)].map(([, rule]) => rule))
  const rows = [...table.matchAll(/^\| (.+) \| (.+) \| (.+) \| (.*) \|$/gm)].slice(2)
  return rows.flatMap(([, promise = '', , keeper = '', tests = '']) => {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    const missing = [
      ...files.filter((path) => !existsSync(path)),
      ...(keeper.match(/P-\d+/g) ?? []).filter((rule) => !rules.has(rule)),
    ]
    return [...(files.length === 0 ? [`${promise}: no test`] : []), ...missing.map((one) => `${promise}: ${one}`)]
  })
}

it('every promise of the copy names a rule and a test that exist', () => {
  expect(document.split('## What the copy promises')[1]?.match(/^\| .+ \|$/gm)?.length).toBeGreaterThan(50)
  expect(findFaults(document)).toEqual([])
})

it('a promise without a test, with a missing test or with an unknown rule is found', () => {
  const row = (keeper: string, tests: string) => `| Planted | Pricing | ${keeper} | ${tests} |\n`
  const lastRow = document.lastIndexOf('## Numbers that are gone') - 1
  const plant = (planted: string) => findFaults(document.slice(0, lastRow) + planted + document.slice(lastRow))
  expect(plant(row('P-260', '`tests/no-such.test.ts`'))).toEqual(['Planted: tests/no-such.test.ts'])
  expect(plant(row('P-9999', '`tests/promises-document.test.ts`'))).toEqual(['Planted: P-9999'])
  expect(plant(row('P-260', ''))).toEqual(['Planted: no test'])
})
