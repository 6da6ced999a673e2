import { sql } from 'kysely'
import { DAY, type PageStart } from './list-parts.ts'
import { statement } from './statement.ts'
import type { Reader, TableName } from './tables.ts'
import type { Tx } from './write.ts'

/**
 * Looks through totals that are kept, piece by piece with a rest between them, and answers those that do not add up. While
 * others write they may do so all the same.
 */
export type Suspects = (db: Reader, rest: () => Promise<void>) => AsyncIterable<Suspect>

/** Counts again while nobody else can write, and corrects what was kept: answers what that was, if it was wrong. */
export type Suspect = (tx: Tx) => Promise<string | undefined>

export type Counts = Readonly<Record<string, number>>

/** What is kept wrongly, in words; undefined where nothing is. What was kept of nothing, or not at all, is 0. */
export function differences(kept: Counts, counted: Counts): string | undefined {
  const names = [...new Set([...Object.keys(kept), ...Object.keys(counted)])]
  const wrong = names.filter((name) => (kept[name] ?? 0) !== (counted[name] ?? 0))
  if (wrong.length === 0) return undefined
  return wrong.map((name) => `${name} was ${kept[name] ?? 0} and is ${counted[name] ?? 0}`).join(', ')
}

/** How many days are counted between two turns of the event loop: some thousand rows, where a year has some hundred thousand. */
const DAYS_AT_ONCE = 7

type Kept<Name extends string> = {
  /** What is counted, by its table, and the column in which each row has its moment. */
  rows: TableName
  at: string
  /** One row for all of them, which whoever writes to `rows` takes first, and one for each day. */
  total: TableName
  days: TableName
  /** The columns of both, and the values that rows have that they count. */
  counts: Readonly<Record<Name, Readonly<Record<string, string | null>>>>
}

export type TotalsOfDays<Name extends string> = {
  /**
   * Takes the total, which every write to the rows does first and holds until its transaction ends: so all take turns, and
   * none waits for another that waits for it. `add` does so too.
   */
  take(tx: Tx): Promise<void>
  /** Adds to the total and to days: to each, by its number, so many of each name. */
  add(tx: Tx, changes: ReadonlyMap<number, Readonly<Record<Name, number>>>): Promise<void>
  read(db: Reader): Promise<Record<Name, number>>
  /** The day after so many records of some names, the newest first, by its first moment. */
  dayAfter(db: Reader, names: readonly Name[], records: number): Promise<PageStart | undefined>
  suspects: Suspects
}

/**
 * Totals of all rows and of each day, which are kept with the writes that change them, and counted again. Each name needs
 * an index over its values and the moment (docs/decisions/0077 and 0078).
 */
export function totalsOfDays<Name extends string>({ rows, at, total, days, counts }: Kept<Name>): TotalsOfDays<Name> {
  const names = Object.keys(counts) as Name[]
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const zeros = Object.fromEntries(names.map((name) => [name, 0]))

  function isCounted(name: Name) {
    const values = Object.entries(counts[name] ?? {})
    const conditions = values.map(([column, value]) =>
      value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
    )
    return sql.join(conditions, sql` and `)
  }

  /** The rows of some days, by the day. */
  async function countDays(db: Reader, from: number): Promise<Map<number, Counts>> {
    const day = sql`${sql.ref(at)} / ${sql.lit(DAY)}`
    const then = sql`${sql.ref(at)} >= ${from * DAY} and ${sql.ref(at)} < ${(from + DAYS_AT_ONCE) * DAY}`
    const each = names.map(
      (name) => sql`
        select ${sql.lit(name)} as name, ${day} as day, count(*) as count from ${sql.table(rows)}
        where ${isCounted(name)} and ${then} group by ${day}`,
    )
    const all = await sql<{ name: string; day: number; count: number }>`${sql.join(each, sql` union all `)}`.execute(db)
    const days = Map.groupBy(all.rows, (row) => Number(row.day))
    return new Map(
      [...days].map(([day, some]) => [day, Object.fromEntries(some.map(({ name, count }) => [name, Number(count)]))]),
    )
  }

  async function keptOfDays(db: Reader, from: number): Promise<Map<number, Counts>> {
    const { rows: kept } = await sql<Record<string, unknown>>`
      select * from ${sql.table(days)} where day >= ${from} and day < ${from + DAYS_AT_ONCE}`.execute(db)
    return new Map(kept.map(({ day, ...counts }) => [Number(day), numbers(counts)]))
  }

  /** All rows, or those of one day. */
  async function count(db: Reader, day?: number): Promise<Counts> {
    const then = day === undefined ? sql`` : sql`and ${sql.ref(at)} >= ${day * DAY} and ${sql.ref(at)} < ${(day + 1) * DAY}`
    const each = names.map(
      (name) => sql`(select count(*) from ${sql.table(rows)} where ${isCounted(name)} ${then}) as ${sql.ref(name)}`,
    )
    const { rows: counted } = await sql<Record<string, unknown>>`select ${sql.join(each)}`.execute(db)
    return numbers(counted[0])
  }

  async function keptOf(db: Reader, day?: number): Promise<Counts> {
    const { rows: kept } = await (day === undefined
      ? sql<Record<string, unknown>>`select ${columns} from ${sql.table(total)}`
      : sql<Record<string, unknown>>`select ${columns} from ${sql.table(days)} where day = ${day}`
    ).execute(db)
    return kept[0] ? numbers(kept[0]) : zeros
  }

  async function sumOfDays(db: Reader): Promise<Counts> {
    const sums = names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`)
    const { rows: summed } = await sql<Record<string, unknown>>`select ${sql.join(sums)} from ${sql.table(days)}`.execute(db)
    return numbers(summed[0])
  }

  /** The first day from one on that has a row or is kept. */
  async function dayFrom(db: Reader, day: number): Promise<number | undefined> {
    const firsts = names.map(
      (name) =>
        sql`select min(${sql.ref(at)}) as at from ${sql.table(rows)} where ${isCounted(name)} and ${sql.ref(at)} >= ${day * DAY}`,
    )
    const { rows: found } = await sql<{ at: number | null }>`
      ${sql.join(firsts, sql` union all `)} union all select min(day) * ${sql.raw(String(DAY))} from ${sql.table(days)} where day >= ${day}`.execute(
      db,
    )
    const moments = found.flatMap(({ at }) => (at === null ? [] : Number(at)))
    return moments.length === 0 ? undefined : Math.floor(Math.min(...moments) / DAY)
  }

  const addToTotal = statement((db, more: Record<Name, number>) => {
    const sums = sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${more[name]}`))
    return { compile: () => sql`update ${sql.table(total)} set ${sums}`.compile(db) }
  })

  const addToDay = statement((db, more: Record<Name | 'day', number>) => {
    const values = sql.join(names.map((name) => more[name]))
    const sums = sql.join(
      names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${days}.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
    )
    const insert = sql`insert into ${sql.table(days)} (day, ${columns}) values (${more.day}, ${values}) on conflict (day) do update set ${sums}`
    return { compile: () => insert.compile(db) }
  })

  async function take(tx: Tx): Promise<void> {
    const [name = ''] = names
    await sql`update ${sql.table(total)} set ${sql.ref(name)} = ${sql.ref(name)}`.execute(tx)
  }

  async function add(tx: Tx, changes: ReadonlyMap<number, Readonly<Record<Name, number>>>): Promise<void> {
    if (changes.size === 0) return
    const sums = names.map((name) => [name, [...changes.values()].reduce((sum, change) => sum + change[name], 0)])
    await addToTotal(tx, Object.fromEntries(sums))
    for (const [day, change] of changes) await addToDay(tx, { ...change, day })
  }

  async function dayAfter(db: Reader, some: readonly Name[], records: number): Promise<PageStart | undefined> {
    const sum = sql.join(
      some.map((name) => sql.ref(name)),
      sql` + `,
    )
    // Added up by the database: a row of each day that ever was would cost more than the page.
    const upTo = sql`select day, ${sum} as count, sum(${sum}) over (order by day desc) as up_to from ${sql.table(days)}`
    const { rows: found } = await sql<Record<'day' | 'count' | 'up_to', number>>`
      select day, count, up_to from (${upTo}) as days where up_to > ${records} order by day desc limit 1`.execute(db)
    const [first] = found
    return first && { part: Number(first.day) * DAY, skipped: records - Number(first.up_to) + Number(first.count) }
  }

  async function correct(tx: Tx, day?: number): Promise<string | undefined> {
    await take(tx)
    const counted = await count(tx, day)
    const wrong = differences(await keptOf(tx, day), counted)
    if (wrong === undefined) return undefined
    const set = (to: (name: string) => unknown) => sql.join(names.map((name) => sql`${sql.ref(name)} = ${to(name)}`))
    if (day === undefined) await sql`update ${sql.table(total)} set ${set((name) => counted[name])}`.execute(tx)
    else
      await sql`
        insert into ${sql.table(days)} (day, ${columns}) values (${day}, ${sql.join(names.map((name) => counted[name]))})
        on conflict (day) do update set ${set((name) => sql.ref(`excluded.${name}`))}`.execute(tx)
    return `${rows}${day === undefined ? '' : ` of ${new Date(day * DAY).toISOString().slice(0, 10)}`}: ${wrong}`
  }

  const suspects: Suspects = async function* (db, rest) {
    for (let from = await dayFrom(db, 0); from !== undefined; from = await dayFrom(db, from + DAYS_AT_ONCE)) {
      const [kept, counted] = [await keptOfDays(db, from), await countDays(db, from)]
      for (const day of new Set([...kept.keys(), ...counted.keys()]))
        if (differences(kept.get(day) ?? {}, counted.get(day) ?? {}) !== undefined) yield (tx) => correct(tx, day)
      await rest()
    }
    // All of them are counted at once only where they do not add up.
    if (differences(await keptOf(db), await sumOfDays(db)) !== undefined) yield (tx) => correct(tx)
  }

  return { take, add, read: async (db) => (await keptOf(db)) as Record<Name, number>, dayAfter, suspects }
}

function numbers(row: Record<string, unknown> = {}): Counts {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}
