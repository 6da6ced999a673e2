import { afterEach } from 'vitest'
import { forgetClosedPages, reportPages } from './visitor.ts'

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(`Pages of the story that failed: ${reportPages() || 'none'}`)
  forgetClosedPages()
})
