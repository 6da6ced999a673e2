export const workTablesSql = `
create table order_work (
  order_id text primary key references orders (id),
  opened_at bigint not null,
  is_active integer not null,
  starts_on text
);
create index order_work_not_started on order_work (opened_at, order_id) where is_active = 1 and starts_on is null;

create table brief (
  order_id text primary key references orders (id),
  questions text not null,
  answers text not null,
  version bigint not null,
  sent_at bigint,
  reopened_reason text
);

create table sent_brief (
  order_id text not null references orders (id),
  version bigint not null,
  sent_at bigint not null,
  answers text not null,
  constraint sent_brief_key primary key (order_id, version)
);
`
