import { publicPages } from '../../src/contract/core/public-pages.ts'

export type PublicUrl = { path: string; status: number; isListed: boolean }

const buildUnlistedUrl = (path: string, status: number): PublicUrl => ({ path, status, isListed: false })

/** A path that the stories mark as gone with a redirect record. */
export const GONE_PATH = '/old-office'

/** One service page stands for all of them: only their texts differ. */
const SERVICE_PATH = '/service/link-outreach'

/** Every public page with the status that it answers. */
export const publicUrls: readonly PublicUrl[] = [
  ...publicPages.map(({ path }) => ({ path, status: 200, isListed: true })),
  { path: SERVICE_PATH, status: 200, isListed: true },
  buildUnlistedUrl('/contact-us', 200),
  buildUnlistedUrl('/thanks', 200),
  buildUnlistedUrl('/no-such-page', 404),
  buildUnlistedUrl(GONE_PATH, 410),
]
