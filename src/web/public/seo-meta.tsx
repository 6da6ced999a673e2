import { logo } from '#contract/content/kinds/logo.ts'
import type { PageMetadata } from '#contract/core/page-rendering-interface.ts'
import { getPublicPage, getTextVersionPath, type PublicPageName } from '#contract/core/public-pages.ts'
import { buildCroppedShareImageUrl, buildShareImageUrl, SHARE_IMAGE_SIZE } from '#contract/core/share-image.ts'
import { formatPageTitle, truncateAtWord } from '../layout/page-title.ts'
import { useBusinessFacts, useSiteFrameContent } from '../layout/use-site-frame-content.ts'
import { getFirstRecord } from '../page-content.ts'
import { useRootData } from '../root-route.tsx'
import { useLibraryImageDetails } from '../ui/content-image.tsx'
import { toAbsoluteUrl } from '../ui/safe-url.ts'
import { trimMetaDescription } from './meta-description.ts'

type Props = {
  page: PublicPageName
  /** The path of a record's page. Such pages share one name. */
  path?: string
  metadata: PageMetadata
}

/** Renders the tags for search engines and link previews. React moves them into the head. */
export function SeoMeta({ page, path, metadata }: Props) {
  const { title, description, shareImage, shareImageAlt, socialTitle, socialText, verification = {} } = metadata
  const { origin, isKeptOut } = useRootData()
  const { name } = useBusinessFacts()
  const logoUrl = getFirstRecord(useSiteFrameContent().content, logo)?.logo.trim() ?? ''
  const pagePath = path ?? getPublicPage(page).path
  const canonicalUrl = toAbsoluteUrl(metadata.canonicalUrl, origin) ?? origin + pagePath
  const fullTitle = formatPageTitle(title, name)
  const metaDescription = description && trimMetaDescription(description)
  const isUnlisted = metadata.isHiddenFromSearch || metadata.canonicalUrl
  const shareTitle = socialTitle || fullTitle
  const shareText = socialText ? trimMetaDescription(socialText) : metaDescription
  const libraryImage = useLibraryImageDetails(shareImage)
  const externalImageUrl = libraryImage ? undefined : toAbsoluteUrl(shareImage, origin)
  const imagePath = libraryImage
    ? buildCroppedShareImageUrl(path ?? page, libraryImage)
    : buildShareImageUrl(path ?? page, { title, businessName: name, logo: logoUrl })
  const imageUrl = externalImageUrl ?? origin + imagePath
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="robots" content={isKeptOut || metadata.isHiddenFromSearch ? 'noindex' : 'max-image-preview:large'} />
      {metaDescription && <meta name="description" content={metaDescription} />}
      {verification.google && <meta name="google-site-verification" content={verification.google} />}
      {verification.bing && <meta name="msvalidate.01" content={verification.bing} />}
      <link rel="canonical" href={canonicalUrl} />
      {!isUnlisted && <link rel="alternate" type="text/plain" href={origin + getTextVersionPath(pagePath)} />}
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="en_US" />
      <meta property="og:site_name" content={truncateAtWord(name, 200)} />
      <meta property="og:title" content={shareTitle} />
      {shareText && <meta property="og:description" content={shareText} />}
      <meta property="og:url" content={canonicalUrl} />
      <meta property="og:image" content={imageUrl} />
      {/* The size of an image on another site is unknown. */}
      {!externalImageUrl && <meta property="og:image:width" content={String(SHARE_IMAGE_SIZE.width)} />}
      {!externalImageUrl && <meta property="og:image:height" content={String(SHARE_IMAGE_SIZE.height)} />}
      <meta property="og:image:alt" content={shareImageAlt || libraryImage?.alt || shareTitle} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={shareTitle} />
      {shareText && <meta name="twitter:description" content={shareText} />}
      <meta name="twitter:image" content={imageUrl} />
    </>
  )
}
