import { STAGED_CHANGES_PAGE_PATH } from '#contract/core/page-rendering-interface.ts'
import { FORM_NAME_FIELD } from '../forms/form-action.ts'

/** Tells an admin below a page that it shows staged changes. Visitors never see it. */
export function DraftPreviewBar() {
  return (
    <aside aria-label="Preview" className="preview-bar">
      <p>
        <strong>Preview:</strong> this is the page with your drafts. Visitors don’t see it yet.
      </p>
      <form method="post" action={STAGED_CHANGES_PAGE_PATH}>
        <input type="hidden" name={FORM_NAME_FIELD} value="endPreview" />
        <button type="submit" className="button button-ink">
          Back to your drafts
        </button>
      </form>
    </aside>
  )
}
