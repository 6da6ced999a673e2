import { password, type TestApp } from './app.ts'
import { openStored } from './stored.ts'

/** Makes an account with the usual password, its address confirmed as if by mail; answers the cookies of a session. */
export async function newAccount(site: TestApp, email: string): Promise<string> {
  await site.request('POST', '/api/register', { body: { email, password } })
  const stored = await openStored(site.environment)
  await stored.confirmEmail(email)
  await stored.close()
  return sessionOf(site, email)
}

/** Makes somebody an admin, as the first admin would. */
export async function makeAdmin(site: TestApp, userEmail: string): Promise<{ _id: string }> {
  const added = await site.request('POST', '/api/add-user', { as: 'admin', body: { userEmail, userRole: 'Admin' } })
  if (added.status !== 201) throw new Error(`${userEmail} was not made an admin: ${added.text}`)
  return (added.json() as { record: { _id: string } }).record
}

export async function sessionOf(site: TestApp, email: string): Promise<string> {
  const { status, headers, text } = await site.request('POST', '/api/sign-in', { body: { email, password } })
  if (status !== 200) throw new Error(`${email} cannot log in: ${text}`)
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
}
