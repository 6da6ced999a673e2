import { loadSearchData } from '../search/search-data.ts'
import { SearchOverview } from '../search/search-overview.tsx'
import { SearchPreview } from '../search/search-preview.tsx'
import { registerPanels } from './editor-panels.tsx'

/** Each page as search results show it, now and after the save. */
export function registerSearchPanels(): void {
  registerPanels('searchResults', { load: loadSearchData, Preview: SearchPreview, Overview: SearchOverview })
}
