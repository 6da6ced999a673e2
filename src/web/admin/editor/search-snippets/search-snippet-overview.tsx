import { generatePath, Link } from 'react-router'
import { type ContentKind, findEditorPageForRecord } from '#contract/core/content-kind.ts'
import { getButtonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import type { EditorRecord } from '../records/load-editor-records.ts'
import { buildSearchSnippet, type SearchSnippetDefaults, toSearchSnippet } from './build-search-snippet.ts'
import { SearchSnippetCard } from './search-snippet-card.tsx'

type Props = { data: SearchSnippetDefaults; contentKind: ContentKind; records: readonly EditorRecord[] }

/** Shows the search snippet of every public page, with a link that edits it. */
export function SearchSnippetOverview({ data, contentKind, records }: Props) {
  return (
    <section aria-labelledby="pages-found" className="border-b border-rule px-(--edge) py-8">
      <h2 id="pages-found" tabIndex={-1} className="text-heading font-semibold">
        How each page looks in search results
      </h2>
      <p className="text-muted">Pages without custom text use their own content.</p>
      <ul className="mt-4 max-w-240 border-t-[1.5px] border-ink">
        {data.pages.map((pageMetadata) => {
          const { page, record: pageRecord } = pageMetadata
          const record = records.find(({ values }) => values.page === page)
          const snippet = pageRecord ? toSearchSnippet(pageMetadata) : buildSearchSnippet(data, record?.values ?? { page })
          const name = pageRecord?.title ?? page
          const hasOwnText = pageRecord ? pageRecord.isOwn : record !== undefined
          return (
            <li key={page} className="flex flex-wrap items-start gap-x-8 gap-y-4 border-b border-rule-light py-5">
              <div className="min-w-0 grow basis-80">
                <h3 className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                  {name}
                  <Chip tone={hasOwnText ? 'success' : 'neutral'}>{hasOwnText ? 'Custom' : 'Automatic'}</Chip>
                </h3>
                {snippet && <SearchSnippetCard snippet={snippet} business={data.business} />}
              </div>
              <Link to={pageRecord?.editor ?? buildEditorPath(contentKind, page, record)} className={getButtonClass('outline')}>
                {hasOwnText ? 'Edit Now' : 'Write your own'}
                <span className="sr-only">for {name}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Returns the record's editor, or the add form with the page preselected. */
function buildEditorPath(contentKind: ContentKind, page: string, record: EditorRecord | undefined): string {
  const editor = record && findEditorPageForRecord(contentKind, record.values)
  if (editor) return generatePath(editor.path, { id: record.id })
  return `?page=${encodeURIComponent(page)}#add-${contentKind.kind}-pageTitle`
}
