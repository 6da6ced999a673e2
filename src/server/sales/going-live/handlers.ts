import { confirmPayee, decideSearchEngines, goingLive } from '../../../contract/sales/going-live.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { GoingLive } from './going-live.ts'

export function goingLiveHandlers({
  checks,
  confirm,
  decideSearchEngines: decide,
  isRehearsal,
  searchEngines,
}: GoingLive): Handled[] {
  return [
    handled(goingLive, async () => {
      const [all, engines] = await Promise.all([checks(), searchEngines()])
      return { isRehearsal, checks: all, searchEngines: engines }
    }),
    handled(confirmPayee, async ({ body }, { person }) => {
      await confirm(body.paypalEmail, person.email)
      return { message: 'The payment account is confirmed' }
    }),
    handled(decideSearchEngines, async ({ body: { isAllowed } }, { person }) => {
      await decide(isAllowed, person.email)
      const message = isAllowed ? 'Search engines may list the site' : 'Search engines are kept out while the site holds samples'
      return { message, searchEngines: await searchEngines() }
    }),
  ]
}
