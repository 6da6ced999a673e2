import { safeHref } from './safe-href.ts'

type Props = { logo: string | undefined; name: string }

/** More letters than these do not stand in one line beside everything else of a phone's header. */
const ONE_LINE = 9

/** The logo picture, where there is one, and the name. */
export function Brand({ logo, name }: Props) {
  const address = safeHref(logo)
  return (
    <a className={name.length > ONE_LINE ? 'brand brand-long' : 'brand'} href="/">
      {address && <img className="art" src={address} alt="" width="30" height="30" fetchPriority="low" />}
      <span>{name}</span>
    </a>
  )
}
