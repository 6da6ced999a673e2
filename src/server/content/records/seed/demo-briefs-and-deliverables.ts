import { briefQuestion } from '#contract/content/kinds/brief-question.ts'
import { deliverableTemplate } from '#contract/content/kinds/deliverable-template.ts'
import type { packageNames } from '#contract/content/kinds/pricing-package.ts'
import { defineDemoRecords } from './define-demo-records.ts'

type PackageName = (typeof packageNames)[number]
type Days = [fromDay: number, toDay: number]

/** Returns a function that builds a package's template. What goes public in the client's name needs approval. */
function createDeliverableBuilder(templatePackage: PackageName) {
  return (templateTitle: string, [fromDay, toDay]: Days, templateDetails: string, needsApproval = 'No') => {
    const texts = { templatePackage, templateTitle, templateDetails }
    return { ...texts, fromDay: String(fromDay), toDay: String(toDay), needsApproval, templateWeight: '1' }
  }
}

const buildBasic = createDeliverableBuilder('Basic')
const buildStandard = createDeliverableBuilder('Standard')
const buildPremium = createDeliverableBuilder('Premium')

const AUDIT_DETAILS = 'Everything we found, most important first, with a plan for the rest of the month.'
const REPORT_DETAILS = 'What we did, what has changed so far, and what we would do next.'
const TITLE_DETAILS = 'Page titles and descriptions for 8 pages. You approve the texts before they go live.'
const PROFILE_DETAILS = 'Categories, services, hours and photos. You approve the texts first.'
const KEYWORD_DETAILS = 'The searches that we work on, by area.'
const SCHEMA_DETAILS = 'Structured data about your office and agents.'
const CITATION_DETAILS = 'The same name, address and phone in 30 directories, and old entries corrected.'
const REVIEW_REQUEST_DETAILS = 'Emails and texts that ask clients for a review. You approve the texts.'
const CALL_DETAILS = 'We go through the month and plan the next one.'

/** The points of the packages, on the dates of the pricing page. */
const demoDeliverables = [
  buildBasic('Site and indexing audit', [6, 10], AUDIT_DETAILS),
  buildBasic('Google Business Profile setup', [11, 15], PROFILE_DETAILS, 'Yes'),
  buildBasic('10 local keywords', [11, 15], KEYWORD_DETAILS),
  buildBasic('Titles and descriptions for 8 pages', [11, 18], TITLE_DETAILS, 'Yes'),
  buildBasic('15 directory citations', [15, 25], 'Your name, address and phone, the same in 15 directories.'),
  buildBasic('Agent and broker schema', [15, 25], SCHEMA_DETAILS),
  buildBasic('Monthly report', [26, 30], REPORT_DETAILS),
  buildStandard('Site and indexing audit', [6, 10], AUDIT_DETAILS),
  buildStandard('Google Business Profile setup', [8, 14], PROFILE_DETAILS, 'Yes'),
  buildStandard('25 local keywords', [8, 14], KEYWORD_DETAILS),
  buildStandard('Titles and descriptions for 8 pages', [8, 14], TITLE_DETAILS, 'Yes'),
  buildStandard('Agent and broker schema', [8, 14], SCHEMA_DETAILS),
  buildStandard('30 citations with cleanup', [8, 25], CITATION_DETAILS),
  buildStandard(
    '2 neighborhood pages',
    [11, 25],
    'Two new pages about your areas, checked for fair housing. You approve each draft.',
    'Yes',
  ),
  buildStandard('IDX indexing review', [15, 25], 'Which listing pages search engines index, and which they should.'),
  buildStandard('Review-request templates', [15, 25], REVIEW_REQUEST_DETAILS, 'Yes'),
  buildStandard('Monthly call', [26, 30], CALL_DETAILS),
  buildStandard('Monthly report', [26, 30], REPORT_DETAILS),
  buildPremium('Site and indexing audit', [6, 10], AUDIT_DETAILS),
  buildPremium('50 local keywords', [8, 14], KEYWORD_DETAILS),
  buildPremium('Titles and descriptions for 8 pages', [8, 14], TITLE_DETAILS, 'Yes'),
  buildPremium(
    'IDX/MLS technical plan',
    [8, 14],
    'What to ask your listing vendor for, in order. It comes with the IDX indexing review.',
  ),
  buildPremium('RealEstateListing and Offer schema', [11, 25], 'Structured data about listings, offers, offices and agents.'),
  buildPremium('30 citations with cleanup', [11, 25], CITATION_DETAILS),
  buildPremium(
    '4 neighborhood pages',
    [11, 25],
    'Four new pages about your areas, checked for fair housing. You approve each draft.',
    'Yes',
  ),
  buildPremium('Review-request templates', [15, 25], REVIEW_REQUEST_DETAILS, 'Yes'),
  buildPremium('Lead tracking', [15, 25], 'We count calls and forms by the page they came from.'),
  buildPremium('Competitor review', [15, 25], 'What the offices that outrank you do differently.'),
  buildPremium('Editorial outreach: research', [15, 30], 'Local publications worth writing to. You approve the list.', 'Yes'),
  buildPremium(
    'Multi-office profiles',
    [15, 30],
    'A complete Business Profile for every office. You approve the texts first.',
    'Yes',
  ),
  buildPremium('Monthly call', [26, 30], CALL_DETAILS),
  buildPremium('Quarterly strategy', [26, 30], 'The plan for the next three months.'),
  buildPremium('Monthly report', [26, 30], REPORT_DETAILS),
]

function buildQuestion(
  question: string,
  answerType: string,
  questionHelp: string,
  { choices = [], isOptional = false }: { choices?: readonly string[]; isOptional?: boolean } = {},
) {
  return { question, questionHelp, answerType, answerChoices: choices.join('\n'), answerRequired: isOptional ? 'No' : 'Yes' }
}

/** The ten questions that clients answer after they pay, and what they get. */
export const demoBriefsAndDeliverables = [
  defineDemoRecords(briefQuestion, [
    buildQuestion(
      'Business name, addresses and phone',
      'long text',
      'Exactly as clients should see them everywhere. One office per line.',
    ),
    buildQuestion('License number and brokerage', 'short text', 'As your state requires you to display them.'),
    buildQuestion('Areas and neighborhoods you serve', 'list', 'The most important first, one per line.'),
    buildQuestion(
      'Your website, and who can change it',
      'long text',
      'The address, and the name and email of the person or company that edits it. No passwords, please.',
    ),
    buildQuestion(
      'Your IDX or MLS vendor',
      'short text',
      'The company that puts listings on your site. Write “none” if there is none.',
      { isOptional: true },
    ),
    buildQuestion(
      'Is our email a manager of your Google Business Profile?',
      'choice',
      'In your profile, open Settings, People and access, Add. Enter our contact email and choose Manager.',
      { choices: ['Yes, I sent the invitation', 'Not yet', 'I have no profile'] },
    ),
    buildQuestion(
      'Does our email have access to your Search Console?',
      'choice',
      'In Search Console, open Settings, Users and permissions, Add user. Enter our contact email and choose Full.',
      { choices: ['Yes, I added it', 'Not yet', 'I have no Search Console'] },
    ),
    buildQuestion('Your main competitors', 'list', 'Names or websites, one per line.', { isOptional: true }),
    buildQuestion(
      'Who approves our drafts?',
      'short text',
      'The name and email of one person. Nothing goes live until they say yes.',
    ),
    buildQuestion(
      'Photos, brand files, and words to avoid',
      'long text',
      'Links to your photos and logo, and anything that we must never say about you or your areas.',
      { isOptional: true },
    ),
  ]),
  defineDemoRecords(deliverableTemplate, demoDeliverables),
]
