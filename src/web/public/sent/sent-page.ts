import { guarded } from '../../guards.ts'
import { readNotice, withNotice } from '../../notice.ts'
import { formPage } from '../../page.ts'
import type { SitePage } from '../../site-page.ts'
import type { Next } from './sent.tsx'

const guard = guarded({ access: 'admin' })

/**
 * What everybody else finds at an admin's page to which they were sent with a notice (design decision 3):
 * their own acknowledgement, once, and no data. Without the notice the guard acts as usual.
 */
export function sentPage(path: string, next: Next): SitePage {
  return formPage(path, 'anyone', async () => {
    const { sent } = await import('./sent.tsx')
    return {
      Page: sent(next),
      loader: async (args) => {
        const notice = await readNotice(args.request)
        return notice ? withNotice(args.request, notice) : guard(args)
      },
    }
  })
}
