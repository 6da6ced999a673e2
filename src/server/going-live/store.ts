import type { Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'

/** Somebody typed it a second time. */
export async function confirmPayee(tx: Tx, email: string, actor: string): Promise<void> {
  await tx
    .insertInto('payee_confirmation')
    .values({ email: email.toLowerCase(), confirmed_at: Date.now(), confirmed_by: actor })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

export async function isPayeeConfirmed(db: Reader, email: string): Promise<boolean> {
  const row = db.selectFrom('payee_confirmation').select('email').where('email', '=', email.toLowerCase())
  return (await row.executeTakeFirst()) !== undefined
}
