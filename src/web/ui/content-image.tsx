import { createContext, type ImgHTMLAttributes, type ReactNode, useContext } from 'react'
import {
  getVariantUrl,
  type ImageDetails,
  listVariantWidths,
  parseMediaId,
  VARIANT_FORMATS,
} from '../../contract/content/media.ts'
import { getIllustrationUrl } from './illustration-sheet.ts'
import { toSafeUrl } from './safe-url.ts'

type Props = {
  src: string
  /** Its natural size in CSS pixels, or that of its box: the browser knows the shape before the file is there. */
  width: number
  height: number
  className?: string
  /** A drawing is shown whole on the page's own ground; a photograph fills its box, on a ground that shows while it is missing. */
  kind?: 'photo' | 'drawing'
  /** Where it is unsaid, a picture of the library brings its own. */
  alt?: string
  /** In view when the page opens. */
  isAboveFold?: boolean
}

const LibraryImages = createContext<ReadonlyMap<string, ImageDetails>>(new Map())

/** Tells every picture inside what the library knows of it. */
export function LibraryImageProvider({ facts, children }: { facts: readonly ImageDetails[]; children: ReactNode }) {
  return <LibraryImages value={new Map(facts.map((one) => [one.url, one]))}>{children}</LibraryImages>
}

/** A picture in a box that `className` sizes. The box stays, with its ground, where the address is broken. */
export function ContentImage({ src, width, height, className = '', kind = 'photo', alt, isAboveFold }: Props) {
  const libraryImage = useContext(LibraryImages).get(src)
  const path = toSafeUrl(src)
  // No picture waits until it is scrolled to: a capture of the whole page shows all of them (decision 1).
  const image = { fetchPriority: isAboveFold ? 'high' : 'low' } as const
  return (
    <span className={`picture ${kind === 'photo' ? 'picture-ground' : 'drawing'} ${className}`}>
      {libraryImage ? (
        <LibraryImage facts={libraryImage} boxWidth={width} alt={alt ?? libraryImage.alt} {...image} />
      ) : (
        path && (
          <img
            src={getIllustrationUrl(path, kind === 'photo' ? 'cover' : 'contain')}
            alt={alt ?? ''}
            width={width}
            height={height}
            {...image}
          />
        )
      )}
    </span>
  )
}

type LibraryImageProps = { facts: ImageDetails; boxWidth: number; alt: string } & ImgHTMLAttributes<HTMLImageElement>

/** The browser takes the smallest form that is sharp in the box, and the picture itself where it knows neither format. */
function LibraryImage({ facts: { url, width, height, focusX, focusY }, boxWidth, alt, ...image }: LibraryImageProps) {
  const id = parseMediaId(url) ?? ''
  const focus = [getFocusClass('x', focusX), getFocusClass('y', focusY)].filter(Boolean).join(' ')
  const whole = <img src={url} alt={alt} width={width} height={height} className={focus || undefined} {...image} />
  const widths = listVariantWidths(width)
  if (widths.length === 0) return whole
  return (
    <picture>
      {VARIANT_FORMATS.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={widths.map((one) => `${getVariantUrl(id, one, format)} ${one}w`).join(', ')}
          sizes={`min(100vw, ${boxWidth}px)`}
        />
      ))}
      {whole}
    </picture>
  )
}

/** The nearest tenth, for which there is a class; nothing for the middle, where it is by itself. */
function getFocusClass(axis: 'x' | 'y', percent: number): string | undefined {
  const tenth = Math.round(percent / 10) * 10
  return tenth === 50 ? undefined : `focus-${axis}-${tenth}`
}
