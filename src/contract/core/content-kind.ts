import type { AuditAction } from './audit-actions.ts'
import type { Access } from './endpoint.ts'
import type { Field } from './field.ts'
import { EVERY_PAGE, type PublicPageName } from './public-pages.ts'

export type Fields = Record<string, Field>

/** A fact of the business, by how other records may spell it. */
export type BusinessFactKind = 'words' | 'phone' | 'email' | 'hours'

/** Where a content kind stands in the admin's menu of editors. */
export type EditorGroup = 'home' | 'otherPages' | 'brand' | 'footer' | 'searchEngines' | 'more' | 'account'

/** `single`: the first record is the only one; a second is refused (P-19). */
export type ContentKindShape = 'single' | 'list'

/** Stands for a kind in the menu of editors where no page shows it. */
export type EditorIcon = 'search' | 'signpost' | 'card' | 'layers'

/** What an editor has besides its form and its list. */
export type EditorPanelName = 'searchResults'

/** A page that edits one record; the first whose `when` fits the record is its editor. */
export type EditorPage = {
  path: `/${string}`
  /** Its path takes in the addresses of other pages too: only ids are meant (P-24). */
  matchesOnlyIds?: true
  when?: { field: string; is: string }
  /** Fields out of sight on this page only; their values are still sent. */
  hiddenFields?: readonly string[]
}

export type Editor = {
  /** The page with the add form and the list. Content kinds that share it share the screen. */
  home: `/${string}`
  /** Who may look at that page (P-74); admins where unsaid. Its calls keep their own rule. */
  access?: Access
  /** What the screen is called; the title of its first content kind where unsaid. */
  name?: string
  icon?: EditorIcon
  panels?: EditorPanelName
  record?: `/${string}` | readonly EditorPage[]
  /** Exact words of the screen (P-179); plain defaults otherwise. */
  labels?: { title?: string; edit?: string; list?: string }
  /** Where what people look for here is edited instead. */
  seeAlso?: { says: string; link: string; to: `/${string}` }
  /** Fields that a record is shown by where it is not edited; the first is its title. Without it that is the first field. */
  shows?: readonly string[]
  /** A list shows only records with one of these values (work steps 01 to 04). */
  only?: { field: string; oneOf: readonly string[] }
}

/**
 * One kind of editable content. Paths and alert texts are data because they are irregular (P-3, P-6);
 * the endpoints, the editor, the checks and the tests are derived from this value.
 */
export type ContentKind<F extends Fields = Fields, S extends ContentKindShape = ContentKindShape> = {
  kind: string
  title: string
  shape: S
  group: EditorGroup
  /** Pages on which visitors see it. */
  shownOn: readonly (PublicPageName | typeof EVERY_PAGE)[]
  /** The field that names the one page which a record is about; every page of `shownOn` where it names none. */
  pageField?: string
  fields: F
  /** The site does as well without a record: nothing is missing then. */
  isOptional?: true
  api: { list: `/${string}`; one?: `/${string}`; add: `/${string}`; update?: `/${string}` }
  editor: Editor
  /** The exact alert texts (P-6). */
  messages: { added: string; updated?: string }
  /** Who may read it over HTTP; anyone where unsaid. */
  read?: Access
  /** `list` only: the field whose value no second record may have. */
  unique?: string
  /** What one field asks of another: a sentence for each field at fault, by name. */
  rule?: (values: Record<string, string>) => Record<string, string>
  /** Its writes need a recent sign-in. */
  recent?: true
  /** Why the last record cannot be deleted. */
  lastRecordMessage?: string
  /** An email field: each change of it is written to the audit log and mailed to the old and the new address. */
  notifyOnChange?: { field: string; added: AuditAction; changed: AuditAction; deleted: AuditAction }
  /** Fields that say who the business is: after a change the records are found that still say it as it was. */
  facts?: Readonly<Record<string, BusinessFactKind>>
  /** The other names of a second reading of this record, each with the field it stands for. */
  fieldAliases?: Readonly<Record<string, string>>
}

/** A record as it travels. Names that start with `_` are the server's: answered, ignored when sent back. */
export type ContentRecord<S extends ContentKind> = {
  _id: string
  _version: number
  _sample?: true
  _sampleFields?: readonly string[]
  _hidden?: true
  _draft?: number
  _path?: string
} & {
  [Name in keyof S['fields'] & string]: string
}

/** Declares a content kind; a declaration that contradicts itself throws at start-up. */
export function defineContentKind<const F extends Fields, const S extends ContentKindShape>(
  contentKind: ContentKind<F, S>,
): ContentKind<F, S> {
  const { kind, fields, editor, api, messages } = contentKind
  const names = Object.keys(fields)
  const referencedFields = [
    ...(editor.shows ?? []),
    ...(editor.only ? [editor.only.field] : []),
    ...listEditorPages(contentKind).flatMap((page) => [...(page.hiddenFields ?? []), ...(page.when ? [page.when.field] : [])]),
    ...Object.values(contentKind.fieldAliases ?? {}),
    ...[contentKind.unique, contentKind.notifyOnChange?.field, contentKind.pageField].filter((name) => name !== undefined),
    ...Object.keys(contentKind.facts ?? {}),
  ]
  for (const name of referencedFields) {
    if (!names.includes(name)) throw new Error(`Content kind ${kind} names a field it does not have: ${name}`)
  }
  if (api.update && !(editor.record && messages.updated)) {
    throw new Error(`Content kind ${kind} can be updated but lacks an editor page or an alert text for it`)
  }
  if (contentKind.notifyOnChange && fields[contentKind.notifyOnChange.field]?.input !== 'email') {
    throw new Error(`Content kind ${kind} can mail to an email field only, not to ${contentKind.notifyOnChange.field}`)
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.notOnAdd && field.initial === undefined) throw new Error(`Content kind ${kind}: ${name} needs an initial value`)
  }
  return contentKind
}

export function isShownOnPage({ shownOn }: Pick<ContentKind, 'shownOn'>, page: PublicPageName): boolean {
  return shownOn.includes(EVERY_PAGE) || shownOn.includes(page)
}

/** The pages that edit one record, in order of preference. */
export function listEditorPages({ editor }: { editor: Editor }): readonly EditorPage[] {
  if (editor.record === undefined) return []
  return typeof editor.record === 'string' ? [{ path: editor.record }] : editor.record
}

/** The page that edits this record: the first whose condition fits. */
export function findEditorPage(
  contentKind: { editor: Editor },
  values: Readonly<Record<string, string>>,
): EditorPage | undefined {
  return listEditorPages(contentKind).find(({ when }) => !when || values[when.field] === when.is)
}
