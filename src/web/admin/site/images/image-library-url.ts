import { buildListUrl, parsePageNumber } from '#web/lists/load-list-page.ts'
import { adminPaths } from '../../admin-paths.ts'

/** The page's URL parameters. */
export type ImageLibraryQuery = {
  page: number
  search: string
  /** The image that the page lists the uses of. */
  usesOfImageId?: string
}

export function parseImageLibraryQuery(params: URLSearchParams): ImageLibraryQuery {
  const usesOfImageId = params.get('uses') ?? undefined
  return { page: parsePageNumber(params), search: params.get('search')?.trim() ?? '', ...(usesOfImageId && { usesOfImageId }) }
}

/** Returns the page's URL without default values. */
export function buildImageLibraryUrl({ page, search, usesOfImageId }: Partial<ImageLibraryQuery>): string {
  return buildListUrl(adminPaths.images, { search, page, uses: usesOfImageId })
}
