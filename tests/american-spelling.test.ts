import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { britishSpellings } from './support/british-spellings.ts'

/** Source files with text for people. Leaves out tests, SQL, and the demo content, which has its own test. */
const SOURCE_FILES = globSync(['src/contract/**/*.ts', 'src/server/**/*.ts', 'src/web/**/*.{ts,tsx,md}'])
  .filter((path) => !/\.test\.tsx?$|\/(db|seed)\//.test(path))
  .sort()

it('every text uses American spelling', () => {
  const britishTexts = SOURCE_FILES.flatMap((path) =>
    extractTexts(path).flatMap((text) => (britishSpellings.some((spelling) => spelling.test(text)) ? [`${path}: ${text}`] : [])),
  )
  expect(britishTexts).toEqual([])
})

/** Returns the text between tags, and every string that has several words or starts with a capital letter. */
function extractTexts(path: string): string[] {
  const texts: string[] = []
  const source = readFileSync(path, 'utf8')
  if (!britishSpellings.some((spelling) => spelling.test(source))) return texts
  if (path.endsWith('.md')) return source.split('\n')
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
