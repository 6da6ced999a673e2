import { checkoutFields, type Outcome } from '../../src/contract/rehearsal.ts'
import { cookieJar } from '../../tests/support/cookie-jar.ts'
import type { Site } from './site.ts'

type Call = <Reply>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Reply>

/** Makes calls as somebody who is logged in; throws where one is refused. */
export async function callsOf({ url }: Site, credentials: { email: string; password: string }): Promise<Call> {
  const jar = cookieJar()
  const call: Call = async (method, path, body) => {
    const headers = { ...(body && { 'content-type': 'application/json' }), cookie: jar.header() }
    const reply = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    jar.keep(reply.headers.getSetCookie())
    return (await reply.json()) as never
  }
  await call('POST', '/sign-in', credentials)
  return call
}

export type Placed = { _id: string; _number: number }

/** Orders a package of the demo content; each customer name makes it another order. */
export async function placeOrder(call: Call, packageName: string, customerName: string): Promise<Placed> {
  const customer = { customerName, customerAddress: '100 Example Street, Springfield', customerCountry: 'United States' }
  return (await call<{ record: Placed }>('POST', '/new-order', { packageName, ...customer })).record
}

/** Pays at the rehearsal checkout, with what a button there brings about; the notice of it arrives a little later. */
export async function rehearse(call: Call, { _id }: Placed, outcome: Outcome): Promise<void> {
  const { fields = {} } = await call<{ fields?: Record<string, string> }>('POST', `/pay/${_id}`)
  const form = Object.fromEntries(checkoutFields.map((name) => [name, fields[name]]))
  await call('POST', '/payments/rehearsal/outcome', { ...form, outcome })
}
