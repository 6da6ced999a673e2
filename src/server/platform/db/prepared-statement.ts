import type { Compilable, CompiledQuery } from 'kysely'
import type { DatabaseReader } from './tables.ts'

/** Stands for a value while a statement is built. */
type Placeholder = { readonly nameOfValue: string }

type CompiledStatement<R> = { query: CompiledQuery<R>; names: readonly string[] }

/**
 * Defines a frequent statement. Its first run on a database compiles it. Later runs only fill in values, which halves their
 * cost. `build` gets a placeholder for each value, under its name. Every run must pass the same names.
 */
export function definePreparedStatement<V extends Record<string, unknown>, R>(
  build: (db: DatabaseReader, value: V) => Compilable<R>,
): (db: DatabaseReader, values: V) => Promise<R[]> {
  const builtByAdapter = new WeakMap<object, CompiledStatement<R>>()

  function getBuilt(db: DatabaseReader, values: V): CompiledStatement<R> {
    // Each open database has one adapter, and its transactions share it.
    const { adapter } = db.getExecutor()
    const built = builtByAdapter.get(adapter) ?? compileStatement(build, db, Object.keys(values))
    builtByAdapter.set(adapter, built)
    return built
  }

  return async (db, values) => {
    const { query, names } = getBuilt(db, values)
    if (Object.keys(values).length !== names.length) throw new Error(`A statement takes these values: ${names.join(', ')}.`)
    const { rows } = await db.executeQuery<R>({
      ...query,
      parameters: query.parameters.map((parameter) => fillPlaceholder(parameter, values)),
    })
    return rows
  }
}

function compileStatement<V, R>(
  build: (db: DatabaseReader, value: V) => Compilable<R>,
  db: DatabaseReader,
  names: readonly string[],
): CompiledStatement<R> {
  const placeholders = Object.fromEntries(names.map((name): [string, Placeholder] => [name, { nameOfValue: name }]))
  return { query: build(db, placeholders as V).compile(), names }
}

function fillPlaceholder(parameter: unknown, values: Record<string, unknown>): unknown {
  if (typeof parameter !== 'object' || parameter === null || !('nameOfValue' in parameter)) return parameter
  const value = values[String(parameter.nameOfValue)]
  if (value === undefined) throw new Error(`A statement lacks its value ${String(parameter.nameOfValue)}.`)
  return value
}
