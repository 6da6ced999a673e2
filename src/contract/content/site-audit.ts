import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { isStorableText } from '../core/text-schemas.ts'
import {
  booleanQuerySchema,
  draftQuerySchema,
  recordParamsSchema,
  recordVisibilityBodySchema,
  reorderBodySchema,
} from './content-record-endpoints.ts'

/** `error`: something is broken for visitors or search engines. `warning`: it works, but could be better. */
export const siteAuditSeverities = ['error', 'warning'] as const
export type SiteAuditSeverity = (typeof siteAuditSeverities)[number]

/** An editor asks before it saves a problem of a rule with `asksFirst`. It notes the others after the save. */
type SiteAuditRule = { severity: SiteAuditSeverity; name: string; asksFirst?: true }

/** The rules of the site audit, in the order of the report (docs/decisions/0049). */
export const siteAuditRules = {
  'page-answers': { severity: 'error', name: 'Every page loads', asksFirst: true },
  'main-heading': { severity: 'error', name: 'Each page has one main heading', asksFirst: true },
  'broken-link': { severity: 'error', name: 'No broken links', asksFirst: true },
  'redirect-target': { severity: 'error', name: 'No broken redirects', asksFirst: true },
  'bare-domain': { severity: 'error', name: 'Links to other sites begin with https://', asksFirst: true },
  'broken-picture': { severity: 'error', name: 'No missing images' },
  'structured-data': { severity: 'error', name: 'Structured data is complete' },
  'title-length': { severity: 'warning', name: 'Titles are the right length' },
  'description-length': { severity: 'warning', name: 'Descriptions are the right length' },
  'same-title': { severity: 'warning', name: 'Each page has its own title' },
  'similar-title': { severity: 'warning', name: 'Titles don’t compete with each other' },
  'same-description': { severity: 'warning', name: 'Each page has its own description' },
  'heading-order': { severity: 'warning', name: 'Headings are in order' },
  'link-words': { severity: 'warning', name: 'Every link has text' },
  'picture-words': { severity: 'warning', name: 'Every image has a description' },
  'heavy-picture': { severity: 'warning', name: 'No image over 300 KB' },
  'heavy-page': { severity: 'warning', name: 'No page over 1.5 MB' },
  'share-image-size': { severity: 'warning', name: 'Share images are large enough' },
  'thin-page': { severity: 'warning', name: 'Every page has enough text' },
  'orphan-page': { severity: 'warning', name: 'Every page is linked from another page' },
  'old-name': { severity: 'warning', name: 'No old names, addresses or hours' },
  'contact-details': { severity: 'warning', name: 'Phone numbers and emails are the same everywhere' },
  'package-number': { severity: 'warning', name: 'Cards and deliverables promise the same numbers' },
  'empty-section': { severity: 'warning', name: 'No empty sections' },
  'same-record': { severity: 'warning', name: 'No repeated text' },
  proof: { severity: 'warning', name: 'Quotes and figures name their source' },
  sample: { severity: 'warning', name: 'No sample content left' },
} as const satisfies Record<string, SiteAuditRule>

export function findingNeedsSaveConfirmation({ rule }: Pick<SiteAuditFinding, 'rule'>): boolean {
  return (siteAuditRules[rule] as SiteAuditRule).asksFirst === true
}

export type SiteAuditRuleId = keyof typeof siteAuditRules

export const siteAuditRuleIds = Object.keys(siteAuditRules) as [SiteAuditRuleId, ...SiteAuditRuleId[]]

const findingSchema = z.object({
  rule: z.enum(siteAuditRuleIds),
  severity: z.enum(siteAuditSeverities),
  /** One sentence. */
  says: z.string(),
  pages: z.array(z.string()),
  /** The name of the field to edit, and the path of its editor. */
  place: z.object({ name: z.string(), path: z.string() }),
})
export type SiteAuditFinding = z.output<typeof findingSchema>

const findingsReplySchema = z.object({ findings: z.array(findingSchema) })

export const auditSiteEndpoint = defineEndpoint('GET /site-checks', 'admin', {
  reply: findingsReplySchema,
  summary:
    'List findings on the public pages, the worst first. draft=1 audits the pages with the staged changes; new=1 lists only new findings',
  query: z.extend(draftQuerySchema, { new: booleanQuerySchema('new') }),
})

const VALUES_MESSAGE = 'values must be an object with the text of each field by name.'
const CHANGE_MESSAGE = 'The body must have exactly one of values, hidden and ids, and an id with hidden.'

const proposedChangeSchema = z
  .strictObject({
    /** The id of the record. Without it, the change adds a record. */
    id: z.optional(z.string().check(z.maxLength(128))),
    /** The values after the save. */
    values: z.optional(
      z.record(z.string(), z.string(VALUES_MESSAGE).check(z.refine(isStorableText, VALUES_MESSAGE)), VALUES_MESSAGE),
    ),
    hidden: z.optional(recordVisibilityBodySchema.shape.hidden),
    /** The new order of all records. */
    ids: z.optional(reorderBodySchema.shape.ids),
  })
  .check(z.refine(isOneChange, { error: CHANGE_MESSAGE, path: ['values'] }))

/** A change that an editor or a list will make to the records of a kind. */
export type ProposedRecordsChange = z.output<typeof proposedChangeSchema>

function isOneChange({ id, values, hidden, ids }: { id?: string; values?: object; hidden?: boolean; ids?: readonly string[] }) {
  const changes = [values, hidden, ids].filter((change) => change !== undefined)
  return changes.length === 1 && (hidden === undefined || id !== undefined)
}

/** Changes nothing. Only screens make this call: an editor before it saves, a list before it hides a record. */
export const auditUnsavedChangeEndpoint = defineEndpoint('POST /site-checks/:kind', 'admin', {
  reply: findingsReplySchema,
  summary: 'List the new findings that saving, adding, hiding, showing, deleting or reordering records would cause',
  params: z.pick(recordParamsSchema, { kind: true }),
  body: proposedChangeSchema,
})
