import type { Section } from '../../../contract/section.ts'

/** The demo records of one section; `sample` where people or numbers are invented and must be replaced. */
export type DemoEntry = { section: Section; records: readonly Record<string, string>[]; sample?: true }

/** Ties records to their section: a field left out or misspelled does not compile. */
export function demoOf<S extends Section>(
  section: S,
  records: readonly { [Name in keyof S['fields'] & string]: string }[],
  options: { sample?: true } = {},
): DemoEntry {
  return { section, records, ...options }
}
