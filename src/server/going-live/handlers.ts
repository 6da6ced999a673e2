import { confirmPayee, goingLive } from '../../contract/going-live.ts'
import { type Handled, handled } from '../http/http.ts'
import type { GoingLive } from './going-live.ts'

export function goingLiveHandlers({ checks, confirm, isRehearsal }: GoingLive): Handled[] {
  return [
    handled(goingLive, async () => ({ isRehearsal, checks: await checks() })),
    handled(confirmPayee, async ({ body }, { person }) => {
      await confirm(body.paypalEmail, person.email)
      return { message: 'The payment account is confirmed' }
    }),
  ]
}
