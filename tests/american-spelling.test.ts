import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { britishSpellings } from './support/british-spellings.ts'

/** Everything that has words for people, the demo content aside, which has a test of its own; no tests, and no SQL. */
const SOURCES = globSync(['src/contract/**/*.ts', 'src/server/**/*.ts', 'src/web/**/*.{ts,tsx}'])
  .filter((path) => !/\.test\.tsx?$|\/(db|seed)\//.test(path))
  .sort()

it('all texts use American spelling', () => {
  const britishTexts = SOURCES.flatMap((path) =>
    extractTexts(path).flatMap((text) => (britishSpellings.some((spelling) => spelling.test(text)) ? [`${path}: ${text}`] : [])),
  )
  expect(britishTexts).toEqual([])
})

/** What stands between tags, and every text of several words. */
function extractTexts(path: string): string[] {
  const texts: string[] = []
  const source = readFileSync(path, 'utf8')
  if (!britishSpellings.some((spelling) => spelling.test(source))) return texts
  ts.forEachChild(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX), visit)
  return texts

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) return
    const isText = ts.isJsxText(node) || ts.isStringLiteralLike(node)
    if (isText || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      if (ts.isJsxText(node) || /\p{L} \p{L}|^\p{Lu}/u.test(node.text)) texts.push(node.text.trim())
    }
    ts.forEachChild(node, visit)
  }
}
