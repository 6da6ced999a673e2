import { Link, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router'
import { createNamedFormsAction, FORM_NAME_FIELD } from '#web/forms/form-action.ts'
import { LoadErrorPanel } from '#web/lists/load-error.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { loadOrReturnFailure } from '#web/temporary-failures.ts'
import { addDraftParam, adminPaths } from '../../admin-paths.ts'
import { SubmissionError, useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { AdminSection } from '../../shell/admin-section.tsx'
import { Button, getButtonClass } from '../../shell/button.tsx'
import { loadRelease, type ReleasePageData } from './load-release.ts'
import { previewForms, releaseForms } from './release-forms.ts'
import { ReleaseActionUndoPanel, ReleasePanel } from './release-panel.tsx'
import { StagedChangeItem } from './staged-change-item.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  return loadOrReturnFailure(() => loadRelease(getPageRequestContext(context).call))
}

export const action = createNamedFormsAction(releaseForms)
export const documentAction = createNamedFormsAction(previewForms)

/** Lists all staged changes and publishes them together. */
export function Page() {
  const release = useLoaderData<typeof loader>()
  const hasChanges = 'changes' in release && release.changes.length > 0
  return (
    <AdminPage
      heading="Drafts"
      note="Changes that visitors don’t see yet. Publish them all at once."
      aside={
        hasChanges && (
          <div className="flex flex-wrap gap-2 lg:ml-auto">
            <Link to={addDraftParam(adminPaths.siteAudit)} className={getButtonClass('outline')}>
              Check the site with drafts
            </Link>
            <PreviewForm />
          </div>
        )
      }
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        {'problem' in release ? <LoadErrorPanel title="Changes" {...release} /> : <ReleaseChanges release={release} />}
      </div>
    </AdminPage>
  )
}

/** Posts without our script, because the preview is outside the admin area. */
function PreviewForm() {
  return (
    <form method="post">
      <input type="hidden" name={FORM_NAME_FIELD} value="preview" />
      <Button type="submit" look="outline">
        Preview the site with drafts
      </Button>
    </form>
  )
}

function ReleaseChanges({ release }: { release: ReleasePageData }) {
  const { changes } = release
  const discardSubmission = useFormSubmission('discardOne' satisfies keyof typeof releaseForms, release)
  const restageSubmission = useFormSubmission('keep' satisfies keyof typeof releaseForms, release)
  const isLoading = useNavigation().state === 'loading'
  return (
    <>
      <ReleasePanel release={release} />
      <ReleaseActionUndoPanel submission={discardSubmission} label="Undo discard">
        Undo brings the discarded draft back.
      </ReleaseActionUndoPanel>
      <SubmissionError submission={discardSubmission} />
      <SubmissionError submission={restageSubmission} />
      <AdminSection
        aria-busy={isLoading}
        headingId="changes-title"
        heading="Changes"
        className="list-panel"
        aside={
          <p role="status" className="text-muted">
            {isLoading ? 'Loading…' : formatChangeCount(changes.length)}
          </p>
        }
      >
        {changes.length === 0 ? (
          <div className="list-empty" tabIndex={-1}>
            <p>No drafts. Choose “Save as draft” in an editor to keep a change here until you publish.</p>
            <Link to={adminPaths.allContent} className={getButtonClass('outline')}>
              Choose what to edit
            </Link>
          </div>
        ) : (
          <ul aria-labelledby="changes-title" className="border-t-[1.5px] border-ink">
            {changes.map((change) => (
              <StagedChangeItem key={change._id} {...{ change, discardSubmission, restageSubmission }} />
            ))}
          </ul>
        )}
      </AdminSection>
    </>
  )
}

function formatChangeCount(changes: number): string {
  if (changes === 0) return ''
  return changes === 1 ? 'One change, oldest first' : `${changes} changes, oldest first`
}
