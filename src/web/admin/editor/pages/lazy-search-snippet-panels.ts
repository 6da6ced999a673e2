import { SearchAndSharePreview } from '../search-snippets/search-and-share-preview.tsx'
import { loadSearchSnippetData } from '../search-snippets/search-snippet.ts'
import { SearchSnippetOverview } from '../search-snippets/search-snippet-overview.tsx'

export const searchSnippetPanels = {
  load: loadSearchSnippetData,
  Preview: SearchAndSharePreview,
  Overview: SearchSnippetOverview,
}
