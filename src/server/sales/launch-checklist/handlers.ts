import {
  confirmPayeeEndpoint,
  decideSearchEnginesEndpoint,
  getLaunchChecklistEndpoint,
} from '../../../contract/sales/launch-checklist.ts'
import { defineHandler, type EndpointHandler } from '../../platform/http/register-api.ts'
import type { LaunchChecklistModule } from './launch-checklist.ts'

export function createLaunchChecklistHandlers({
  listChecks,
  confirmPayeeEmail,
  decideSearchEngines: decide,
  isRehearsal,
  getSearchEngineState,
}: LaunchChecklistModule): EndpointHandler[] {
  return [
    defineHandler(getLaunchChecklistEndpoint, async () => {
      const [checks, searchEngineState] = await Promise.all([listChecks(), getSearchEngineState()])
      return { isRehearsal, checks, searchEngines: searchEngineState }
    }),
    defineHandler(confirmPayeeEndpoint, async ({ body }, { person }) => {
      await confirmPayeeEmail(body.paypalEmail, person.email)
      return { message: 'The payment account is confirmed' }
    }),
    defineHandler(decideSearchEnginesEndpoint, async ({ body: { isAllowed } }, { person }) => {
      await decide(isAllowed, person.email)
      const message = isAllowed
        ? 'Search engines may list the site'
        : 'Search engines are kept out while the site has sample content'
      return { message, searchEngines: await getSearchEngineState() }
    }),
  ]
}
