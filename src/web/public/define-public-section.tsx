import type { ComponentType, ReactNode } from 'react'
import { contentKinds } from '../../contract/content-kinds.ts'
import { type ContentKind, type ContentRecord, isShownOnPage } from '../../contract/core/content-kind.ts'
import { type CopyKind, type CopyText, isCopyKind } from '../../contract/core/copy-kind.ts'
import type { PublicPageName } from '../../contract/core/public-pages.ts'
import { getCopy, getFirstRecord, getRecords, type PageContent } from '../page-content.ts'

/** The kinds of content that a part of a page reads, by the names that its view gives them. */
type SectionKinds = Readonly<Record<string, ContentKind>>

/** Of words what they say; of any other single kind the record, while there is one; of a list all of them. */
type SectionRecords<R extends SectionKinds> = {
  [Name in keyof R]: R[Name] extends CopyKind
    ? CopyText<R[Name]>
    : R[Name]['shape'] extends 'single'
      ? ContentRecord<R[Name]> | undefined
      : readonly ContentRecord<R[Name]>[]
}

/** A part of the public pages in small: rectangles (left, top, width, height) in a block that is `PAGE_WIDTH` wide. */
export type Miniature = {
  height: number
  rects: readonly Rect[]
  /** A dark ground, as the call to action and the footer have. */
  isDark?: true
}
export type Rect = readonly [x: number, y: number, width: number, height: number]

/** The width of a page in small, in its own units. */
export const MINIATURE_WIDTH = 80

/** What a part of the public pages is made of, and where it stands: what the admin's menu needs, without the view. */
export type SectionOutline = {
  /** The kinds of content that stand here: what an owner edits in order to change this part. */
  kinds: readonly ContentKind[]
  miniature: Miniature
  /** Where not all pages on which its kinds are shown have this part. */
  pages?: readonly PublicPageName[]
  /** Who puts it into its place, where it does not stand by itself between the others: the frame around every page, or its page. */
  renderedBy?: 'frame' | 'page'
  /** Its heading is that of the page. */
  hasPageHeading?: true
}

/** A part of the public pages, as a folder in `sections/` declares it. */
export type PublicSection = SectionOutline & {
  /** The kinds whose records it needs, its own among them. */
  reads: readonly ContentKind[]
  /** Draws it with these records; nothing where it has none to show. Without a page it stands in the frame around it. */
  render: (content: PageContent, page?: PublicPageName) => ReactNode
}

type SectionView<R extends SectionKinds> = { reads: R; View: ComponentType<{ page?: PublicPageName } & SectionRecords<R>> }

/**
 * Ties a view to the records that it reads: a kind that it is not handed, or handed otherwise, does not compile.
 * The annotation lets a build that asks for outlines alone leave the views out.
 */
/* @__NO_SIDE_EFFECTS__ */
export function definePublicSection<const R extends SectionKinds>(
  outline: SectionOutline,
  { reads, View }: SectionView<R>,
): PublicSection {
  const ViewComponent = View as ComponentType<{ page?: PublicPageName }>
  return {
    ...outline,
    reads: Object.values(reads),
    render: (content, page) => <ViewComponent page={page} {...getViewProps(reads, content)} />,
  }
}

/** Whether this part is on a page. */
export function isOnPage({ pages, kinds }: SectionOutline, page: PublicPageName): boolean {
  return pages ? pages.includes(page) : kinds.some((kind) => isShownOnPage(kind, page))
}

/** Page order: where the first of the kinds stands in the list of all kinds. */
export function sortByPageOrder<T extends SectionOutline>(all: Iterable<T>): T[] {
  const unlisted = [...all].flatMap(({ kinds }) => kinds).find((kind) => !contentKinds.includes(kind))
  if (unlisted)
    throw new Error(`The kind ${unlisted.kind} is drawn in src/web/public/sections: add it to src/contract/content-kinds.ts.`)
  const place = ({ kinds }: T) => Math.min(...kinds.map((kind) => contentKinds.indexOf(kind)))
  return [...all].toSorted((a, b) => place(a) - place(b))
}

/** `count` rectangles side by side across the page in small. */
export function buildRectRow(count: number, y: number, width: number, height: number): Rect[] {
  return Array.from({ length: count }, (_, index) => [6 + (index * 68) / count, y, width, height] as const)
}

function getViewProps(reads: SectionKinds, content: PageContent): Record<string, unknown> {
  const getKindValue = (kind: ContentKind) => {
    if (isCopyKind(kind)) return getCopy(content, kind)
    return kind.shape === 'single' ? getFirstRecord(content, kind) : getRecords(content, kind)
  }
  return Object.fromEntries(Object.entries(reads).map(([name, kind]) => [name, getKindValue(kind)]))
}
