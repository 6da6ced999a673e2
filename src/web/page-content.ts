import type { ContentKind, RecordOf } from '../contract/grammar/content-kind.ts'
import type { Call } from '../contract/grammar/endpoint.ts'
import { ownWords, type Words, type WordsOf } from '../contract/grammar/words.ts'
import { readAll } from './content.ts'

/** Records as visitors may read them, by their kind. */
export type PageContent = Readonly<Record<string, readonly { _id: string; _sample?: true }[]>>

/** All records of these kinds, read at once, each kind once. */
export async function readContent(call: Call, kinds: readonly ContentKind[]): Promise<PageContent> {
  const read = [...new Set(kinds)].map(async (contentKind) => [contentKind.kind, await readAll(call, contentKind)] as const)
  return Object.fromEntries(await Promise.all(read))
}

export function recordsOf<S extends ContentKind>(content: PageContent, { kind }: S): readonly RecordOf<S>[] {
  return (content[kind] ?? []) as unknown as readonly RecordOf<S>[]
}

/** The record of a single kind; undefined while there is none. */
export function firstOf<S extends ContentKind>(content: PageContent, contentKind: S): RecordOf<S> | undefined {
  return recordsOf(content, contentKind)[0]
}

/** The words of a part: those of the record, and without one what the site says by itself. */
export function wordsOf<W extends Words>(content: PageContent, words: W): WordsOf<W> {
  return firstOf(content, words) ?? ownWords(words)
}

export async function readWords<W extends Words>(call: Call, words: W): Promise<WordsOf<W>> {
  return wordsOf(await readContent(call, [words]), words)
}
