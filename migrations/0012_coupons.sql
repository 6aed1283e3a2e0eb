-- Coupons: what they take off, who collected them, who uses them. A use is reserved with the order (a hold of kind `coupon`) and given
-- back when the order lapses. All amounts are satang, all times UTC.

create table coupons (
  id             bigint generated always as identity primary key,
  -- as people type it, in capitals
  code           text not null unique check (code ~ '^[A-Z0-9]{3,24}$'),
  title_th       text not null, title_en text not null,
  text_th        text not null default '', text_en text not null default '',
  active         boolean not null default true,
  kind           text not null check (kind in ('percent', 'amount')),
  basis_points   int check (basis_points between 1 and 10000),
  max_satang     bigint check (max_satang > 0),
  amount_satang  bigint check (amount_satang > 0),
  minimum_satang bigint not null default 0 check (minimum_satang >= 0),
  scope          text not null default 'all' check (scope in ('all', 'products', 'games')),
  scope_ids      bigint[] not null default '{}',
  -- uses a person has and uses in all, and how many people may collect it; null: no limit
  quota_per_user int check (quota_per_user > 0),
  quota_total    int check (quota_total > 0),
  quota_collect  int check (quota_collect > 0),
  -- reserved uses included
  used           int not null default 0 check (used >= 0 and used <= quota_total),
  collected      int not null default 0 check (collected >= 0 and collected <= quota_collect),
  starts_at      timestamptz not null,
  ends_at        timestamptz not null check (ends_at > starts_at),
  version        bigint not null default 1,
  check ((kind = 'percent') = (basis_points is not null) and (kind = 'amount') = (amount_satang is not null))
);

create table user_coupons (
  user_id      bigint not null references users on delete cascade,
  coupon_id    bigint not null references coupons,
  collected_at timestamptz not null,
  -- reserved ones included
  uses         int not null default 0 check (uses >= 0),
  primary key (user_id, coupon_id)
);
create index user_coupons_mine on user_coupons (user_id, collected_at desc);
create index user_coupons_coupon on user_coupons (coupon_id);

-- The coupon that an order used, in its own words.
alter table orders add column coupon_id bigint references coupons;
alter table orders add column coupon_code text;
create index orders_coupon on orders (coupon_id) where coupon_id is not null;
