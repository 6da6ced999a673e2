import { type ContentFields, type ContentKind, defineContentKind, lowercaseTitle } from './content-kind.ts'
import { getInitialValue } from './field.ts'

/** The headings, buttons and small print of one part of the pages. Without a record, the fields' initial texts show (P-34). */
export type CopyKind<F extends ContentFields = ContentFields> = ContentKind<F, 'single'> & { isOptional: true }

export type CopyKindTexts<W extends ContentKind> = { readonly [Name in keyof W['fields'] & string]: string }

type CopyKindDeclaration<F extends ContentFields> = {
  kind: `${string}-words`
  /** The owner's name for the part. "Pricing" gives the title "Other pricing text". */
  part: string
  /** Replaces the title. */
  title?: string
  /** The kind that shares its editor page, group and public pages. */
  siblingKind: Pick<ContentKind, 'group' | 'shownOn' | 'editor'>
  shownOn?: ContentKind['shownOn']
  fieldsNotOnPage?: NonNullable<ContentKind['fieldsNotOnPage']>
  home?: `/${string}`
  fields: F
}

/** Declares the copy of a part. Each field's `initial` is the default text. */
export function defineCopyKind<const F extends ContentFields>({
  kind,
  part,
  title,
  siblingKind,
  shownOn,
  fieldsNotOnPage,
  home,
  fields,
}: CopyKindDeclaration<F>): CopyKind<F> {
  const message = `${part} Text is Updated`
  const contentKind = defineContentKind({
    kind,
    title: title ?? (home ? `${part} text` : `Other ${lowercaseTitle(part)} text`),
    shape: 'single',
    group: siblingKind.group,
    shownOn: shownOn ?? siblingKind.shownOn,
    ...(fieldsNotOnPage && { fieldsNotOnPage }),
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, addEmptyHint(field)])) as F,
    api: { list: `/${kind}`, one: `/${kind}/:id`, add: `/add-${kind}`, update: `/${kind}/:id` },
    editor: { home: home ?? siblingKind.editor.home, record: `/edit-${kind}/:id`, labels: { edit: 'Edit text' } },
    messages: { added: message, updated: message },
  })
  return { ...contentKind, isOptional: true }
}

/** Adds to the help that an empty text is hidden. */
function addEmptyHint(field: ContentFields[string]): ContentFields[string] {
  if (!field.optional || field.initial === '') return field
  return { ...field, help: [field.help, 'Blank = not shown.'].filter(Boolean).join(' ') }
}

export function isCopyKind(contentKind: ContentKind): contentKind is CopyKind {
  return contentKind.shape === 'single' && contentKind.isOptional === true
}

/** Leaves out copy kinds, which always have texts. Returns them if there is no other kind. */
export function excludeCopyKinds(contentKinds: readonly ContentKind[]): readonly ContentKind[] {
  const others = contentKinds.filter((contentKind) => !isCopyKind(contentKind))
  return others.length > 0 ? others : contentKinds
}

export function getDefaultCopyTexts<W extends ContentKind>({ fields }: W): CopyKindTexts<W> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, getInitialValue(field)])) as CopyKindTexts<W>
}

/** Replaces names in braces by their values: `From {price} a month`. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).reduce((result, [name, value]) => result.replaceAll(`{${name}}`, () => String(value)), text)
}
