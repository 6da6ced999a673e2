import type { SectionLook } from '../content/section-look.ts'
import { loadSearchData, type SearchData } from './search-data.ts'
import { SearchOverview } from './search-overview.tsx'
import { SearchPreview } from './search-preview.tsx'

/** What the editor of search results adds: each page as it is found, and as it will be. */
export const searchLook: SectionLook<SearchData> = { load: loadSearchData, Preview: SearchPreview, Overview: SearchOverview }
