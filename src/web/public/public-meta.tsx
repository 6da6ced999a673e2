import { type PublicPageName, publicPage, textAddressOf } from '../../contract/grammar/public-pages.ts'
import type { PageFacts } from '../../contract/grammar/rendering.ts'
import { SHARE_IMAGE, shareImagePath } from '../../contract/grammar/share-image.ts'
import { useBusiness } from '../layout/frame-content.ts'
import { clip, pageTitle } from '../layout/page-meta.tsx'
import { useRoot } from '../root.tsx'
import { absoluteAddress } from '../ui/safe-href.ts'
import { shownDescription } from './description.ts'

type Props = {
  page: PublicPageName
  /** Of the page of a record, whose name others have too. */
  path?: string
  facts: PageFacts
}

/** What a public page tells search engines and link previews. React lifts all of it into the head. */
export function PublicMeta({ page, path, facts: { title, description, shareImage } }: Props) {
  const { origin, isKeptOut } = useRoot()
  const { name } = useBusiness()
  const at = path ?? publicPage(page).path
  const address = origin + at
  const fullTitle = pageTitle(title, name)
  const summary = description && shownDescription(description)
  const own = absoluteAddress(shareImage, origin)
  const picture = own ?? origin + shareImagePath(path ?? page, title, name)
  return (
    <>
      <title>{fullTitle}</title>
      {isKeptOut && <meta name="robots" content="noindex" />}
      {summary && <meta name="description" content={summary} />}
      <link rel="canonical" href={address} />
      <link rel="alternate" type="text/plain" href={origin + textAddressOf(at)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={clip(name, 200)} />
      <meta property="og:title" content={fullTitle} />
      {summary && <meta property="og:description" content={summary} />}
      <meta property="og:url" content={address} />
      <meta property="og:image" content={picture} />
      {/* Nobody knows the size of a picture that the owner chose. */}
      {!own && <meta property="og:image:width" content={String(SHARE_IMAGE.width)} />}
      {!own && <meta property="og:image:height" content={String(SHARE_IMAGE.height)} />}
      <meta property="og:image:alt" content={fullTitle} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={fullTitle} />
      {summary && <meta name="twitter:description" content={summary} />}
      <meta name="twitter:image" content={picture} />
    </>
  )
}
