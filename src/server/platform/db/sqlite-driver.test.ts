import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { createSqliteDialect, type PositionalStatement } from './sqlite-driver.ts'

const database = new DatabaseSync(':memory:')
database.exec('create table pair (a, b)')
const db = new Kysely<object>({ dialect: createSqliteDialect(database) })
afterEach(() => database.exec('delete from pair'))

const readRows = () => database.prepare('select a, b from pair').all()

it.each([
  ['a date', new Date(0)],
  ['an object', {}],
  ['an object with a prototype', new URL('http://127.0.0.1')],
  ['a map', new Map()],
  ['a boxed string', Object('text')],
  ['an array', ['text']],
  ['a symbol', Symbol('text')],
  ['an array buffer', new ArrayBuffer(1)],
  ['nothing', undefined],
])('refuses %s in each place of a statement', async (_name, value) => {
  await expect(sql`insert into pair values (${value}, ${'second'})`.execute(db)).rejects.toThrow('The value at place 1 ')
  await expect(sql`insert into pair values (${'first'}, ${value})`.execute(db)).rejects.toThrow('The value at place 2 ')
  await expect(sql`select ${value} as a, ${'second'} as b`.execute(db)).rejects.toThrow('The value at place 1 ')
  expect(readRows()).toEqual([])
})

it.each([
  ['text', 'first'],
  ['a number', 1.5],
  ['a large integer', 2n ** 40n],
  ['null', null],
  ['bytes', new Uint8Array([1, 2])],
])('binds %s to its own place', async (_name, value) => {
  await sql`insert into pair values (${value}, ${'second'})`.execute(db)
  expect(readRows()).toEqual([{ a: typeof value === 'bigint' ? Number(value) : value, b: 'second' }])
})

it('refuses an object in types', () => {
  const all: PositionalStatement['all'] = (...values) => [...values]
  // @ts-expect-error node:sqlite would take a date for named parameters.
  expect(all(new Date(0), 'second')).toHaveLength(2)
  // @ts-expect-error It would take an object too.
  expect(all({ a: 'first' }, 'second')).toHaveLength(2)
})
