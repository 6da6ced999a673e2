import { toSafeUrl } from './safe-url.ts'

/** A small drawing from the content, such as an icon, beside the words that name it. */
export function SmallImage({ src, size }: { src: string; size: number }) {
  const url = toSafeUrl(src)
  return url ? <img className="art" src={url} alt="" width={size} height={size} fetchPriority="low" /> : <span className="art" />
}
