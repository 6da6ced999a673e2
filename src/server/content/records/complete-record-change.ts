import type { ContentKind } from '#contract/core/content-kind.ts'
import { findDetailPageOfKind, type PublicPageName } from '#contract/core/public-pages.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { listPagesShowingRecordOutsideFrame } from './page-changes/pages-showing-record.ts'
import { getRecordPagePath } from './record-page-paths.ts'
import type { RecordSaveOptions, RecordValues, StoredRecord } from './record-row.ts'
import { type PayeeChangeMailDependencies, reportPayeeEmailChange } from './report-payee-email-change.ts'
import { listKindRecords, type RecordBeforeAndAfter } from './store.ts'

/** Returns a sentence for each field at fault, given the kind's other visible records. */
export type RecordValidator = (values: RecordValues, otherRecords: readonly RecordValues[]) => Record<string, string>

/** Validators of kinds whose records depend on each other or on the site's pages, by kind. */
export type RecordValidators = ReadonlyMap<string, RecordValidator>

/** One transaction that changes content. */
export type ContentTransaction = PayeeChangeMailDependencies & {
  tx: Tx
  validators: RecordValidators
  /** Names and paths of the pages that the transaction changes. */
  changedPages: Set<string>
  /** True after a change queued an email. */
  hasQueuedEmail: boolean
}

/** Checks the kind's validator, logs the change, notifies by email and notes the changed pages. Throws a 400. */
export async function completeRecordChange<C extends RecordBeforeAndAfter>(
  parts: ContentTransaction,
  contentKind: ContentKind,
  { author }: RecordSaveOptions,
  recordChange: C,
): Promise<C> {
  const { tx } = parts
  const { before, after } = recordChange
  const changedFields = before && after && before.isHidden === after.isHidden ? listChangedFields(before, after) : undefined
  // A record that moves to another page changes both pages.
  for (const one of [before, after]) if (one) addChangedPages(parts, contentKind, one, changedFields)
  await logRecordChange(tx, contentKind, author, recordChange)
  const validator = parts.validators.get(contentKind.kind)
  if (!contentKind.notifyOnChange && !validator) return recordChange
  const otherRecords = await listOtherRecordsOfKind(tx, contentKind, after?.id ?? before?.id)
  // Hidden records have no effect, so no validator checks them.
  if (validator && after && !after.isHidden) assertValid(validator, after.values, otherRecords)
  if (contentKind.notifyOnChange) {
    await reportPayeeEmailChange(tx, parts, contentKind, author, { before, after, otherRecords })
    parts.hasQueuedEmail = true
  }
  return recordChange
}

/**
 * Logs who changed which record. No `before` means a new record, no `after` a deleted one. A kind with `notifyOnChange`
 * logs its changes in `report-payee-email-change.ts`.
 */
async function logRecordChange(
  tx: Tx,
  contentKind: ContentKind,
  actor: string,
  { before, after }: RecordBeforeAndAfter,
): Promise<void> {
  if (contentKind.notifyOnChange) return
  const action = !before ? 'content.added' : after ? 'content.changed' : 'content.deleted'
  const { kind, title } = contentKind
  await recordAuditEntry(tx, { actor, action, subject: (after ?? before)?.id ?? '', detail: { kind, title } })
}

export async function logRecordReordering(tx: Tx, { kind, title }: ContentKind, actor: string): Promise<void> {
  await recordAuditEntry(tx, { actor, action: 'content.ordered', subject: kind, detail: { kind, title } })
}

/** Notes the pages that show a visible record. With `changedFields`, only the pages that show one of these fields. */
export function addChangedPages(
  { changedPages }: ContentTransaction,
  contentKind: ContentKind,
  record: StoredRecord,
  changedFields?: readonly string[],
): void {
  if (record.isHidden) return
  const showsChange = (page: PublicPageName) =>
    !changedFields || changedFields.some((field) => !contentKind.fieldsNotOnPage?.[page]?.includes(field))
  for (const page of listPagesShowingRecordOutsideFrame(contentKind, record.values)) if (showsChange(page)) changedPages.add(page)
  const ownPath = getRecordPagePath(contentKind, record)
  const ownPage = findDetailPageOfKind(contentKind.kind)
  if (ownPath && ownPage && showsChange(ownPage.name)) changedPages.add(ownPath)
}

/** Lists the fields with another value. An absent field equals an empty one. */
function listChangedFields({ values: before }: StoredRecord, { values: after }: StoredRecord): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => (before[name] ?? '') !== (after[name] ?? ''))
}

/** Lists the kind's records except `id`, hidden ones too. */
export async function listOtherRecordsOfKind(tx: Tx, contentKind: ContentKind, id?: string): Promise<StoredRecord[]> {
  return (await listKindRecords(tx, contentKind, { withHidden: true })).filter((one) => one.id !== id)
}

function assertValid(validator: RecordValidator, values: RecordValues, otherRecords: readonly StoredRecord[]): void {
  const visibleRecords = otherRecords.filter(({ isHidden }) => !isHidden)
  const fields = validator(
    values,
    visibleRecords.map((one) => one.values),
  )
  if (Object.keys(fields).length > 0) throw new UserError(400, 'One field needs your attention.', fields)
}
