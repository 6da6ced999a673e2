import { endpointsOf } from '../contract/content/section-endpoints.ts'
import type { Call } from '../contract/grammar/endpoint.ts'
import type { RecordOf, Section } from '../contract/grammar/section.ts'

/** All records of a section in their order, typed by its fields. */
export async function readAll<S extends Section>(call: Call, section: S): Promise<RecordOf<S>[]> {
  return (await call(endpointsOf(section).list, {})) as unknown as RecordOf<S>[]
}

/** The record of a single section; undefined while there is none. */
export async function readFirst<S extends Section>(call: Call, section: S): Promise<RecordOf<S> | undefined> {
  return (await readAll(call, section))[0]
}
