import type { Migration } from '#platform/db/migration.ts'

/** Lets an upload add up the bytes of all orders without reading the table. */
export const orderFileBytesIndexMigration: Migration = {
  name: '0005-order-file-bytes',
  sql: `
create index order_file_total_bytes on order_file_total (bytes);
`,
}
