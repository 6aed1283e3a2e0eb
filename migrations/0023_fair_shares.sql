-- Pieces of a flash sale that one person may have; null: the setting.
alter table flash_sales add column per_person int check (per_person > 0);

-- Unpaid orders of a person are counted before another is placed.
create index orders_open on orders (user_id, id desc) where status = 'pending' and paid_at is null;

-- Texts that a person's orders sent to numbers that are not theirs, counted by person and by address for an hour.
create table payment_texts (
  payment_id bigint primary key references payments,
  user_id    bigint not null references users,
  address    text,
  at         timestamptz not null
);
create index payment_texts_user on payment_texts (user_id, at desc);
create index payment_texts_address on payment_texts (address, at desc) where address is not null;
create index payment_texts_at on payment_texts (at);

-- Looks by others are all told.
create index document_views_others on document_views (document_id) where role <> 'owner';
