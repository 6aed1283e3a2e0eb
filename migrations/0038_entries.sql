-- What entries keep beside their rosters, and how they follow their team and their people until the bracket is published.

alter table entrants
  -- the version and state that its players and the desks were last told of
  add column told_version bigint not null default 0,
  add column told_status text;
alter table entrant_players
  -- when the inbox last said what is missing of this player
  add column reminded_at timestamptz;

-- Places are free and somebody waits: a capacity was raised.
create index tournaments_to_fill on tournaments (id)
  where waiting > 0 and joined < capacity and bracket_published_at is null and cancelled_at is null and finished_at is null;
-- The bracket is published, but not every roster is locked.
create index tournaments_published_brackets on tournaments (id)
  where bracket_published_at is not null and cancelled_at is null and finished_at is null;
create index entrants_unlocked on entrants (tournament_id) where status = 'join' and locked_at is null;

-- The desk counts what nobody has looked at.
create index entrant_documents_unchecked on entrant_documents (entrant_id) where checked is null;

-- A team's or a person's new name and logo are the entry's too, until its lock.
create function entrants_follow_team() returns trigger language plpgsql as $$
begin
  update entrants set name = new.name, short_name = new.short_name, logo = new.logo
  where team_id = new.id and locked_at is null and status in ('incomplete_team', 'register', 'join', 'invalid', 'waitlist');
  return null;
end $$;
create trigger entrants_follow_team after update on teams for each row
  when ((old.name, old.short_name, old.logo) is distinct from (new.name, new.short_name, new.logo))
  execute function entrants_follow_team();

create function entrants_follow_person() returns trigger language plpgsql as $$
begin
  update entrants set name = new.display_name, short_name = left(new.display_name, 12), logo = new.picture
  where user_id = new.id and locked_at is null and status in ('incomplete_team', 'register', 'join', 'invalid', 'waitlist');
  update entrant_players p set display_name = new.display_name from entrants e
  where p.user_id = new.id and p.active and e.id = p.entrant_id and e.locked_at is null;
  return null;
end $$;
create trigger entrants_follow_person after update on users for each row
  when ((old.display_name, old.picture) is distinct from (new.display_name, new.picture))
  execute function entrants_follow_person();

-- Who leaves a team leaves its entries: free to play for another team before the lock; after it the roster stands, and shows who left.
create function entrants_lose_member() returns trigger language plpgsql as $$
begin
  update entrant_players p set left_at = now(), active = e.locked_at is not null
  from entrants e
  where p.user_id = old.user_id and p.active and p.left_at is null and e.id = p.entrant_id and e.team_id = old.team_id;
  return null;
end $$;
create trigger entrants_lose_member after delete on team_members for each row execute function entrants_lose_member();
