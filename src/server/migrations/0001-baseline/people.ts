export const peopleTablesSql = `
create table "user" (
  id text primary key,
  "createdAt" {date} not null,
  "updatedAt" {date} not null,
  name text not null,
  email text not null unique,
  "emailVerified" {boolean} not null,
  image text,
  "twoFactorEnabled" {boolean}
);

create table session (
  id text primary key,
  "createdAt" {date} not null,
  "updatedAt" {date} not null,
  "expiresAt" {date} not null,
  token text not null unique,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references "user" (id) on delete cascade,
  "confirmedAt" bigint,
  "seenAt" bigint
);
create index session_by_expiry on session ("expiresAt");
create index session_by_user on session ("userId");

create table account (
  id text primary key,
  "createdAt" {date} not null,
  "updatedAt" {date} not null,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" {date},
  "refreshTokenExpiresAt" {date},
  scope text,
  password text
);
create index account_by_user on account ("userId");

create table verification (
  id text primary key,
  "createdAt" {date} not null,
  "updatedAt" {date} not null,
  identifier text not null,
  value text not null,
  "expiresAt" {date} not null
);
create index verification_by_expiry on verification ("expiresAt");
create index verification_identifier on verification (identifier);

create table "twoFactor" (
  id text primary key,
  secret text not null,
  "backupCodes" text not null,
  "userId" text not null references "user" (id) on delete cascade,
  verified {boolean},
  "failedVerificationCount" integer,
  "lockedUntil" {date}
);
create index two_factor_by_user on "twoFactor" ("userId");

create table jwks (
  id text primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" {date} not null,
  "expiresAt" {date},
  alg text,
  crv text
);

create table used_second_factor_code (
  user_id text not null references "user" (id) on delete cascade,
  code text not null,
  used_at bigint not null,
  constraint used_second_factor_code_key primary key (user_id, code)
);
create index used_second_factor_code_by_time on used_second_factor_code (used_at);

create table user_role (
  id text primary key,
  email text not null unique,
  role text not null,
  created_at bigint not null,
  updated_at bigint not null,
  work_emails text
);

create table setup_code (
  hash text primary key,
  created_at bigint not null
);

create table reset_link (
  hash text primary key,
  user_id text not null references "user" (id) on delete cascade,
  ends_at bigint not null
);
create index reset_link_by_expiry on reset_link (ends_at);
create index reset_link_by_user on reset_link (user_id);

create table reset_request (
  id text primary key,
  email text not null,
  requested_at bigint not null,
  attempts integer not null default 0,
  due_at bigint not null default 0,
  claimed_at bigint,
  claimed_by text
);
create index reset_request_claimed on reset_request (claimed_by) where claimed_by is not null;
create index reset_request_due on reset_request (due_at);
`
