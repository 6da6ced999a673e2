import { ImageOff } from 'lucide-react'
import { SHARE_IMAGE, shareImagePath } from '../../../contract/share-image.ts'
import { clip, pageTitle } from '../../layout/page-meta.tsx'
import { useRoot } from '../../root.tsx'
import { safeHref } from '../../ui/safe-href.ts'
import { usePicture } from '../parts/live.tsx'
import type { Listing } from './search-data.ts'

type Props = {
  listing: Listing /** As it is on the site: the picture is drawn from what is saved. */
  saved: Listing
  business: string
}

/** A page's card where somebody shares its address. */
export function ShareCard({ listing: { page, title, description, shareImage }, saved, business }: Props) {
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
        {description && <p className="mt-0.5 line-clamp-2 text-fine text-muted wrap-anywhere">{clip(description, 160)}</p>}
      </div>
    </div>
  )
}
