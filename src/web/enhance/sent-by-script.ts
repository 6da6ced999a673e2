/**
 * The header of a form that our script sends. A script is not shown redirects, and one that it followed would
 * use up the notice of the page that it leads to: it is told the address instead (`entry-server.tsx`).
 */
export const SENT_BY_SCRIPT = 'x-requested-with'
