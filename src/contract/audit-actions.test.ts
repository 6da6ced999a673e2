import { expect, test } from 'vitest'
import { auditActions } from './audit-actions.ts'

test('the activity log shows the day a month started on as an American date', () => {
  expect(auditActions['order.month-started'].describe({ startsOn: '2026-11-14' })).toBe('Started the month on Nov 14, 2026')
})
