import { publicPages } from '../../../contract/public-pages.ts'

/**
 * Lets browsers open the public pages ahead, when somebody is about to follow a link there. No other page:
 * some of them do something when they are opened, or show what belongs to one person.
 */
export function speculationRules(): string {
  const links = publicPages.map(({ path }) => ({ pathname: path, search: '' }))
  return JSON.stringify({ prerender: [{ where: { href_matches: links }, eagerness: 'moderate' }] })
}
