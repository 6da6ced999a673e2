import { safeHref } from './safe-href.ts'

/** A small drawing from the content, such as an icon, beside the words that name it. */
export function Art({ src, size }: { src: string; size: number }) {
  const address = safeHref(src)
  return address ? (
    <img className="art" src={address} alt="" width={size} height={size} fetchPriority="low" />
  ) : (
    <span className="art" />
  )
}
