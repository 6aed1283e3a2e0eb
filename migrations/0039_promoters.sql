-- Each time that a right to run tournaments was taken back: a later approval leaves no trace of it in `promoters`.
create table promoter_revocations (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  revoked_at timestamptz not null,
  -- empty when it was done at the command line
  revoked_by bigint references users on delete set null,
  reason     text not null
);
create index promoter_revocations_user on promoter_revocations (user_id, id desc);

-- When the person was told that the year is over.
alter table promoters add column expired_notified_at timestamptz;
create index promoters_expired on promoters (expires_at) where expired_notified_at is null and revoked_at is null;

-- People are found by their public name, for the staff of a tournament.
create index users_display_name on users using gin (lower(display_name) gin_trgm_ops);
