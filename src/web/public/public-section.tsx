import type { ComponentType, ReactNode } from 'react'
import { contentKinds } from '#contract/content-kinds.ts'
import { type ContentKind, type ContentRecord, isKindShownOnPage } from '#contract/core/content-kind.ts'
import { type CopyKind, type CopyKindTexts, isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import type { PublicPageName } from '#contract/core/public-pages.ts'
import { getCopy, getFirstRecord, getRecords, type PageContent } from '../page-content.ts'

/** The content kinds that a section reads, by prop name. */
type SectionKinds = Readonly<Record<string, ContentKind>>

/** The props of a section's view: the text of copy kinds, the record of other single kinds, and all records of lists. */
export type SectionViewProps<R extends SectionKinds> = { page?: PublicPageName } & {
  [Name in keyof R]: R[Name] extends CopyKind
    ? CopyKindTexts<R[Name]>
    : R[Name]['shape'] extends 'single'
      ? ContentRecord<R[Name]> | undefined
      : readonly ContentRecord<R[Name]>[]
}

/** A section's icon on the All content page: an SVG path, `ink`, in a block that is `MINIATURE_VIEWBOX_WIDTH` wide. */
export type SectionMiniature = {
  height: number
  ink: string
  /** Dark background, as in the call to action and the footer. */
  isDark?: true
}

/** The width of a miniature page, in miniature units. */
export const MINIATURE_VIEWBOX_WIDTH = 80

/** What the admin menu needs of a section: everything except its view. */
export type SectionKindsAndMiniature = {
  /** The kinds that an owner edits to change this section. */
  kinds: readonly ContentKind[]
  miniature: SectionMiniature
  /** Set if the section is on fewer pages than its kinds are. */
  pages?: readonly PublicPageName[]
  /** Set if the frame or the page itself places the section. Otherwise it stands between the others in page order. */
  renderedBy?: 'frame' | 'page'
  /** The section's heading is the page's heading. */
  hasPageHeading?: true
}

/** A section of the public pages. Each folder in `sections/` has one. */
export type PublicSection = SectionKindsAndMiniature & {
  /** All kinds that the view reads, including `kinds`. */
  reads: readonly ContentKind[]
  /** Renders the section, or nothing without records. Without a page, it renders in the frame. */
  render: (content: PageContent, page?: PublicPageName) => ReactNode
}

/**
 * Adds a view to a section's kinds and miniature. The types fail if the view's props don't match `reads`.
 * The annotation below lets a build that imports only `sectionKindsAndMiniature` drop the views.
 */
/* @__NO_SIDE_EFFECTS__ */
export function definePublicSection<const R extends SectionKinds>(
  sectionKindsAndMiniature: SectionKindsAndMiniature,
  reads: R,
  View: ComponentType<SectionViewProps<R>>,
): PublicSection {
  const ViewComponent = View as ComponentType<{ page?: PublicPageName }>
  return {
    ...sectionKindsAndMiniature,
    reads: Object.values(reads),
    render: (content, page) => <ViewComponent page={page} {...getViewProps(reads, content)} />,
  }
}

export function isSectionOnPage({ pages, kinds }: SectionKindsAndMiniature, page: PublicPageName): boolean {
  return pages ? pages.includes(page) : kinds.some((kind) => isKindShownOnPage(kind, page))
}

/** Sorts sections by the position of their first kind in `contentKinds`. Throws for a kind that isn't listed there. */
export function sortSectionsByPageOrder<T extends SectionKindsAndMiniature>(sections: Iterable<T>): T[] {
  const unlistedKind = [...sections].flatMap(({ kinds }) => kinds).find((kind) => !contentKinds.includes(kind))
  if (unlistedKind)
    throw new Error(`src/web/public/sections renders the kind ${unlistedKind.kind}: add it to src/contract/content-kinds.ts.`)
  const getPosition = ({ kinds }: T) => Math.min(...kinds.map((kind) => contentKinds.indexOf(kind)))
  return [...sections].toSorted((a, b) => getPosition(a) - getPosition(b))
}

/** Returns the path of `count` rectangles side by side across a miniature page. */
export function drawRow(count: number, y: number, width: number, height: number): string {
  const starts = Array.from({ length: count }, (_, index) => 6 + (index * 68) / count)
  return starts.map((x) => `M${x} ${y}h${width}v${height}h-${width}z`).join('')
}

function getViewProps(reads: SectionKinds, content: PageContent): Record<string, unknown> {
  const getKindValue = (kind: ContentKind) => {
    if (isCopyKind(kind)) return getCopy(content, kind)
    return kind.shape === 'single' ? getFirstRecord(content, kind) : getRecords(content, kind)
  }
  return Object.fromEntries(Object.entries(reads).map(([name, kind]) => [name, getKindValue(kind)]))
}
