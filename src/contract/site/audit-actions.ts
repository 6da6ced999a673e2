import { defineAction } from '../core/define-audit-action.ts'

export const siteAuditActions = {
  'search-engines.decided': defineAction('content', 'Changed search engine access', ({ isAllowed }) =>
    isAllowed === 'yes' ? 'Let search engines in' : 'Kept search engines out until the samples are replaced',
  ),
}
