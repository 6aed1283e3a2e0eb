-- Mail that people get. A row for each, written with what it tells of; what it says is gone when it has been sent, the row stays a while:
-- it is what keeps an event that comes twice from being told twice.
create table mails (
  -- its Message-ID too, so that a copy is known as one
  id           uuid primary key,
  kind         text not null,
  -- what it is about: an order's number, a session
  thing        text not null,
  user_id      bigint not null references users on delete cascade,
  address      text not null,
  language     text not null check (language in ('th', 'en')),
  letter       jsonb,
  -- a one-time code, sealed with the key of the settings, tied to this row
  code_sealed  bytea,
  created_at   timestamptz not null,
  -- of no use afterwards
  good_until   timestamptz not null,
  tries        int not null default 0,
  -- until when a worker has it in hand
  taken_until  timestamptz,
  ended_at     timestamptz,
  outcome      text check (outcome in ('sent', 'refused', 'given_up', 'switched_off')),
  check ((ended_at is null) = (outcome is null)),
  unique (kind, thing)
);
create index mails_user on mails (user_id);
create index mails_age on mails (created_at);

-- What somebody does not want to be mailed about. No row: they are.
create table mail_switched_off (
  user_id bigint not null references users on delete cascade,
  topic   text not null check (topic in ('receipts', 'orders')),
  at      timestamptz not null,
  primary key (user_id, topic)
);

-- Browsers in which somebody has signed in, by a cookie of theirs. Who comes in another one is told by mail.
create table devices (
  user_id       bigint not null references users on delete cascade,
  hash          bytea not null,
  first_used_at timestamptz not null,
  last_used_at  timestamptz not null,
  primary key (user_id, hash)
);
create index devices_age on devices (last_used_at);
