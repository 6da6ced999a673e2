import { contentKinds } from '#contract/content-kinds.ts'
import { type ChangedBusinessFact, createOutdatedFieldFinder, getFactFieldsThatTextsRepeat } from '../../business/business.ts'
import { listPagesShowingRecordAnywhere } from '../../records/records.ts'
import { type AuditedSiteWithContent, getVisibleRecords, type SiteRuleCheck } from '../audited-site.ts'
import { getEditorFixPlace } from '../fix-places.ts'

/** Finds texts that still state a former name of a page, or a former fact of the business. */
export const outdatedFactsRule: SiteRuleCheck = (site) => {
  const currentTexts = listCurrentTexts(site)
  const changedFacts = site.changedFacts.filter(({ oldText }) => !currentTexts.has(oldText))
  if (changedFacts.length === 0) return []
  const finders = changedFacts.map((fact) => ({ fact, findOutdatedFields: createOutdatedFieldFinder([fact], changedFacts) }))
  const shownKinds = contentKinds.filter(({ shownOn }) => shownOn.length > 0)
  return shownKinds.flatMap((contentKind) =>
    getVisibleRecords(site, contentKind).flatMap((record) =>
      finders.flatMap(({ fact, findOutdatedFields }) =>
        findOutdatedFields(contentKind, record.values).map(({ name }) => ({
          says: explainOldText(fact),
          subject: `${record.id} ${name} ${fact.oldText}`,
          pages: listPagesShowingRecordAnywhere(contentKind, record.values),
          place: getEditorFixPlace(contentKind, record, name),
        })),
      ),
    ),
  )
}

function explainOldText({ oldText, newText }: ChangedBusinessFact): string {
  return `“${oldText}” is now “${newText}”, but this text still has the old words.`
}

/** Lists the names and facts of today. Another record may have taken a former name. */
function listCurrentTexts(site: AuditedSiteWithContent): Set<string> {
  return new Set(
    contentKinds.flatMap((contentKind) => {
      const fields = Object.keys(getFactFieldsThatTextsRepeat(contentKind))
      return getVisibleRecords(site, contentKind).flatMap(({ values }) => fields.map((name) => values[name]?.trim() ?? ''))
    }),
  )
}
