import type { Module } from '../module.ts'

/** The tables of the platform that belong to no other module. */
export const databaseModule: Module = {
  name: 'platform/db',
  stateTables: ['app_secret', 'last_save', 'migration', 'request_outcome', 'save_probe'],
  retention: {
    'request-outcomes': {
      what: 'What became of a request with an Idempotency-Key',
      days: 1,
      since: 'its day was over',
      why: 'Whoever did not hear the answer tries again within minutes. Each such request removes old ones too.',
      rows: { table: 'request_outcome', key: ['id'], at: 'kept_until' },
    },
  },
}
