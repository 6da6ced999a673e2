import { loadSearchSnippetData } from '../search-snippets/search-snippet.ts'
import { SearchSnippetOverview } from '../search-snippets/search-snippet-overview.tsx'
import { SearchSnippetPreview } from '../search-snippets/search-snippet-preview.tsx'
import { defineEditorPanels } from './editor-panels.tsx'

export const searchSnippetPanels = defineEditorPanels({
  load: loadSearchSnippetData,
  Preview: SearchSnippetPreview,
  Overview: SearchSnippetOverview,
})
