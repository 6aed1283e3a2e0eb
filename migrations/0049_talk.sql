-- Every match of two and every entrant has its thread from the beginning, so that reading one writes nothing.
create function match_threads() returns trigger language plpgsql as $$
begin
  insert into threads (match_id) select id from made where home_slot is not null order by id on conflict do nothing;
  return null;
end $$;
create trigger match_threads after insert on matches referencing new table as made for each statement execute function match_threads();

create function entrant_threads() returns trigger language plpgsql as $$
begin
  insert into threads (entrant_id) select id from made order by id on conflict do nothing;
  return null;
end $$;
create trigger entrant_threads after insert on entrants referencing new table as made for each statement execute function entrant_threads();

insert into threads (match_id) select id from matches where home_slot is not null order by id on conflict do nothing;
insert into threads (entrant_id) select id from entrants order by id on conflict do nothing;

create index messages_hidden on messages (thread_id) where hidden_at is not null;

-- What those who run a tournament say to everybody who is still in.
create table broadcasts (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references tournaments on delete cascade,
  author_id     bigint references users on delete set null,
  name          text not null,
  text          text not null check (length(text) <= 1000),
  client_id     uuid not null,
  -- people
  recipients    int not null,
  delivered     int not null default 0,
  created_at    timestamptz not null,
  finished_at   timestamptz,
  -- when its progress was last told
  told_at       timestamptz,
  unique (tournament_id, author_id, client_id)
);
create index broadcasts_tournament on broadcasts (tournament_id, id desc);

create table broadcast_entrants (
  broadcast_id bigint not null references broadcasts on delete cascade,
  entrant_id   bigint not null references entrants on delete cascade,
  -- none: not delivered yet
  seq          bigint,
  primary key (broadcast_id, entrant_id)
);
create index broadcast_entrants_waiting on broadcast_entrants (broadcast_id, entrant_id) where seq is null;
create index broadcast_entrants_entrant on broadcast_entrants (entrant_id, seq);

create table broadcast_readers (
  broadcast_id bigint not null references broadcasts on delete cascade,
  user_id      bigint not null references users on delete cascade,
  entrant_id   bigint not null references entrants on delete cascade,
  inbox_id     bigint,
  read_at      timestamptz,
  primary key (broadcast_id, user_id)
);
