import type { Compilable, CompiledQuery } from 'kysely'
import type { Reader } from './tables.ts'

/** Stands for a value while a statement is built. */
type Placeholder = { readonly nameOfValue: string }

type Built<R> = { query: CompiledQuery<R>; names: readonly string[] }

/**
 * A statement that is run often: built and compiled at its first run on a database, afterwards only given its values,
 * which halves what it costs. `build` gets a stand-in for each value, under its name. Every run names the same values.
 */
export function statement<V extends Record<string, unknown>, R>(
  build: (db: Reader, value: V) => Compilable<R>,
): (db: Reader, values: V) => Promise<R[]> {
  const known = new WeakMap<object, Built<R>>()

  function builtFor(db: Reader, values: V): Built<R> {
    // One for each opened database; a transaction has that of the database it is of.
    const { adapter } = db.getExecutor()
    const built = known.get(adapter) ?? compiled(build, db, Object.keys(values))
    known.set(adapter, built)
    return built
  }

  return async (db, values) => {
    const { query, names } = builtFor(db, values)
    if (Object.keys(values).length !== names.length) throw new Error(`A statement takes these values: ${names.join(', ')}.`)
    const { rows } = await db.executeQuery<R>({ ...query, parameters: query.parameters.map((one) => filledIn(one, values)) })
    return rows
  }
}

function compiled<V, R>(build: (db: Reader, value: V) => Compilable<R>, db: Reader, names: readonly string[]): Built<R> {
  const placeholders = Object.fromEntries(names.map((name): [string, Placeholder] => [name, { nameOfValue: name }]))
  return { query: build(db, placeholders as V).compile(), names }
}

/** What stood in the statement from the start stays; in a stand-in's place comes the value. */
function filledIn(parameter: unknown, values: Record<string, unknown>): unknown {
  if (typeof parameter !== 'object' || parameter === null || !('nameOfValue' in parameter)) return parameter
  const value = values[String(parameter.nameOfValue)]
  if (value === undefined) throw new Error(`A statement lacks its value ${String(parameter.nameOfValue)}.`)
  return value
}
