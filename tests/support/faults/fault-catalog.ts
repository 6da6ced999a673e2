/** A fault, what must hold, and the suites that prove it. `npm run proofs` runs few rounds, `npm run faults` runs all. */
type Fault = { fault: string; aim: string; proofs: readonly string[] }

export type FaultName = keyof typeof faults

/** In the order of docs/reliability.md. */
export const faults = {
  killed: {
    fault: 'kill -9, 100 times, each after at least 200 writes; both databases',
    aim: '0 lost, 0 doubled of 20,000; ready again in 3 s',
    proofs: ['tests/proofs/faults/process-killed.test.ts', 'tests/proofs/payment-crash-recovery.test.ts'],
  },
  disk: {
    fault: 'the disk is full, or the data folder cannot be written',
    aim: '503, no false success, reads go on, recovers without a restart',
    proofs: ['tests/proofs/faults/disk-full.test.ts', 'tests/proofs/data-folder.test.ts'],
  },
  files: {
    fault: 'files of the open database are removed, moved or replaced',
    aim: '0 acknowledged lost; saves again by itself, or writes everything beside its place',
    proofs: ['tests/proofs/sqlite-file-loss.test.ts'],
  },
  locked: {
    fault: 'another process holds the database for 10 s',
    aim: '503 with Retry-After within 5 s, the event loop never blocks over 250 ms',
    proofs: [
      'tests/proofs/faults/database-locked.test.ts',
      'tests/proofs/database-faults.test.ts',
      'tests/proofs/locked-rows.test.ts',
    ],
  },
  postgres: {
    fault: 'PostgreSQL is restarted 20 times, the immediate way and harder',
    aim: '0 acknowledged lost, back within 5 s',
    proofs: [
      'tests/proofs/faults/postgres-restarts.test.ts',
      'tests/proofs/unknown-commit-outcome.test.ts',
      'tests/proofs/network-outage.test.ts',
    ],
  },
  instances: {
    fault: 'two processes get 50 equal orders under one Idempotency-Key, and 50 equal payment notices, at once',
    aim: '1 order, 1 fact, 1 mail',
    proofs: [
      'tests/proofs/faults/duplicate-requests-two-instances.test.ts',
      'tests/proofs/concurrent-payments.test.ts',
      'tests/platform/idempotency.test.ts',
    ],
  },
  mail: {
    fault: 'the mail server refuses, then hangs, for 10 minutes',
    aim: 'requests unaffected; the outbox drains, each mail once',
    proofs: ['tests/proofs/mail-delivery.test.ts'],
  },
  gateway: {
    fault: 'the payment provider is down, slow, answers with a web page, or INVALID',
    aim: 'notices answered within 500 ms, all applied after recovery',
    proofs: [
      'tests/proofs/faults/payment-gateway-down.test.ts',
      'tests/sales/payments.test.ts',
      'tests/proofs/payment-totals.test.ts',
    ],
  },
  migration: {
    fault: 'a migration is killed at any statement; two processes start at once',
    aim: 'the old schema or the new one, never between; a rerun succeeds',
    proofs: ['tests/proofs/faults/migration-killed.test.ts'],
  },
  stopped: {
    fault: 'SIGTERM under load, 50 times; two signals to npm and its group, 20 times',
    aim: '0 requests under way failed, ended within 10 s',
    proofs: ['tests/proofs/graceful-shutdown.test.ts'],
  },
  uploads: {
    fault: 'an upload that is cut off or lies, a picture that is a bomb',
    aim: '4xx, nothing left behind',
    proofs: ['tests/proofs/faults/interrupted-uploads.test.ts', 'tests/proofs/malicious-image-uploads.test.ts'],
  },
  backup: {
    fault: 'a backup while others write, restored elsewhere',
    aim: 'every row and file identical',
    proofs: ['tests/proofs/faults/backup-while-writing.test.ts', 'tests/proofs/backup.test.ts'],
  },
} as const satisfies Record<string, Fault>
