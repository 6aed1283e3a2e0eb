-- Limits per person count a card, too: accounts that pay by one card belong to one person.
create index payments_card on shop.payments (card_fingerprint, created_at desc) where card_fingerprint is not null;

-- The waiting room of a flash sale, made when the first person joins its line.
create table shop.waiting_rooms (
  flash_sale_id bigint primary key references shop.flash_sales,
  -- Tickets follow the order of joining.
  last_ticket   bigint not null default 0,
  -- The highest ticket that was admitted.
  serving       bigint not null default 0,
  waiting       int not null default 0 check (waiting >= 0),
  -- Pieces promised to admitted people who have not ordered yet, one each.
  promised      int not null default 0 check (promised >= 0),
  -- The state as it was last announced.
  snapshot      jsonb,
  snapshot_at   timestamptz,
  version       bigint not null default 0,
  -- Nobody is in it: it need not be looked at.
  settled       boolean not null default false
);
create index waiting_rooms_busy on shop.waiting_rooms (flash_sale_id) where not settled;

create table shop.waiting_places (
  id            bigint generated always as identity primary key,
  flash_sale_id bigint not null references shop.waiting_rooms,
  ticket        bigint not null,
  -- The account that joined, which is notified.
  user_id       bigint not null references people.users,
  state         text not null default 'waiting' check (state in ('waiting', 'admitted', 'ordered', 'left', 'missed')),
  joined_at     timestamptz not null,
  admitted_at   timestamptz,
  -- End of the turn.
  pay_until     timestamptz,
  ended_at      timestamptz,
  order_id      bigint references shop.orders,
  -- Notified, or about to be, that the turn is near.
  near_notified boolean not null,
  -- A message that is to be written.
  message       text check (message in ('near', 'turn')),
  unique (flash_sale_id, ticket)
);
create index waiting_places_next on shop.waiting_places (flash_sale_id, ticket) where state = 'waiting';
create index waiting_places_turns on shop.waiting_places (flash_sale_id, pay_until) where state = 'admitted';
create index waiting_places_speed on shop.waiting_places (flash_sale_id, admitted_at) where admitted_at is not null;
create index waiting_places_message on shop.waiting_places (flash_sale_id, id) where message is not null;
create index waiting_places_user on shop.waiting_places (user_id);

-- The place of each account: several accounts of one person share one.
create table shop.waiting_accounts (
  flash_sale_id bigint not null references shop.waiting_rooms,
  user_id       bigint not null references people.users,
  place_id      bigint not null references shop.waiting_places,
  primary key (flash_sale_id, user_id)
);
create index waiting_accounts_user on shop.waiting_accounts (user_id);

-- A turn of minutes is notified outside the page too.
drop index people.inbox_messages_to_notice;
create index inbox_messages_to_notice on people.inbox_messages (coalesce(notice_after, created_at), user_id)
  where (stream = 'esports' or kind in ('back_in_stock', 'support_answered', 'flash_sale_near', 'flash_sale_turn'))
        and noticed_at is null and read_at is null and deleted_at is null;
