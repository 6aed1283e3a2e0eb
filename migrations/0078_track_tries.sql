-- Tries to track an order without signing in, by the order number that was typed and the network that tried: what a stranger
-- tries costs nobody else a try.
create table track_tries (
  number  text not null,
  network text not null,
  tries   int not null,
  last_at timestamptz not null,
  primary key (number, network)
);
create index track_tries_age on track_tries (last_at);
