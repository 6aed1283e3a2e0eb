-- Asking the payment provider: who is at it, and how far its list of charges was compared with ours.

-- A charge is being made until then: two workers must not both make one. A worker that died is succeeded when it is over.
alter table payments add column charging_until timestamptz;
alter table payments add column charge_tries int not null default 0;
-- When the attempt came to nothing (failed, expired, mismatch).
alter table payments add column ended_at timestamptz;

create table provider_cursors (
  provider     text primary key,
  -- charges made before this moment were compared
  listed_until timestamptz not null
);

-- Charges at the provider that do not agree with our books, each told once: somebody has to look at them.
create table provider_strangers (
  provider   text not null,
  charge_id  text not null,
  reason     text not null,
  status     text not null,
  amount_satang bigint not null,
  reference  text,
  found_at   timestamptz not null,
  primary key (provider, charge_id, reason)
);
