-- Goods that are activated on a mobile number by the telecom: data packages, subscriptions, cloud games.

-- The recipient that a buyer names takes the place of `needs_player`; versions before read that column.
alter table shop.games add column target text not null default 'player' check (target in ('none', 'player', 'number'));
update shop.games set target =
  case when kind in ('data_package', 'subscription', 'cloud_game') then 'number' when needs_player then 'player' else 'none' end;
alter table shop.games drop column needs_player;
alter table shop.games add constraint games_for_numbers
  check ((target = 'number') = (kind in ('data_package', 'subscription', 'cloud_game')));

insert into shop.partners (code, name) values ('ais', 'AIS') on conflict (code) do nothing;

-- What we sell ourselves names no seller beside it.
alter table shop.sellers add column own boolean not null default false;

alter table people.otps drop constraint otps_purpose_check;
alter table people.otps add constraint otps_purpose_check
  check (purpose in ('login', 'verify_mobile', 'kyc', 'payment', 'verify_email', 'proof', 'package_consent'));

-- The owner of a number has agreed that this person buys packages for it.
create table shop.number_consents (
  user_id    bigint not null references people.users on delete cascade,
  msisdn     text not null check (msisdn ~ '^66[0-9]{9}$'),
  given_at   timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, msisdn)
);
create index number_consents_over on shop.number_consents (expires_at);

-- A line's package at the telecom, as it last reported it. The number stands in the order's line.
create table shop.activations (
  order_line_id        bigint primary key references shop.order_lines,
  user_id              bigint not null references people.users,
  -- that of the delivery which the telecom took
  reference            text not null unique,
  status               text not null check (status in ('accepted', 'active', 'refused', 'cancelled', 'ended')),
  reason               text,
  activated_at         timestamptz,
  expires_at           timestamptz,
  next_renewal_at      timestamptz,
  renews               boolean not null,
  cancellable          boolean not null,
  renewal_price_satang bigint check (renewal_price_satang >= 0),
  -- The telecom's count of its reports: an older one changes nothing.
  revision             bigint not null,
  -- The report that the buyer was last notified of.
  told_revision        bigint not null default 0,
  -- When the telecom is to be asked next without having called.
  check_at             timestamptz,
  created_at           timestamptz not null,
  version              bigint not null default 1
);
create index activations_user on shop.activations (user_id, order_line_id desc);
create index activations_check on shop.activations (check_at) where check_at is not null;

-- Versions before this one read `needs_player`.
update kernel.schema_floor set version = 12 where version < 12;
