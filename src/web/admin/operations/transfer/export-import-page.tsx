import { exportContentEndpoint, importContentEndpoint } from '../../../../contract/content/content-transfer.ts'
import { createNamedFormsAction, defineFileUploadForm } from '../../../forms/form-action.ts'
import { adminPaths } from '../../admin-paths.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { getButtonClass } from '../../shell/button.tsx'
import { Sheet } from '../../shell/sheet.tsx'
import { IMPORT_FORM_NAME, ImportPanel } from './import-panel.tsx'

export const action = createNamedFormsAction({
  [IMPORT_FORM_NAME]: defineFileUploadForm(async (callWithForm) => {
    const { message: notice, ...imported } = await callWithForm(importContentEndpoint)
    return { notice, imported }
  }),
})

/** Exports all content as one file, and imports such a file (P-43). */
export function Page() {
  return (
    <AdminPage
      heading="Export and import"
      note="Save all content and images in one file, as a backup or to copy your site."
      crumbs={[{ name: 'All content', to: adminPaths.allContent }, { name: 'Export and import' }]}
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
    <Sheet headingId="export-title" heading="Export">
      <div className="grid grid-cols-1 gap-4 border-t-[1.5px] border-ink p-4 *:max-w-200 md:px-5">
        <p>The file has all content in order, including hidden items, and all images with their descriptions.</p>
        <p className="text-muted">
          It doesn’t have accounts, passwords, orders, messages, subscribers, the payment account, drafts, earlier versions or
          deleted items.
        </p>
        <p>
          <a href={`/api${exportContentEndpoint.path}`} download className={getButtonClass('filled')}>
            Download the content
          </a>
        </p>
      </div>
    </Sheet>
  )
}
