-- People, their outside identities and their sessions.

create extension if not exists citext;
create extension if not exists pg_trgm;

create table users (
  id               bigint generated always as identity (start with 100001) primary key,
  user_type        text not null default 'others' check (user_type in ('msisdn', 'email_password', 'others')),
  display_name     text not null,
  picture          text,
  email            citext,
  email_verified_at  timestamptz,
  -- 66812345678: country code, no plus
  msisdn           text check (msisdn ~ '^66[0-9]{9}$'),
  msisdn_verified_at timestamptz,
  language         text not null default 'th' check (language in ('th', 'en')),
  synced_at        timestamptz,
  suspended_at     timestamptz,
  suspended_reason text,
  created_at       timestamptz not null,
  version          bigint not null default 1
);
create unique index users_verified_email on users (email) where email_verified_at is not null;
create unique index users_verified_msisdn on users (msisdn) where msisdn_verified_at is not null;

-- One row for each account at an outside login provider.
create table identities (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  issuer     text not null,
  subject    text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (issuer, subject)
);
create index identities_user on identities (user_id);

-- An operator is a row made at the command line, possibly before the person's first sign-in.
create table operator_grants (
  identifier citext primary key,        -- e-mail, or msisdn as 66…
  granted_at timestamptz not null,
  note       text
);

-- A sign-in on its way: what must come back with the code. Single use, ten minutes.
create table login_attempts (
  state_hash   bytea primary key,
  browser_hash bytea not null,
  nonce        text not null,
  verifier     text not null,
  return_to    text not null default '/',
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz
);
create index login_attempts_expiry on login_attempts (expires_at);

-- A session is the family of its refresh tokens.
create table sessions (
  id           uuid primary key,
  user_id      bigint not null references users on delete cascade,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  ended_reason text check (ended_reason in ('logout', 'reuse', 'suspended', 'expired', 'operator')),
  user_agent   text,
  address      inet
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table refresh_tokens (
  hash       bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_expiry on refresh_tokens (expires_at);
