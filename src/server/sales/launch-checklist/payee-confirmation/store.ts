import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'

/** Records that an admin typed the payee's email a second time. Keeps the first confirmation. */
export async function insertPayeeConfirmation(tx: Tx, email: string, actor: string): Promise<void> {
  await tx
    .insertInto('payee_confirmation')
    .values({ email: email.toLowerCase(), confirmed_at: Date.now(), confirmed_by: actor })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

export async function isPayeeConfirmed(db: DatabaseReader, email: string): Promise<boolean> {
  const row = db.selectFrom('payee_confirmation').select('email').where('email', '=', email.toLowerCase())
  return (await row.executeTakeFirst()) !== undefined
}
