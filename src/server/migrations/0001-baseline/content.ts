export const contentTablesSql = `
create table content_record (
  id text primary key,
  kind text not null,
  unique_key text unique,
  data text not null,
  position bigint not null,
  version bigint not null,
  sample text,
  created_at bigint not null,
  updated_at bigint not null,
  hidden integer not null default 0
);
create index content_record_in_order on content_record (kind, position, id);

create table content_revision (
  id text primary key,
  record_id text not null,
  kind text not null,
  version bigint not null,
  data text not null,
  author text not null,
  saved_at bigint not null,
  event text not null default 'saved',
  sample text,
  constraint content_revision_unique unique (record_id, version)
);

create table content_trash (
  id text primary key,
  kind text not null,
  unique_key text,
  data text not null,
  position bigint not null,
  version bigint not null,
  sample text,
  hidden integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint not null,
  deleted_by text not null
);
create index content_trash_newest on content_trash (kind, deleted_at);
create index content_trash_oldest on content_trash (deleted_at);

create table content_version (
  id integer primary key,
  version bigint not null
);

create table autosave (
  user_id text not null,
  kind text not null,
  record_id text not null,
  data text not null,
  version bigint,
  saved_at bigint not null,
  draft bigint,
  constraint autosave_key primary key (user_id, kind, record_id)
);
create index autosave_newest on autosave (user_id, saved_at);
create index autosave_oldest on autosave (saved_at);

create table staged_change (
  id text primary key,
  kind text not null,
  record_id text not null unique,
  action text not null,
  data text not null,
  hidden integer,
  base text not null,
  base_version bigint not null,
  saves integer not null,
  author text not null,
  created_at bigint not null,
  saved_at bigint not null
);
create index staged_change_in_order on staged_change (created_at, id);

create table discarded_change (
  id text primary key,
  kind text not null,
  record_id text not null,
  action text not null,
  data text not null,
  hidden integer,
  base text not null,
  base_version bigint not null,
  saves integer not null,
  author text not null,
  created_at bigint not null,
  saved_at bigint not null,
  discarded_at bigint not null
);
create index discarded_change_oldest on discarded_change (discarded_at);

create table release_job (
  id integer primary key,
  scheduled_at bigint,
  scheduled_by text,
  failure text,
  attempts integer not null,
  due_at bigint not null,
  claimed_at bigint,
  claimed_by text
);
create index release_job_claimed on release_job (claimed_by) where claimed_by is not null;

create table media (
  id text primary key,
  source text not null unique,
  format text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  alt text not null,
  search_text text not null,
  focus_x integer not null,
  focus_y integer not null,
  cropped_from text,
  file_name text not null,
  added_by text not null,
  added_at bigint not null,
  deleted_at bigint,
  bytes {bytes} not null
);
create index media_newest on media (deleted_at, added_at, id);

create table media_variant (
  id text primary key,
  media_id text not null references media (id) on delete cascade,
  format text not null,
  width integer not null,
  attempts integer not null,
  due_at bigint not null,
  claimed_at bigint,
  made_at bigint,
  bytes {bytes},
  claimed_by text
);
create index media_variant_claimed on media_variant (claimed_by) where claimed_by is not null;
create index media_variant_due on media_variant (made_at, due_at);
create index media_variant_by_media on media_variant (media_id);

insert into content_version (id, version) values (1, 1);
insert into release_job (id, attempts, due_at) values (1, 0, 0);
`
