import { defaultServiceValues, joinLines, joinParagraphs, joinServiceSteps } from './service-text-helpers.ts'

export const reportingService = {
  ...defaultServiceValues,
  serviceTitle: 'Reporting',
  serviceDetails: 'A short monthly report: what we did, what moved, what’s next.',
  serviceIcon: '/art/icons.svg#report',
  serviceSummary: 'A report you can read in five minutes, with the numbers behind it for anyone who wants to check.',
  serviceHeading: 'Monthly SEO reports for brokerages',
  serviceWork: joinParagraphs(
    'On the same date each month you get a report in three parts: what we did, what changed, what comes next. Every figure ' +
      'names its source and the days it covers.',
    'Bad months look like bad months. If calls fell because the market slowed, the report says so and doesn’t hide behind ' +
      'impressions.',
    'You don’t need to know SEO to read it. A “position” is where you stand in the results for one search; a ' +
      '“click” is a visit from there; an “inquiry” is a form or a call. We explain any other term where it first ' +
      'appears. The sample report shows a full month of a made-up brokerage, with the same sections, in the same ' +
      'order, as the one you’d get. It takes five minutes to read, and you can print it.',
  ),
  serviceReceives: joinLines(
    'The report as a PDF and a link',
    'A half-hour call to go through it (Standard and up)',
    'Calls and forms counted by source (Premium)',
  ),
  serviceWhen: 'By day 30 of your month. The exact date is in your first email from us.',
  serviceNeeds: joinLines(
    'Viewer access to your analytics and Search Console',
    'A rough count of inquiries and closings, if you’ll share it',
  ),
  serviceInBasic: 'Monthly report',
  serviceInStandard: 'Monthly report and call',
  serviceInPremium: 'Report, call and lead tracking',
  serviceQuestion: 'Which number should we watch?',
  serviceAnswer:
    'Calls and messages from people in your area. Positions and clicks help explain that number, but they don’t pay anyone. When ' +
    'we can’t tell whether a call came from search, the report says so.',
  pageDescription:
    'One clear report a month: what we did, what changed and what comes next, with sources. See what is in it and when it reaches your inbox.',
  serviceImg: '/art/services.svg#report',
  serviceSample: 'Sample report',
  serviceSteps: joinServiceSteps({
    'Set the baseline':
      'Before any work begins, we save where you stand: calls and direction requests from your profile, visits from search, inquiries, and positions for your keywords.',
    'Count the same things':
      'Each month we read the same sources for the same days, and leave out your own visits and ours. A definition never changes without a note.',
    'Explain the change': 'Charts show what moved. A sentence beside each says why we think it did, and how sure we are.',
    'Say what’s next':
      'The last part lists next month’s tasks and what we need from you. What didn’t work has a section of its own.',
  }),
  serviceFit: joinParagraphs(
    'Every package includes the report, because work you can’t see is hard to judge. Read it in five minutes, or forward it to the ' +
      'owner: it needs no log-in and no glossary.',
    'If you want to check a figure, each one names its source, and the accounts it comes from are yours. If you’d like your own ' +
      'numbers beside ours, such as closings or showings, send them and we’ll add a column. And if two months in a row show no ' +
      'progress, the report says what we’d change, or that you should stop.',
    'If another company sends you reports now, pick one and ask four questions. Does it say how many calls and forms came ' +
      'in? Does each number name its source and its dates? Does it say what didn’t work? Could you log in and find the same ' +
      'number yourself? If two or more answers are no, you’re paying for charts. Send us a page with the names removed, if ' +
      'you like, and we’ll tell you what we would ask about it.',
  ),
}
