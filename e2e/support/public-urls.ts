import { publicPages } from '../../src/contract/core/public-pages.ts'

export type PublicUrl = { path: string; status: number; isListed: boolean }

const buildUnlistedUrl = (path: string, status: number): PublicUrl => ({ path, status, isListed: false })

/** An address that the test's site calls gone. */
export const GONE_PATH = '/old-office'

/** The page of one record stands for those of all: they differ by their words alone. */
const SERVICE_PATH = '/service/link-outreach'

/** Every page that anybody may come upon without an account, and what it answers. */
export const publicUrls: readonly PublicUrl[] = [
  ...publicPages.map(({ path }) => ({ path, status: 200, isListed: true })),
  { path: SERVICE_PATH, status: 200, isListed: true },
  buildUnlistedUrl('/contact-us', 200),
  buildUnlistedUrl('/thanks', 200),
  buildUnlistedUrl('/no-such-page', 404),
  buildUnlistedUrl(GONE_PATH, 410),
]
