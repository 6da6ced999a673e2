import type { ServerModule } from '../module.ts'

/** Declares the platform's tables that belong to no other module. */
export const platformTablesModule: ServerModule = {
  name: 'platform/db',
  stateTables: ['content_version', 'app_secret', 'last_save', 'migration', 'idempotent_request', 'save_probe'],
  noPersonalData: 'Versions, secrets, applied migrations, and hashes of requests, for a day.',
  retention: {
    'idempotent-requests': {
      what: 'Results of requests with an Idempotency-Key',
      days: 1,
      since: 'the key expired',
      why: 'A client without a reply tries again within minutes. Each such request removes old results too.',
      rows: { table: 'idempotent_request', key: ['id'], at: 'expires_at' },
    },
  },
}
