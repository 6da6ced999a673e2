import { getIconFieldUrl } from '#contract/core/built-in-icons.ts'
import { toSafeUrl } from './safe-url.ts'

/** Renders a small decorative image, such as an icon, beside its label. */
export function ContentIcon({ src, size }: { src: string; size: number }) {
  const url = toSafeUrl(getIconFieldUrl(src))
  return url ? <img className="art" src={url} alt="" width={size} height={size} fetchPriority="low" /> : <span className="art" />
}
