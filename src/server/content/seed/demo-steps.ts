import { step } from '../../../contract/sections/step.ts'
import { workStep } from '../../../contract/sections/work-step.ts'
import { demoOf } from './demo-entry.ts'

/** The four steps of the home page, and the step section's own list. */
export const demoSteps = [
  demoOf(workStep, [
    {
      stepNumber: '01',
      stepTitle: 'Audit',
      stepDetails:
        'We read your site the way a search engine does: indexing, speed, duplicate listing pages, profile and citations.',
      stapIcon: '/art/steps.svg#survey',
    },
    {
      stepNumber: '02',
      stepTitle: 'Plan',
      stepDetails: 'You get the month as a written list of tasks, in order, with a name against each one.',
      stapIcon: '/art/steps.svg#plan',
    },
    {
      stepNumber: '03',
      stepTitle: 'Build',
      stepDetails: 'We write the pages, fix the templates and correct your listings. You approve copy before it goes live.',
      stapIcon: '/art/steps.svg#build',
    },
    {
      stepNumber: '04',
      stepTitle: 'Report',
      stepDetails: 'One sheet: done, moved, next. Where something did not work, it says so.',
      stapIcon: '/art/steps.svg#finished',
    },
  ]),
  demoOf(step, [
    {
      stepNumber: '01',
      stepTitle: 'Kick-off call',
      stepDetails: 'We agree the areas, the offices and who approves copy.',
      stapIcon: '/art/icons.svg#phone',
    },
    {
      stepNumber: '02',
      stepTitle: 'Monthly report',
      stepDetails: 'The sheet goes out, with the task list for the month ahead.',
      stapIcon: '/art/icons.svg#report',
    },
    {
      stepNumber: '03',
      stepTitle: 'Quarterly strategy',
      stepDetails: 'For Premium: we look back over three months and choose the next streets.',
      stapIcon: '/art/icons.svg#calendar-check',
    },
  ]),
]
