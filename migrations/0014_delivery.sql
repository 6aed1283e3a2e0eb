-- Deliveries that go wrong or late, partners that step in for each other, and batches of codes.

alter table shop.deliveries
  -- Whether the partner has an order under the reference, as far as its answers say. Before the first attempt it has none, whatever stands
  -- here.
  add column standing          text not null default 'unknown' check (standing in ('none', 'unknown', 'accepted', 'failed')),
  -- When the partner was last sent the order and gave no answer: it may still be on its way.
  add column unanswered_at     timestamptz,
  -- When the line counts as late; set with the payment, from the measured time of its game.
  add column overdue_at        timestamptz,
  add column late_told_at      timestamptz,
  -- The thread with our staff about a late line (people.support_threads), which may be purged.
  add column support_thread_id bigint;
create index deliveries_overdue on shop.deliveries (overdue_at) where overdue_at is not null and late_told_at is null;

-- What a buyer changed of a paid line before it was delivered, with what stood there before.
create table shop.line_corrections (
  id                bigint generated always as identity primary key,
  order_line_id     bigint not null references shop.order_lines,
  user_id           bigint not null references people.users,
  choice            text not null check (choice in ('player', 'product', 'refund')),
  at                timestamptz not null,
  -- why the line had not been delivered
  failure_code      text,
  reference         text not null,
  -- after the correction; the same where the partner had no order under it
  new_reference     text not null,
  before            jsonb not null,
  after             jsonb not null
);
create index line_corrections_line on shop.line_corrections (order_line_id, id);

-- Partners that sell a product too, besides its game's own, which comes first.
create table shop.product_supplies (
  product_id   bigint not null references shop.products on delete cascade,
  partner_code text not null references shop.partners,
  -- the game's and the product's codes there
  partner_game text not null,
  sku          text not null,
  priority     int not null check (priority > 1),
  primary key (product_id, priority),
  unique (product_id, partner_code)
);
create index product_supplies_partner on shop.product_supplies (partner_code);

create view shop.supplies as
  select p.id as product_id, g.partner_code, g.partner_game, p.sku, 1 as priority
  from shop.products p join shop.games g on g.id = p.game_id
  union all
  select product_id, partner_code, partner_game, sku, priority from shop.product_supplies;

-- Which partner was tried for a delivery before the present one, and why it was given up there.
create table shop.delivery_tries (
  id           bigint generated always as identity primary key,
  delivery_id  bigint not null references shop.deliveries,
  partner_code text not null,
  sku          text not null,
  reference    text not null,
  attempts     int not null,
  failure_code text not null,
  ended_at     timestamptz not null
);
create index delivery_tries_delivery on shop.delivery_tries (delivery_id, id);
create index delivery_tries_reference on shop.delivery_tries (reference);

-- The money that we have at a partner, as it last said, and below which staff are told.
alter table shop.partners
  add column float_satang     bigint,
  add column float_read_at    timestamptz,
  add column float_low_satang bigint not null default 1000000 check (float_low_satang >= 0),
  add column float_low_told   boolean not null default false;

-- What a partner takes for a piece, as it last said.
create table shop.partner_prices (
  partner_code text not null references shop.partners,
  sku          text not null,
  cost_satang  bigint not null check (cost_satang >= 0),
  read_at      timestamptz not null,
  primary key (partner_code, sku)
);

-- No partner of the product has a float that covers it. What may be sold is `sale_state`.
alter table shop.products add column unfunded boolean not null default false;
alter table shop.products add column sale_state text not null
  generated always as (case when state = 'active' and unfunded then 'sold_out' else state end) stored;

-- The provider has not answered whether it has a charge of this attempt, which has ended for us.
alter table shop.payments add column unsure boolean not null default false;
create index payments_unsure on shop.payments (order_id) where unsure;
create index webhook_events_subject on shop.webhook_events (subject) where processed_at is null;

-- Codes come in batches: who sold them to us, for what, from which file.
create table shop.code_batches (
  id           bigint generated always as identity primary key,
  product_id   bigint not null references shop.products,
  supplier     text not null check (length(supplier) between 1 and 100),
  -- for one code
  cost_satang  bigint not null check (cost_satang >= 0),
  -- SHA-256 of the file: the same file is imported once
  file_hash    bytea not null unique check (length(file_hash) = 32),
  imported_by  text not null check (length(imported_by) between 1 and 100),
  imported_at  timestamptz not null,
  lines        int not null,
  imported     int not null,
  duplicates   int not null,
  quarantined_at timestamptz,
  reason       text check (length(reason) <= 500)
);
alter table shop.voucher_codes add column batch_id bigint references shop.code_batches;
create index voucher_codes_batch on shop.voucher_codes (batch_id, id) where batch_id is not null;
-- `quarantined`: of a batch under suspicion, not sold until it is released.
alter table shop.voucher_codes drop constraint voucher_codes_state_check;
alter table shop.voucher_codes add constraint voucher_codes_state_check check (state in ('free', 'held', 'sold', 'burned', 'quarantined'));

-- A document stays as it was issued; its sealed tax ID may be sealed with another key.
create function shop.document_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.buyer_tax_id_sealed is not null and new.buyer_tax_id_sealed is not null
     and to_jsonb(new) - 'buyer_tax_id_sealed' = to_jsonb(old) - 'buyer_tax_id_sealed' then
    return new;
  end if;
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger append_only on shop.sales_documents;
create trigger append_only before delete or update on shop.sales_documents for each row
  execute function shop.document_stays();
