-- All amounts are satang, all times UTC.
create schema shop;

-- What is sold. Texts stand in both languages; prices are satang.
create table shop.sellers (
  id   bigint generated always as identity primary key,
  name text not null unique
);

-- A top-up partner: its base URL is a setting, this row says what we may expect of it.
create table shop.partners (
  code text primary key,
  name text not null,
  open boolean not null default true
);

create table shop.games (
  id              bigint generated always as identity primary key,
  slug            text not null unique check (slug ~ '^[a-z0-9-]+$'),
  partner_code    text not null references shop.partners,
  -- the game's code at the partner
  partner_game    text not null,
  kind            text not null check (kind in ('topup', 'voucher', 'data_package', 'subscription', 'cloud_game')),
  name_th         text not null,
  name_en         text not null,
  publisher       text not null,
  blurb_th        text not null,
  blurb_en        text not null,
  hue             int not null check (hue >= 0 and hue <= 359),
  motif           text not null,
  needs_player    boolean not null default true,
  needs_server    boolean not null default false,
  -- how a player ID looks: label, hint, pattern (anchored), example
  player_label_th text,
  player_label_en text,
  player_hint_th  text,
  player_hint_en  text,
  player_pattern  text,
  player_example  text,
  popularity      int not null default 0,
  active          boolean not null default true,
  -- what people type for it: Thai spellings, short names, usual mistakes
  aliases         text[] not null default '{}',
  -- the mark on its cover; the web draws each
  glyph           text not null default 'star' check (glyph in ('shield', 'flame', 'parachute', 'crosshair', 'swords', 'star', 'comet', 'disc', 'brick', 'target', 'crown', 'ball', 'anvil', 'gear', 'pad', 'joystick', 'controller', 'triangle', 'note', 'fist', 'gift')),
  -- how a server is called and looks; a typed one is a number that the player knows, with an anchored pattern, others are chosen from a
  -- list
  server_label_th text,
  server_label_en text,
  server_typed    boolean not null default false,
  server_pattern  text,
  server_example  text,
  -- ID and server together, as the game copies them
  paste_example   text,
  -- where the ID is found, steps, questions, where a code is redeemed (`catalogue::snapshot::GameGuide`)
  guide           jsonb,
  constraint typed_server_has_a_pattern check ((not server_typed) or server_pattern is not null)
);
create index games_popular on shop.games (popularity desc, id) where active;

create table shop.products (
  id                bigint generated always as identity primary key,
  game_id           bigint not null references shop.games,
  seller_id         bigint not null references shop.sellers,
  -- the partner's
  sku               text not null,
  name_th           text not null,
  name_en           text not null,
  bonus_th          text,
  bonus_en          text,
  price_satang      bigint not null check (price_satang > 0),
  list_price_satang bigint,
  vat_excluded      boolean not null default false,
  commission_bp     int not null check (commission_bp >= 0 and commission_bp <= 10000),
  excluded_channels text[] not null default '{}',
  position          int not null default 0,
  state             text not null default 'active' check (state in ('active', 'sold_out', 'withdrawn')),
  -- null: the partner has no end of it. Otherwise pieces left to hold; vouchers count their free codes here too.
  stock             int check (stock >= 0),
  version           bigint not null default 1,
  -- How much of the game's currency a package is, with its bonus; null where packages cannot be compared by it.
  units             int check (units > 0),
  unique (game_id, sku),
  constraint products_check check (list_price_satang > price_satang)
);
create index products_game on shop.products (game_id, "position");

-- Codes kept by us, encrypted; shown to their buyer once paid, each reveal logged.
create table shop.voucher_codes (
  id            bigint generated always as identity primary key,
  product_id    bigint not null references shop.products,
  code_sealed   bytea not null,
  serial        text not null,
  expires_on    date,
  state         text not null default 'free' check (state in ('free', 'held', 'sold')),
  order_line_id bigint,
  -- duplicate: the same code stood here before, under another row
  fingerprint   bytea,
  duplicate     boolean not null default false,
  unique (product_id, serial)
);
create index voucher_codes_line on shop.voucher_codes (order_line_id) where order_line_id is not null;
create index voucher_codes_unmarked on shop.voucher_codes (id) where fingerprint is null;
create index voucher_codes_fingerprint on shop.voucher_codes (fingerprint) where fingerprint is not null;
create index voucher_codes_free on shop.voucher_codes (product_id, expires_on, id) where state = 'free' and fingerprint is not null and (not duplicate);

create table shop.flash_sales (
  id           bigint generated always as identity primary key,
  product_id   bigint not null references shop.products,
  price_satang bigint not null check (price_satang > 0),
  quantity     int not null check (quantity > 0),
  taken        int not null default 0,
  starts_at    timestamptz not null,
  ends_at      timestamptz not null,
  version      bigint not null default 1,
  -- Pieces of a flash sale that one person may have; null: the setting.
  per_person   int check (per_person > 0),
  constraint flash_sales_check check (taken >= 0 and taken <= quantity),
  constraint flash_sales_check1 check (ends_at > starts_at)
);
create index flash_sales_window on shop.flash_sales (ends_at, starts_at);
create index flash_sales_product on shop.flash_sales (product_id, ends_at);

create table shop.shelves (
  id       bigint generated always as identity primary key,
  key      text not null unique,
  title_th text not null,
  title_en text not null,
  position int not null
);

create table shop.shelf_games (
  shelf_id bigint not null references shop.shelves on delete cascade,
  game_id  bigint not null references shop.games on delete cascade,
  position int not null,
  primary key (shelf_id, game_id)
);
create index shelf_games_game on shop.shelf_games (game_id);

create table shop.banners (
  id        bigint generated always as identity primary key,
  page      text not null,
  title_th  text not null,
  title_en  text not null,
  text_th   text not null,
  text_en   text not null,
  action_th text not null,
  action_en text not null,
  href      text not null,
  hue       int not null,
  motif     text not null,
  position  int not null default 0,
  starts_at timestamptz,
  ends_at   timestamptz
);
create index banners_page on shop.banners (page, "position");

create table shop.app_config (
  key   text primary key,
  value jsonb not null
);

create table shop.cart_items (
  id                bigint generated always as identity primary key,
  user_id           bigint not null references people.users on delete cascade,
  product_id        bigint not null references shop.products,
  player_id         text not null default '',
  server            text not null default '',
  player_name       text,
  quantity          int not null check (quantity > 0),
  seen_price_satang bigint not null,
  added_at          timestamptz not null,
  server_name       text,
  unique (user_id, product_id, player_id, server)
);

-- What a channel accepts is data, evaluated by one pure function (domain::channel).
create table shop.payment_channels (
  code             text primary key,
  name_th          text not null,
  name_en          text not null,
  position         int not null,
  open             boolean not null default true,
  closed_reason_th text,
  closed_reason_en text,
  min_satang       bigint not null,
  max_satang       bigint,
  kinds            text[] not null default '{topup,voucher,data_package,subscription,cloud_game}',
  flash_sale       boolean not null default true,
  network_types    text[] not null default '{}',
  version          bigint not null default 1,
  -- One line of help below a channel's name.
  note_th          text,
  note_en          text
);

create table shop.banks (
  code     text primary key,
  name_th  text not null,
  name_en  text not null,
  app_url  text,
  position int not null
);

-- Every webhook as it came, once.
create table shop.webhook_events (
  provider     text not null,
  event_id     text not null,
  -- charge or order reference it speaks of
  subject      text not null,
  received_at  timestamptz not null,
  processed_at timestamptz,
  body         jsonb not null,
  primary key (provider, event_id)
);
create index webhook_events_open on shop.webhook_events (received_at) where processed_at is null;
-- Settled webhooks are forgotten after WEBHOOK_DAYS.
create index webhook_events_age on shop.webhook_events (received_at) where processed_at is not null;

-- A person's cart as a whole. Its version is raised by every change, so that answers which overtake each other can be put in order; its
-- row is what two changes at once wait for, so that the limits hold.
create table shop.carts (
  user_id bigint primary key references people.users on delete cascade,
  version bigint not null default 1
);

create table shop.provider_cursors (
  provider     text primary key,
  -- charges made before this moment were compared
  listed_until timestamptz not null
);

-- Charges at the provider that do not agree with our books, each told once: somebody has to look at them.
create table shop.unmatched_charges (
  provider      text not null,
  charge_id     text not null,
  reason        text not null,
  status        text not null,
  amount_satang bigint not null,
  reference     text,
  found_at      timestamptz not null,
  -- Each is looked at and settled by hand once.
  id            bigint generated always as identity unique,
  currency      text not null default 'THB',
  settled_at    timestamptz,
  settled_by    bigint references people.users,
  note          text,
  primary key (provider, charge_id, reason)
);
create index unmatched_charges_open on shop.unmatched_charges (id) where settled_at is null;

create table shop.user_favorites (
  user_id  bigint not null references people.users on delete cascade,
  game_id  bigint not null references shop.games on delete cascade,
  added_at timestamptz not null,
  primary key (user_id, game_id)
);
create index user_favorites_game on shop.user_favorites (game_id);

-- Coupons. A use is reserved with the order (a hold of kind `coupon`) and given
-- back when the order lapses.
create table shop.coupons (
  id             bigint generated always as identity primary key,
  -- as people type it, in capitals
  code           text not null unique check (code ~ '^[A-Z0-9]{3,24}$'),
  title_th       text not null,
  title_en       text not null,
  text_th        text not null default '',
  text_en        text not null default '',
  active         boolean not null default true,
  kind           text not null check (kind in ('percent', 'amount')),
  basis_points   int check (basis_points >= 1 and basis_points <= 10000),
  max_satang     bigint check (max_satang > 0),
  amount_satang  bigint check (amount_satang > 0),
  minimum_satang bigint not null default 0 check (minimum_satang >= 0),
  scope          text not null default 'all' check (scope in ('all', 'products', 'games')),
  scope_ids      bigint[] not null default '{}'::bigint[],
  -- uses a person has and uses in all, and how many people may collect it; null: no limit
  quota_per_user int check (quota_per_user > 0),
  quota_total    int check (quota_total > 0),
  quota_collect  int check (quota_collect > 0),
  -- reserved uses included
  used           int not null default 0,
  collected      int not null default 0,
  starts_at      timestamptz not null,
  ends_at        timestamptz not null,
  version        bigint not null default 1,
  constraint coupons_check check (used >= 0 and used <= quota_total),
  constraint coupons_check1 check (collected >= 0 and collected <= quota_collect),
  constraint coupons_check2 check (ends_at > starts_at),
  constraint coupons_check3 check (((kind = 'percent') = (basis_points is not null)) and ((kind = 'amount') = (amount_satang is not null)))
);

create table shop.user_coupons (
  user_id      bigint not null references people.users on delete cascade,
  coupon_id    bigint not null references shop.coupons,
  collected_at timestamptz not null,
  -- reserved ones included
  uses         int not null default 0,
  primary key (user_id, coupon_id)
);
create index user_coupons_mine on shop.user_coupons (user_id, collected_at desc);
create index user_coupons_coupon on shop.user_coupons (coupon_id);

-- What the provider paid out to our bank account, each booked once.
create table shop.payouts (
  provider       text not null check (provider in ('opn', 'telecom')),
  transfer_id    text not null,
  amount_satang  bigint not null,
  booked_at      timestamptz not null,
  -- what the provider kept of it
  fee_satang     bigint not null default 0,
  fee_vat_satang bigint not null default 0,
  primary key (provider, transfer_id)
);

-- A code is one code, whatever serial or product it stands under: a keyed fingerprint (HMAC; the key is not in the database) is unique
-- over our stock and everything that partners delivered. Without one a code is not for
-- sale.
create table shop.code_fingerprints (
  fingerprint bytea primary key check (length(fingerprint) = 32)
);

-- Who wants to hear when something can be bought again. Told once, the wish is gone.
create table shop.stock_alerts (
  user_id    bigint not null references people.users on delete cascade,
  product_id bigint not null references shop.products on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, product_id)
);
create index stock_alerts_product on shop.stock_alerts (product_id);

-- Accounts in games that a person keeps, each under a name of their own.
create table shop.saved_players (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references people.users on delete cascade,
  game_id     bigint not null references shop.games,
  player_id   text not null,
  server      text not null default '',
  server_name text,
  -- as the partner told it last
  player_name text,
  nickname    text not null,
  created_at  timestamptz not null,
  unique (user_id, game_id, player_id, server)
);
create index saved_players_game on shop.saved_players (game_id);

-- The last number of each series of receipts, tax invoices and credit notes. Its row is locked from the taking of a number until the commit, so that a series has no gap and is in order.
create table shop.sales_document_series (
  kind           text not null check (kind in ('receipt', 'tax_invoice', 'credit_note', 'debit_note')),
  -- in Bangkok
  year           int not null,
  last_serial    bigint not null check (last_serial > 0),
  last_issued_at timestamptz not null,
  primary key (kind, year)
);

-- Tries to track an order without signing in, by the order number that was typed and the network that tried: what a stranger tries costs
-- nobody else a try.
create table shop.track_tries (
  number  text not null,
  network text not null,
  tries   int not null,
  last_at timestamptz not null,
  primary key (number, network)
);
create index track_tries_age on shop.track_tries (last_at);

create table shop.orders (
  id                     bigint generated always as identity primary key,
  number                 text not null unique,
  user_id                bigint not null references people.users,
  status                 text not null default 'pending' check (status in ('pending', 'completed', 'incomplete', 'error')),
  channel                text not null,
  currency               text not null default 'THB' check (currency = 'THB'),
  subtotal_satang        bigint not null,
  discount_satang        bigint not null default 0,
  vat_satang             bigint not null,
  total_satang           bigint not null,
  -- the rules in force when it was made
  rules                  jsonb not null,
  earlier_receipt_number text constraint orders_receipt_number_key unique,
  created_at             timestamptz not null,
  expires_at             timestamptz not null,
  paid_at                timestamptz,
  expired_at             timestamptz,
  completed_at           timestamptz,
  cancelled_at           timestamptz,
  version                bigint not null default 1,
  -- The coupon that an order used, in its own words.
  coupon_id              bigint references shop.coupons,
  coupon_code            text,
  constraint orders_total_satang_check check (total_satang >= 0 and ((channel = 'none') = (total_satang = 0)))
);
create index orders_user on shop.orders (user_id, id desc);
create index orders_expire on shop.orders (expires_at) where status = 'pending' and paid_at is null;
create index orders_coupon on shop.orders (coupon_id) where coupon_id is not null;
-- Unpaid orders of a person are counted before another is placed.
create index orders_open on shop.orders (user_id, id desc) where status = 'pending' and paid_at is null;
create index orders_earlier_receipts on shop.orders (id) where earlier_receipt_number is not null;

-- A line keeps its own snapshot: later catalogue changes do not touch it.
create table shop.order_lines (
  id                bigint generated always as identity primary key,
  order_id          bigint not null references shop.orders,
  position          int not null,
  product_id        bigint not null references shop.products,
  game_id           bigint not null references shop.games,
  flash_sale_id     bigint references shop.flash_sales,
  kind              text not null,
  name_th           text not null,
  name_en           text not null,
  game_slug         text not null,
  game_name_th      text not null,
  game_name_en      text not null,
  hue               int not null,
  motif             text not null,
  partner_code      text not null,
  partner_game      text not null,
  sku               text not null,
  seller_id         bigint not null references shop.sellers,
  commission_bp     int not null,
  quantity          int not null check (quantity > 0),
  unit_price_satang bigint not null,
  discount_satang   bigint not null default 0,
  vat_excluded      boolean not null,
  vat_satang        bigint not null,
  total_satang      bigint not null,
  player_id         text,
  server            text,
  player_name       text,
  -- What a server is called, as its partner names it: `asia` is Asia. Older lines have none and show the code.
  server_name       text,
  unique (order_id, "position")
);
create index order_lines_product on shop.order_lines (product_id);

-- What the customer's timeline and the operator's X-ray are made of.
create table shop.order_events (
  id       bigint generated always as identity primary key,
  order_id bigint not null references shop.orders,
  at       timestamptz not null,
  kind     text not null,
  detail   jsonb not null default '{}'
);
create index order_events_order on shop.order_events (order_id, id);

-- One attempt to pay. Its reference is our key at the provider (metadata): a repeated create must not charge twice.
create table shop.payments (
  id             bigint generated always as identity primary key,
  order_id       bigint not null references shop.orders,
  reference      text not null unique,
  channel        text not null,
  status         text not null default 'created' check (status in ('created', 'awaiting', 'captured', 'failed', 'expired', 'mismatch')),
  amount_satang  bigint not null check (amount_satang > 0),
  currency       text not null default 'THB',
  charge_id      text unique,
  qr_payload     text,
  qr_image_url   text,
  created_at     timestamptz not null,
  awaiting_at    timestamptz,
  expires_at     timestamptz not null,
  captured_at    timestamptz,
  failure_code   text,
  -- when the provider is to be asked next without having told us anything
  check_at       timestamptz,
  version        bigint not null default 1,
  -- A charge is being made until then:
  -- two workers must not both make one. A worker that died is succeeded when it is over.
  charging_until timestamptz,
  charge_tries   int not null default 0,
  -- When the attempt came to nothing (failed, expired, mismatch).
  ended_at       timestamptz,
  -- Who has the charge of this attempt.
  provider       text not null default 'opn' check (provider in ('opn', 'telecom')),
  -- Whose number pays, `66812345678`: a new code goes to the same number.
  msisdn         text,
  -- What the telecom's text shows beside its code, so that a person knows which text belongs to the page.
  otp_reference  text,
  alive          boolean not null generated always as (status in ('created', 'awaiting')) stored,
  constraint payments_mobile check ((provider = 'telecom') = (msisdn is not null))
);
create index payments_order on shop.payments (order_id, id desc);
create index payments_check on shop.payments (check_at) where check_at is not null;
-- How many texts a number was sent lately.
create index payments_msisdn on shop.payments (msisdn, created_at desc) where msisdn is not null;
create unique index payments_one_alive on shop.payments (order_id) where alive;

create table shop.deliveries (
  id              bigint generated always as identity primary key,
  order_line_id   bigint not null unique references shop.order_lines,
  order_id        bigint not null references shop.orders,
  -- what the partner sees, the same however often we send
  reference       text not null unique,
  status          text not null default 'waiting' check (status in ('waiting', 'sent', 'retrying', 'delivered', 'repair', 'closed')),
  attempts        int not null default 0,
  next_attempt_at timestamptz,
  sent_at         timestamptz,
  delivered_at    timestamptz,
  closed_at       timestamptz,
  failure_code    text,
  note            text,
  version         bigint not null default 1,
  -- When the try began that the partner is given time for: the line's first sending, then an operator's retry. What `sent_at` says stays:
  -- the customer's timeline shows the first sending.
  tried_at        timestamptz,
  open            boolean not null generated always as (status in ('waiting', 'sent', 'retrying')) stored
);
create index deliveries_order on shop.deliveries (order_id);
create index deliveries_due on shop.deliveries (next_attempt_at) where next_attempt_at is not null;
create index deliveries_repair on shop.deliveries (id) where status = 'repair';
create index deliveries_recent on shop.deliveries (delivered_at desc) where status = 'delivered';

-- Codes that a partner handed over for a line; sealed like our own.
create table shop.delivered_codes (
  id          bigint generated always as identity primary key,
  delivery_id bigint not null references shop.deliveries,
  code_sealed bytea not null,
  serial      text not null,
  expires_on  date,
  fingerprint bytea,
  duplicate   boolean not null default false,
  unique (delivery_id, serial)
);
create index delivered_codes_unmarked on shop.delivered_codes (id) where fingerprint is null;
create index delivered_codes_fingerprint on shop.delivered_codes (fingerprint) where fingerprint is not null;

create table shop.code_reveals (
  id          bigint generated always as identity primary key,
  delivery_id bigint not null references shop.deliveries,
  user_id     bigint not null references people.users,
  at          timestamptz not null,
  address     inet
);
create index code_reveals_delivery on shop.code_reveals (delivery_id);

-- A piece taken with the order: stock, a flash-sale piece, a coupon's use.
create table shop.holds (
  id            bigint generated always as identity primary key,
  order_id      bigint not null references shop.orders,
  order_line_id bigint references shop.order_lines,
  kind          text not null check (kind in ('stock', 'flash_sale', 'coupon')),
  ref_id        bigint not null,
  quantity      int not null check (quantity > 0),
  state         text not null default 'held' check (state in ('held', 'used', 'released')),
  held_at       timestamptz not null,
  ended_at      timestamptz
);
create index holds_order on shop.holds (order_id);
create index holds_ref on shop.holds (kind, ref_id) where state = 'held';

-- Double entry, append only. Debits are positive, credits negative; a journal sums to zero.
create table shop.journals (
  id       bigint generated always as identity primary key,
  kind     text not null check (kind in ('captured', 'delivered', 'closed', 'fee', 'refunded', 'charged_back', 'payout', 'paid_back', 'written_off')),
  order_id bigint references shop.orders,
  -- what it is for: the payment's reference or the delivery's; one journal each
  subject  text not null,
  at       timestamptz not null,
  unique (kind, subject)
);
create index journals_order on shop.journals (order_id);

-- Charges that were paid: what their provider says became of the money, and what the books have of it.
create table shop.captured_charges (
  id                  bigint generated always as identity primary key,
  provider            text not null check (provider in ('opn', 'telecom')),
  charge_id           text not null,
  -- none: money of no order
  order_id            bigint references shop.orders,
  amount_satang       bigint not null check (amount_satang > 0),
  -- what the books have of it; each change is a journal
  fee_satang          bigint not null default 0,
  fee_vat_satang      bigint not null default 0,
  refunded_satang     bigint not null default 0,
  charged_back_satang bigint not null default 0,
  paid_out_satang     bigint not null default 0,
  -- what the provider owes us for it
  receivable_satang   bigint not null generated always as (((((amount_satang - refunded_satang) - charged_back_satang) - fee_satang) - fee_vat_satang) - paid_out_satang) stored,
  dispute             text check (dispute in ('open', 'pending', 'won', 'lost')),
  captured_at         timestamptz not null,
  refunded_at         timestamptz,
  disputed_at         timestamptz,
  -- when something last happened to it, and when the provider is to be asked next without having told us anything
  moved_at            timestamptz not null,
  check_at            timestamptz,
  version             int not null default 1,
  unique (charge_id, provider)
);
create index captured_charges_order on shop.captured_charges (order_id) where order_id is not null;
create index captured_charges_check on shop.captured_charges (check_at) where check_at is not null;
create index captured_charges_owed on shop.captured_charges (captured_at, id) where receivable_satang <> 0;

-- A buyer may ask for a tax invoice on a paid order; the newest request counts until its time is over.
create table shop.tax_invoices (
  order_id      bigint primary key references shop.orders,
  name          text not null,
  -- sealed with the key of the settings, tied to the order
  tax_id_sealed bytea not null,
  -- '00000' is the head office
  branch        text not null check (branch ~ '^[0-9]{5}$'),
  address       text not null,
  requested_at  timestamptz not null
);

create table shop.sales_documents (
  id                  bigint generated always as identity primary key,
  kind                text not null check (kind in ('receipt', 'tax_invoice', 'credit_note', 'debit_note')),
  year                int not null,
  serial              bigint not null,
  number              text not null unique,
  order_id            bigint not null references shop.orders,
  -- a tax invoice: the receipt; a credit note: what it corrects
  refers_to           bigint references shop.sales_documents,
  -- a tax invoice that was made out to somebody else before
  replaces            bigint unique references shop.sales_documents,
  total_satang        bigint not null check (total_satang >= 0),
  vat_satang          bigint not null,
  buyer_name          text,
  -- sealed with the key of the settings, tied to the order
  buyer_tax_id_sealed bytea,
  -- '00000' is the head office
  buyer_branch        text check (buyer_branch ~ '^[0-9]{5}$'),
  buyer_address       text,
  -- everything else that it states, as it was at that moment
  content             jsonb not null,
  issued_at           timestamptz not null,
  unique (kind, year, serial),
  constraint sales_documents_check check (vat_satang >= 0 and vat_satang <= total_satang),
  constraint sales_documents_check1 check ((kind = 'receipt') = (refers_to is null)),
  constraint sales_documents_check2 check (kind = 'tax_invoice' or replaces is null),
  constraint sales_documents_check3 check (num_nonnulls(buyer_name, buyer_tax_id_sealed, buyer_branch, buyer_address) =
case
    when (kind = 'tax_invoice') then 4
    else 0
end)
);
create index sales_documents_order on shop.sales_documents (order_id, id);
create unique index sales_documents_one_receipt on shop.sales_documents (order_id) where kind = 'receipt';

create table shop.ledger_entries (
  journal_id    bigint not null references shop.journals,
  position      int not null,
  account       text not null check (account in ('provider_receivable', 'customer_prepaid', 'seller_payable', 'own_revenue', 'vat_payable', 'refund_payable', 'provider_claim', 'provider_fee', 'input_vat', 'bank', 'losses')),
  seller_id     bigint references shop.sellers,
  amount_satang bigint not null check (amount_satang <> 0),
  -- For which charge the provider owes us.
  charge_id     bigint references shop.captured_charges,
  primary key (journal_id, "position")
);
create index ledger_entries_account on shop.ledger_entries (account);
create index ledger_entries_charge on shop.ledger_entries (charge_id) where charge_id is not null;

alter table people.texts_to_others add constraint texts_to_others_payment_id_fkey foreign key (payment_id) references shop.payments;

-- Every node keeps the catalogue in memory and reads it anew when told so. Counts (stock, a flash sale's pieces) tell it too; listeners
-- gather what comes close together.
create function shop.catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;

create function shop.journal_is_balanced() returns trigger language plpgsql as $$
declare total bigint;
begin
  select sum(amount_satang) into total from shop.ledger_entries where journal_id = new.journal_id;
  if total <> 0 then raise exception 'journal % does not balance: %', new.journal_id, total using errcode = 'check_violation'; end if;
  return null;
end $$;

create function shop.register_code() returns trigger language plpgsql as $$
begin
  if new.fingerprint is not null and not new.duplicate
     and (tg_op = 'INSERT' or new.fingerprint is distinct from old.fingerprint or old.duplicate) then
    insert into shop.code_fingerprints (fingerprint) values (new.fingerprint);
  end if;
  return null;
end $$;

-- What somebody bought stays theirs.
create function shop.sold_code_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.state, new.order_line_id, new.product_id) is distinct from (old.state, old.order_line_id, old.product_id) then
    raise exception 'code % is sold and stays with its line', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create function shop.delivered_code_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.delivery_id is distinct from old.delivery_id then
    raise exception 'code % is delivered and stays with its delivery', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Pieces of something limited that these accounts hold or have had, and those of orders that are being paid by this number.
create function shop.pieces_had(wanted_kind text, wanted_ref bigint, of_accounts bigint[], by_number text) returns bigint language sql stable parallel safe as $$
  select coalesce(sum(h.quantity), 0)::bigint from shop.holds h
  where h.kind = wanted_kind and h.ref_id = wanted_ref and h.state <> 'released'
    and h.order_id in (select o.id from shop.orders o where o.user_id = any(of_accounts)
                       union select p.order_id from shop.payments p where p.msisdn = by_number and p.alive)
$$;

create trigger changed after insert or delete or update on shop.sellers for each statement
  execute function shop.catalogue_changed();

create trigger changed after insert or delete or update on shop.games for each statement
  execute function shop.catalogue_changed();

create trigger changed after insert or delete or update on shop.products for each statement
  execute function shop.catalogue_changed();

create trigger changed after insert or delete or update on shop.flash_sales for each statement
  execute function shop.catalogue_changed();

create trigger changed after insert or delete or update on shop.shelves for each statement
  execute function shop.catalogue_changed();

create trigger changed after insert or delete or update on shop.shelf_games for each statement
  execute function shop.catalogue_changed();

create trigger changed after insert or delete or update on shop.banners for each statement
  execute function shop.catalogue_changed();

create trigger changed after insert or delete or update on shop.app_config for each statement
  execute function shop.catalogue_changed();

-- The ticker and the typical time of a game come from our own log.
create trigger catalogue_changed after update of delivered_at on shop.deliveries
  for each row when (new.delivered_at is distinct from old.delivered_at)
  execute function shop.catalogue_changed();

create constraint trigger balanced after insert on shop.ledger_entries deferrable initially deferred for each row
  execute function shop.journal_is_balanced();

create trigger append_only before delete or update on shop.ledger_entries for each row
  execute function kernel.append_only();

create trigger append_only before delete or update on shop.journals for each row
  execute function kernel.append_only();

create trigger register_code after insert or update of fingerprint, duplicate on shop.voucher_codes for each row
  execute function shop.register_code();

create trigger register_code after insert or update of fingerprint, duplicate on shop.delivered_codes for each row
  execute function shop.register_code();

create trigger sold_code_stays before delete or update on shop.voucher_codes
  for each row when (old.state = 'sold')
  execute function shop.sold_code_stays();

create trigger delivered_code_stays before delete or update on shop.delivered_codes for each row
  execute function shop.delivered_code_stays();

create trigger append_only before delete or update on shop.sales_documents for each row
  execute function kernel.append_only();

insert into shop.payment_channels (code, name_th, name_en, position, open, closed_reason_th, closed_reason_en, min_satang, max_satang, kinds, flash_sale, network_types, version, note_th, note_en) values
  ('ais_postpaid', '{provider} รายเดือน', '{provider} Postpaid', 3, true, null, null, 100, 500000, '{topup,voucher,data_package,subscription,cloud_game}', true, '{postpaid}', 1, 'รวมในบิลรายเดือน', 'Added to your monthly bill'),
  ('ais_prepaid', '{provider} เติมเงิน', '{provider} Prepaid', 2, true, null, null, 100, 500000, '{topup,voucher,data_package,subscription,cloud_game}', true, '{prepaid}', 1, 'หักจากยอดเงินในเบอร์', 'Taken from your prepaid balance'),
  ('promptpay', 'QR พร้อมเพย์', 'PromptPay QR', 1, true, null, null, 2000, 5000000, '{topup,voucher,data_package,subscription,cloud_game}', true, '{}', 1, 'สแกนจ่ายได้ทุกธนาคาร', 'Scan with any Thai bank app');

insert into shop.banks (code, name_th, name_en, app_url, position) values
  ('bay', 'กรุงศรี (krungsri)', 'Krungsri (krungsri)', 'krungsri-kma://', 5),
  ('bbl', 'กรุงเทพ (Bangkok Bank)', 'Bangkok Bank', 'bualuangmbanking://', 3),
  ('kbank', 'กสิกรไทย (K PLUS)', 'KBank (K PLUS)', 'kplus://', 1),
  ('ktb', 'กรุงไทย (Krungthai NEXT)', 'Krungthai (Krungthai NEXT)', 'ktbnext://', 4),
  ('scb', 'ไทยพาณิชย์ (SCB EASY)', 'SCB (SCB EASY)', 'scbeasy://', 2);
