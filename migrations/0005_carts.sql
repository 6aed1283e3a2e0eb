-- A person's cart as a whole. Its version is raised by every change, so that answers which overtake each other can be put in
-- order; its row is what two changes at once wait for, so that the limits hold.
create table carts (
  user_id bigint primary key references users on delete cascade,
  version bigint not null default 1
);

-- A refresh whose answer was lost may be repeated by who sent it, recognised by the key that came with it.
alter table refresh_tokens
  add column retry_hash bytea,
  add column successor  bytea;

-- Sessions are purged some time after their end.
create index sessions_expiry on sessions (expires_at);
