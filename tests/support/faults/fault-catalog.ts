/** A fault, what must hold, and the suites that prove it. `npm run proofs` runs few rounds, `npm run faults` runs all. */
type Fault = { fault: string; aim: string; proofs: readonly string[] }

export type FaultName = keyof typeof faultCatalog

/** The faults, in the order and the words of docs/reliability.md. */
export const faultCatalog = {
  killed: {
    fault: 'the process is killed (kill -9) 100 times, each after at least 200 writes',
    aim: 'nothing lost or doubled; ready again in 3 s',
    proofs: [
      'tests/proofs/faults/process-killed.test.ts',
      'tests/proofs/faults/work-killed.test.ts',
      'tests/proofs/faults/months-killed.test.ts',
      'tests/proofs/payment-crash-recovery.test.ts',
    ],
  },
  disk: {
    fault: 'the disk is full, or no file may grow',
    aim: '503 and no false success; reads go on; recovers without a restart',
    proofs: ['tests/proofs/faults/disk-full.test.ts', 'tests/proofs/data-folder.test.ts'],
  },
  files: {
    fault: 'another program removes, moves or replaces files of the open database',
    aim: 'nothing lost; saves again, or writes everything into a file beside it',
    proofs: ['tests/proofs/sqlite-file-loss.test.ts', 'tests/proofs/sqlite-lifecycle.test.ts'],
  },
  locked: {
    fault: 'another process locks the database for 10 s',
    aim: '503 with Retry-After within 5 s; the event loop never blocks over 250 ms',
    proofs: [
      'tests/proofs/faults/database-locked.test.ts',
      'tests/proofs/database-crashes.test.ts',
      'tests/proofs/locked-rows.test.ts',
    ],
  },
  postgres: {
    fault: 'PostgreSQL restarts 20 times while two processes write',
    aim: 'nothing lost; saves again within 5 s',
    proofs: [
      'tests/proofs/faults/postgres-restarts.test.ts',
      'tests/proofs/unknown-commit-outcome.test.ts',
      'tests/proofs/network-outage.test.ts',
    ],
  },
  instances: {
    fault: 'two processes get 50 equal orders and 50 equal payment notices at once',
    aim: '1 order, 1 fact, 1 email',
    proofs: [
      'tests/proofs/faults/duplicate-requests-two-instances.test.ts',
      'tests/proofs/concurrent-payments.test.ts',
      'tests/platform/idempotency.test.ts',
    ],
  },
  mail: {
    fault: 'the mail server refuses for 5 minutes, then hangs for 5',
    aim: 'requests unaffected; each email is sent once',
    proofs: ['tests/proofs/mail-delivery.test.ts'],
  },
  gateway: {
    fault: 'the payment provider denies its own notices, is down, hangs or answers nonsense',
    aim: 'notices answered within 500 ms; all applied after recovery',
    proofs: [
      'tests/proofs/faults/payment-gateway-down.test.ts',
      'tests/sales/payments.test.ts',
      'tests/proofs/payment-totals.test.ts',
    ],
  },
  migration: {
    fault: 'a migration is killed before each statement; two processes start at once',
    aim: 'the old schema or the new one, never between',
    proofs: ['tests/proofs/faults/migration-killed.test.ts'],
  },
  stopped: {
    fault: 'the site is stopped under 50 clients, by one signal or by two',
    aim: 'no running request fails; ends within 10 s',
    proofs: ['tests/proofs/graceful-shutdown.test.ts'],
  },
  uploads: {
    fault: 'uploads of images and of files to orders break off at 100 places; 200 hostile images',
    aim: '4xx, and nothing left behind',
    proofs: ['tests/proofs/faults/interrupted-uploads.test.ts', 'tests/proofs/malicious-image-uploads.test.ts'],
  },
  backup: {
    fault: 'ten backups while clients write, each restored elsewhere',
    aim: 'everything confirmed before the backup is in it',
    proofs: ['tests/proofs/faults/backup-while-writing.test.ts'],
  },
} as const satisfies Record<string, Fault>
