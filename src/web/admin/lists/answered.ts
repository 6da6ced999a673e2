import { data } from 'react-router'
import { isRefusal } from '../../../contract/refusal.ts'
import type { Failed, Saved } from '../forms/outcome.ts'

/**
 * The answer of a page's action that does something without taking anything in: the alert's text as the
 * server sent it, or why it was refused. Only a lost session is left to the guard.
 */
export async function answered(form: string, act: () => Promise<{ message: string }>) {
  try {
    const { message } = await act()
    return { form, message, values: {} } satisfies Saved
  } catch (error) {
    if (!isRefusal(error) || error.status === 401) throw error
    const failed: Failed = { form, error: error.message, fields: {}, values: {} }
    // An unreachable server has no status; the router wants one to know that nothing changed.
    return data(failed, { status: error.status || 503 })
  }
}
