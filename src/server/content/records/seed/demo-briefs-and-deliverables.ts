import { briefQuestion } from '../../../../contract/content/kinds/brief-question.ts'
import { deliverableTemplate } from '../../../../contract/content/kinds/deliverable-template.ts'
import type { packageNames } from '../../../../contract/content/kinds/pricing-package.ts'
import { defineDemoRecords } from './define-demo-records.ts'

type PackageName = (typeof packageNames)[number]
type Days = [fromDay: number, toDay: number]

/** Builds a template. What goes public in the client's name needs approval. */
function deliver(templatePackage: PackageName, templateTitle: string, days: Days, templateDetails: string, needsApproval = 'No') {
  const [fromDay, toDay] = days
  const texts = { templatePackage, templateTitle, templateDetails }
  return { ...texts, fromDay: String(fromDay), toDay: String(toDay), needsApproval, templateWeight: '1' }
}

const AUDIT_DETAILS = 'Everything we found, most important first, with a plan for the rest of the month.'
const REPORT_DETAILS = 'What we did, what has changed so far, and what we would do next.'
const TITLE_DETAILS = 'Page titles and descriptions for 8 pages. You approve the texts before they go live.'
const CALL_DETAILS = 'We go through the month and plan the next one.'

/** The points of the packages, on the dates of the pricing page. */
const demoDeliverables = [
  deliver('Basic', 'Site and indexing audit', [6, 10], AUDIT_DETAILS),
  deliver(
    'Basic',
    'Google Business Profile setup',
    [11, 15],
    'Categories, services, hours and photos. You approve the texts first.',
    'Yes',
  ),
  deliver('Basic', '10 local keywords', [11, 15], 'The searches that we work on, by area.'),
  deliver('Basic', 'Titles and descriptions for 8 pages', [11, 18], TITLE_DETAILS, 'Yes'),
  deliver('Basic', '15 directory citations', [15, 25], 'Your name, address and phone, the same in 15 directories.'),
  deliver('Basic', 'Agent and broker schema', [15, 25], 'Structured data about your office and agents.'),
  deliver('Basic', 'Monthly report', [26, 30], REPORT_DETAILS),
  deliver('Standard', 'Site and indexing audit', [6, 10], AUDIT_DETAILS),
  deliver(
    'Standard',
    'Google Business Profile setup',
    [8, 14],
    'Categories, services, hours and photos. You approve the texts first.',
    'Yes',
  ),
  deliver('Standard', '25 local keywords', [8, 14], 'The searches that we work on, by area.'),
  deliver('Standard', 'Titles and descriptions for 8 pages', [8, 14], TITLE_DETAILS, 'Yes'),
  deliver('Standard', 'Agent and broker schema', [8, 14], 'Structured data about your office and agents.'),
  deliver(
    'Standard',
    '30 citations with cleanup',
    [8, 25],
    'The same name, address and phone in 30 directories, and old entries corrected.',
  ),
  deliver(
    'Standard',
    '2 neighborhood pages',
    [11, 25],
    'Two new pages about your areas, checked for fair housing. You approve each draft.',
    'Yes',
  ),
  deliver('Standard', 'IDX indexing review', [15, 25], 'Which listing pages search engines index, and which they should.'),
  deliver(
    'Standard',
    'Review-request templates',
    [15, 25],
    'Emails and texts that ask clients for a review. You approve the texts.',
    'Yes',
  ),
  deliver('Standard', 'Monthly call', [26, 30], CALL_DETAILS),
  deliver('Standard', 'Monthly report', [26, 30], REPORT_DETAILS),
  deliver('Premium', 'Site and indexing audit', [6, 10], AUDIT_DETAILS),
  deliver('Premium', '50 local keywords', [8, 14], 'The searches that we work on, by area.'),
  deliver('Premium', 'Titles and descriptions for 8 pages', [8, 14], TITLE_DETAILS, 'Yes'),
  deliver(
    'Premium',
    'IDX/MLS technical plan',
    [8, 14],
    'What to ask your listing vendor for, in order. It comes with the IDX indexing review.',
  ),
  deliver(
    'Premium',
    'RealEstateListing and Offer schema',
    [11, 25],
    'Structured data about listings, offers, offices and agents.',
  ),
  deliver(
    'Premium',
    '30 citations with cleanup',
    [11, 25],
    'The same name, address and phone in 30 directories, and old entries corrected.',
  ),
  deliver(
    'Premium',
    '4 neighborhood pages',
    [11, 25],
    'Four new pages about your areas, checked for fair housing. You approve each draft.',
    'Yes',
  ),
  deliver(
    'Premium',
    'Review-request templates',
    [15, 25],
    'Emails and texts that ask clients for a review. You approve the texts.',
    'Yes',
  ),
  deliver('Premium', 'Lead tracking', [15, 25], 'We count calls and forms by the page they came from.'),
  deliver('Premium', 'Competitor review', [15, 25], 'What the offices that outrank you do differently.'),
  deliver(
    'Premium',
    'Editorial outreach: research',
    [15, 30],
    'Local publications worth writing to. You approve the list.',
    'Yes',
  ),
  deliver(
    'Premium',
    'Multi-office profiles',
    [15, 30],
    'A complete Business Profile for every office. You approve the texts first.',
    'Yes',
  ),
  deliver('Premium', 'Monthly call', [26, 30], CALL_DETAILS),
  deliver('Premium', 'Quarterly strategy', [26, 30], 'The plan for the next three months.'),
  deliver('Premium', 'Monthly report', [26, 30], REPORT_DETAILS),
]

/** The ten questions that clients answer after they pay, and what they get. */
export const demoBriefsAndDeliverables = [
  defineDemoRecords(briefQuestion, [
    {
      question: 'Business name, addresses and phone',
      questionHelp: 'Exactly as clients should see them everywhere. One office per line.',
      answerType: 'long text',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'License number and brokerage',
      questionHelp: 'As your state requires you to display them.',
      answerType: 'short text',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'Areas and neighborhoods you serve',
      questionHelp: 'The most important first, one per line.',
      answerType: 'list',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'Your website, and who can change it',
      questionHelp: 'The address, and the name and email of the person or company that edits it. No passwords, please.',
      answerType: 'long text',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'Your IDX or MLS vendor',
      questionHelp: 'The company that puts listings on your site. Write “none” if there is none.',
      answerType: 'short text',
      answerChoices: '',
      answerRequired: 'No',
    },
    {
      question: 'Is our email a manager of your Google Business Profile?',
      questionHelp: 'In your profile, open Settings, People and access, Add. Enter our contact email and choose Manager.',
      answerType: 'choice',
      answerChoices: 'Yes, I sent the invitation\nNot yet\nI have no profile',
      answerRequired: 'Yes',
    },
    {
      question: 'Does our email have access to your Search Console?',
      questionHelp: 'In Search Console, open Settings, Users and permissions, Add user. Enter our contact email and choose Full.',
      answerType: 'choice',
      answerChoices: 'Yes, I added it\nNot yet\nI have no Search Console',
      answerRequired: 'Yes',
    },
    {
      question: 'Your main competitors',
      questionHelp: 'Names or websites, one per line.',
      answerType: 'list',
      answerChoices: '',
      answerRequired: 'No',
    },
    {
      question: 'Who approves our drafts?',
      questionHelp: 'The name and email of one person. Nothing goes live until they say yes.',
      answerType: 'short text',
      answerChoices: '',
      answerRequired: 'Yes',
    },
    {
      question: 'Photos, brand files, and words to avoid',
      questionHelp: 'Links to your photos and logo, and anything that we must never say about you or your areas.',
      answerType: 'long text',
      answerChoices: '',
      answerRequired: 'No',
    },
  ]),
  defineDemoRecords(deliverableTemplate, demoDeliverables),
]
