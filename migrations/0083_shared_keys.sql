-- Keys that all processes share and nobody has set, sealed with VOUCHER_KEY.
create table shared_keys (
  name text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
