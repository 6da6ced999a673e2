import type { RecordOf } from '../../../contract/section.ts'
import type { teamMember } from '../../../contract/sections/team-member.ts'
import type { videoMember } from '../../../contract/sections/video-member.ts'
import type { SocialLink } from '../../ui/social-links.tsx'

export type Member = {
  _id: string
  _sample?: true
  name: string
  position: string
  picture: string
  links: readonly SocialLink[]
}

/** One team from both kinds of record; those of the video screen have profiles and come first. */
export function mergeMembers(
  withProfiles: readonly RecordOf<typeof videoMember>[],
  others: readonly RecordOf<typeof teamMember>[],
): Member[] {
  return [
    ...withProfiles.map(
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
    ...others.map(
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
