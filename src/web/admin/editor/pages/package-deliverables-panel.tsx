import { Link } from 'react-router'
import { deliverableTemplate } from '#contract/content/kinds/deliverable-template.ts'
import { getChoiceLabel } from '#contract/core/field.ts'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { type EditorRecord, loadEditorRecords } from '../records/load-editor-records.ts'
import { getRecordEditorPath, getRecordTitle } from '../records/record-titles.ts'

const { fields, editor } = deliverableTemplate

export const loadDeliverableTemplates = (visit: PageRequestContext) => loadEditorRecords(visit, deliverableTemplate)

type Props = { packageName: string; templates: readonly EditorRecord[] }

/** Lists what an order of a package gets, with links to its editors (P-373). */
export function PackageDeliverablesPanel({ packageName, templates }: Props) {
  const own = templates.filter(({ values }) => values.templatePackage === packageName)
  return (
    <section aria-labelledby="package-deliverables" className="max-w-160 border-rule border-t px-(--edge) py-6">
      <h2 id="package-deliverables" className="text-heading font-semibold">
        What an order of {packageName} gets <span className="font-normal text-muted">{own.length}</span>
      </h2>
      <ul className="mt-3">
        {own.map((record) => {
          const { templateCount, templateMonths = '', fromDay, toDay } = record.values
          return (
            <li key={record.id} className="border-rule-light border-t py-2">
              <Link to={getRecordEditorPath(deliverableTemplate, record) ?? editor.home} className="inline-block py-1 underline">
                {Number(templateCount) > 1 && `${templateCount} × `}
                {getRecordTitle(deliverableTemplate, record)}
              </Link>
              <p className="text-help text-muted">
                {getChoiceLabel(fields.templateMonths, templateMonths)}, days {fromDay} to {toDay}
              </p>
            </li>
          )
        })}
      </ul>
      <Link
        to={`${editor.home}?templatePackage=${packageName}#add-${deliverableTemplate.kind}-templateTitle`}
        className="inline-block py-2 font-semibold underline"
      >
        Add a deliverable
      </Link>
    </section>
  )
}
