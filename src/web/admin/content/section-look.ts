import type { ComponentType } from 'react'
import type { Call } from '../../../contract/endpoint.ts'
import type { Section } from '../../../contract/section.ts'
import type { Values } from '../../forms/form-action.ts'
import type { ContentRecord } from './values.ts'

/** What one kind of content adds to the generic editor. */
export type SectionLook<Data = unknown> = {
  /** What its parts need besides the record. */
  load: (call: Call) => Promise<Data>
  /** Beside the form: what becomes of the values while they are typed. `saved` is what is on the site. */
  Preview: ComponentType<{ data: Data; values: Values; saved: Values }>
  /** In place of the list of records, above the add form. */
  Overview?: ComponentType<{ data: Data; section: Section; records: readonly ContentRecord[] }>
}
