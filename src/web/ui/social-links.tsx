import { isProfile } from '../../contract/content/profiles.ts'
import { Icon, type IconName } from './icon.tsx'
import { safeHref } from './safe-href.ts'

export type SocialLink = { network: string; icon: IconName; href: string }

type Props = { links: readonly SocialLink[]; owner: string; className: string }

/** Links to profiles; those that lead to nobody's are left out. */
export function SocialLinks({ links, owner, className }: Props) {
  const shown = links.filter(({ href }) => safeHref(href) && isProfile(href))
  if (shown.length === 0) return null
  return (
    <ul className={className}>
      {shown.map(({ network, icon, href }) => (
        <li key={network}>
          <a href={safeHref(href)} aria-label={`${owner} on ${network}`}>
            <Icon name={icon} />
          </a>
        </li>
      ))}
    </ul>
  )
}
