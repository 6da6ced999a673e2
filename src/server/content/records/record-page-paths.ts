import type { ContentKind } from '#contract/core/content-kind.ts'
import { buildDetailPagePath, findDetailPageOfKind, type PublishedPage } from '#contract/core/public-pages.ts'
import { isLeftOutOfSitemap } from '#contract/core/seo-fields.ts'
import type { StoredRecord } from './record-row.ts'
import { listSlugsOfRecord } from './record-slugs.ts'

/** Returns undefined if the kind has no pages or the record lacks a required text. */
export function getRecordPagePath({ kind }: ContentKind, { values }: Pick<StoredRecord, 'values'>): string | undefined {
  const page = findDetailPageOfKind(kind)
  const [slug] = listSlugsOfRecord(values)
  if (!page || slug === undefined) return undefined
  return page.requiredFields.every((name) => values[name]?.trim()) ? buildDetailPagePath(page, slug) : undefined
}

/** Lists the pages of visible records. */
export function listPagesOfVisibleRecords(contentKind: ContentKind, records: readonly StoredRecord[]): PublishedPage[] {
  const page = findDetailPageOfKind(contentKind.kind)
  if (!page) return []
  return records.flatMap((record) => {
    const path = record.isHidden ? undefined : getRecordPagePath(contentKind, record)
    if (!path) return []
    const unlisted = isLeftOutOfSitemap(record.values) && { isUnlisted: true as const }
    return [{ name: page.name, path, title: record.values[page.titleField] ?? '', recordId: record.id, ...unlisted }]
  })
}

/** `newPath` is missing if the page is gone. */
export type OldRecordPath = { oldPath: string; newPath?: string }

/**
 * Lists the old paths that serve no page. An old path leads to the record's current one. A record that lacks a required
 * text leads to `listPath`, the page that lists it. A hidden or deleted record is gone.
 */
export function listOldRecordPathsOfKind(
  contentKind: ContentKind,
  listPath: string,
  records: readonly StoredRecord[],
  deletedRecords: readonly StoredRecord[],
): OldRecordPath[] {
  const page = findDetailPageOfKind(contentKind.kind)
  if (!page) return []
  const currentPaths = new Set(listPagesOfVisibleRecords(contentKind, records).map(({ path }) => path))
  const visibleRecords = records.filter(({ isHidden }) => !isHidden)
  const moved = visibleRecords.flatMap((record) => {
    const newPath = getRecordPagePath(contentKind, record) ?? listPath
    return listSlugsOfRecord(record.values).map((slug) => ({ oldPath: buildDetailPagePath(page, slug), newPath }))
  })
  const gone = [...records.filter(({ isHidden }) => isHidden), ...deletedRecords].flatMap(({ values }) =>
    listSlugsOfRecord(values).map((slug) => ({ oldPath: buildDetailPagePath(page, slug) })),
  )
  return [...moved, ...gone].filter(({ oldPath }) => !currentPaths.has(oldPath))
}
