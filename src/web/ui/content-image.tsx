import { createContext, type ImgHTMLAttributes, type ReactNode, useContext } from 'react'
import type { ImageDisplayDetails } from '#contract/content/media.ts'
import {
  addFileNameToMediaUrl,
  getVariantUrl,
  listVariantWidths,
  parseMediaId,
  VARIANT_FORMATS,
} from '#contract/content/media-urls.ts'
import { getIconFieldUrl } from '#contract/core/built-in-icons.ts'
import { getIllustrationUrl } from './illustration-sprite.ts'
import { toSafeUrl } from './safe-url.ts'

type Props = {
  src: string
  /** The size in CSS pixels, of the image or its box. The browser reserves the space before the image loads. */
  width: number
  height: number
  className?: string
  /** An illustration shows whole, on the page's background. A photo fills its box, with a background until it loads. */
  kind?: 'photo' | 'illustration'
  /** What an owner's image shows, in words of its record. It is the alt text of an image without one. */
  subject?: string | undefined
  /** Visible when the page opens. */
  isAboveFold?: boolean
}

const LibraryImages = createContext<ReadonlyMap<string, ImageDisplayDetails>>(new Map())

/** Provides the library's details to every image inside. */
export function LibraryImageProvider({ images, children }: { images: readonly ImageDisplayDetails[]; children: ReactNode }) {
  return <LibraryImages value={new Map(images.map((image) => [parseMediaId(image.url) ?? '', image]))}>{children}</LibraryImages>
}

/** Returns the library's details of an image. Returns undefined for other images. */
export function useLibraryImageDetails(src: string | undefined): ImageDisplayDetails | undefined {
  return useContext(LibraryImages).get(parseMediaId(src ?? '') ?? 'none')
}

/** Renders an image in a box sized by `className`. The box keeps its background if the URL is broken. */
export function ContentImage({ src, width, height, className = '', kind = 'photo', subject = '', isAboveFold }: Props) {
  const libraryImage = useLibraryImageDetails(src)
  const path = toSafeUrl(src)
  // No lazy loading: a screenshot of the whole page must show every image (decision 1).
  const image = { fetchPriority: isAboveFold ? 'high' : 'low' } as const
  return (
    <span className={`picture ${kind === 'photo' ? 'picture-ground' : 'picture-illustration'} ${className}`}>
      {libraryImage ? (
        <LibraryImage details={libraryImage} boxWidth={width} alt={libraryImage.alt || subject} {...image} />
      ) : (
        path && (
          <img
            src={getIllustrationUrl(path, kind === 'photo' ? 'cover' : 'contain')}
            alt={path.startsWith('/art/') ? '' : subject}
            width={width}
            height={height}
            {...image}
          />
        )
      )}
    </span>
  )
}

type LibraryImageProps = { details: ImageDisplayDetails; boxWidth: number; alt: string } & ImgHTMLAttributes<HTMLImageElement>

/** Offers the browser all variants. It picks the smallest sharp one, or the original if it knows neither format. */
function LibraryImage({ details: { url, width, height, focusX, focusY, fileName }, boxWidth, alt, ...image }: LibraryImageProps) {
  const id = parseMediaId(url) ?? ''
  const focus = [getFocusClass('x', focusX), getFocusClass('y', focusY)].filter(Boolean).join(' ')
  const originalImage = (
    <img
      src={addFileNameToMediaUrl(url, fileName)}
      alt={alt}
      width={width}
      height={height}
      className={focus || undefined}
      {...image}
    />
  )
  const widths = listVariantWidths(width)
  if (widths.length === 0) return originalImage
  return (
    <picture>
      {VARIANT_FORMATS.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={widths
            .map((variantWidth) => `${addFileNameToMediaUrl(getVariantUrl(id, variantWidth, format), fileName)} ${variantWidth}w`)
            .join(', ')}
          sizes={`min(100vw, ${boxWidth}px)`}
        />
      ))}
      {originalImage}
    </picture>
  )
}

/** Returns the class of the nearest ten percent; undefined for the center, which is the default. */
function getFocusClass(axis: 'x' | 'y', percent: number): string | undefined {
  const tenth = Math.round(percent / 10) * 10
  return tenth === 50 ? undefined : `focus-${axis}-${tenth}`
}

/** Renders a small decorative image, such as an icon, beside its label. */
export function ContentIcon({ src, size }: { src: string; size: number }) {
  const url = toSafeUrl(getIconFieldUrl(src))
  return url ? <img className="art" src={url} alt="" width={size} height={size} fetchPriority="low" /> : <span className="art" />
}
