export const platformTablesSql = `
create table app_secret (
  name text primary key,
  value text not null
);

create table milestone (
  name text primary key,
  reached_at bigint not null
);

create table process (
  name text primary key,
  started_at bigint not null
);

create table last_save (
  id integer primary key,
  sequence bigint not null,
  saved_at bigint not null
);

create table save_probe (
  id text primary key,
  filler text not null
);

create table idempotent_request (
  id text primary key,
  fingerprint text not null,
  outcome text,
  expires_at bigint not null
);
create index idempotent_request_by_expiry on idempotent_request (expires_at);

create table attempt_counter (
  key text primary key,
  count integer not null,
  window_ends_at bigint not null
);
create index attempt_counter_by_window_end on attempt_counter (window_ends_at);

create table audit_log (
  id text primary key,
  at bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail text not null,
  search_text text not null default ''
);
create index audit_log_newest on audit_log (at, id);
create index audit_log_by_action on audit_log (action, at, id);
create index audit_log_by_actor on audit_log (actor, at, id);

create table email_outbox (
  id text primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  attempts integer not null,
  due_at bigint not null,
  sent_at bigint,
  last_error text,
  created_at bigint not null,
  claimed_at bigint,
  claimed_by text
);
create index email_outbox_claimed on email_outbox (claimed_by) where claimed_by is not null;
create index email_outbox_due on email_outbox (sent_at, due_at);
create index email_outbox_failed on email_outbox (created_at, id) where last_error is not null;

create table retention_job (
  id text primary key,
  attempts integer not null,
  due_at bigint not null,
  claimed_at bigint,
  claimed_by text
);
create index retention_job_due on retention_job (due_at);

create table recount_job (
  id text primary key,
  attempts integer not null,
  due_at bigint not null,
  claimed_at bigint,
  claimed_by text
);
create index recount_job_due on recount_job (due_at);

create table unlisted_proxy (
  address text primary key,
  seen_at bigint not null
);
create index unlisted_proxy_seen on unlisted_proxy (seen_at);

insert into last_save (id, sequence, saved_at) values (1, 0, 0);
`
