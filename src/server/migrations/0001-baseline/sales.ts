export const salesTablesSql = `
create table orders (
  id text primary key,
  number bigint not null unique,
  customer_email text not null,
  customer_number bigint not null,
  customer_name text not null,
  customer_address text not null,
  customer_country text not null,
  package_id text not null,
  package_name text not null,
  package_price text not null,
  package_points text not null,
  price_cents bigint not null,
  payment_status text not null,
  order_status text not null,
  under_review integer not null default 0,
  refunded_cents bigint not null default 0,
  month text not null,
  placed_at bigint not null,
  is_test integer not null default 0,
  received_cents bigint not null default 0
);
create index orders_by_payment on orders (payment_status, number);
create index orders_by_status on orders (order_status, number);
create unique index orders_by_customer on orders (customer_email, customer_number);
create index orders_by_customer_and_status on orders (customer_email, order_status, number);
create index orders_by_package on orders (package_name, number);
create index orders_active on orders (number, id) where payment_status = 'Paid' and order_status = 'Pending';

create table order_sequence (
  id integer primary key,
  last_number bigint not null,
  last_month text not null
);

create table customer_counter (
  email {bytewiseText} primary key,
  name {bytewiseText} not null,
  orders bigint not null,
  to_pay bigint not null,
  paid bigint not null,
  paid_cents bigint not null,
  delivered bigint not null,
  test_paid bigint not null default 0,
  test_paid_cents bigint not null default 0
);
create index customer_counter_by_name on customer_counter (name);

create table customer_note (
  id text primary key,
  email {bytewiseText} not null,
  text text not null,
  author text not null,
  created_at bigint not null
);
create index customer_note_by_customer on customer_note (email, id);

create table customer_follow_up (
  email {bytewiseText} primary key,
  due_on text not null,
  note text not null,
  set_by text not null
);
create index customer_follow_up_due on customer_follow_up (due_on, email);

create table order_month (
  month text primary key,
  first_number bigint not null
);

create table order_counter (
  month text not null,
  package_name text not null,
  payment_status text not null,
  order_status text not null,
  is_test integer not null,
  count bigint not null,
  cents bigint not null,
  received_cents bigint not null,
  refunded_cents bigint not null,
  constraint order_counter_key primary key (month, package_name, payment_status, order_status, is_test)
);

create table order_event (
  id text primary key,
  order_id text not null references orders (id),
  at bigint not null,
  kind text not null,
  actor text not null,
  email_id text,
  undone_at bigint
);
create index order_event_by_order on order_event (order_id, at);

create table order_decision (
  id text primary key,
  order_id text not null references orders (id),
  kind text not null,
  actor text not null,
  reason text not null,
  at bigint not null,
  subject text,
  method text,
  reference text,
  paid_on text
);
create index order_decision_by_order on order_decision (order_id, at);

create table payment_attempt (
  id text primary key,
  order_id text not null references orders (id),
  gateway text not null,
  cents bigint not null,
  currency text not null,
  payee text not null,
  live integer not null,
  reference text,
  created_at bigint not null,
  payee_aliases text,
  closed_at bigint,
  refusal text,
  refused_approval_id text
);
create index payment_attempt_by_reference on payment_attempt (reference);
create index payment_attempt_by_order on payment_attempt (order_id);

create table payment_notice (
  id text primary key,
  gateway text not null,
  key text not null,
  bytes {bytes} not null,
  headers text not null,
  received_at bigint not null,
  copies integer not null,
  state text not null,
  reason text,
  order_id text,
  attempts integer not null,
  due_at bigint not null,
  claimed_at bigint,
  claimed_by text,
  attempt_id text,
  account text
);
create index payment_notice_by_account on payment_notice (account, state);
create index payment_notice_by_attempt on payment_notice (attempt_id, state);
create index payment_notice_claimed on payment_notice (claimed_by) where claimed_by is not null;
create index payment_notice_due on payment_notice (state, due_at);
create unique index payment_notice_unique on payment_notice (gateway, key);
create index payment_notice_by_order on payment_notice (order_id, received_at);

create table payment_fact (
  gateway text not null,
  transaction_id text not null,
  kind text not null,
  parent_transaction_id text,
  attempt_id text,
  order_id text,
  notice_id text,
  cents bigint not null,
  currency text not null,
  payees text not null,
  live integer not null,
  at bigint not null,
  recorded_at bigint not null,
  case_id text,
  due_at bigint,
  fee_cents bigint,
  received_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  constraint payment_fact_key primary key (gateway, transaction_id, kind)
);
create index payment_fact_by_time on payment_fact (at, transaction_id, kind);
create index payment_fact_sums on payment_fact (live, at, received_cents, refunded_cents);
create index payment_fact_by_parent on payment_fact (gateway, parent_transaction_id);
create index payment_fact_by_order on payment_fact (order_id);

create table review_flag (
  id text primary key,
  order_id text,
  kind text not null,
  subject text not null,
  raised_at bigint not null,
  closed_at bigint,
  closed_by text,
  action text,
  note text
);
create unique index review_flag_unique on review_flag (kind, subject);
create index review_flag_open on review_flag (closed_at, raised_at);
create index review_flag_by_order on review_flag (order_id);

create table provider_queue (
  id text primary key,
  attempts integer not null,
  due_at bigint not null,
  claimed_at bigint,
  claimed_by text,
  queried_at bigint
);
create index provider_queue_due on provider_queue (due_at);

create table provider_task (
  id text primary key,
  order_id text not null references orders (id),
  kind text not null,
  subject text not null,
  detail text,
  attempts integer not null,
  due_at bigint not null,
  created_at bigint not null,
  reason text
);
create unique index provider_task_unique on provider_task (order_id, kind, subject);

create table payee_confirmation (
  email text primary key,
  confirmed_at bigint not null,
  confirmed_by text not null
);

create table invoice (
  number bigint primary key,
  order_id text not null unique references orders (id),
  issued_at bigint not null,
  paid_at bigint not null,
  content text not null,
  pdf {bytes}
);

create table invoice_sequence (
  id integer primary key,
  last_number bigint not null,
  first_number bigint not null default 1001
);

create table credit_note (
  number bigint primary key,
  order_id text not null references orders (id),
  gateway text not null,
  transaction_id text not null,
  sequence integer not null,
  cents bigint not null,
  issued_at bigint not null,
  refunded_at bigint not null,
  content text not null,
  pdf {bytes}
);
create unique index credit_note_by_refund on credit_note (order_id, transaction_id, sequence);

create table refund_request (
  id text primary key,
  order_id text not null references orders (id),
  gateway text not null,
  payment_transaction_id text not null,
  cents bigint not null,
  reason text not null,
  actor text not null,
  at bigint not null,
  state text not null,
  refusal text,
  refund_transaction_id text
);
create index refund_request_by_order on refund_request (order_id, at);

insert into order_sequence (id, last_number, last_month) values (1, 1000, '');
insert into invoice_sequence (id, last_number, first_number) values (1, 0, 1001), (2, 0, 1), (3, 0, 1), (4, 0, 1);
`
