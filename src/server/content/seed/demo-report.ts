/** The sixth month of a brokerage that does not exist. The figures of the parts agree with the summary. */
export const reportSheet = {
  samplePage: 'Sample report',
  heading: 'A sample monthly report',
  lead: 'What moved, what we did and what comes next, on one sheet a month: the report of a made-up brokerage in its sixth month.',
  preparedFor: 'Sample Street Realty, Springfield',
  period: 'October 2026',
  summary:
    'Calls from your Business Profile rose from 58 to 64, and direction requests from 29 to 33. Of the ten searches shown ' +
    'below seven moved up, one stood still, and two in Old Mill slipped for a reason we can name. Your website brought 31 ' +
    'inquiries, six more than in September, and nine of them began on a neighborhood page.',
}

const part = { samplePage: 'Sample report', partText: '', figures: '' }

export const reportParts = [
  {
    ...part,
    partTitle: 'Google Business Profile',
    look: 'Charts by month',
    partText: 'What people did on your profile itself, without opening your website first. August dips with the market.',
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
      'Average place in Google’s results over the month, rounded, from Search Console. These are ten of your 25 searches; ' +
      'the other fifteen are in the spreadsheet that comes with it.',
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
      'Visits that came from unpaid search results, and what they led to: forms sent and calls from the site. Your own ' +
      'visits and ours are not counted.',
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
    partTitle: 'Done in October',
    look: 'List',
    partText: `Two neighborhood pages went live after your approval: Harbor Row on October 8, Maple Heights on October 21
The former phone number is gone from five of six directories; the chamber of commerce has our request
Titles and descriptions of eight pages were rewritten, starting with the four that lost clicks
214 expired listings now answer 410 instead of leading to the home page
Twelve of your photos and two answered questions were added to the Business Profile
The review request for closings is with your office, in two lengths`,
  },
  {
    ...part,
    partTitle: 'What did not work',
    look: 'Text',
    partText:
      'Old Mill lost three places to a portal that opened a page of its own for the area. Our page there is older and ' +
      'thinner, so it is the first thing we rewrite.\n\n' +
      'The September posts on the profile brought four clicks in all. We stop writing them and put the hours into photos.',
  },
  {
    ...part,
    partTitle: 'Planned for November',
    look: 'List',
    partText: `Rewrite the Old Mill page with sales of the last twelve months, its streets and its commute times
Publish pages for Riverside and Station Quarter once you have read both drafts
Follow up with the chamber of commerce and close the last entry of the Elm Street office
Check the new listing template for speed before your web team releases it`,
  },
  {
    ...part,
    partTitle: 'What we need from you',
    look: 'List',
    partText: `Your corrections to the Old Mill draft by November 10
Six photos of Riverside taken by your agents, phones are fine
Holiday hours of both offices, so that the profile is right on Thanksgiving`,
  },
  {
    ...part,
    partTitle: 'How to read this sheet',
    look: 'Text',
    partText:
      'A position is an average: the same search gives other results one street over, and on another phone. A change of one ' +
      'place is noise, three places are worth a question, and a trend needs three months.\n\n' +
      'Calls, visits and inquiries count more than places. Where places rise and inquiries do not, we are answering the ' +
      'wrong question, and the plan for the coming month says what we change.',
  },
]
