export const conversationTablesSql = `
create table order_conversation (
  order_id text primary key references orders (id),
  customer_email text not null,
  messages bigint not null,
  public_messages bigint not null,
  customer_messages bigint not null,
  read_by_team bigint not null,
  read_by_customer bigint not null,
  unread_by_team bigint not null,
  unread_by_customer bigint not null,
  last_message_at bigint not null
);
create index order_conversation_unread_by_team on order_conversation (last_message_at, order_id) where unread_by_team > 0;
create index order_conversation_unread_by_customer on order_conversation (customer_email, last_message_at, order_id) where unread_by_customer > 0;

create table order_message (
  id text primary key,
  order_id text not null references order_conversation (order_id) on delete cascade,
  number bigint not null,
  public_number bigint,
  customer_messages bigint not null,
  side text not null,
  author text not null,
  text text not null,
  files text not null,
  sent_at bigint not null
);
create unique index order_message_by_number on order_message (order_id, number);
create unique index order_message_by_public_number on order_message (order_id, public_number) where public_number is not null;

create table order_message_burst (
  id text primary key,
  order_id text not null references order_conversation (order_id) on delete cascade,
  side text not null,
  first_number bigint not null,
  attempts integer not null,
  due_at bigint not null,
  claimed_at bigint,
  claimed_by text
);
create index order_message_burst_due on order_message_burst (due_at);
create index order_message_burst_claimed on order_message_burst (claimed_by) where claimed_by is not null;

create table order_file_total (
  order_id text primary key references orders (id),
  files bigint not null,
  bytes bigint not null
);

create table order_file (
  id text primary key,
  order_id text not null references orders (id),
  sha256 text not null,
  name text not null,
  type text not null,
  size bigint not null,
  side text not null,
  author text not null,
  is_shared integer not null,
  has_preview integer not null,
  started_at bigint not null,
  added_at bigint
);
create unique index order_file_by_content on order_file (order_id, side, sha256) where added_at is not null;
create index order_file_newest on order_file (order_id, added_at, id) where added_at is not null;
create index order_file_unfinished on order_file (started_at) where added_at is null;

create table order_file_chunk (
  file_id text not null references order_file (id) on delete cascade,
  position integer not null,
  bytes {bytes} not null,
  constraint order_file_chunk_key primary key (file_id, position)
);

create table order_file_preview (
  file_id text primary key references order_file (id) on delete cascade,
  bytes {bytes} not null
);
`
