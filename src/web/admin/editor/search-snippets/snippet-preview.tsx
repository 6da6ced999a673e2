import { ImageOff, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { buildShareImageUrl, SHARE_IMAGE_SIZE } from '#contract/core/share-image.ts'
import type { Values } from '#web/forms/form-action.ts'
import { formatPageTitle } from '#web/layout/page-title.ts'
import { trimMetaDescription } from '#web/public/meta-description.ts'
import { useRootData } from '#web/root-route.tsx'
import { toSafeUrl } from '#web/ui/safe-url.ts'
import { useDebouncedImageUrl } from '../../shell/use-debounced-image-url.ts'
import { WidthChoice } from '../preview/width-choice.tsx'
import { buildSearchSnippet, type SearchSnippet, type SearchSnippetDefaults } from './build-search-snippet.ts'
import { SearchSnippetCard } from './search-snippet-card.tsx'

const WIDTHS = [
  { name: 'Desktop', Icon: Monitor },
  { name: 'Phone', Icon: Smartphone },
]

type Props = { data: SearchSnippetDefaults; values: Values; savedValues: Values }

/** Previews a page's typed title, description and image in search results and in a share card. */
export function SnippetPreview({ data, values, savedValues }: Props) {
  const [width, setWidth] = useState('Desktop')
  const isPhone = width === 'Phone'
  const snippet = buildSearchSnippet(data, values)
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <h2 className="grow text-heading font-semibold">Preview</h2>
        <WidthChoice widths={WIDTHS} chosen={width} onChoose={setWidth} />
      </div>
      {snippet ? (
        <div className={`mt-4 grid gap-6 ${isPhone ? 'max-w-90' : 'max-w-150'}`}>
          <div>
            <h3 className="mb-2 font-semibold">In search results</h3>
            <div className="rounded-card border border-rule bg-white p-5">
              <SearchSnippetCard snippet={snippet} business={data.business} isPhone={isPhone} />
            </div>
          </div>
          <div>
            <h3 className="mb-2 font-semibold">When someone shares the link</h3>
            <ShareCard
              snippet={snippet}
              savedSnippet={buildSearchSnippet(data, { ...savedValues, page: snippet.page.name }) ?? snippet}
              business={data.business}
              logo={data.logo}
            />
          </div>
          <PreviewNotes values={values} savedValues={savedValues} />
        </div>
      ) : (
        <p className="mt-4 text-muted">Choose a page to see how it looks in search results.</p>
      )}
    </>
  )
}

/** Says which values come from the page, and whether a save renders a new image. */
function PreviewNotes({ values, savedValues }: Pick<Props, 'values' | 'savedValues'>) {
  const pageDefaults = [
    ...(values.pageTitle?.trim() ? [] : ['title']),
    ...(values.pageDescription?.trim() ? [] : ['description']),
    ...(values.shareImage?.trim() ? [] : ['image']),
  ]
  const willRerenderImage = !values.shareImage?.trim() && values.pageTitle !== savedValues.pageTitle
  return (
    <div className="grid gap-1 bg-paper text-help text-muted">
      {pageDefaults.length > 0 && <p>From the page itself: {new Intl.ListFormat('en-US').format(pageDefaults)}.</p>}
      {willRerenderImage && <p>The image gets the new title when you save.</p>}
      <p>Search engines decide what they show. Sometimes they pick other text from the page.</p>
    </div>
  )
}

type CardProps = {
  snippet: SearchSnippet
  /** The server renders the share image from saved values. */
  savedSnippet: SearchSnippet
  business: string
  logo: string
}

function ShareCard({ snippet: { page, title, description, shareImage }, savedSnippet, business, logo }: CardProps) {
  const { origin } = useRootData()
  const customImage = toSafeUrl(shareImage)
  const { url, isBroken, ref } = useDebouncedImageUrl(
    customImage ?? buildShareImageUrl(page.name, { title: savedSnippet.title, businessName: business, logo }),
  )
  return (
    <div className="overflow-hidden rounded-card border border-rule bg-white">
      <div className="grid aspect-1200/630 place-items-center overflow-hidden border-b border-rule bg-sand">
        {isBroken ? (
          <ImageOff className="size-8 text-survey" aria-hidden />
        ) : (
          <img ref={ref} key={url} src={url} alt="" {...SHARE_IMAGE_SIZE} className="size-full object-cover" />
        )}
      </div>
      <div className="px-4 py-3">
        <p className="truncate text-help text-muted">{URL.parse(origin)?.host}</p>
        <p className="line-clamp-2 font-semibold wrap-anywhere">{formatPageTitle(title, business)}</p>
        {description && (
          <p className="mt-0.5 line-clamp-2 text-fine text-muted wrap-anywhere">{trimMetaDescription(description)}</p>
        )}
      </div>
    </div>
  )
}
