import { Link, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router'
import { FORM_NAME, formActions } from '../../../forms/form-action.ts'
import { type LoadFailure, readOrFailure } from '../../../lists/list-page.ts'
import { FailedPanel } from '../../../lists/load-failed.tsx'
import { visitOf } from '../../../visit.ts'
import { SavingAnswer, useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Button, buttonClass } from '../../shell/button.tsx'
import { adminPaths, withDraft } from '../../site-map.ts'
import { Change } from './change.tsx'
import { draftForms } from './draft-forms.ts'
import { PublicationPanel } from './publication-panel.tsx'
import { readShownDraft, type ShownDraft } from './shown-draft.ts'

type Loaded = ShownDraft | LoadFailure

export function loader({ context }: LoaderFunctionArgs): Promise<Loaded> {
  return readOrFailure(() => readShownDraft(visitOf(context).call))
}

export const action = formActions(draftForms)

/** The draft of the whole site: everything that is to change, to be published together. */
export function Page() {
  const draft = useLoaderData<Loaded>()
  const hasChanges = 'changes' in draft && draft.changes.length > 0
  return (
    <AdminPage
      heading="Draft"
      note="What was saved as a draft. Visitors see all of it at once, when it is published."
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Draft' }]}
      aside={
        hasChanges && (
          <div className="flex flex-wrap gap-2 lg:ml-auto">
            <Link to={withDraft(adminPaths.siteChecks)} className={buttonClass('outline')}>
              Check the site with the draft
            </Link>
            <PreviewForm />
          </div>
        )
      }
    >
      <div className="grid gap-5 px-(--edge) pb-16">
        {'problem' in draft ? <FailedPanel title="Changes" {...draft} /> : <Draft draft={draft} />}
      </div>
    </AdminPage>
  )
}

/** Leads out of the admin, to documents: the browser sends it by itself. */
function PreviewForm() {
  return (
    <form method="post">
      <input type="hidden" name={FORM_NAME} value="preview" />
      <Button type="submit" look="outline">
        Preview the site with the draft
      </Button>
    </form>
  )
}

function Draft({ draft }: { draft: ShownDraft }) {
  const { changes } = draft
  const discardOne = useSaving('discardOne' satisfies keyof typeof draftForms)
  const keep = useSaving('keep' satisfies keyof typeof draftForms)
  const isLoading = useNavigation().state === 'loading'
  useKeptFocus(discardOne, draft)
  useKeptFocus(keep, draft)
  return (
    <>
      <PublicationPanel draft={draft} />
      <SavingAnswer saving={discardOne} />
      <SavingAnswer saving={keep} />
      <section aria-labelledby="changes-title" aria-busy={isLoading} className="sheet list-panel">
        <header>
          <h2 id="changes-title">Changes</h2>
          <p role="status" className="text-muted">
            {isLoading ? 'Loading…' : countOf(changes.length)}
          </p>
        </header>
        {changes.length === 0 ? (
          <div className="list-empty" tabIndex={-1}>
            <p>Nothing is in the draft. “Save as draft” in an editor collects changes here without showing them to visitors.</p>
            <Link to={adminPaths.settings} className={buttonClass('outline')}>
              Choose what to edit
            </Link>
          </div>
        ) : (
          <ul aria-labelledby="changes-title" className="border-t-[1.5px] border-ink">
            {changes.map((change) => (
              <Change key={change._id} change={change} discardOne={discardOne} keep={keep} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function countOf(changes: number): string {
  if (changes === 0) return ''
  return changes === 1 ? 'One change, oldest first' : `${changes} changes, oldest first`
}
