import { generatePath, Link } from 'react-router'
import { type ContentKind, editorOf } from '../../../../contract/grammar/content-kind.ts'
import { buttonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import type { ContentRecord } from '../records/content-record.ts'
import { listingOf, recordListing, type SearchData } from './search-data.ts'
import { SearchResult } from './search-result.tsx'

type Props = { data: SearchData; contentKind: ContentKind; records: readonly ContentRecord[] }

/** Every public page as it is found today, with the way to other words for it. */
export function SearchOverview({ data, contentKind, records }: Props) {
  return (
    <section aria-labelledby="pages-found" className="border-b border-rule px-(--edge) py-8">
      <h2 id="pages-found" tabIndex={-1} className="text-heading font-semibold">
        How each page is found
      </h2>
      <p className="text-muted">A page without words of yours says it itself, and changes with its content.</p>
      <ul className="mt-4 max-w-240 border-t-[1.5px] border-ink">
        {data.pages.map((facts) => {
          const { page, record: own } = facts
          const record = records.find(({ values }) => values.page === page)
          const listing = own ? recordListing(facts) : listingOf(data, record?.values ?? { page })
          const name = own?.title ?? page
          const isOwn = own ? own.isOwn : record !== undefined
          return (
            <li key={page} className="flex flex-wrap items-start gap-x-8 gap-y-4 border-b border-rule-light py-5">
              <div className="min-w-0 grow basis-80">
                <h3 className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                  {name}
                  <Chip tone={isOwn ? 'success' : 'neutral'}>{isOwn ? 'Your words' : 'In its own words'}</Chip>
                </h3>
                {listing && <SearchResult listing={listing} business={data.business} />}
              </div>
              <Link to={own?.editor ?? addressOf(contentKind, page, record)} className={buttonClass('outline')}>
                {isOwn ? 'Edit Now' : 'Write your own'}
                <span className="sr-only">for {name}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The record's editor, or the add form with the page chosen and its title to type. */
function addressOf(contentKind: ContentKind, page: string, record: ContentRecord | undefined): string {
  const editor = record && editorOf(contentKind, record.values)
  if (editor) return generatePath(editor.path, { id: record.id })
  return `?page=${page}#add-${contentKind.kind}-pageTitle`
}
