import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { detailPages, publicPages } from '#contract/core/public-pages.ts'

const HERE = import.meta.dirname
const VIEWS = [
  ...globSync('**/*.tsx', { cwd: HERE }).filter((name) => !name.endsWith('.test.tsx')),
  '../site-frame/site-frame.tsx',
  '../forms/form-success-page.tsx',
  '../forms/email-link-page.tsx',
].sort()

/** Literal texts that views may contain, by reason. All other text must be copy that the owner can edit. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  'names of controls and illustrations for assistive technology': [
    ...['Main', 'Menu', 'Footer', 'On this page', 'Skip to content'],
    ...['Five stars', 'Previous people', 'Next people', 'Team', 'video:'],
    ...['Open on ', 'By appointment on ', 'Closed all week'],
  ],
  'what a button says while it is at work': ['Sending…', 'Confirming…', 'Unsubscribing…'],
  'names of others': ['Facebook', 'Instagram'],
  'values of records, told apart by them': [
    ...['Main', 'Standard', 'Step', 'UnRead'],
    ...['Promise', 'List', 'To-do list', 'Table', 'Charts by month', 'Bars', 'Positions', 'Findings'],
    // Recognized in a column name that the owner writes.
  ],
  'seen by admins alone': ['Admin'],
  'the answer to a mistake, or to a link that does not work': [
    'We can’t reply without an email or phone number. Add one, or send anyway.',
    'This link doesn’t work',
    'Ask us to take you off the list',
    'A box that people can’t see was ticked, so we didn’t add your email. Reload the page and send it again.',
  ],
  'the same on every page of accounts, orders and problems': ['Back Home', 'My Orders'],
  'the title or description of a page, which its search result (`/edit-search`) overrules': [
    'Call or write us about real estate SEO',
    'Ask us about real estate SEO before you order, or about an order you placed. Find our hours, phone number, email and address here.',
    'Real estate SEO for agents and brokerages, with a fixed scope each month.',
    'A plain report shows what we did and what changed.',
    'Real estate SEO services for agents, teams and brokerages.',
    'See what each service covers and what you get.',
    'what we keep and why',
    'This page says what we keep about you when you write to us, place an order or subscribe, why we keep it, and what you can ask us to do.',
    'the agreement between us',
    'The agreement between us when you use this site or order from it: what you get, how you pay, what we promise, and what you own.',
    'Real estate SEO pricing and packages',
    'Compare real estate SEO packages',
    ' from $',
    ' a month',
    ': what each includes and what it costs.',
    'You pay once per order, and nothing renews automatically.',
  ],
  'in the place of content that is not there, or left empty: the owner fills that': [
    'Real estate SEO',
    'Contact Now',
    ...['Local SEO', 'Link outreach', 'Technical SEO'],
    ...['stop by', ' or ', 'Contact us'],
  ],
}

it.each(VIEWS)('takes all text of %s from content', (name) => {
  const exceptions = new Set(Object.values(EXCEPTIONS).flat())
  const literals = findTextLiterals(name).filter((text) => !exceptions.has(text))
  expect(literals, 'Make this text a field of the copy kind').toEqual([])
})

it('lists no exception that no view needs', () => {
  const usedTexts = new Set(VIEWS.flatMap(findTextLiterals))
  expect(Object.values(EXCEPTIONS).flatMap((texts) => texts.filter((text) => !usedTexts.has(text)))).toEqual([])
})

/** Returns the literals that look like visible text: JSX text, several words, or an initial capital. */
function findTextLiterals(name: string): string[] {
  const path = join(HERE, name)
  const literals: string[] = []
  ts.forEachChild(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true), visit)
  return literals

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isTechnical(node) || isPageName(node)) return
    const text = getNodeText(node)
    const textPattern = isVisibleText(node) ? /\p{L}/u : /\p{L}[,.:]? +\p{L}|^\p{Lu}\p{Ll}|^ \p{L}/u
    if (text !== undefined && textPattern.test(text)) literals.push(text)
    ts.forEachChild(node, visit)
  }
}

function getNodeText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text.trim()
  const isLiteral = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
  return isLiteral ? node.text : undefined
}

/** Returns whether people read any text in this position. */
function isVisibleText({ kind, parent }: ts.Node): boolean {
  if (kind === ts.SyntaxKind.JsxText) return true
  const names = /^(alt|aria-label|eyebrow|help|label|lead|next|note|placeholder|submit|title)$/
  return ts.isJsxAttribute(parent) && names.test(parent.name.getText())
}

/** Returns whether the node holds styles, shapes or messages for developers. */
function isTechnical(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true
  return ts.isJsxAttribute(node) && /^(className|d|viewBox|preserveAspectRatio)$/.test(node.name.getText())
}

/** Returns whether the literal only names a page, as in `page="Home"`, `getPublicPage('Home')` or `pages: ['Home']`. */
function isPageName(node: ts.Node): boolean {
  if (!ts.isStringLiteral(node) || ![...publicPages, ...detailPages].some(({ name }) => name === node.text)) return false
  const { parent } = node
  if (ts.isJsxAttribute(parent)) return parent.name.getText() === 'page'
  return ts.isCallExpression(parent) || ts.isBinaryExpression(parent) || ts.isArrayLiteralExpression(parent)
}
