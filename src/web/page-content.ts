import type { ContentKind, ContentRecord } from '#contract/core/content-kind.ts'
import { type CopyKind, type CopyKindTexts, getDefaultCopyTexts } from '#contract/core/define-page-copy-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { getPublicPage, hasRecordRequiredByPage, type PublicPageName } from '#contract/core/public-pages.ts'
import { loadContentRecords } from './load-content-records.ts'

/** Public records by content kind. */
export type PageContent = Readonly<Record<string, readonly { _id: string; _sample?: true }[]>>

/** Loads all records of these kinds in parallel, each kind once. */
export async function loadPageContent(call: ApiCallFunction, kinds: readonly ContentKind[]): Promise<PageContent> {
  const loads = [...new Set(kinds)].map(
    async (contentKind) => [contentKind.kind, await loadContentRecords(call, contentKind)] as const,
  )
  return Object.fromEntries(await Promise.all(loads))
}

export function getRecords<S extends ContentKind>(content: PageContent, { kind }: S): readonly ContentRecord<S>[] {
  return (content[kind] ?? []) as unknown as readonly ContentRecord<S>[]
}

export function getFirstRecord<S extends ContentKind>(content: PageContent, contentKind: S): ContentRecord<S> | undefined {
  return getRecords(content, contentKind)[0]
}

/** Returns whether a page exists with this content, which includes the kind that the page requires. */
export function isPagePublished(page: PublicPageName, content: PageContent): boolean {
  return hasRecordRequiredByPage(getPublicPage(page), (kind) => content[kind] ?? [])
}

/** Returns the owner's copy for a section, or the default copy. */
export function getCopy<W extends CopyKind>(content: PageContent, copyKind: W): CopyKindTexts<W> {
  return getFirstRecord(content, copyKind) ?? getDefaultCopyTexts(copyKind)
}

export async function loadCopy<W extends CopyKind>(call: ApiCallFunction, copyKind: W): Promise<CopyKindTexts<W>> {
  return getCopy(await loadPageContent(call, [copyKind]), copyKind)
}
