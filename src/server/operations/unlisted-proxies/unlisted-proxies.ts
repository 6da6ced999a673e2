import type { Database } from '#platform/db/open-database.ts'
import type { ConnectionPeer } from '#platform/http/direct-connection-peer.ts'
import type { ServerModule } from '#platform/module.ts'
import { saveUnlistedProxy } from './store.ts'

/** The shortest time between two saves of a process, in ms. */
const SAVE_INTERVAL_MS = 60_000

type UnlistedProxies = ServerModule & { recordForwardingPeer: (peer: ConnectionPeer) => void }

/**
 * Remembers private addresses outside TRUST_PROXY that send `X-Forwarded-For`, because these are usually proxies. The doctor
 * reports them. Ignores public addresses, because any visitor can send the header.
 */
export function createUnlistedProxiesModule({ database }: { database: Pick<Database, 'write'> }): UnlistedProxies {
  let nextSave = 0
  let saving: Promise<void> | undefined
  return {
    name: 'operations/unlisted-proxies',
    stateTables: ['unlisted_proxy'],
    noPersonalData: 'Private IP addresses of proxies.',
    retention: {
      'unlisted-proxies': {
        what: 'Private IP addresses that sent X-Forwarded-For and are not in TRUST_PROXY',
        days: 7,
        since: 'the last such request',
        why: 'A proxy in use sends the header every day.',
        rows: { table: 'unlisted_proxy', key: ['address'], at: 'seen_at' },
      },
    },
    /** Saves the address in the background, so that the request doesn't wait. */
    recordForwardingPeer({ address, isPrivate, isTrustedProxy }) {
      if (isTrustedProxy || !isPrivate || performance.now() < nextSave) return
      nextSave = performance.now() + SAVE_INTERVAL_MS
      // If the save fails, a later request brings the header again.
      saving = database.write.alone((tx) => saveUnlistedProxy(tx, address)).catch(() => {})
    },
    close: async () => saving,
  }
}
