-- What is sold. Texts stand in both languages; prices are satang.

create table sellers (
  id   bigint generated always as identity primary key,
  name text not null unique
);

-- A top-up partner: its base URL is a setting, this row says what we may expect of it.
create table partners (
  code text primary key,
  name text not null,
  open boolean not null default true
);

create table games (
  id            bigint generated always as identity primary key,
  slug          text not null unique check (slug ~ '^[a-z0-9-]+$'),
  partner_code  text not null references partners,
  partner_game  text not null,                 -- the game's code at the partner
  kind          text not null check (kind in ('topup', 'voucher', 'data_package', 'subscription', 'cloud_game')),
  name_th       text not null,
  name_en       text not null,
  publisher     text not null,
  blurb_th      text not null,
  blurb_en      text not null,
  hue           int not null check (hue between 0 and 359),
  motif         text not null,
  needs_player  boolean not null default true,
  needs_server  boolean not null default false,
  -- how a player ID looks: label, hint, pattern (anchored), example
  player_label_th text, player_label_en text,
  player_hint_th  text, player_hint_en  text,
  player_pattern  text, player_example text,
  popularity    int not null default 0,
  active        boolean not null default true,
  search_text   text generated always as (lower(name_th || ' ' || name_en || ' ' || publisher || ' ' || slug)) stored
);
create index games_popular on games (popularity desc, id) where active;
create index games_search on games using gin (search_text gin_trgm_ops);

create table products (
  id             bigint generated always as identity primary key,
  game_id        bigint not null references games,
  seller_id      bigint not null references sellers,
  sku            text not null,                -- the partner's
  name_th        text not null,
  name_en        text not null,
  bonus_th       text,
  bonus_en       text,
  price_satang   bigint not null check (price_satang > 0),
  list_price_satang bigint check (list_price_satang > price_satang),
  vat_excluded   boolean not null default false,
  commission_bp  int not null check (commission_bp between 0 and 10000),
  excluded_channels text[] not null default '{}',
  position       int not null default 0,
  state          text not null default 'active' check (state in ('active', 'sold_out', 'withdrawn')),
  -- null: the partner has no end of it. Otherwise pieces left to hold; vouchers count their free codes here too.
  stock          int check (stock >= 0),
  version        bigint not null default 1,
  unique (game_id, sku)
);
create index products_game on products (game_id, position);

-- Codes kept by us, encrypted; shown to their buyer once paid, each reveal logged.
create table voucher_codes (
  id            bigint generated always as identity primary key,
  product_id    bigint not null references products,
  code_sealed   bytea not null,
  serial        text not null,
  expires_on    date,
  state         text not null default 'free' check (state in ('free', 'held', 'sold')),
  order_line_id bigint,
  unique (product_id, serial)
);
create index voucher_codes_free on voucher_codes (product_id, id) where state = 'free';
create index voucher_codes_line on voucher_codes (order_line_id) where order_line_id is not null;

create table flash_sales (
  id           bigint generated always as identity primary key,
  product_id   bigint not null references products,
  price_satang bigint not null check (price_satang > 0),
  quantity     int not null check (quantity > 0),
  taken        int not null default 0 check (taken between 0 and quantity),
  starts_at    timestamptz not null,
  ends_at      timestamptz not null check (ends_at > starts_at),
  version      bigint not null default 1
);
create index flash_sales_window on flash_sales (ends_at, starts_at);
create index flash_sales_product on flash_sales (product_id, ends_at);

create table shelves (
  id        bigint generated always as identity primary key,
  key       text not null unique,
  title_th  text not null,
  title_en  text not null,
  position  int not null
);
create table shelf_games (
  shelf_id bigint not null references shelves on delete cascade,
  game_id  bigint not null references games on delete cascade,
  position int not null,
  primary key (shelf_id, game_id)
);
create index shelf_games_game on shelf_games (game_id);

create table banners (
  id        bigint generated always as identity primary key,
  page      text not null,
  title_th  text not null, title_en  text not null,
  text_th   text not null, text_en   text not null,
  action_th text not null, action_en text not null,
  href      text not null,
  hue       int not null,
  motif     text not null,
  position  int not null default 0,
  starts_at timestamptz,
  ends_at   timestamptz
);
create index banners_page on banners (page, position);

create table app_config (
  key   text primary key,
  value jsonb not null
);

-- Every node keeps the catalogue in memory and reads it anew when told so. Counts (stock, a flash sale's pieces) tell it too; listeners
-- gather what comes close together.
create function catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;
create trigger changed after insert or update or delete on sellers for each statement execute function catalogue_changed();
create trigger changed after insert or update or delete on games for each statement execute function catalogue_changed();
create trigger changed after insert or update or delete on products for each statement execute function catalogue_changed();
create trigger changed after insert or update or delete on flash_sales for each statement execute function catalogue_changed();
create trigger changed after insert or update or delete on shelves for each statement execute function catalogue_changed();
create trigger changed after insert or update or delete on shelf_games for each statement execute function catalogue_changed();
create trigger changed after insert or update or delete on banners for each statement execute function catalogue_changed();
create trigger changed after insert or update or delete on app_config for each statement execute function catalogue_changed();
