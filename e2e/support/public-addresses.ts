import { publicPages } from '../../src/contract/grammar/public-pages.ts'

export type Address = { path: string; status: number; isListed: boolean }

const unlisted = (path: string, status: number): Address => ({ path, status, isListed: false })

/** An address that the test's site calls gone. */
export const GONE = '/old-office'

/** The page of one record stands for those of all: they differ by their words alone. */
const SERVICE = '/service/link-outreach'

/** Every page that anybody may come upon without an account, and what it answers. */
export const publicAddresses: readonly Address[] = [
  ...publicPages.map(({ path }) => ({ path, status: 200, isListed: true })),
  { path: SERVICE, status: 200, isListed: true },
  unlisted('/contact-us', 200),
  unlisted('/thanks', 200),
  unlisted('/no-such-page', 404),
  unlisted(GONE, 410),
]
