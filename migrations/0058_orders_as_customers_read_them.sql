-- What a server is called, as its partner names it: `asia` is Asia. Older lines have none and show the code.
alter table order_lines add column server_name text;
alter table cart_items add column server_name text;

-- A buyer may ask for a tax invoice on a paid order; the newest request counts until its time is over.
create table tax_invoices (
  order_id      bigint primary key references orders,
  name          text not null,
  tax_id_sealed bytea not null,              -- sealed with the key of the settings, tied to the order
  branch        text not null,               -- '00000' is the head office
  address       text not null,
  requested_at  timestamptz not null,
  check (branch ~ '^[0-9]{5}$')
);

-- Accounts in games that a person keeps, each under a name of their own.
create table saved_players (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references users on delete cascade,
  game_id     bigint not null references games,
  player_id   text not null,
  server      text not null default '',
  server_name text,
  player_name text,                         -- as the partner told it last
  nickname    text not null,
  created_at  timestamptz not null,
  unique (user_id, game_id, player_id, server)
);
create index saved_players_game on saved_players (game_id);
