import { expect, it } from 'vitest'
import { readHours, WORKING_TIME } from './opening-hours.ts'

it('reads the working time of the specification', () => {
  expect(readHours(WORKING_TIME)).toEqual([
    {
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
      opens: '09:00',
      closes: '20:00',
      text: 'Mon-Sat 9am-8pm',
    },
    { days: ['Sunday'], text: 'Sunday closed' },
  ])
})

it('reads full and short names, both clocks, minutes, lines and an en dash', () => {
  const spans = readHours('Monday \u2013 Thu: 08:30-12:15\nfri 12pm \u2013 11:59pm; Sat 12am-1am')
  expect(spans?.map(({ days, opens, closes }) => [days.length, opens, closes])).toEqual([
    [4, '08:30', '12:15'],
    [1, '12:00', '23:59'],
    [1, '00:00', '01:00'],
  ])
})

it.each([
  '',
  'always',
  'Mon',
  'Mon 9am',
  'Mo 9am-5pm',
  'Mon 9am-9am',
  'Mon 5pm-9am',
  'Sat-Mon 9am-5pm',
  'Mon 25:00-26:00',
  'Mon 13pm-2pm',
  'Mon 9:60am-5pm',
  'Mon 9am-5pm, Mon-Fri 9am-5pm',
  'Mon 9am-12pm-5pm',
])('does not take "%s"', (text) => {
  expect(readHours(text)).toBeUndefined()
})
