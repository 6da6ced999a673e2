import { type ContentKind, defineContentKind, type Fields } from './content-kind.ts'
import { getInitialValue } from './field.ts'

/** The headings, buttons and small print of one part of the pages: without a record they are what the fields begin with. */
export type CopyKind<F extends Fields = Fields> = ContentKind<F, 'single'> & { isOptional: true }

/** What stands on the page, by field. */
export type CopyText<W extends ContentKind> = { readonly [Name in keyof W['fields'] & string]: string }

type CopyKindDeclaration<F extends Fields> = {
  kind: `${string}-words`
  /** What an owner calls the part; the words are "Pricing words" then. */
  part: string
  /** The kind with which they share a screen, a group and their pages. */
  siblingKind: Pick<ContentKind, 'group' | 'shownOn' | 'editor'>
  /** Pages of their own instead. */
  shownOn?: ContentKind['shownOn']
  /** A screen of their own instead. */
  home?: `/${string}`
  fields: F
}

/** Declares the words of a part; each field begins with what the site says by itself. */
export function defineCopyKind<const F extends Fields>({
  kind,
  part,
  siblingKind,
  shownOn,
  home,
  fields,
}: CopyKindDeclaration<F>): CopyKind<F> {
  const message = `${part} Words are Updated`
  const contentKind = defineContentKind({
    kind,
    title: `${part} words`,
    shape: 'single',
    group: siblingKind.group,
    shownOn: shownOn ?? siblingKind.shownOn,
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, addEmptyHint(field)])) as F,
    api: { list: `/${kind}`, one: `/${kind}/:id`, add: `/add-${kind}`, update: `/${kind}/:id` },
    editor: { home: home ?? siblingKind.editor.home, record: `/edit-${kind}/:id`, labels: { edit: 'Change the words' } },
    messages: { added: message, updated: message },
  })
  return { ...contentKind, isOptional: true }
}

/** Says what becomes of a line that may be empty. */
function addEmptyHint(field: Fields[string]): Fields[string] {
  if (!field.optional || field.initial === '') return field
  return { ...field, help: [field.help, 'Left empty, it is not shown.'].filter(Boolean).join(' ') }
}

/** Whether a kind is the words of a part. */
export function isCopyKind(contentKind: ContentKind): contentKind is CopyKind {
  return contentKind.shape === 'single' && contentKind.isOptional === true
}

/** The kinds that tell how full a screen is; its words are there in any case. Where it has nothing else, they do. */
export function excludeCopyKinds(contentKinds: readonly ContentKind[]): readonly ContentKind[] {
  const others = contentKinds.filter((contentKind) => !isCopyKind(contentKind))
  return others.length > 0 ? others : contentKinds
}

/** What the site says by itself. */
export function getDefaultCopy<W extends ContentKind>({ fields }: W): CopyText<W> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, getInitialValue(field)])) as CopyText<W>
}

/** Puts values in place of their names in braces: `From {price} a month`. A name that is not there is not said. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).reduce((result, [name, value]) => result.replaceAll(`{${name}}`, () => String(value)), text)
}
