import { afterEach } from 'vitest'
import { forgetClosedPages, listPageUrls } from './visitor.ts'

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(`Pages of the story that failed: ${listPageUrls() || 'none'}`)
  forgetClosedPages()
})
