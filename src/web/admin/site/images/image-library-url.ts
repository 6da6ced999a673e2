import { parsePageNumber } from '../../../lists/load-list-page.ts'
import { adminPaths } from '../../navigation.ts'

/** What the page of pictures shows, as far as its address says. */
export type ImageLibraryQuery = {
  page: number
  search: string
  /** The picture whose places are listed. */
  usesOfImageId?: string
}

export function parseImageLibraryQuery(params: URLSearchParams): ImageLibraryQuery {
  const usesOfImageId = params.get('uses') ?? undefined
  return { page: parsePageNumber(params), search: params.get('search')?.trim() ?? '', ...(usesOfImageId && { usesOfImageId }) }
}

/** The address that shows it; what goes without saying is left out. */
export function buildImageLibraryUrl({ page = 1, search = '', usesOfImageId }: Partial<ImageLibraryQuery>): string {
  const params = new URLSearchParams({
    ...(search && { search }),
    ...(page > 1 && { page: String(page) }),
    ...(usesOfImageId && { uses: usesOfImageId }),
  })
  return params.size === 0 ? adminPaths.images : `${adminPaths.images}?${params}`
}
