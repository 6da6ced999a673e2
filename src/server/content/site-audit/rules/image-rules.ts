import { listVariantWidths, parseMediaId } from '#contract/content/media-urls.ts'
import { SHARE_IMAGE_SIZE } from '#contract/core/share-image.ts'
import type { AuditedSitePage, AuditedSiteWithContent, SiteRuleCheck } from '../audited-site.ts'
import { findFixPlaceByValue, getFallbackFixPlace, getSeoFieldFixPlace } from '../fix-places.ts'
import { isBlank } from '../parse-page-html.ts'
import type { FixPlace } from '../run-audit-rules.ts'
import { isPublicHostName } from './link-rules.ts'

/** Limits in bytes, for the variant that browsers load. */
const MAX_IMAGE_BYTES = 300 * 1024
const MAX_PAGE_BYTES = 1_536 * 1024

/** For images of other sites, checks only the URL and sends no request. */
export const brokenImageRule: SiteRuleCheck = (site) =>
  listSiteImages(site).flatMap(({ page, src, place }) => {
    const explanation = explainBrokenImage(site, page, src)
    return explanation ? { says: `The image ${src} ${explanation}`, subject: src, pages: [page.name], place: place() } : []
  })

/** Finds library images that have no description in the library or on the page. */
export const imageDescriptionRule: SiteRuleCheck = (site) =>
  listSiteImages(site).flatMap(({ page, src, alt, place }) => {
    const libraryImage = site.pictures.get(parseMediaId(src) ?? '')
    if (alt === undefined || !isBlank(alt) || !libraryImage || !isBlank(libraryImage.alt)) return []
    const says = 'An image has no description for people who can’t see it.'
    return { says, subject: src, pages: [page.name], place: place() }
  })

export const heavyImageRule: SiteRuleCheck = (site) =>
  listSiteImages(site).flatMap(({ page, src, width, place }) => {
    // Link previews get a small variant of a library image.
    if (src === page.metadata.shareImage && site.pictures.has(parseMediaId(src) ?? '')) return []
    const bytes = getLoadedBytes(site, src, width) ?? 0
    if (bytes <= MAX_IMAGE_BYTES) return []
    const says = `An image is ${Math.round(bytes / 1024)} KB here. Keep images under 300 KB, so that the page loads quickly.`
    return { says, subject: src, pages: [page.name], place: place() }
  })

/** Finds share images that are smaller than social networks show them. The size of images on other sites is unknown. */
export const shareImageSizeRule: SiteRuleCheck = (site) =>
  site.pages.flatMap((page) => {
    const { shareImage = '' } = page.metadata
    const libraryImage = site.pictures.get(parseMediaId(shareImage) ?? '')
    if (!libraryImage) return []
    const { width, height } = libraryImage.details
    if (width >= SHARE_IMAGE_SIZE.width && height >= SHARE_IMAGE_SIZE.height) return []
    const says = `The share image is ${width} by ${height} pixels. Below ${SHARE_IMAGE_SIZE.width} by ${SHARE_IMAGE_SIZE.height}, it looks blurry on social networks.`
    return { says, subject: shareImage, pages: [page.name], place: getSeoFieldFixPlace(site, page, 'shareImage') }
  })

/** Adds up the document and everything that it loads from this site. The size of files on other sites is unknown. */
export const heavyPageRule: SiteRuleCheck = (site) =>
  site.pages.flatMap((page) => {
    const imageBytes = new Map(page.html.images.map(({ src, width }) => [src, getLoadedBytes(site, src, width) ?? 0]))
    const files = page.html.fileUrls.map((file) => site.files.get(file) ?? 0)
    const all = [page.html.bytes, ...files, ...imageBytes.values()].reduce((sum, bytes) => sum + bytes, 0)
    if (all <= MAX_PAGE_BYTES) return []
    const [heaviest] = [...imageBytes].toSorted(([, a], [, b]) => b - a)[0] ?? ['']
    const largest = heaviest && ` Its largest image is ${heaviest}.`
    const says = `This page is ${(all / 1024 / 1024).toFixed(1)} MB, which is slow to load on a phone.${largest}`
    return {
      says,
      pages: [page.name],
      place: heaviest ? findImageFixPlace(site, page, heaviest) : getFallbackFixPlace(site, page),
    }
  })

function listSiteImages(site: AuditedSiteWithContent) {
  return site.pages.flatMap((page) => {
    const pageImages = page.html.images.map((image) => ({
      ...image,
      page,
      place: () => findImageFixPlace(site, page, image.src),
    }))
    const { shareImage } = page.metadata
    if (!shareImage) return pageImages
    return [
      ...pageImages,
      { page, src: shareImage, alt: undefined, width: 1200, place: () => getSeoFieldFixPlace(site, page, 'shareImage') },
    ]
  })
}

function findImageFixPlace(site: AuditedSiteWithContent, page: AuditedSitePage, src: string): FixPlace {
  const id = parseMediaId(src)
  const isImage = (value: string) => value.trim() === src || (id !== undefined && parseMediaId(value.trim()) === id)
  return findFixPlaceByValue(site, page, isImage) ?? getFallbackFixPlace(site, page)
}

function explainBrokenImage(site: AuditedSiteWithContent, page: AuditedSitePage, src: string): string | undefined {
  const url = URL.parse(src, site.origin + page.path)
  if (!url) return 'has an address that browsers can’t read.'
  if (url.origin !== site.origin) {
    if (!/^https?:$/.test(url.protocol) || !isPublicHostName(url.hostname)) return 'isn’t on the public web.'
    const isBlocked = url.protocol === 'http:' && site.origin.startsWith('https:')
    return isBlocked ? 'doesn’t load, because its address must begin with https://.' : undefined
  }
  const id = parseMediaId(url.pathname)
  if (!id) return site.files.has(url.pathname) ? undefined : 'is missing.'
  const libraryImage = site.pictures.get(id)
  return libraryImage && !libraryImage.isDeleted ? undefined : 'is no longer in the library.'
}

/**
 * Returns the bytes that a browser loads for a box of this width (CSS px). Returns undefined if the size is unknown or
 * the variant isn't made yet.
 */
function getLoadedBytes(site: AuditedSiteWithContent, src: string, width: number): number | undefined {
  const id = parseMediaId(src)
  if (!id) return site.files.get(src)
  const image = site.pictures.get(id)
  if (!image) return undefined
  const widths = listVariantWidths(image.details.width)
  if (widths.length === 0) return image.bytes
  const loadedWidth = widths.find((one) => one >= width) ?? widths.at(-1)
  return image.variants.find((one) => one.width === loadedWidth)?.bytes
}
