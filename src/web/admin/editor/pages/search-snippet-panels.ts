import { loadSearchSnippetDefaults } from '../search-snippets/build-search-snippet.ts'
import { SearchAndSharePreview } from '../search-snippets/search-and-share-preview.tsx'
import { SearchSnippetOverview } from '../search-snippets/search-snippet-overview.tsx'

export const searchSnippetPanels = {
  load: loadSearchSnippetDefaults,
  Preview: SearchAndSharePreview,
  Overview: SearchSnippetOverview,
}
