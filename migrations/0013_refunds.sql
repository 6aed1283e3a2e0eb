-- A refund of an order's money, in whole or in part. Its key is ours at the provider: after a time-out it is looked for there by it. What is
-- booked follows from the charge, when it is read again, so that a refund is booked once whoever made it.
create table shop.refunds (
  id                 bigint generated always as identity primary key,
  key                text not null unique,
  order_id           bigint not null references shop.orders,
  -- the line that it is for, where it is for one
  order_line_id      bigint references shop.order_lines,
  -- the payment that it is taken from; none: from our bank account
  payment_id         bigint references shop.payments,
  amount_satang      bigint not null check (amount_satang > 0),
  way                text not null check (way in ('channel', 'outside')),
  state              text not null default 'asked' check (state in ('asked', 'pending', 'done', 'refused')),
  provider_refund_id text,
  reason             text not null check (length(reason) between 1 and 500),
  -- none: by itself, because the money was owed
  asked_by           bigint references people.users,
  created_at         timestamptz not null,
  done_at            timestamptz,
  failure_code       text,
  -- when the provider was asked last; an answer may be lost, and the refund appear later
  last_asked_at      timestamptz,
  -- when it is looked at next
  check_at           timestamptz,
  constraint refunds_way check ((way = 'channel') = (payment_id is not null)),
  constraint refunds_done check ((state = 'done') = (done_at is not null)),
  constraint refunds_checked check ((state in ('asked', 'pending')) = (check_at is not null))
);
create index refunds_order on shop.refunds (order_id, id);
create index refunds_check on shop.refunds (check_at) where check_at is not null;

-- Who bears a discount. A coupon is the shop's own promotion, a flash sale the seller's, unless it is said otherwise.
alter table shop.coupons add column borne_by text not null default 'house' check (borne_by in ('house', 'seller'));
alter table shop.flash_sales add column borne_by text not null default 'seller' check (borne_by in ('house', 'seller'));
-- The part of a line's discount that we bear, as it was when the line was bought; of lines from before, the seller bears all.
alter table shop.order_lines add column house_discount_satang bigint not null default 0 check (house_discount_satang >= 0);
alter table shop.ledger_entries drop constraint ledger_entries_account_check;
alter table shop.ledger_entries add constraint ledger_entries_account_check
  check (account in ('provider_receivable', 'customer_prepaid', 'seller_payable', 'own_revenue', 'vat_payable', 'refund_payable',
                     'provider_claim', 'provider_fee', 'input_vat', 'bank', 'losses', 'discounts'));

-- What a partner takes from our float for a delivery, as it said when it delivered.
alter table shop.deliveries add column cost_satang bigint check (cost_satang >= 0);

-- A day of Bangkok's at a counterparty: what it lists, and what our books have.
create table shop.reconciliations (
  id           bigint generated always as identity primary key,
  -- 'opn', 'telecom', or a partner's code
  counterparty text not null,
  day          date not null,
  ours_satang   bigint not null,
  theirs_satang bigint not null,
  difference_satang bigint not null generated always as (theirs_satang - ours_satang) stored,
  -- 'differs' while a difference is not explained
  state        text not null check (state in ('agrees', 'differs')),
  checked_at   timestamptz not null,
  unique (counterparty, day)
);
create index reconciliations_differ on shop.reconciliations (day) where state = 'differs';

-- A charge, payout or order about which the counterparty and our books differ. It is gone when they agree; until then staff may explain it.
create table shop.reconciliation_differences (
  id                bigint generated always as identity primary key,
  reconciliation_id bigint not null references shop.reconciliations,
  -- its id at the counterparty; an order: our reference
  subject           text not null,
  kind              text not null check (kind in ('charge', 'payout', 'order')),
  -- 'unknown_here', 'unknown_there', or 'amount'
  reason            text not null check (reason in ('unknown_here', 'unknown_there', 'amount')),
  ours_satang       bigint not null,
  theirs_satang     bigint not null,
  found_at          timestamptz not null,
  explained_at      timestamptz,
  explained_by      bigint references people.users,
  note              text check (length(note) between 1 and 500),
  unique (reconciliation_id, kind, subject),
  constraint reconciliation_differences_explained check (num_nonnulls(explained_at, explained_by, note) in (0, 3))
);
create index reconciliation_differences_open on shop.reconciliation_differences (id) where explained_at is null;

-- The telecom takes refunds by its interface, whole and in parts.
update shop.payment_channels set refund_whole = true, refund_part = true where code in ('ais_prepaid', 'ais_postpaid');
