import { type ContentKind, defineContentKind, type Fields } from './content-kind.ts'
import { emptyOf } from './field.ts'

/** The headings, buttons and small print of one part of the pages: without a record they are what the fields begin with. */
export type Words<F extends Fields = Fields> = ContentKind<F, 'single'> & { worksEmpty: true }

/** What stands on the page, by field. */
export type WordsOf<W extends ContentKind> = { readonly [Name in keyof W['fields'] & string]: string }

type Declared<F extends Fields> = {
  kind: `${string}-words`
  /** What an owner calls the part; the words are "Pricing words" then. */
  part: string
  /** The kind with which they share a screen, a group and their pages. */
  beside: Pick<ContentKind, 'group' | 'shownOn' | 'editor'>
  /** Pages of their own instead. */
  shownOn?: ContentKind['shownOn']
  /** A screen of their own instead. */
  home?: `/${string}`
  fields: F
}

/** Declares the words of a part; each field begins with what the site says by itself. */
export function defineWords<const F extends Fields>({ kind, part, beside, shownOn, home, fields }: Declared<F>): Words<F> {
  const message = `${part} Words are Updated`
  const contentKind = defineContentKind({
    kind,
    title: `${part} words`,
    shape: 'single',
    group: beside.group,
    shownOn: shownOn ?? beside.shownOn,
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withRule(field)])) as F,
    api: { list: `/${kind}`, one: `/${kind}/:id`, add: `/add-${kind}`, update: `/${kind}/:id` },
    editor: { home: home ?? beside.editor.home, record: `/edit-${kind}/:id`, words: { edit: 'Change the words' } },
    messages: { added: message, updated: message },
  })
  return { ...contentKind, worksEmpty: true }
}

/** Says what becomes of a line that may be empty. */
function withRule(field: Fields[string]): Fields[string] {
  if (!field.optional || field.initial === '') return field
  return { ...field, help: [field.help, 'Left empty, it is not shown.'].filter(Boolean).join(' ') }
}

/** Whether a kind is the words of a part. */
export function isWords(contentKind: ContentKind): contentKind is Words {
  return contentKind.shape === 'single' && contentKind.worksEmpty === true
}

/** The kinds that tell how full a screen is; its words are there in any case. Where it has nothing else, they do. */
export function withoutWords(contentKinds: readonly ContentKind[]): readonly ContentKind[] {
  const others = contentKinds.filter((contentKind) => !isWords(contentKind))
  return others.length > 0 ? others : contentKinds
}

/** What the site says by itself. */
export function ownWords<W extends ContentKind>({ fields }: W): WordsOf<W> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyOf(field)])) as WordsOf<W>
}

/** Puts values in place of their names in braces: `From {price} a month`. A name that is not there is not said. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, () => String(value)), text)
}
