import type { Config } from '../config.ts'

/** Tells of these addresses; throws where they were not accepted. */
export type Tell = (addresses: readonly string[], signal: AbortSignal) => Promise<void>

/** What a receiver answers that will look, now or once it has seen the key. */
const ACCEPTED = [200, 202]

type Receiver = { url: string; key: string; origin: Config['origins'][0] }

/** One POST as the protocol asks for it. No redirect is followed: nobody else was meant. */
export function createTell({ url, key, origin }: Receiver): Tell {
  return async (addresses, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList: addresses }),
      redirect: 'manual',
      signal,
    })
    await response.body?.cancel()
    if (!ACCEPTED.includes(response.status)) throw new Error(`${new URL(url).host} answered ${response.status}`)
  }
}
