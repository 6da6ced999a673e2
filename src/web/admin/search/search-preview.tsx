import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Values } from '../../forms/form-action.ts'
import { useIsLive } from '../parts/live.tsx'
import { listingOf, type SearchData } from './search-data.ts'
import { SearchResult } from './search-result.tsx'
import { ShareCard } from './share-card.tsx'

const WIDTHS = [
  { name: 'Desktop', Icon: Monitor },
  { name: 'Phone', Icon: Smartphone },
]

type Props = { data: SearchData; values: Values; saved: Values }

/** What becomes of a page's title, description and picture elsewhere, while they are typed. */
export function SearchPreview({ data, values, saved }: Props) {
  const [width, setWidth] = useState('Desktop')
  const isPhone = width === 'Phone'
  const listing = listingOf(data, values)
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <h2 className="grow text-heading font-semibold">Preview</h2>
        <fieldset
          aria-label="Width of the preview"
          className={`flex divide-x divide-rule overflow-clip rounded-field border border-rule bg-white ${useIsLive() ? '' : 'invisible'}`}
        >
          {WIDTHS.map(({ name, Icon }) => (
            <button
              key={name}
              type="button"
              aria-pressed={width === name}
              onClick={() => setWidth(name)}
              className="flex min-h-11 items-center gap-2 px-3.5 text-fine font-semibold text-muted hover:text-ink aria-pressed:bg-pine aria-pressed:text-white"
            >
              <Icon className="size-4.5" aria-hidden />
              {name}
            </button>
          ))}
        </fieldset>
      </div>
      {listing ? (
        <div className={`mt-4 grid gap-6 ${isPhone ? 'max-w-90' : 'max-w-150'}`}>
          <div>
            <h3 className="mb-2 font-semibold">In a list of search results</h3>
            <div className="rounded-card border border-rule bg-white p-5">
              <SearchResult listing={listing} business={data.business} isPhone={isPhone} />
            </div>
          </div>
          <div>
            <h3 className="mb-2 font-semibold">Where somebody shares the address</h3>
            <ShareCard
              listing={listing}
              saved={listingOf(data, { ...saved, page: listing.page.name }) ?? listing}
              business={data.business}
            />
          </div>
          <Notes values={values} saved={saved} />
        </div>
      ) : (
        <p className="mt-4 text-muted">Choose a page to see how it is found.</p>
      )}
    </>
  )
}

/** Says which words are the page's own, and what the preview cannot know. */
function Notes({ values, saved }: Pick<Props, 'values' | 'saved'>) {
  const left = [
    ...(values.pageTitle?.trim() ? [] : ['title']),
    ...(values.pageDescription?.trim() ? [] : ['description']),
    ...(values.shareImage?.trim() ? [] : ['picture']),
  ]
  const isRedrawn = !values.shareImage?.trim() && values.pageTitle !== saved.pageTitle
  return (
    <div className="grid gap-1 bg-paper text-help text-muted">
      {left.length > 0 && <p>From the page itself: {new Intl.ListFormat('en-GB').format(left)}.</p>}
      {isRedrawn && <p>The picture is drawn with the new title once it is saved.</p>}
      <p>Search engines decide in the end; now and then they choose other words of the page.</p>
    </div>
  )
}
