import { expect, test } from 'vitest'
import { teamMember } from '#contract/content/kinds/team-member.ts'
import { teamMemberWithSocialLinks } from '#contract/content/kinds/team-member-with-social-links.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import { mergeTeamMembers } from './merge-team-members.ts'

test('merges both kinds of members into one team, those with profiles first (P-144)', () => {
  const members = mergeTeamMembers(
    [buildContentRecordFixture(teamMemberWithSocialLinks, { membername: 'Ada', linkedinLink: 'https://example.com/ada' })],
    [buildContentRecordFixture(teamMember, { teamMemberName: 'Cleo', _sample: true })],
  )
  expect(members.map(({ name }) => name)).toEqual(['Ada', 'Cleo'])
  expect(members[0]?.links).toContainEqual({ network: 'LinkedIn', icon: 'linkedin', href: 'https://example.com/ada' })
  expect(members[1]).toMatchObject({ links: [], _sample: true })
})
