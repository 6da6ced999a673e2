import { password, sessionOf, type TestApp } from './app.ts'
import { type Person, personAt } from './person.ts'
import { openStored } from './stored.ts'

/** Makes an account with the usual password, its address confirmed as if by mail; answers the cookies of a session. */
export async function newAccount(site: TestApp, email: string): Promise<string> {
  await register(site, email)
  return sessionOf(site, email)
}

/** Somebody with such an account, logged in with a browser of their own. */
export async function newPerson(site: TestApp, email: string): Promise<Person> {
  await register(site, email)
  const person = personAt(site)
  await person.logIn(email)
  return person
}

/** Makes somebody an admin, as the first admin would. */
export async function makeAdmin(site: TestApp, userEmail: string): Promise<{ _id: string }> {
  const added = await site.request('POST', '/api/add-user', { as: 'admin', body: { userEmail, userRole: 'Admin' } })
  if (added.status !== 201) throw new Error(`${userEmail} was not made an admin: ${added.text}`)
  return (added.json() as { record: { _id: string } }).record
}

async function register(site: TestApp, email: string): Promise<void> {
  const made = await site.request('POST', '/api/register', { body: { email, password } })
  if (made.status !== 201) throw new Error(`${email} cannot register: ${made.text}`)
  const stored = await openStored(site.environment)
  await stored.confirmEmail(email)
  await stored.close()
}
