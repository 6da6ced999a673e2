import { exportContentEndpoint, importContentEndpoint } from '../../../../contract/content/content-transfer.ts'
import { createFormActions, defineFileForm } from '../../../forms/form-action.ts'
import { adminPaths } from '../../navigation.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { buttonClass } from '../../shell/button.tsx'
import { IMPORT_FORM, ImportPanel } from './import-panel.tsx'

export const action = createFormActions({
  [IMPORT_FORM]: defineFileForm(async (callWithForm) => {
    const { message: notice, ...imported } = await callWithForm(importContentEndpoint)
    return { notice, imported }
  }),
})

/** Exports all content as one file, and imports such a file (P-43). */
export function Page() {
  return (
    <AdminPage
      heading="Export and import"
      note="All content with its pictures, as one file: to keep, or to make a copy of this site from it."
      background="paper"
      crumbs={[{ name: 'Website content', to: adminPaths.settings }, { name: 'Export and import' }]}
    >
      <div className="grid grid-cols-1 gap-5 px-(--edge) pb-16">
        <ExportPanel />
        <ImportPanel />
      </div>
    </AdminPage>
  )
}

function ExportPanel() {
  return (
    <section aria-labelledby="export-title" className="sheet">
      <header>
        <h2 id="export-title">Export</h2>
      </header>
      <div className="grid grid-cols-1 gap-4 border-t-[1.5px] border-ink p-4 *:max-w-200 md:px-5">
        <p>
          In the file are all records of the site in their order, hidden ones too, and all pictures of the library with their
          descriptions.
        </p>
        <p className="text-muted">
          Not in it are accounts and passwords, orders, messages, subscribers, the payment account, what is only in the draft,
          earlier versions, and what was deleted.
        </p>
        <p>
          <a href={`/api${exportContentEndpoint.path}`} download className={buttonClass('filled')}>
            Download the content
          </a>
        </p>
      </div>
    </section>
  )
}
