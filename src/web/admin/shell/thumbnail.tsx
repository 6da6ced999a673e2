import { Image, ImageOff } from 'lucide-react'
import { isSafeLink } from '../../../contract/core/text-schemas.ts'
import { useImagePreview } from './hydration.tsx'

/** A small picture in its box, which stays, with a sign in it, where there is none or none can be shown. `alt` is empty where words beside it say as much. */
export function Thumbnail({ src, alt = '', className = 'size-16' }: { src: string; alt?: string; className?: string }) {
  const { address: url, isBroken, ref } = useImagePreview(src)
  const isShown = url !== '' && isSafeLink(url) && !isBroken
  const PlaceholderIcon = isBroken ? ImageOff : Image
  return (
    <span className={`grid place-items-center overflow-hidden rounded-field border border-rule bg-sand ${className}`}>
      {isShown ? (
        <img ref={ref} key={url} src={url} alt={alt} loading="lazy" className="size-full object-contain" />
      ) : (
        <PlaceholderIcon
          className="size-6 text-survey"
          {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        />
      )}
    </span>
  )
}
