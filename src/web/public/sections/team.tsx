import type { RecordOf } from '../../../contract/section.ts'
import type { teamText } from '../../../contract/sections/team-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { Picture } from '../../ui/picture.tsx'
import { SampleMark } from '../../ui/sample-mark.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { SocialLinks } from '../../ui/social-links.tsx'
import type { Member } from './members.ts'

type Props = { text?: RecordOf<typeof teamText>; members: readonly Member[] }

/** A row that scrolls; the script adds the buttons' work, and they stay out of sight without it. */
export function Team({ text, members }: Props) {
  if (members.length === 0) return null
  return (
    <Section>
      <div data-carousel>
        <SectionHeading eyebrow={text?.teamText} title={text?.teamHeading}>
          <div className="carousel-controls" data-controls>
            <p />
            <button type="button" className="button-square" aria-label="Previous people">
              <Icon name="left" />
            </button>
            <button type="button" className="button-square" aria-label="Next people">
              <Icon name="right" />
            </button>
          </div>
        </SectionHeading>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling row must be reachable by keyboard */}
        <ul className="slides" tabIndex={0} aria-label={text?.teamHeading ?? 'Team'}>
          {members.map(({ _id, picture, name, position, links }) => (
            <li key={_id}>
              {picture ? <Picture src={picture} width={282} height={282} /> : <Monogram name={name} />}
              <h3>{name}</h3>
              <div>
                <p>{position}</p>
                <SocialLinks className="member-links" owner={name} links={links} />
              </div>
            </li>
          ))}
        </ul>
        <SampleMark records={members} what="people" />
      </div>
    </Section>
  )
}
