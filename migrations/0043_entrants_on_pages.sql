-- The public list of entrants is kept in memory too; a change of what it shows drops it, and nothing else that is kept of the tournament.
create function entrants_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('entrants', coalesce(new.tournament_id, old.tournament_id)::text);
  return null;
end $$;
create trigger entrants_changed after update on entrants for each row
  when ((old.status in ('join', 'waitlist', 'disqualified') or new.status in ('join', 'waitlist', 'disqualified'))
    and (old.status, old.version, old.name, old.short_name, old.logo, old.seed, old.waiting_since)
      is distinct from (new.status, new.version, new.name, new.short_name, new.logo, new.seed, new.waiting_since))
  execute function entrants_changed();
create trigger entrants_appeared after insert on entrants for each row
  when (new.status in ('join', 'waitlist', 'disqualified')) execute function entrants_changed();
create trigger entrants_vanished after delete on entrants for each row
  when (old.status in ('join', 'waitlist', 'disqualified')) execute function entrants_changed();
