-- What a state means stands beside it: a statement asks the column, and nobody spells a set of states a second time. The enums in Rust
-- answer the same questions, and a test compares the two for every state.
alter table esports.entrants
  add column active boolean not null generated always as (status in ('incomplete_team', 'register', 'join', 'invalid', 'waitlist')) stored,
  add column incomplete boolean not null generated always as (status in ('incomplete_team', 'invalid')) stored,
  add column admitted boolean not null generated always as (status in ('join', 'waitlist')) stored,
  add column listed boolean not null generated always as (status not in ('reject', 'withdrawn', 'removed')) stored;
alter table esports.matches
  add column settled boolean not null generated always as (state in ('decided', 'bye', 'void', 'cancelled')) stored,
  add column listed boolean not null generated always as (state not in ('bye', 'void')) stored,
  add column upcoming boolean not null generated always as (state in ('ready', 'scheduled')) stored,
  add column running boolean not null generated always as (state in ('playing', 'submitted', 'disputed')) stored,
  add column holds_time boolean not null
    generated always as (state in ('locked', 'waiting', 'scheduled', 'playing', 'submitted', 'disputed')) stored;
alter table shop.payments add column alive boolean not null generated always as (status in ('created', 'awaiting')) stored;
alter table shop.deliveries add column open boolean not null generated always as (status in ('waiting', 'sent', 'retrying')) stored;

drop index esports.entrants_user, esports.entrants_team, esports.matches_home_busy, esports.matches_away_busy, shop.payments_one_alive;
create unique index entrants_user on esports.entrants (tournament_id, user_id) where active;
create unique index entrants_team on esports.entrants (tournament_id, team_id) where active;
create index matches_home_busy on esports.matches (home_id, scheduled_at) where scheduled_at is not null and holds_time;
create index matches_away_busy on esports.matches (away_id, scheduled_at) where scheduled_at is not null and holds_time;
create unique index payments_one_alive on shop.payments (order_id) where alive;

create or replace function esports.entrants_follow_person() returns trigger language plpgsql as $$
begin
  update esports.entrants set name = new.display_name, short_name = left(new.display_name, 12), logo = new.picture
  where user_id = new.id and locked_at is null and active;
  update esports.entrant_players p set display_name = new.display_name from esports.entrants e
  where p.user_id = new.id and p.active and e.id = p.entrant_id and e.locked_at is null;
  return null;
end $$;
create or replace function esports.entrants_follow_team() returns trigger language plpgsql as $$
begin
  update esports.entrants set name = new.name, short_name = new.short_name, logo = new.logo
  where team_id = new.id and locked_at is null and active;
  return null;
end $$;

create or replace function shop.pieces_had(wanted_kind text, wanted_ref bigint, of_accounts bigint[], by_number text) returns bigint
language sql stable parallel safe as $$
  select coalesce(sum(h.quantity), 0)::bigint from shop.holds h
  where h.kind = wanted_kind and h.ref_id = wanted_ref and h.state <> 'released'
    and h.order_id in (select o.id from shop.orders o where o.user_id = any(of_accounts)
                       union select p.order_id from shop.payments p where p.msisdn = by_number and p.alive)
$$;

drop trigger entrants_changed on esports.entrants;
drop trigger entrants_appeared on esports.entrants;
drop trigger entrants_vanished on esports.entrants;
create trigger entrants_changed after update on esports.entrants for each row
  when ((old.admitted or old.status = 'disqualified' or new.admitted or new.status = 'disqualified')
    and (old.status, old.version, old.name, old.short_name, old.logo, old.seed, old.waiting_since)
      is distinct from (new.status, new.version, new.name, new.short_name, new.logo, new.seed, new.waiting_since))
  execute function esports.entrants_changed();
create trigger entrants_appeared after insert on esports.entrants for each row
  when (new.admitted or new.status = 'disqualified') execute function esports.entrants_changed();
create trigger entrants_vanished after delete on esports.entrants for each row
  when (old.admitted or old.status = 'disqualified') execute function esports.entrants_changed();
