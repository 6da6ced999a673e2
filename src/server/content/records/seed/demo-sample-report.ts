import { sampleNames } from './sample-names.ts'

/** The sixth month of an invented brokerage. The figures of the parts match the summary. */
export const demoReportIntro = {
  samplePage: 'Sample report',
  heading: 'Sample SEO report for a real estate brokerage',
  lead: 'What moved, what we did, and what comes next: a sample real estate SEO report for a made-up brokerage in its sixth month.',
  preparedFor: `${sampleNames.client}, Springfield`,
  period: 'October 2026',
  summary:
    'Calls from your Business Profile rose from 58 to 64, and direction requests from 29 to 33. Of the ten searches ' +
    'below, seven moved up, one held still, and two in Old Mill slipped, for a reason we can name. Your website brought in 31 ' +
    'inquiries, six more than in September, and nine of them started on a neighborhood page.',
}

const part = { samplePage: 'Sample report', partText: '', figures: '' }

export const demoReportParts = [
  {
    ...part,
    partTitle: 'Google Business Profile',
    look: 'Charts by month',
    partText: 'What people did directly on your profile, without opening your website first. August dips with the market.',
    figures: `Month | Calls | Direction requests | Website clicks
May | 41 | 18 | 96
June | 47 | 21 | 108
July | 52 | 24 | 121
August | 49 | 26 | 117
September | 58 | 29 | 139
October | 64 | 33 | 152`,
  },
  {
    ...part,
    partTitle: 'Positions by neighborhood',
    look: 'Positions',
    partText:
      'Average position in Google over the month, rounded, from Search Console. These are ten of your 25 keywords; the other ' +
      'fifteen are in the spreadsheet that comes with it.',
    figures: `Neighborhood | Search | Sep | Oct
Maple Heights | homes for sale maple heights | 9 | 6
Maple Heights | maple heights real estate agent | 7 | 4
Maple Heights | townhomes maple heights | 12 | 9
Harbor Row | harbor row condos | 14 | 8
Harbor Row | waterfront homes harbor row | 18 | 13
North Springfield | homes for sale north springfield | 11 | 10
North Springfield | sell my house north springfield | 5 | 5
North Springfield | springfield real estate agent | 8 | 6
Old Mill | old mill homes for sale | 6 | 9
Old Mill | lofts old mill | 10 | 11`,
  },
  {
    ...part,
    partTitle: 'Visits and inquiries',
    look: 'Charts by month',
    partText:
      'Visits from unpaid search results, and what they led to: forms sent and calls from the site. Your own visits and ours ' +
      'aren’t counted.',
    figures: `Month | Organic visits | Inquiries
May | 1,180 | 14
June | 1,265 | 16
July | 1,340 | 19
August | 1,310 | 18
September | 1,495 | 25
October | 1,620 | 31`,
  },
  {
    ...part,
    partTitle: 'The April audit, six months later',
    look: 'Table',
    partText: 'The seven findings of your audit, in its order. Six are closed.',
    figures: `Finding | What we did | Today
Calls to a closed office | New number on the profile in May, in six directories by August | Closed
Filter pages in the index | noindex and a new sitemap in May: from 3,870 down to 190 | Closed
Slow home page | Slider removed in May: main content in 2.2 s instead of 4.8 s | Closed
Five pages, same copy | All five rewritten, two a month from May to July | Old Mill needs a second pass
No page says you’re a brokerage | Structured data on both office pages in May | Closed
Forty titles alike | Eight a month from May to September | Closed
Expired listings redirect | 214 pages answer “gone” since September | Closed`,
  },
  {
    ...part,
    partTitle: 'Done in October',
    look: 'List',
    partText: `Published two neighborhood pages once you approved them: Lakeside on October 8, Mill Pond on October 21
Rechecked all six directories: none has gone back to the old phone number
Rewrote the titles and descriptions of eight pages, starting with the four that lost clicks
Kept 40 new filter pages out of search after your listing vendor’s update
Added twelve of your photos and two answered questions to the Business Profile
Sent your office the review request for closings, in a short and a long version`,
  },
  {
    ...part,
    partTitle: 'What didn’t work',
    look: 'Text',
    partText:
      'Old Mill lost three spots to a portal that launched its own page for the area. Ours, one of the first two from May, is ' +
      'shorter, so we’re rewriting it first.\n\n' +
      'The September profile posts brought four clicks in total. We’ll stop writing them and put those hours into photos.',
  },
  {
    ...part,
    partTitle: 'Planned for November',
    look: 'To-do list',
    partText: `Rewrite the Old Mill page with the last twelve months of sales, its streets and its commute times
Publish the Orchard Lane and Northgate pages once you’ve read both drafts
Answer the questions that visitors asked on the profile in October
Check the new listing template for speed before your web team releases it`,
  },
  {
    ...part,
    partTitle: 'What we need from you',
    look: 'To-do list',
    partText: `Your corrections to the Old Mill draft by November 10
Six photos of Orchard Lane from your agents; phone shots are fine
Holiday hours for both offices, so the profile is right on Thanksgiving`,
  },
  {
    ...part,
    partTitle: 'How to read this report',
    look: 'Text',
    partText:
      'A position is an average: the same search gives different results one street over, or on another phone. A change of ' +
      'one spot is noise, three spots are worth a question, and a trend takes three months.\n\n' +
      'Calls, visits and inquiries count more than positions. When positions rise and inquiries don’t, we’re answering the ' +
      'wrong question, and next month’s plan says what we’ll change.',
  },
]
