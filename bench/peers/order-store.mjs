import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const newOrder = z.object({
  packageName: z.string().min(1).max(200),
  packagePrice: z.string().min(1).max(200),
  customerName: z.string().min(1).max(200),
  customerAddress: z.string().min(1).max(200),
  customerCountry: z.string().min(1).max(200),
})

/**
 * Places orders in a plain way, one commit per order: session, validation, package, number, month, totals, the order
 * and two emails. Durable (`synchronous=FULL`). Returns a status and a body.
 */
export function createOrderStore(path) {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory')
  database.exec(`
    create table user (id text primary key, email text unique, role text);
    create table session (token text primary key, user_id text, expires_at integer);
    create table package (id text primary key, name text unique, price text, points text);
    create table order_sequence (id integer primary key, last_number integer, last_month text);
    create table order_tally (month text, package text, status text, count integer, cents integer, primary key (month, package, status));
    create table customer_counter (email text primary key, name text, orders integer, to_pay integer);
    create table orders (id text primary key, number integer unique, customer_number integer, email text, name text, address text,
      country text, package_id text, package text, price text, points text, cents integer, payment text, status text, month text, placed_at integer);
    create index orders_by_customer on orders (email, customer_number);
    create index orders_of_month on orders (month, number);
    create table mail (id text primary key, recipient text, subject text, body text, due_at integer, sent_at integer);
    create index mail_due on mail (due_at) where sent_at is null;
    insert into user values ('1', 'customer@example.com', 'customer'), ('2', 'owner@example.com', 'admin');
    insert into session values ('the-session', '1', 9999999999999);
    insert into package values ('1', 'Standard', '999', '["One","Two","Three"]');
    insert into order_sequence values (1, 1000, '');`)
  const viewer = database.prepare(
    'select u.* from session s join user u on u.id = s.user_id where s.token = ? and s.expires_at > ?',
  )
  const selectPackage = database.prepare('select * from package where name = ?')
  const last = database.prepare('select * from orders where email = ? order by customer_number desc limit 1')
  const count = database.prepare('update order_sequence set last_number = last_number + 1, last_month = ? returning last_number')
  const tally = database.prepare(`insert into order_tally values (?, ?, 'UnPaid', 1, ?)
    on conflict (month, package, status) do update set count = count + 1, cents = cents + excluded.cents`)
  const customer = database.prepare(`insert into customer_counter values (?, ?, 1, 1)
    on conflict (email) do update set name = excluded.name, orders = orders + 1, to_pay = to_pay + 1 returning orders`)
  const insert = database.prepare('insert into orders values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const admins = database.prepare(`select email from user where role = 'admin'`)
  const mail = database.prepare('insert into mail values (?, ?, ?, ?, ?, null)')

  function place(email, order) {
    const offer = selectPackage.get(order.packageName)
    if (offer?.price !== order.packagePrice) return { status: 409, body: { error: 'This package is not offered.' } }
    const now = Date.now()
    const month = new Date(now).toISOString().slice(0, 7)
    const cents = Number(offer.price) * 100
    const before = last.get(email)
    if (before?.name === order.customerName && before.placed_at > now - 10_000) return { status: 201, body: before }
    const { last_number: number } = count.get(month)
    tally.run(month, offer.name, cents)
    const { orders } = customer.get(email, order.customerName)
    const { customerName, customerAddress, customerCountry } = order
    const id = randomUUID()
    insert.run(
      id,
      number,
      orders,
      email,
      customerName,
      customerAddress,
      customerCountry,
      offer.id,
      offer.name,
      offer.price,
      offer.points,
      cents,
      'UnPaid',
      'Pending',
      month,
      now,
    )
    for (const recipient of [email, ...admins.all().map((admin) => admin.email)])
      mail.run(randomUUID(), recipient, `Order ${number}`, `${customerName} ordered ${offer.name}.`, now)
    return { status: 201, body: { message: 'Your order is placed', record: { _id: id, _number: number, ...order } } }
  }

  return function answer(cookie, sent) {
    const token = /\bsession=([^;]+)/.exec(cookie ?? '')?.[1] ?? ''
    const user = viewer.get(token, Date.now())
    if (!user) return { status: 401, body: { error: 'Please log in.' } }
    const { success, data } = newOrder.safeParse(sent)
    if (!success) return { status: 400, body: { error: 'invalid' } }
    database.exec('begin immediate')
    try {
      const reply = place(user.email, data)
      database.exec('commit')
      return reply
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
}
