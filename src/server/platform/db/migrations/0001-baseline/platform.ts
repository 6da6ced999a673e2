export const platformTables = `
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

create table request_outcome (
  id text primary key,
  fingerprint text not null,
  outcome text,
  kept_until bigint not null
);
create index request_outcome_kept on request_outcome (kept_until);

create table attempt_limit (
  key text primary key,
  count integer not null,
  window_ends_at bigint not null
);
create index attempt_limit_ended on attempt_limit (window_ends_at);

create table audit_log (
  id text primary key,
  at bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail text not null,
  searched text not null default ''
);
create index audit_log_newest on audit_log (at, id);
create index audit_log_of_action on audit_log (action, at, id);
create index audit_log_of_actor on audit_log (actor, at, id);

create table mail_outbox (
  id text primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  attempts integer not null,
  due_at bigint not null,
  sent_at bigint,
  last_error text,
  created_at bigint not null,
  reply_to text,
  unsubscribe text,
  claimed_at bigint,
  claimed_by text
);
create index mail_outbox_claimed on mail_outbox (claimed_by) where claimed_by is not null;
create index mail_outbox_due on mail_outbox (sent_at, due_at);
create index mail_outbox_failed on mail_outbox (created_at, id) where last_error is not null;

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
