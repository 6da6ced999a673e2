import { loadSearchSnippetDefaults } from '../search-snippets/build-search-snippet.ts'
import { SearchSnippetOverview } from '../search-snippets/search-snippet-overview.tsx'
import { SnippetPreview } from '../search-snippets/snippet-preview.tsx'

export const searchSnippetPanels = {
  load: loadSearchSnippetDefaults,
  Preview: SnippetPreview,
  Overview: SearchSnippetOverview,
}
