import { Refusal } from '../../../contract/refusal.ts'
import { libraryAnswer } from '../library.ts'
import type { Parts } from '../parts.ts'
import { wrongCode } from './codes.ts'
import { spendCode } from './store.ts'

/**
 * Turns the second factor on where the code is right, and ends every session that came in without it.
 * The library's answer carries the cookie of the session that goes on.
 */
export async function confirmSetUp({ auth, database }: Parts, headers: Headers, userId: string, code: string): Promise<Response> {
  const before = new Date()
  const response = await libraryAnswer(auth.api.verifyTOTP({ body: { code }, headers, asResponse: true }))
  if (!response.ok) throw await refusalOf(response)
  // So that nobody who looked on can log in with it.
  await spendCode(database, userId, code)
  const { internalAdapter } = await auth.$context
  for (const { token, createdAt } of await internalAdapter.listSessions(userId)) {
    if (createdAt < before) await internalAdapter.deleteSession(token)
  }
  return response
}

async function refusalOf(response: Response): Promise<Refusal> {
  const { code } = (await response.json()) as { code?: string }
  if (code === 'TOTP_NOT_ENABLED') return new Refusal(409, 'Please begin with the set-up again.')
  return wrongCode('This code is not right. Enter the one that your app shows now; the clock of your phone must be right.')
}
