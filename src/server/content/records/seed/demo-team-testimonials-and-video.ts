import { teamMember } from '#contract/content/kinds/team-member.ts'
import { teamMemberWithSocialLinks } from '#contract/content/kinds/team-member-with-social-links.ts'
import { teamSectionHeading } from '#contract/content/kinds/team-section-heading.ts'
import { testimonial } from '#contract/content/kinds/testimonial.ts'
import { testimonialsSectionHeading } from '#contract/content/kinds/testimonials-section-heading.ts'
import { videoSection } from '#contract/content/kinds/video-section.ts'
import { defineDemoRecords } from './define-demo-records.ts'
import { sampleNames } from './sample-names.ts'

const { clients, quotes, team } = sampleNames

const profiles = {
  facebookLink: 'https://www.facebook.com/',
  twitterLink: 'https://x.com/',
  linkedinLink: 'https://www.linkedin.com/',
  youtubeLink: 'https://www.youtube.com/',
}

// States no consent, because no client gave any. A real quote must not inherit a sample's consent.
const sampleProof = { quoteSource: 'a sample email', quoteDate: 'October 2026', quoteConsent: 'None' }

/** Invented clients and team members, marked as samples until the owner replaces them. */
export const demoTeamTestimonialsAndVideo = [
  defineDemoRecords(testimonialsSectionHeading, [
    { testimonialText: 'Testimonials', testimonialHeading: 'In our clients’ words' },
  ]),
  defineDemoRecords(
    testimonial,
    [
      {
        desc: quotes[0],
        personName: clients[0],
        personTitle: 'Agent, Springfield',
        image: '/art/team.svg#so',
        ...sampleProof,
      },
      {
        desc: quotes[1],
        personName: clients[1],
        personTitle: 'Broker, two offices',
        image: '/art/team.svg#st',
        ...sampleProof,
      },
      {
        desc: quotes[2],
        personName: clients[2],
        personTitle: 'Office manager',
        image: '/art/team.svg#sh',
        ...sampleProof,
      },
    ],
    {
      samples: ['desc', 'personName', 'image', 'quoteSource', 'quoteDate'],
    },
  ),
  defineDemoRecords(videoSection, [
    {
      videoSectionTitle: 'How to read your monthly report',
      videoSectionText: 'A short report, top to bottom: the charts, the task list, and the part that says what didn’t work.',
      // Only the owner can make a film, so the link opens the sample report.
      videoLink: '/sample-report',
      imageLink: '/art/video-poster.svg',
    },
  ]),
  defineDemoRecords(
    teamMemberWithSocialLinks,
    [
      { membername: team[0], memberPosition: 'Account lead', memberImg: '/art/team.svg#as', ...profiles },
      { membername: team[1], memberPosition: 'Technical SEO', memberImg: '/art/team.svg#bs', ...profiles },
    ],
    { samples: ['membername', 'memberImg', 'facebookLink', 'twitterLink', 'linkedinLink', 'youtubeLink'] },
  ),
  defineDemoRecords(teamSectionHeading, [{ teamText: 'Team', teamHeading: 'The people on your account' }]),
  defineDemoRecords(
    teamMember,
    [
      { teamMemberName: team[2], teamMemberTitle: 'Neighborhood pages', teamMemberImg: '/art/team.svg#cs' },
      { teamMemberName: team[3], teamMemberTitle: 'Link outreach', teamMemberImg: '/art/team.svg#ds' },
      { teamMemberName: team[4], teamMemberTitle: 'Profiles and citations', teamMemberImg: '/art/team.svg#es' },
      { teamMemberName: team[5], teamMemberTitle: 'Reporting', teamMemberImg: '/art/team.svg#fs' },
    ],
    { samples: ['teamMemberName', 'teamMemberImg'] },
  ),
]
