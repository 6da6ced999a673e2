export const siteTablesSql = `
create table page_change (
  page text primary key,
  changed_at bigint not null
);

create table index_now_page (
  page text primary key,
  submitted_changed_at bigint not null
);

create table index_now_job (
  id integer primary key,
  due_at bigint not null,
  attempts integer not null,
  claimed_at bigint,
  claimed_by text
);
create index index_now_job_claimed on index_now_job (claimed_by) where claimed_by is not null;

create table daily_count (
  day text not null,
  subject text not null,
  count bigint not null,
  constraint daily_count_key primary key (day, subject)
);

create table path_hit (
  subject text primary key,
  hits bigint not null,
  last_at bigint not null
);
create index path_hit_age on path_hit (last_at);

create table search_engine_decision (
  id integer primary key,
  is_allowed integer not null,
  decided_at bigint not null,
  decided_by text not null
);

insert into index_now_job (id, due_at, attempts) values (1, 0, 0);
`
