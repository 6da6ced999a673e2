import { ImageOff, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { SHARE_IMAGE, shareImagePath } from '../../../../contract/grammar/share-image.ts'
import type { Values } from '../../../forms/form-action.ts'
import { pageTitle } from '../../../layout/page-meta.tsx'
import { shownDescription } from '../../../public/description.ts'
import { useRoot } from '../../../root.tsx'
import { safeHref } from '../../../ui/safe-href.ts'
import { useIsLive, usePicture } from '../../shell/live.tsx'
import { WidthChoice } from '../preview/width-choice.tsx'
import { type Listing, listingOf, type SearchData } from './search-data.ts'
import { SearchResult } from './search-result.tsx'

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
        <WidthChoice widths={WIDTHS} chosen={width} onChoose={setWidth} isInvisible={!useIsLive()} />
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

type CardProps = {
  listing: Listing /** As it is on the site: the picture is drawn from what is saved. */
  saved: Listing
  business: string
}

/** A page's card where somebody shares its address. */
function ShareCard({ listing: { page, title, description, shareImage }, saved, business }: CardProps) {
  const { origin } = useRoot()
  const own = safeHref(shareImage)
  const { address, isBroken, ref } = usePicture(own ?? shareImagePath(page.name, saved.title, business))
  return (
    <div className="overflow-hidden rounded-card border border-rule bg-white">
      <div className="grid aspect-1200/630 place-items-center overflow-hidden border-b border-rule bg-sand">
        {isBroken ? (
          <ImageOff className="size-8 text-survey" aria-hidden />
        ) : (
          <img ref={ref} key={address} src={address} alt="" {...SHARE_IMAGE} className="size-full object-cover" />
        )}
      </div>
      <div className="px-4 py-3">
        <p className="truncate text-help text-muted">{URL.parse(origin)?.host}</p>
        <p className="line-clamp-2 font-semibold wrap-anywhere">{pageTitle(title, business)}</p>
        {description && <p className="mt-0.5 line-clamp-2 text-fine text-muted wrap-anywhere">{shownDescription(description)}</p>}
      </div>
    </div>
  )
}
