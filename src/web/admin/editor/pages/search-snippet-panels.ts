import { loadSearchSnippetData } from '../search-snippets/search-snippet.ts'
import { SearchSnippetOverview } from '../search-snippets/search-snippet-overview.tsx'
import { SearchSnippetPreview } from '../search-snippets/search-snippet-preview.tsx'
import { registerEditorPanels } from './editor-panels.tsx'

export function registerSearchSnippetPanels(): void {
  registerEditorPanels('searchResults', {
    load: loadSearchSnippetData,
    Preview: SearchSnippetPreview,
    Overview: SearchSnippetOverview,
  })
}
