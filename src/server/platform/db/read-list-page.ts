import type { SelectQueryBuilder, Simplify } from 'kysely'
import { getPagingOffset, type ListPage, type PageAndSize } from '#contract/core/paging.ts'

/** Reads one page of a sorted query, and counts all its rows. */
export async function readListPage<Tables, Name extends keyof Tables, Row>(
  sorted: SelectQueryBuilder<Tables, Name, Row>,
  page: PageAndSize,
): Promise<ListPage<Simplify<Row>>> {
  const records = await sorted.limit(page.size).offset(getPagingOffset(page)).execute()
  return { records, total: await countRows(sorted) }
}

export async function countRows<Tables, Name extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Name, Row>,
): Promise<number> {
  const counting = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
  return Number((await counting.executeTakeFirstOrThrow()).total)
}
