import { unshownStep } from '#contract/content/kinds/unshown-step.ts'
import { workStep } from '#contract/content/kinds/work-step.ts'
import { defineDemoRecords } from './define-demo-records.ts'

/** The four steps of the home page, and the list of the step section. */
export const demoWorkSteps = [
  defineDemoRecords(workStep, [
    {
      stepNumber: '01',
      stepTitle: 'Audit',
      stepDetails:
        'We crawl your site the way a search engine does: indexing, speed, duplicate listing pages, profile, citations.',
      stapIcon: '/art/steps.svg#survey',
    },
    {
      stepNumber: '02',
      stepTitle: 'Plan',
      stepDetails: 'You get the month in writing: every task, in order, with a name next to it.',
      stapIcon: '/art/steps.svg#plan',
    },
    {
      stepNumber: '03',
      stepTitle: 'Build',
      stepDetails: 'We write pages, fix templates and clean up directory entries. Nothing goes live until you approve it.',
      stapIcon: '/art/steps.svg#build',
    },
    {
      stepNumber: '04',
      stepTitle: 'Report',
      stepDetails: 'A short report: what we did, what moved, what’s next. If something didn’t work, it says so.',
      stapIcon: '/art/steps.svg#finished',
    },
  ]),
  defineDemoRecords(unshownStep, [
    {
      stepNumber: '01',
      stepTitle: 'Kickoff call',
      stepDetails: 'We settle your areas, your offices and who approves copy.',
      stapIcon: '/art/icons.svg#phone',
    },
    {
      stepNumber: '02',
      stepTitle: 'Monthly report',
      stepDetails: 'Your report arrives with next month’s task list.',
      stapIcon: '/art/icons.svg#report',
    },
    {
      stepNumber: '03',
      stepTitle: 'Quarterly strategy',
      stepDetails: 'Premium only: we review the last three months and pick the next streets.',
      stapIcon: '/art/icons.svg#calendar-check',
    },
  ]),
]
