import type { Access } from './endpoint.ts'
import type { FieldDeclaration } from './field.ts'
import { EVERY_PAGE, type PublicPageName } from './public-pages.ts'

export type ContentFields = Record<string, FieldDeclaration>

/** How a fact is written, which decides how other texts may spell it. A name has the same case everywhere. */
export type BusinessFactFormat = 'words' | 'name' | 'phone' | 'email' | 'hours'

/** The group of an editor in the admin's menu. */
export type EditorGroupName = 'home' | 'services' | 'pricing' | 'contact' | 'frame' | 'business' | 'searchEngines' | 'more'

/** `single` allows one record (P-19). */
type ContentKindShape = 'single' | 'list'

/** The icon of an editor in the menu, for kinds that no page shows. */
export type EditorMenuIconName = 'search' | 'signpost' | 'card' | 'layers'

/** A page that edits one record. The first page whose `when` matches the record is its editor. */
export type RecordEditorPage = {
  path: `/${string}`
  /** The path matches ids only, because other pages have paths of the same shape (P-24). */
  matchesOnlyIds?: true
  when?: { field: string; is: string }
  /** Fields that this page hides. The form still sends their values. */
  hiddenFields?: readonly string[]
}

/** Fields that the editor shows as one list. The required fields come first. */
export type FieldsShownAsListDeclaration = {
  label: string
  /** What one row is called, such as "Point". */
  itemLabel: string
  help?: string
  fields: readonly string[]
}

type Editor = {
  /** The page with the add form and the list. Content kinds with the same `home` share the page. */
  home: `/${string}`
  /** `single` only: the home of another single kind, whose record page has this kind's form below its own. */
  alsoOn?: `/${string}`
  /** Who may open that page (P-74). The default is admins. The calls have their own access rule. */
  access?: Access
  /** The name of the page. The default is the title of its first content kind. */
  name?: string
  icon?: EditorMenuIconName
  /** The editor shows the records as search results, beside its form and instead of its list. */
  panels?: 'searchResults'
  record?: `/${string}` | readonly RecordEditorPage[]
  /** Exact words of the page (P-179). The others have plain defaults. */
  labels?: { title?: string; edit?: string; list?: string }
  /** A hint to another page for what people look for here. */
  seeAlso?: { says: string; link: string; to: `/${string}` }
  /** The fields that summarize a record in lists; the first is its title. The default is the first field. */
  shows?: readonly string[]
  /** `list` only: the field whose values are the headings of the list. A query, such as `?templatePackage=Basic`, presets it. */
  groupBy?: string
  /** A mark in lists for the first record that is neither a sample nor hidden. */
  firstRecordMark?: string
  /** Asked before a second real record is added: is it a spare, or does it replace the one in effect? */
  addChoice?: { asks: string; spare: string; replace: string }
}

/**
 * One kind of editable content. Paths and alert texts are data because they are irregular (P-3, P-6). Endpoints, editor,
 * checks and tests derive from this value.
 */
export type ContentKind<F extends ContentFields = ContentFields, S extends ContentKindShape = ContentKindShape> = {
  kind: string
  title: string
  shape: S
  group: EditorGroupName
  /** Pages on which visitors see it. */
  shownOn: readonly (PublicPageName | typeof EVERY_PAGE)[]
  /** The fields that a page doesn't show. If only these change, the page keeps its change date. */
  fieldsNotOnPage?: Partial<Record<PublicPageName, readonly string[]>>
  /** Limits the pages of `shownOn` for a record with these values. */
  isOnPage?: (values: Readonly<Record<string, string>>, page: PublicPageName) => boolean
  /** The field that names the record's page. A record without a name there shows on every page of `shownOn`. */
  pageField?: string
  fields: F
  fieldsShownAsLists?: readonly FieldsShownAsListDeclaration[]
  /** The site is complete without a record. */
  isOptional?: true
  api: { list: `/${string}`; one?: `/${string}`; add: `/${string}`; update?: `/${string}` }
  editor: Editor
  /** The exact alert texts (P-6). */
  messages: { added: string; updated?: string }
  /** Who may read it over HTTP. The default is anyone. */
  read?: Access
  /** `list` only: the field whose value must differ in every record. */
  unique?: string
  /** Checks fields against each other. Returns a sentence for each field at fault, by name. */
  rule?: (values: Record<string, string>) => Record<string, string>
  /** Writes need a recent log-in (P-69). */
  recent?: true
  /** Why the last record can't be deleted. */
  lastRecordMessage?: string
  /** Fields that only the owner can write. Their samples can't be kept, and an unchanged save keeps their marks (P-41). */
  ownerOnlyFields?: readonly string[]
  /** An email field. Each change is written to the audit log and emailed to the old and the new address (P-36). */
  notifyOnChange?: { field: string; added: string; changed: string; deleted: string }
  /** Fields that state facts of the business. After a change, the site finds other records that still state the old fact. */
  facts?: Readonly<Record<string, BusinessFactFormat>>
  /** The field names of the second variant (P-23), each with the field that it stands for. */
  fieldAliases?: Readonly<Record<string, string>>
}

/** A record in a reply. Names that start with `_` belong to the server (P-17). */
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

/** Declares a content kind. Throws at start-up if the declaration contradicts itself. */
export function defineContentKind<const F extends ContentFields, const S extends ContentKindShape>(
  contentKind: ContentKind<F, S>,
): ContentKind<F, S> {
  const { kind, fields, editor, api, messages } = contentKind
  const names = Object.keys(fields)
  const referencedFields = [
    ...(editor.shows ?? []),
    ...(editor.groupBy ? [editor.groupBy] : []),
    ...listRecordEditorPages(contentKind).flatMap((page) => [
      ...(page.hiddenFields ?? []),
      ...(page.when ? [page.when.field] : []),
    ]),
    ...Object.values(contentKind.fieldAliases ?? {}),
    ...[contentKind.unique, contentKind.notifyOnChange?.field, contentKind.pageField].filter((name) => name !== undefined),
    ...(contentKind.ownerOnlyFields ?? []),
    ...Object.keys(contentKind.facts ?? {}),
    ...(contentKind.fieldsShownAsLists ?? []).flatMap((list) => list.fields),
    ...Object.values(contentKind.fieldsNotOnPage ?? {}).flat(),
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

export function isKindShownOnPage({ shownOn }: Pick<ContentKind, 'shownOn'>, page: PublicPageName): boolean {
  return shownOn.includes(EVERY_PAGE) || shownOn.includes(page)
}

/** Lowercases a title for use inside a sentence. Keeps acronyms such as FAQ. */
export function lowercaseTitle(title: string): string {
  return title.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
}

/** Returns the pages that edit one record, in order of preference. */
export function listRecordEditorPages({ editor }: { editor: Editor }): readonly RecordEditorPage[] {
  if (editor.record === undefined) return []
  return typeof editor.record === 'string' ? [{ path: editor.record }] : editor.record
}

/** Returns the page that edits this record. */
export function findEditorPageForRecord(
  contentKind: { editor: Editor },
  values: Readonly<Record<string, string>>,
): RecordEditorPage | undefined {
  return listRecordEditorPages(contentKind).find(({ when }) => !when || values[when.field] === when.is)
}
