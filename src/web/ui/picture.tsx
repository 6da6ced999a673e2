import { safeHref } from './safe-href.ts'

type Props = {
  src: string
  /** Its natural size in CSS pixels, or that of its box: the browser knows the shape before the file is there. */
  width: number
  height: number
  className?: string
  /** A drawing is shown whole on the page's own ground; a photograph fills its box, on a ground that shows while it is missing. */
  kind?: 'photo' | 'drawing'
  alt?: string
  /** In view when the page opens. */
  isFirst?: boolean
}

/** A picture in a box that `className` sizes. The box stays, with its ground, where the address is broken. */
export function Picture({ src, width, height, className = '', kind = 'photo', alt = '', isFirst }: Props) {
  return (
    <span className={`picture ${kind === 'photo' ? 'picture-ground' : 'drawing'} ${className}`}>
      {safeHref(src) && (
        <img
          src={safeHref(src)}
          alt={alt}
          width={width}
          height={height}
          {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        />
      )}
    </span>
  )
}
