import { hasSocialProfilePath } from '#contract/content/social-profile-url.ts'
import { Icon, type IconName } from './icon.tsx'
import { toSafeUrl } from './safe-url.ts'

export type SocialLinkData = { network: string; icon: IconName; href: string }

type Props = { links: readonly SocialLinkData[]; owner: string; className: string }

/** Renders links to social profiles. Leaves out links that name no profile. */
export function SocialLinks({ links, owner, className }: Props) {
  const validLinks = links.filter(({ href }) => toSafeUrl(href) && hasSocialProfilePath(href))
  if (validLinks.length === 0) return null
  return (
    <ul className={className}>
      {validLinks.map(({ network, icon, href }) => (
        <li key={network}>
          <a href={toSafeUrl(href)} aria-label={`${owner} on ${network}`}>
            <Icon name={icon} />
          </a>
        </li>
      ))}
    </ul>
  )
}
