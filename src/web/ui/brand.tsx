import { BRAND } from '../../contract/business.ts'
import { safeHref } from './safe-href.ts'

/** The logo picture, where there is one, and the name. */
export function Brand({ logo }: { logo: string | undefined }) {
  const address = safeHref(logo)
  return (
    <a className="brand" href="/">
      {address && <img src={address} alt="" width="30" height="30" fetchPriority="low" />}
      {BRAND}
    </a>
  )
}
