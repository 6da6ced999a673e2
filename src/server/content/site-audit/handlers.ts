import { auditSiteEndpoint, auditUnsavedChangeEndpoint } from '#contract/content/site-audit.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { UserError } from '#contract/core/user-error.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { SiteAuditModule } from './site-audit.ts'

export function createSiteAuditHandlers(siteAudit: SiteAuditModule): EndpointHandler[] {
  return [
    defineHandler(auditSiteEndpoint, async ({ query }) => ({
      findings: await siteAudit.auditSite({ withDraft: query.draft === true, onlyNew: query.new === true }),
    })),
    defineHandler(auditUnsavedChangeEndpoint, async ({ params, body }) => {
      const contentKind = contentKinds.find(({ kind }) => kind === params.kind)
      if (!contentKind) throw new UserError(404, 'There’s no such kind of content.')
      return { findings: await siteAudit.auditChange(contentKind, body) }
    }),
  ]
}
