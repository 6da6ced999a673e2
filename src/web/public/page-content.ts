import type { Call } from '../../contract/endpoint.ts'
import type { RecordOf, Section } from '../../contract/section.ts'
import { readAll } from '../content.ts'

/** Records as visitors may read them, by their kind. */
export type PageContent = Readonly<Record<string, readonly { _id: string; _sample?: true }[]>>

/** All records of these kinds, read at once, each kind once. */
export async function readContent(call: Call, kinds: readonly Section[]): Promise<PageContent> {
  const read = [...new Set(kinds)].map(async (section) => [section.kind, await readAll(call, section)] as const)
  return Object.fromEntries(await Promise.all(read))
}

export function recordsOf<S extends Section>(content: PageContent, { kind }: S): readonly RecordOf<S>[] {
  return (content[kind] ?? []) as unknown as readonly RecordOf<S>[]
}

/** The record of a single kind; undefined while there is none. */
export function firstOf<S extends Section>(content: PageContent, section: S): RecordOf<S> | undefined {
  return recordsOf(content, section)[0]
}
