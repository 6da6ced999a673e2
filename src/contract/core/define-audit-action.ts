/** The kind of thing an action changed. It decides whether the entry's subject is a path, a number or an id. */
export const auditSubjectKinds = [
  'account',
  'adminUser',
  'content',
  'customer',
  'draft',
  'list',
  'mail',
  'order',
  'payee',
  'payment',
  'paymentEmail',
  'picture',
] as const
export type AuditSubjectKind = (typeof auditSubjectKinds)[number]

export type AuditDetail = Readonly<Record<string, string>>

export type AuditActionDefinition = { about: AuditSubjectKind; name: string; describe: (detail: AuditDetail) => string }

/** Defines an action. `sentence` may name details in braces. By default, it is the action's name. */
export function defineAction(
  about: AuditSubjectKind,
  name: string,
  sentence: string | AuditActionDefinition['describe'] = name,
): AuditActionDefinition {
  return { about, name, describe: typeof sentence === 'string' ? (detail) => fillDetails(sentence, detail) : sentence }
}

function fillDetails(sentence: string, detail: AuditDetail): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(detail[name]))
}

/** Formats a number with its noun, such as `3 changes`. */
export function formatCount(number: string | undefined, one: string): string {
  return number === '1' ? `1 ${one}` : `${number} ${one}s`
}

/** Defines the export of a list. */
export const defineExportAction = (name: string) =>
  defineAction('list', name, ({ rows }) => (rows === undefined ? name : `${name}: ${formatCount(rows, 'row')}`))
