-- What teams need beside their tables.

-- How often the same was offered in a day.
create index membership_offers_between on membership_offers (team_id, user_id, kind, created_at);

-- An entry of a team that is being disbanded waits for that and is refused, to be tried again and told why.
create function entrants_team_stands() returns trigger language plpgsql as $$
begin
  perform from teams where id = new.team_id and disbanded_at is null for key share;
  if not found then
    raise exception 'the team was disbanded' using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
create trigger entrants_team_stands before insert on entrants for each row when (new.team_id is not null) execute function entrants_team_stands();
