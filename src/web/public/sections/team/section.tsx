import { teamMember } from '#contract/content/kinds/team-member.ts'
import { teamMemberWithSocialLinks } from '#contract/content/kinds/team-member-with-social-links.ts'
import { teamSectionHeading } from '#contract/content/kinds/team-section-heading.ts'
import { ContentImage } from '#web/ui/content-image.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Monogram } from '#web/ui/monogram.tsx'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { Section, SectionHeading } from '#web/ui/section.tsx'
import { SocialLinks } from '#web/ui/social-links.tsx'
import { definePublicSection, drawRow, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import { mergeTeamMembers } from './merge-team-members.ts'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [teamSectionHeading, teamMember, teamMemberWithSocialLinks],
  miniature: { height: 18, ink: `M6 3h18v2h-18z${drawRow(4, 8, 14, 7)}` },
}

const reads = { text: teamSectionHeading, membersWithProfiles: teamMemberWithSocialLinks, otherMembers: teamMember }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Team)

type Props = SectionViewProps<typeof reads>

/** Shows a scrolling row of people. The script makes the buttons work; without it, they stay hidden. */
function Team({ text, membersWithProfiles, otherMembers }: Props) {
  const members = mergeTeamMembers(membersWithProfiles, otherMembers)
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
              {picture ? (
                <ContentImage src={picture} subject={name} {...teamMember.fields.teamMemberImg.place} />
              ) : (
                <Monogram name={name} />
              )}
              <h3>{name}</h3>
              <div>
                <p>{position}</p>
                <SocialLinks className="member-links" owner={name} links={links} />
              </div>
            </li>
          ))}
        </ul>
        <SampleNotice records={members} contentLabel="people" />
      </div>
    </Section>
  )
}
