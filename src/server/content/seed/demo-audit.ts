const samplePage = 'Sample audit'

/** What was found before the first month of the brokerage that the sample report is for. */
export const auditSheet = {
  samplePage,
  heading: 'A sample site audit',
  lead: 'Scores, findings ranked by effect and effort, evidence and remedies: a made-up brokerage, looked at before any work began.',
  preparedFor: 'Sample Street Realty, Springfield',
  period: 'April 2026',
  summary:
    'Google knows 6,376 addresses of this site, and 412 of them deserve to be found. The rest are filter and sort pages of ' +
    'the listing search, which use up the attention that your neighborhoods need. The profile is in better order than the ' +
    'site, but it still shows the phone number of an office that closed in 2024.',
}

const part = { samplePage, partText: '', figures: '' }

export const auditParts = [
  {
    ...part,
    partTitle: 'Score by area',
    look: 'Bars',
    partText:
      'Our own scale, the same for every client: the share of our 64 checks that pass. Search engines have no such score.',
    figures: `Area | Score of 100 | Weakest point
Indexing | 38 | Filter pages of the listing search are open
Page speed | 46 | Home page loads a 4.1 MB slider
Business Profile | 71 | Former phone number
Directories | 55 | Nine wrong or double entries
Structured data | 20 | Nothing says who you are
Content | 64 | Five areas share one text`,
  },
  {
    ...part,
    partTitle: 'Findings, in the order we would fix them',
    look: 'Findings',
    partText: 'Effect is our estimate for inquiries, effort is counted in hours: small is up to four, large is more than twelve.',
  },
  {
    ...part,
    partTitle: 'Page speed on a phone',
    look: 'Table',
    partText:
      'Field data of the 28 days to April 14, 75th percentile, from the Chrome UX Report; the contact page has too few ' +
      'visits and was measured by us.',
    figures: `Page | LCP in s, up to 2.5 | INP in ms, up to 200 | CLS, up to 0.1
Home | 4.8 | 180 | 0.21
Listing search | 6.2 | 420 | 0.34
One listing | 3.9 | 240 | 0.08
Area page | 2.3 | 120 | 0.04
Contact | 1.9 | 90 | 0.02`,
  },
  {
    ...part,
    partTitle: 'Index coverage',
    look: 'Bars',
    partText: 'Search Console on April 14, held against our own crawl of 6,602 addresses.',
    figures: `State | Pages | What should become of them
Indexed, wanted | 412 | Keep, and link them better
Indexed, filters and sorting | 3,870 | noindex, then out of the sitemap
Crawled, not indexed | 1,240 | Merge or enrich
Duplicate without a canonical | 640 | Name the canonical page
Soft 404 | 214 | 410 where a listing expired`,
  },
  {
    ...part,
    partTitle: 'Entries in directories',
    look: 'Table',
    partText: 'Twenty-two entries were found for two offices. Thirteen are right; these need work.',
    figures: `Directory | What it shows | Remedy
Apple Maps | Former phone number | Claim and correct
Bing Places | Elm Street office, closed 2024 | Mark as closed
Yelp | Main Street office, twice | Merge both
Foursquare | Former phone number | Correct
Chamber of commerce | Former phone number | Ask the office
Three local papers | Former phone number | Ask the publishers`,
  },
  {
    ...part,
    partTitle: 'Structured data',
    look: 'Table',
    partText: 'What the pages tell machines about themselves, read with Google’s Rich Results Test and the schema.org validator.',
    figures: `Kind of page | Found | Belongs there
Offices | Nothing | RealEstateAgent with geo and hours
Agents | Person, 3 errors | Person with worksFor and areaServed
Listings | Product, 212 errors | RealEstateListing with Offer
Neighborhoods | Nothing | BreadcrumbList`,
  },
  {
    ...part,
    partTitle: 'The next 30 days',
    look: 'Table',
    partText: 'In this order, because each step makes the following one count for more.',
    figures: `Days | Work | You will notice
1 to 5 | Phone number in the profile and the five largest directories | Calls reach the right desk
6 to 12 | Rules for filter pages, sitemap with the 412 wanted ones | Coverage report begins to shrink
13 to 20 | Slider out, pictures resized, fonts kept on your server | Words appear before the picture does
21 to 26 | Structured data for offices, agents and listings | Validators without errors
27 to 30 | First two neighborhood texts for your approval | Two drafts in your inbox`,
  },
  {
    ...part,
    partTitle: 'What we did not look at',
    look: 'Text',
    partText:
      'Paid ads, social media accounts, and the accuracy of listing data, which belongs to the MLS. We had read access to ' +
      'Search Console, Analytics and the profile, and changed nothing while we looked.',
  },
]

export const auditFindings = [
  {
    findingTitle: 'The profile sends calls to a closed office',
    effect: 'High',
    effort: 'Small',
    evidence:
      'The number in the profile, ending in 0147, was disconnected in March 2024. In the last 28 days 38 people tapped it.',
    remedy: 'Replace it, then correct the six directories that still show it, so that no feed changes it back.',
  },
  {
    findingTitle: '3,870 filter pages are in the index',
    effect: 'High',
    effort: 'Medium',
    evidence:
      'Each combination of price, beds and sorting has an address of its own. The server log gives them 81 percent of ' +
      'Googlebot’s requests in March.',
    remedy: 'Send noindex for addresses with more than one filter, drop them from the sitemap, and block them once they are out.',
  },
  {
    findingTitle: 'The home page waits for its slider',
    effect: 'High',
    effort: 'Medium',
    evidence: 'Five pictures of 4.1 MB load before the heading is painted: LCP is 4.8 seconds for a quarter of all visits.',
    remedy: 'One picture of at most 120 KB, loaded first; the other four leave.',
  },
  {
    findingTitle: 'Five neighborhoods share one text',
    effect: 'High',
    effort: 'Large',
    evidence: 'Maple Heights, Old Mill, Riverside, Harbor Row and Station Quarter differ in 40 of 460 words.',
    remedy: 'A page for each with its own sales figures, streets, photos and questions. Two a month, yours to approve.',
  },
  {
    findingTitle: 'No page says that you are a brokerage',
    effect: 'Medium',
    effort: 'Small',
    evidence: 'None of the office pages carries RealEstateAgent markup; name and address stand in a picture.',
    remedy: 'Put name, address and hours into text, and describe both offices with their coordinates.',
  },
  {
    findingTitle: 'Forty titles begin with the same words',
    effect: 'Medium',
    effort: 'Small',
    evidence: 'They open with “Welcome to Sample Street Realty”, and Google replaces 33 of them with words of its own.',
    remedy: 'Lead with the neighborhood and the kind of home; the name of the firm goes to the end.',
  },
  {
    findingTitle: 'Expired listings lead to the home page',
    effect: 'Low',
    effort: 'Small',
    evidence: '214 addresses of sold homes redirect there, and Search Console files them as soft 404.',
    remedy: 'Answer 410, and offer similar homes on that page for whoever still arrives.',
  },
]
