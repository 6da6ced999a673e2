import { Image, ImageOff } from 'lucide-react'
import { isSafeLink } from '#contract/core/text-schemas.ts'
import { useDebouncedImageUrl } from './use-debounced-image-url.ts'

/** A small image in a box. An icon replaces a missing or broken image. `alt` is empty if the text beside it says the same. */
export function Thumbnail({ src, alt = '', className = 'size-16' }: { src: string; alt?: string; className?: string }) {
  const { url, isBroken, ref } = useDebouncedImageUrl(src)
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
