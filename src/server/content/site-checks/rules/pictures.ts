import { mediaIdOf, variantWidths } from '../../../../contract/content/media.ts'
import type { Place } from '../audit.ts'
import { isBlank } from '../read-page.ts'
import { type Check, type CheckedPage, listingPlace, partOf, type Site, whereSaid } from '../site.ts'
import { isHost } from './links.ts'

/** In bytes, as browsers load it for its box. */
const HEAVY_PICTURE = 300 * 1024
const HEAVY_PAGE = 1_536 * 1024

/** Of other sites only the spelling is looked at: nothing is asked of them. */
export const brokenPicture: Check = (site) =>
  picturesIn(site).flatMap(({ page, src, place }) => {
    const why = brokenBecause(site, page, src)
    return why ? { says: `The picture ${src} ${why}`, subject: src, pages: [page.name], place: place() } : []
  })

/** A picture of the library that nobody has described, and whose place says nothing of it either. */
export const pictureWords: Check = (site) =>
  picturesIn(site).flatMap(({ page, src, alt, place }) => {
    const known = site.pictures.get(mediaIdOf(src) ?? '')
    if (alt === undefined || !isBlank(alt) || !known || !isBlank(known.alt)) return []
    const says = 'A picture has no description for people who cannot see it.'
    return { says, subject: src, pages: [page.name], place: place() }
  })

export const heavyPicture: Check = (site) =>
  picturesIn(site).flatMap(({ page, src, width, place }) => {
    const bytes = bytesOf(site, src, width) ?? 0
    if (bytes <= HEAVY_PICTURE) return []
    const says = `A picture has ${Math.round(bytes / 1024)} KB as it is shown here; 300 KB load quickly.`
    return { says, subject: src, pages: [page.name], place: place() }
  })

/** The document and all it loads from this site. What other sites send along is not known. */
export const heavyPage: Check = (site) =>
  site.pages.flatMap((page) => {
    const pictures = new Map(page.html.images.map(({ src, width }) => [src, bytesOf(site, src, width) ?? 0]))
    const files = page.html.files.map((file) => site.files.get(file) ?? 0)
    const all = [page.html.bytes, ...files, ...pictures.values()].reduce((sum, bytes) => sum + bytes, 0)
    if (all <= HEAVY_PAGE) return []
    const [heaviest] = [...pictures].toSorted(([, a], [, b]) => b - a)[0] ?? ['']
    const largest = heaviest && ` Its largest picture is ${heaviest}.`
    const says = `This page loads ${(all / 1024 / 1024).toFixed(1)} MB; a phone on a slow line waits for it.${largest}`
    return { says, pages: [page.name], place: heaviest ? pictureField(site, page, heaviest) : partOf(page) }
  })

/** Those on each page, and the one that previews of its address show. */
function picturesIn(site: Site) {
  return site.pages.flatMap((page) => {
    const shown = page.html.images.map((image) => ({ ...image, page, place: () => pictureField(site, page, image.src) }))
    const { shareImage } = page.facts
    if (!shareImage) return shown
    return [...shown, { page, src: shareImage, alt: undefined, width: 1200, place: () => listingPlace(site, page, 'shareImage') }]
  })
}

function pictureField(site: Site, page: CheckedPage, src: string): Place {
  return whereSaid(site, page, (value) => value.trim() === src) ?? partOf(page)
}

function brokenBecause(site: Site, page: CheckedPage, src: string): string | undefined {
  const url = URL.parse(src, site.origin + page.path)
  if (!url) return 'has no address that browsers understand.'
  if (url.origin !== site.origin) {
    if (!/^https?:$/.test(url.protocol) || !isHost(url.hostname)) return 'has no address on the web.'
    const isBlocked = url.protocol === 'http:' && site.origin.startsWith('https:')
    return isBlocked ? 'is not loaded here: its address must begin with https://.' : undefined
  }
  const id = mediaIdOf(url.pathname)
  if (!id) return site.files.has(url.pathname) ? undefined : 'is not there.'
  const known = site.pictures.get(id)
  return known && !known.isDeleted ? undefined : 'is no longer in the library.'
}

/** What a browser loads for a box that is so wide; undefined where nobody knows, and until that form is made. */
function bytesOf(site: Site, src: string, width: number): number | undefined {
  const id = mediaIdOf(src)
  if (!id) return site.files.get(src)
  const picture = site.pictures.get(id)
  if (!picture) return undefined
  const widths = variantWidths(picture.facts.width)
  if (widths.length === 0) return picture.bytes
  const wanted = widths.find((one) => one >= width) ?? widths.at(-1)
  return picture.variants.find((one) => one.width === wanted)?.bytes
}
