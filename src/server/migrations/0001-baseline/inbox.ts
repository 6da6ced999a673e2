export const inboxTablesSql = `
create table message (
  id text primary key,
  name text not null,
  email text not null,
  number text not null,
  subject text not null,
  site_url text not null default '',
  zip_codes text not null default '',
  body text not null,
  search_text text not null,
  status text not null,
  place text not null,
  spam_reason text,
  received_at bigint not null
);
create index message_newest on message (place, received_at, id);
create index message_by_sender on message (lower(email), received_at, id);
create index message_newest_by_status on message (place, status, received_at, id);

create table subscriber (
  id text primary key,
  email text not null unique,
  created_at bigint not null,
  requested_at bigint,
  confirmation_sent_at bigint,
  confirmation_expires_at bigint,
  confirmed_at bigint,
  ended_at bigint,
  confirmation_token_hash text
);
create index subscriber_confirmed on subscriber (confirmed_at, id) where confirmed_at is not null and ended_at is null;
create unique index subscriber_confirmation_token on subscriber (confirmation_token_hash);
create index subscriber_listed on subscriber (created_at, id, ended_at) where ended_at is null;
create index subscriber_unconfirmed on subscriber (requested_at) where confirmed_at is null and ended_at is null;
`
