import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { workMonthSteps } from '#contract/work/work-month-calendar.ts'
import { MonthSteps } from './month-steps.tsx'

test('only the steps before the month say so; the others get their dates when it starts', () => {
  const steps = workMonthSteps.map(({ title }, index) => ({ title, from: null, to: null, isDone: index === 0 }))
  const html = renderToStaticMarkup(<MonthSteps steps={steps} />)
  expect([...html.matchAll(/<span>([^<]*)<\/span><\/li>/g)].map(([, days]) => days)).toEqual([
    'Done',
    'Before the month starts',
    ...Array(3).fill('We set the dates when the month starts'),
  ])
})
