import { createContext, type ImgHTMLAttributes, type ReactNode, useContext } from 'react'
import { mediaIdOf, type PictureFacts, VARIANT_FORMATS, variantAddress, variantWidths } from '../../contract/content/media.ts'
import { illustrationUrl } from './illustration.ts'
import { safeHref } from './safe-href.ts'

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
  isFirst?: boolean
}

const Known = createContext<ReadonlyMap<string, PictureFacts>>(new Map())

/** Tells every picture inside what the library knows of it. */
export function KnownPictures({ facts, children }: { facts: readonly PictureFacts[]; children: ReactNode }) {
  return <Known value={new Map(facts.map((one) => [one.url, one]))}>{children}</Known>
}

/** A picture in a box that `className` sizes. The box stays, with its ground, where the address is broken. */
export function Picture({ src, width, height, className = '', kind = 'photo', alt, isFirst }: Props) {
  const known = useContext(Known).get(src)
  const path = safeHref(src)
  // No picture waits until it is scrolled to: a capture of the whole page shows all of them (decision 62).
  const image = { fetchPriority: isFirst ? 'high' : 'low' } as const
  return (
    <span className={`picture ${kind === 'photo' ? 'picture-ground' : 'drawing'} ${className}`}>
      {known ? (
        <LibraryPicture facts={known} boxWidth={width} alt={alt ?? known.alt} {...image} />
      ) : (
        path && (
          <img
            src={illustrationUrl(path, kind === 'photo' ? 'cover' : 'contain')}
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

type LibraryProps = { facts: PictureFacts; boxWidth: number; alt: string } & ImgHTMLAttributes<HTMLImageElement>

/** The browser takes the smallest form that is sharp in the box, and the picture itself where it knows neither format. */
function LibraryPicture({ facts: { url, width, height, focusX, focusY }, boxWidth, alt, ...image }: LibraryProps) {
  const id = mediaIdOf(url) ?? ''
  const focus = [focusOn('x', focusX), focusOn('y', focusY)].filter(Boolean).join(' ')
  const whole = <img src={url} alt={alt} width={width} height={height} className={focus || undefined} {...image} />
  const widths = variantWidths(width)
  if (widths.length === 0) return whole
  return (
    <picture>
      {VARIANT_FORMATS.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={widths.map((one) => `${variantAddress(id, one, format)} ${one}w`).join(', ')}
          sizes={`min(100vw, ${boxWidth}px)`}
        />
      ))}
      {whole}
    </picture>
  )
}

/** The nearest tenth, for which there is a class; nothing for the middle, where it is by itself. */
function focusOn(axis: 'x' | 'y', percent: number): string | undefined {
  const tenth = Math.round(percent / 10) * 10
  return tenth === 50 ? undefined : `focus-${axis}-${tenth}`
}
