-- What the scheduler announces of tournaments, and how the memory of public answers hears that one changed.

alter table tournaments
  -- of what was announced: grows with each announcement and never goes back
  add column live_version bigint not null default 0,
  -- when the scheduler has to look at it next; -infinity: at once, infinity: when something is done to it
  add column due_at timestamptz not null default 'infinity',
  -- the names as they are searched: without tone marks, their like, and spaces
  add column search_key text generated always as (translate(lower(name_th || ' ' || name_en), '่้๊๋์็ ', '')) stored;
create index tournaments_due on tournaments (due_at) where published_at is not null;
create index tournaments_search_key on tournaments using gin (search_key gin_trgm_ops) where published_at is not null;
create index tournaments_new on tournaments (published_at desc, id desc) where published_at is not null;
create index tournaments_prize on tournaments (prize_baht desc nulls last, start_at, id) where published_at is not null;
create index tournaments_start on tournaments (start_at, id) where published_at is not null;

-- Whatever the phase or the announced counts follow from makes the tournament due. An announcement moves due_at itself.
create function tournament_is_due() returns trigger language plpgsql as $$
begin
  new.due_at := '-infinity';
  return new;
end $$;
create trigger tournament_is_due before update on tournaments for each row
  when (new.published_at is not null and old.live_version = new.live_version
    and (old.published_at, old.registration_start_at, old.registration_end_at, old.start_at, old.registration_closed_at,
         old.bracket_published_at, old.started_at, old.finished_at, old.cancelled_at, old.joined, old.waiting, old.capacity)
      is distinct from
        (new.published_at, new.registration_start_at, new.registration_end_at, new.start_at, new.registration_closed_at,
         new.bracket_published_at, new.started_at, new.finished_at, new.cancelled_at, new.joined, new.waiting, new.capacity))
  execute function tournament_is_due();
create trigger tournament_is_due_at_once before insert on tournaments for each row
  when (new.published_at is not null) execute function tournament_is_due();

-- Public answers are kept in memory; a change of a published tournament drops them. Counts alone do not: they are told by announcements.
create function tournament_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('tournaments', coalesce(new.id, old.id)::text);
  return null;
end $$;
create trigger tournament_changed after update on tournaments for each row
  when (new.published_at is not null
    and (old.version, old.live_version, old.phase, old.published_at, old.registration_closed_at, old.bracket_published_at, old.started_at,
         old.finished_at, old.cancelled_at)
      is distinct from
        (new.version, new.live_version, new.phase, new.published_at, new.registration_closed_at, new.bracket_published_at, new.started_at,
         new.finished_at, new.cancelled_at))
  execute function tournament_changed();
create trigger tournament_appeared after insert on tournaments for each row
  when (new.published_at is not null) execute function tournament_changed();
create trigger tournament_vanished after delete on tournaments for each row
  when (old.published_at is not null) execute function tournament_changed();
update tournaments set due_at = '-infinity' where published_at is not null;

-- What is being told to everybody who entered, and how far that is: whoever comes after `after_user_id` is still to hear.
create table tournament_notices (
  tournament_id bigint not null references tournaments on delete cascade,
  kind          text not null,
  -- of the tournament when it was decided: the same kind may be told again later
  version       bigint not null,
  after_user_id bigint not null default 0,
  primary key (tournament_id, kind, version)
);
