import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { faqItem } from '../../src/contract/content/kinds/faq-item.ts'
import { buildAddRecordSchema } from '../../src/contract/core/record-schemas.ts'

// Does the least: validates the body, inserts one row and commits. No session, no history.
const [, , path = '', statements] = process.argv
const database = new DatabaseSync(path)
database.exec('pragma journal_mode = wal; pragma synchronous = full')
database.exec('create table record (id text primary key, kind text, data text, position integer, created_at integer)')
database.exec('create table revision (id text primary key, record_id text, data text, saved_at integer)')
database.exec('create table version (version integer); insert into version values (1)')
database.exec('create index record_in_order on record (kind, position)')

const selectLastPosition = database.prepare('select max(position) as position from record where kind = ?')
const insert = database.prepare('insert into record values (?, ?, ?, ?, ?)')
const insertRecordRevision = database.prepare('insert into revision values (?, ?, ?, ?)')
const bumpVersion = database.prepare('update version set version = version + 1')
const begin = database.prepare('begin immediate')
const commit = database.prepare('commit')
const body = buildAddRecordSchema(faqItem)

function insertRecord(id: string, data: string): void {
  insert.run(id, faqItem.kind, data, 0, Date.now())
}

/** Does the writes of the product: position, record, revision and version. */
function insertLikeProduct(id: string, data: string): void {
  begin.run()
  insert.run(id, faqItem.kind, data, Number(selectLastPosition.get(faqItem.kind)?.position ?? 0) + 1, Date.now())
  insertRecordRevision.run(crypto.randomUUID(), id, data, Date.now())
  bumpVersion.run()
  commit.run()
}

const store = statements === 'same' ? insertLikeProduct : insertRecord
const app = Fastify()
app.get('/', () => 'ready')
app.post(`/api${faqItem.api.add}`, async (request, reply) => {
  const { success, data } = body.safeParse(request.body)
  if (!success) return reply.status(400).send({ error: 'invalid' })
  const _id = crypto.randomUUID()
  store(_id, JSON.stringify(data))
  return reply.status(201).send({ message: faqItem.messages.added, record: { _id, ...data } })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
