import { confirmPayeeEmailEndpoint, getLaunchChecklistEndpoint } from '#contract/sales/launch-checklist.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { LaunchChecklistModule } from './launch-checklist.ts'

export function createLaunchChecklistHandlers({
  listChecks,
  confirmPayeeEmail,
  isRehearsal,
  getSearchEngineState,
}: LaunchChecklistModule): EndpointHandler[] {
  return [
    defineHandler(getLaunchChecklistEndpoint, async () => {
      const [checks, searchEngines] = await Promise.all([listChecks(), getSearchEngineState()])
      return { isRehearsal, checks, searchEngines }
    }),
    defineHandler(confirmPayeeEmailEndpoint, async ({ body }, { person }) => {
      await confirmPayeeEmail(body.paypalEmail, person.email)
      return { message: 'The payment account is confirmed' }
    }),
  ]
}
