import { CONFIRMATION } from '../../../contract/refusal.ts'
import type { RecordOf, Section } from '../../../contract/section.ts'
import { endpointsOf } from '../../../contract/section-endpoints.ts'
import { type PageForm, pageForm, type Values } from '../../forms/form-action.ts'
import { confirm } from '../forms/confirmation.tsx'
import { recordOf } from './values.ts'

/** The form of a record: makes the add call, or the update call where there is an `id`. */
export function recordForm(section: Section, id?: string): PageForm {
  const { add, update } = endpointsOf(section)
  return pageForm(section.fields, async ({ call, posted, key }) => {
    // The add call does without some of the fields; they were not asked for.
    const body = sentOf(section, posted)
    await confirm(call, posted[CONFIRMATION])
    const reply = id !== undefined && update ? await call(update, { params: { id }, body }) : await call(add, { body, key })
    const record = recordOf(section, reply.record as unknown as RecordOf<Section>)
    return { notice: reply.message, values: record.values }
  })
}

function sentOf({ fields }: Section, posted: Values): Values {
  return Object.fromEntries(Object.entries(posted).filter(([name]) => Object.hasOwn(fields, name)))
}
