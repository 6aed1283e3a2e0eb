-- Cart, orders, payments, deliveries and the ledger. All amounts are satang, all times UTC.

create table cart_items (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references users on delete cascade,
  product_id  bigint not null references products,
  player_id   text not null default '',
  server      text not null default '',
  player_name text,
  quantity    int not null check (quantity > 0),
  seen_price_satang bigint not null,
  added_at    timestamptz not null,
  unique (user_id, product_id, player_id, server)
);

-- What a channel accepts is data, evaluated by one pure function (domain::channel).
create table payment_channels (
  code         text primary key,
  name_th      text not null,
  name_en      text not null,
  position     int not null,
  open         boolean not null default true,
  closed_reason_th text, closed_reason_en text,
  min_satang   bigint not null,
  max_satang   bigint,
  kinds        text[] not null default '{topup,voucher,data_package,subscription,cloud_game}',
  flash_sale   boolean not null default true,
  network_types text[] not null default '{}',
  version      bigint not null default 1
);
create table banks (
  code     text primary key,
  name_th  text not null,
  name_en  text not null,
  app_url  text,
  position int not null
);

create table orders (
  id              bigint generated always as identity primary key,
  number          text not null unique,
  user_id         bigint not null references users,
  status          text not null default 'pending' check (status in ('pending', 'completed', 'incomplete', 'error')),
  channel         text not null,
  currency        text not null default 'THB' check (currency = 'THB'),
  subtotal_satang bigint not null,
  discount_satang bigint not null default 0,
  vat_satang      bigint not null,
  total_satang    bigint not null check (total_satang > 0),
  -- the rules in force when it was made
  rules           jsonb not null,
  receipt_number  text unique,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  paid_at         timestamptz,
  lapsed_at       timestamptz,
  completed_at    timestamptz,
  cancelled_at    timestamptz,
  version         bigint not null default 1
);
create index orders_user on orders (user_id, id desc);
create index orders_lapse on orders (expires_at) where status = 'pending' and paid_at is null;
create sequence receipt_numbers;

-- A line keeps its own snapshot: later catalogue changes do not touch it.
create table order_lines (
  id            bigint generated always as identity primary key,
  order_id      bigint not null references orders,
  position      int not null,
  product_id    bigint not null references products,
  game_id       bigint not null references games,
  flash_sale_id bigint references flash_sales,
  kind          text not null,
  name_th text not null, name_en text not null,
  game_slug text not null, game_name_th text not null, game_name_en text not null,
  hue int not null, motif text not null,
  partner_code  text not null,
  partner_game  text not null,
  sku           text not null,
  seller_id     bigint not null references sellers,
  commission_bp int not null,
  quantity      int not null check (quantity > 0),
  unit_price_satang bigint not null,
  discount_satang   bigint not null default 0,
  vat_excluded      boolean not null,
  vat_satang        bigint not null,
  total_satang      bigint not null,
  player_id text, server text, player_name text,
  unique (order_id, position)
);
create index order_lines_product on order_lines (product_id);

-- What the customer's timeline and the operator's X-ray are made of.
create table order_events (
  id       bigint generated always as identity primary key,
  order_id bigint not null references orders,
  at       timestamptz not null,
  kind     text not null,
  detail   jsonb not null default '{}'
);
create index order_events_order on order_events (order_id, id);

-- One attempt to pay. Its reference is our key at the provider (metadata): a repeated create must not charge twice.
create table payments (
  id            bigint generated always as identity primary key,
  order_id      bigint not null references orders,
  reference     text not null unique,
  channel       text not null,
  status        text not null default 'created' check (status in ('created', 'awaiting', 'captured', 'failed', 'expired', 'mismatch')),
  amount_satang bigint not null check (amount_satang > 0),
  currency      text not null default 'THB',
  charge_id     text unique,
  qr_payload    text,
  qr_image_url  text,
  created_at    timestamptz not null,
  awaiting_at   timestamptz,
  expires_at    timestamptz not null,
  captured_at   timestamptz,
  failure_code  text,
  -- when the provider is to be asked next without having told us anything
  check_at      timestamptz,
  version       bigint not null default 1
);
create unique index payments_one_alive on payments (order_id) where status in ('created', 'awaiting');
create index payments_order on payments (order_id, id desc);
create index payments_check on payments (check_at) where check_at is not null;

-- Every webhook as it came, once.
create table webhook_events (
  provider     text not null,
  event_id     text not null,
  subject      text not null,               -- charge or order reference it speaks of
  received_at  timestamptz not null,
  processed_at timestamptz,
  body         jsonb not null,
  primary key (provider, event_id)
);
create index webhook_events_open on webhook_events (received_at) where processed_at is null;

create table deliveries (
  id            bigint generated always as identity primary key,
  order_line_id bigint not null unique references order_lines,
  order_id      bigint not null references orders,
  reference     text not null unique,        -- what the partner sees, the same however often we send
  status        text not null default 'waiting' check (status in ('waiting', 'sent', 'retrying', 'delivered', 'repair', 'closed')),
  attempts      int not null default 0,
  next_attempt_at timestamptz,
  sent_at       timestamptz,
  delivered_at  timestamptz,
  closed_at     timestamptz,
  failure_code  text,
  note          text,
  version       bigint not null default 1
);
create index deliveries_order on deliveries (order_id);
create index deliveries_due on deliveries (next_attempt_at) where next_attempt_at is not null;
create index deliveries_repair on deliveries (id) where status = 'repair';
create index deliveries_recent on deliveries (delivered_at desc) where status = 'delivered';

-- The ticker and the typical time of a game come from our own log.
create trigger catalogue_changed after update of delivered_at on deliveries for each row
  when (new.delivered_at is distinct from old.delivered_at) execute function catalogue_changed();

-- Codes that a partner handed over for a line; sealed like our own.
create table delivered_codes (
  id          bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries,
  code_sealed bytea not null,
  serial      text not null,
  expires_on  date,
  unique (delivery_id, serial)
);
create table code_reveals (
  id          bigint generated always as identity primary key,
  delivery_id bigint not null references deliveries,
  user_id     bigint not null references users,
  at          timestamptz not null,
  address     inet
);
create index code_reveals_delivery on code_reveals (delivery_id);

-- A piece taken with the order: stock, a flash-sale piece; later a coupon's use.
create table holds (
  id       bigint generated always as identity primary key,
  order_id bigint not null references orders,
  order_line_id bigint references order_lines,
  kind     text not null check (kind in ('stock', 'flash_sale', 'coupon')),
  ref_id   bigint not null,
  quantity int not null check (quantity > 0),
  state    text not null default 'held' check (state in ('held', 'used', 'released')),
  held_at  timestamptz not null,
  ended_at timestamptz
);
create index holds_order on holds (order_id);
create index holds_ref on holds (kind, ref_id) where state = 'held';

-- Double entry, append only. Debits are positive, credits negative; a journal sums to zero.
create table journals (
  id            bigint generated always as identity primary key,
  kind          text not null check (kind in ('captured', 'delivered', 'closed')),
  order_id      bigint not null references orders,
  -- what it is for: the payment's reference or the delivery's; one journal each
  subject       text not null,
  at            timestamptz not null,
  unique (kind, subject)
);
create index journals_order on journals (order_id);
create table ledger_entries (
  journal_id    bigint not null references journals,
  position      int not null,
  account       text not null check (account in ('provider_receivable', 'customer_prepaid', 'seller_payable', 'own_revenue', 'vat_payable', 'refund_payable')),
  seller_id     bigint references sellers,
  amount_satang bigint not null check (amount_satang <> 0),
  primary key (journal_id, position)
);
create index ledger_entries_account on ledger_entries (account);

create function journal_is_balanced() returns trigger language plpgsql as $$
declare total bigint;
begin
  select sum(amount_satang) into total from ledger_entries where journal_id = new.journal_id;
  if total <> 0 then raise exception 'journal % does not balance: %', new.journal_id, total using errcode = 'check_violation'; end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_entries deferrable initially deferred for each row execute function journal_is_balanced();

create function append_only() returns trigger language plpgsql as $$
begin raise exception '% is append only', tg_table_name using errcode = 'restrict_violation'; end $$;
create trigger append_only before update or delete on ledger_entries for each row execute function append_only();
create trigger append_only before update or delete on journals for each row execute function append_only();

-- The answer given to a key, given again to the same key.
create table idempotency_keys (
  user_id      bigint not null references users on delete cascade,
  operation    text not null,
  key          text not null check (length(key) between 8 and 128),
  request_hash bytea not null,
  order_id     bigint references orders,
  created_at   timestamptz not null,
  primary key (user_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

insert into payment_channels (code, name_th, name_en, position, min_satang, max_satang) values
  ('promptpay', 'QR พร้อมเพย์', 'QR PromptPay', 1, 2000, 5000000);
insert into banks (code, name_th, name_en, app_url, position) values
  ('kbank', 'กสิกรไทย (K PLUS)', 'KBank (K PLUS)', 'kplus://', 1),
  ('bbl', 'ธนาคารกรุงเทพ (Bualuang)', 'Bangkok Bank (Bualuang)', 'bualuangmbanking://', 2),
  ('ktb', 'กรุงไทย (Krungthai NEXT)', 'Krungthai (NEXT)', 'ktbnext://', 3),
  ('bay', 'กรุงศรี (krungsri)', 'Krungsri (krungsri app)', 'krungsri-kma://', 4);
