import { sampleNames } from './sample-names.ts'

const samplePage = 'Sample audit'

/** The findings before the first month of the brokerage in the sample report. */
export const demoAuditIntro = {
  samplePage,
  heading: 'Sample SEO audit of a real estate website',
  lead: 'Scores, findings ranked by impact and effort, the evidence and the fixes: a made-up brokerage, before any of the work began.',
  preparedFor: `${sampleNames.client}, Springfield`,
  period: 'April 2026',
  summary:
    'Google has found 6,376 pages on your site. Only 412 belong in search. Most of the rest are filter and sort pages ' +
    'from the listing search, and they use up the attention your neighborhoods need. The profile is in better shape than the ' +
    'site, but it still shows the phone number of an office that closed in 2024.',
}

const part = { samplePage, partText: '', figures: '' }

export const demoAuditParts = [
  {
    ...part,
    partTitle: 'Score by area',
    look: 'Bars',
    partText:
      'Our own scale, the same for every client: the share of our 64 checks that pass. Search engines don’t publish a score.',
    figures: `Area | Score of 100 | Weakest point
Indexing | 38 | Listing filter pages can be indexed
Page speed | 46 | Home page loads a 4.1 MB slider
Business Profile | 71 | Old phone number
Directories | 55 | Nine wrong or duplicate entries
Structured data | 20 | Nothing says who you are
Content | 64 | Five pages share the same copy`,
  },
  {
    ...part,
    partTitle: 'Findings, in the order we’d fix them',
    look: 'Findings',
    partText: 'Impact is our estimate in inquiries, effort is in hours: small is up to four, large is more than twelve.',
  },
  {
    ...part,
    partTitle: 'Page speed on a phone',
    look: 'Table',
    partText:
      'What visitors’ phones measured in the 28 days to April 14; three of four visits were at least this fast (Chrome UX ' +
      'Report). We measured the contact page ourselves, because it has too few visits. LCP: seconds until the main content ' +
      'shows. INP: how quickly the page answers a tap. CLS: how much it jumps while it loads.',
    figures: `Page | LCP (target: 2.5 s or less) | INP (target: 200 ms or less) | CLS (target: 0.1 or less)
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
    partText:
      'From Google Search Console on April 14, checked against our own crawl of 6,602 pages. “noindex” keeps a page out of ' +
      'search. “Canonical” names the original of several copies. A soft 404 is a missing page that claims to exist.',
    figures: `Status | Pages | What to do with them
Indexed, wanted | 412 | Keep, and link them better
Indexed, filters and sorting | 3,870 | noindex, then out of the sitemap
Crawled, not indexed | 1,240 | Merge or enrich
Duplicate without a canonical | 640 | Set the canonical page
Soft 404 | 214 | Mark expired listings as gone (410)`,
  },
  {
    ...part,
    partTitle: 'Entries in directories',
    look: 'Table',
    partText: 'We found twenty-two entries for two offices. Thirteen are right; these need work.',
    figures: `Directory | What it shows | Fix
Apple Maps | Old phone number | Claim and correct
Bing Places | Elm Street office, closed 2024 | Mark as closed
Yelp | Main Street office, twice | Merge both
Foursquare | Old phone number | Correct
Chamber of commerce | Old phone number | Ask the office
Three local papers | Old phone number | Ask the publishers`,
  },
  {
    ...part,
    partTitle: 'Structured data',
    look: 'Table',
    partText:
      'What the pages tell machines about themselves, according to Google’s Rich Results Test and the schema.org validator.',
    figures: `Type of page | Found | Should be
Offices | Nothing | RealEstateAgent with geo and hours
Agents | Person, 3 errors | Person with worksFor and areaServed
Listings | Product, 212 errors | No Product; RealEstateListing comes with Premium
Neighborhoods | Nothing | BreadcrumbList (the path to the page)`,
  },
  {
    ...part,
    partTitle: 'The plan for your first month',
    look: 'Table',
    partText: 'In this order, because each step makes the next one count for more.',
    figures: `Days | Work | What you’ll notice
11 to 13 | Fix the phone number on the profile and ask all six directories | Calls reach the right desk
14 to 17 | Rules for filter pages, a sitemap with the 412 pages worth keeping | The coverage report starts to shrink
18 to 21 | Slider removed, photos resized, fonts moved to your server | Text shows up before the photo does
22 to 25 | Structured data for offices and agents, titles for the first eight pages | Validators report no errors
11 to 30 | Maple Heights and Old Mill: drafted, approved, published | Two new pages on your site
Later months | Two more pages and eight more titles a month, then expired listings | The monthly report counts them`,
  },
  {
    ...part,
    partTitle: 'What we didn’t look at',
    look: 'Text',
    partText:
      'Paid ads, social media accounts, and the accuracy of listing data, which is the MLS’s job. We had read-only access to ' +
      'Search Console, Analytics and the profile, and changed nothing while we looked.',
  },
]

export const demoAuditFindings = [
  {
    findingTitle: 'The profile sends calls to a closed office',
    effect: 'High',
    effort: 'Small',
    evidence:
      'The number on the profile, ending in 0147, was disconnected in March 2024. In the last 28 days, 38 people tapped it.',
    remedy: 'Replace it, then correct the six directories that still show it, so no feed changes it back.',
  },
  {
    findingTitle: '3,870 filter pages are in the index',
    effect: 'High',
    effort: 'Medium',
    evidence:
      'Every combination of price, beds and sort order has its own URL. In March they took 81 percent of Googlebot’s requests, ' +
      'according to the server log.',
    remedy:
      'Set noindex on URLs with more than one filter, drop them from the sitemap, and block them once they’re out of the index.',
  },
  {
    findingTitle: 'The home page waits for its slider',
    effect: 'High',
    effort: 'Medium',
    evidence:
      'Five photos, 4.1 MB in all, load before the heading shows up. A quarter of visits wait 4.8 seconds or longer (LCP).',
    remedy: 'One photo of at most 120 KB, loaded first; drop the other four.',
  },
  {
    findingTitle: 'Five neighborhood pages share the same copy',
    effect: 'High',
    effort: 'Large',
    evidence: 'Maple Heights, Old Mill, Riverside, Harbor Row and Station Quarter differ in 40 of 460 words.',
    remedy: 'A page for each with its own sales figures, streets, photos and questions. Two a month, yours to approve.',
  },
  {
    findingTitle: 'No page says you’re a brokerage',
    effect: 'Medium',
    effort: 'Small',
    evidence: 'None of the office pages has RealEstateAgent markup; the name and address are part of an image.',
    remedy: 'Turn name, address and hours into text, and mark up both offices with their coordinates.',
  },
  {
    findingTitle: 'Forty titles start with the same words',
    effect: 'Medium',
    effort: 'Small',
    evidence: `They open with “Welcome to ${sampleNames.client},” and Google rewrites 33 of them.`,
    remedy: 'Lead with the neighborhood and the type of home; move the firm’s name to the end.',
  },
  {
    findingTitle: 'Expired listings redirect to the home page',
    effect: 'Low',
    effort: 'Small',
    evidence: '214 sold homes redirect there, and Search Console files them as soft 404s.',
    remedy: 'Answer “gone” (code 410), and offer similar homes on that page for anyone who still lands there.',
  },
]
