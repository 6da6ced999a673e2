import type { teamMember } from '#contract/content/kinds/team-member.ts'
import type { teamMemberWithSocialLinks } from '#contract/content/kinds/team-member-with-social-links.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import type { SocialLinkData } from '#web/ui/social-links.tsx'

type Member = {
  _id: string
  _sample?: true
  name: string
  position: string
  picture: string
  links: readonly SocialLinkData[]
}

/** Merges the members of both kinds. Members with profiles come first (P-144). */
export function mergeTeamMembers(
  membersWithProfiles: readonly ContentRecord<typeof teamMemberWithSocialLinks>[],
  otherMembers: readonly ContentRecord<typeof teamMember>[],
): Member[] {
  return [
    ...membersWithProfiles.map(
      (record): Member => ({
        _id: record._id,
        _sample: record._sample,
        name: record.membername,
        position: record.memberPosition,
        picture: record.memberImg,
        links: [
          { network: 'Facebook', icon: 'facebook', href: record.facebookLink },
          { network: 'X', icon: 'x', href: record.twitterLink },
          { network: 'LinkedIn', icon: 'linkedin', href: record.linkedinLink },
          { network: 'YouTube', icon: 'youtube', href: record.youtubeLink },
        ],
      }),
    ),
    ...otherMembers.map(
      (record): Member => ({
        _id: record._id,
        _sample: record._sample,
        name: record.teamMemberName,
        position: record.teamMemberTitle,
        picture: record.teamMemberImg,
        links: [],
      }),
    ),
  ]
}
