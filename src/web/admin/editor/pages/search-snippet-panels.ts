import { loadSearchSnippetData } from '../search-snippets/search-snippet.ts'
import { SearchSnippetOverview } from '../search-snippets/search-snippet-overview.tsx'
import { SearchSnippetPreview } from '../search-snippets/search-snippet-preview.tsx'
import { registerEditorPanels } from './editor-panels.tsx'

/** Each page as search results show it, now and after the save. */
export function registerSearchSnippetPanels(): void {
  registerEditorPanels('searchResults', {
    load: loadSearchSnippetData,
    Preview: SearchSnippetPreview,
    Overview: SearchSnippetOverview,
  })
}
