import { loadSearchSnippetData } from '../search-snippets/search-snippet.ts'
import { SearchSnippetOverview } from '../search-snippets/search-snippet-overview.tsx'
import { SearchSnippetPreview } from '../search-snippets/search-snippet-preview.tsx'

export const searchSnippetPanels = {
  load: loadSearchSnippetData,
  Preview: SearchSnippetPreview,
  Overview: SearchSnippetOverview,
}
