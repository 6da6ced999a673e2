import { formatPageTitle } from '#web/layout/page-title.ts'
import { trimMetaDescription } from '#web/public/meta-description.ts'
import { useRootData } from '#web/root-route.tsx'
import { formatBreadcrumb, type SearchSnippet } from './build-search-snippet.ts'

type Props = { snippet: SearchSnippet; business: string; isPhone?: boolean }

/** One line, scaled from 20 px in a card 600 px wide, as search engines show it on wide screens. */
const WIDE_TITLE = '@sm:line-clamp-1 @sm:text-[clamp(0.9375rem,3.4cqi,1.25rem)]'

/** Shows a page as a search engine lists it. Cuts the texts as the page does. */
export function SearchSnippetCard({ snippet: { page, title, description }, business, isPhone }: Props) {
  const { origin } = useRootData()
  return (
    <div className="@container min-w-0">
      <div className="flex items-center gap-3">
        <span className="grid size-7 flex-none place-items-center rounded-full border border-rule bg-white">
          <img src="/favicon.svg" alt="" width="18" height="18" />
        </span>
        <span className="min-w-0 text-fine leading-snug">
          <span className="block truncate">{business}</span>
          <span className="block truncate text-help text-muted">{formatBreadcrumb(origin, page)}</span>
        </span>
      </div>
      <p className={`mt-1.5 line-clamp-2 text-lg leading-snug text-info wrap-anywhere ${isPhone ? '' : WIDE_TITLE}`}>
        {formatPageTitle(title, business)}
      </p>
      {description && (
        <p className={`mt-0.5 line-clamp-4 text-fine text-muted wrap-anywhere ${isPhone ? '' : '@sm:line-clamp-3'}`}>
          {trimMetaDescription(description)}
        </p>
      )}
    </div>
  )
}
