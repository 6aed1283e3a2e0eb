-- Charges that do not agree with our books are looked at one by one, and settled by hand once.

alter table provider_strangers add column id bigint generated always as identity unique;
alter table provider_strangers add column currency text not null default 'THB';
alter table provider_strangers add column settled_at timestamptz;
alter table provider_strangers add column settled_by bigint references users;
alter table provider_strangers add column note text;
create index provider_strangers_open on provider_strangers (id) where settled_at is null;

-- Money that belongs to no order has no order in the books either.
alter table journals alter column order_id drop not null;
