import { confirmPayeeEndpoint, decideSearchEnginesEndpoint, getGoingLiveEndpoint } from '../../../contract/sales/going-live.ts'
import { defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { GoingLiveModule } from './going-live.ts'

export function createGoingLiveHandlers({
  listChecks,
  confirmPayeeEmail,
  decideSearchEngines: decide,
  isRehearsal,
  getSearchEngineState,
}: GoingLiveModule): EndpointHandler[] {
  return [
    defineHandler(getGoingLiveEndpoint, async () => {
      const [checks, searchEngineState] = await Promise.all([listChecks(), getSearchEngineState()])
      return { isRehearsal, checks, searchEngines: searchEngineState }
    }),
    defineHandler(confirmPayeeEndpoint, async ({ body }, { person }) => {
      await confirmPayeeEmail(body.paypalEmail, person.email)
      return { message: 'The payment account is confirmed' }
    }),
    defineHandler(decideSearchEnginesEndpoint, async ({ body: { isAllowed } }, { person }) => {
      await decide(isAllowed, person.email)
      const message = isAllowed ? 'Search engines may list the site' : 'Search engines are kept out while the site holds samples'
      return { message, searchEngines: await getSearchEngineState() }
    }),
  ]
}
