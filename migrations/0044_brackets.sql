-- The draw of each stage, its matches as they follow from it, and what was decided of them.

alter table tournaments
  -- of all its stages' draws and results: grows by one with each change of any
  add column bracket_version bigint not null default 0;

-- Public answers are kept in memory; a change of a draw or a result drops what was said of the bracket.
create function brackets_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('brackets', new.id::text);
  return null;
end $$;
create trigger brackets_changed after update on tournaments for each row
  when (new.published_at is not null and old.bracket_version <> new.bracket_version)
  execute function brackets_changed();

create table draws (
  tournament_id bigint not null,
  stage         int not null,
  state         text not null check (state in ('draft', 'submitted', 'published')),
  method        text not null check (method in ('random', 'seeded')),
  -- an unsigned number, by its bits
  seed          bigint not null,
  -- entrants before the shuffle, or in the order of seeds where nothing is shuffled
  base          bigint[] not null,
  -- [{"contestantId", "seed"}]
  pins          jsonb not null default '[]',
  -- entrants of one organization are kept apart
  apart         boolean not null default false,
  -- [[entrant or null]]: the lines of a bracket, or a list for each group
  arrangement   jsonb not null,
  -- swaps that keep organizations apart: [[entrant, entrant]]
  moves         jsonb not null default '[]',
  -- swaps by hand after those: [{"pair": [entrant, entrant], "at"}]; `at` of those after the publication
  swaps         jsonb not null default '[]',
  -- of the draft: an answer to what was shown
  version       bigint not null,
  generated_at  timestamptz not null,
  submitted_at  timestamptz,
  published_at  timestamptz,
  primary key (tournament_id, stage),
  foreign key (tournament_id, stage) references tournament_stages (tournament_id, position) on delete cascade
);

-- Every match of a published draw, those without a game too: `position` is the engine's number. What follows from results and exits stands
-- here as well, as it is asked for much more often than it changes.
alter table matches
  add column position    int,
  add column part        text not null default 'main' check (part in ('main', 'losers', 'final', 'third', 'group')),
  -- where a side comes from: 'e' and an entrant, 'w' or 'l' (its winner or loser) and a position, 'b' for nobody
  add column home_slot   text,
  add column away_slot   text,
  -- its running number among the matches that are played
  add column label       int,
  add column best_of     int not null default 1 check (best_of between 1 and 9),
  -- a tie-break, played for nothing but its tie
  add column extra       boolean not null default false,
  -- decided by itself, as a side is out of the tournament
  add column forfeited   boolean not null default false,
  add column outcome     text check (outcome in ('played', 'walkover', 'double_forfeit')),
  add column winner_side text check (winner_side in ('home', 'away')),
  -- points of each game: [[13, 7]]
  add column games       jsonb,
  add column drawn_at    timestamptz,
  add column decided_at  timestamptz;
update matches m set position = n.position from
  (select id, row_number() over (partition by tournament_id, stage order by round, number, id) - 1 as position from matches) n where n.id = m.id;
alter table matches
  alter column position set not null,
  drop constraint matches_tournament_id_stage_round_number_key,
  add unique (tournament_id, stage, position),
  drop constraint matches_state_check,
  add constraint matches_state_check check (state in
    ('locked', 'waiting', 'ready', 'scheduled', 'playing', 'submitted', 'disputed', 'decided', 'bye', 'void', 'cancelled'));

-- What people decided of a match, each time; the last counts.
create table match_results (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references tournaments on delete cascade,
  stage         int not null,
  match_id      bigint not null references matches on delete cascade,
  -- the bracket's, which it made
  version       bigint not null,
  at            timestamptz not null,
  actor_id      bigint references users on delete set null,
  -- none: the result was taken back
  outcome       text check (outcome in ('played', 'walkover', 'double_forfeit')),
  winner_side   text check (winner_side in ('home', 'away')),
  -- games won
  home_score    int,
  away_score    int,
  games         jsonb,
  reason        text
);
create index match_results_match on match_results (match_id, id desc);
create index match_results_stage on match_results (tournament_id, stage, version desc);

-- Who is out of the tournament after the draw, and who was: the last counts, and stands with the entry.
alter table entrants add column out_at timestamptz;
create table entrant_exits (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references tournaments on delete cascade,
  entrant_id    bigint not null references entrants on delete cascade,
  version       bigint not null,
  at            timestamptz not null,
  actor_id      bigint references users on delete set null,
  -- false: taken back
  out           boolean not null
);
create index entrant_exits_tournament on entrant_exits (tournament_id, version desc);
create index entrant_exits_entrant on entrant_exits (entrant_id, id desc);

-- Survivor stages: a heat is a match of many, and plays several maps.
create table match_entrants (
  match_id   bigint not null references matches on delete cascade,
  entrant_id bigint not null references entrants,
  position   int not null,
  primary key (match_id, entrant_id)
);
create index match_entrants_entrant on match_entrants (entrant_id);

-- A map's result, each time it was entered; the last counts.
create table survivor_maps (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references tournaments on delete cascade,
  stage         int not null,
  match_id      bigint not null references matches on delete cascade,
  map           int not null check (map between 1 and 30),
  version       bigint not null,
  at            timestamptz not null,
  actor_id      bigint references users on delete set null,
  draft         boolean not null,
  -- [{"entrantId", "place", "kills", "shared", "penalty"}]; none: taken back
  results       jsonb,
  reason        text
);
create index survivor_maps_match on survivor_maps (match_id, map, id desc);
create index survivor_maps_stage on survivor_maps (tournament_id, stage, version desc);

-- Groups that are over: their tables stand.
create table group_closures (
  tournament_id bigint not null,
  stage         int not null,
  group_number  int not null,
  closed_at     timestamptz not null,
  closed_by     bigint references users on delete set null,
  -- of a lot that was drawn, by its bits, and who came before whom
  lot_seed      bigint,
  lots          bigint[] not null default '{}',
  primary key (tournament_id, stage, group_number),
  foreign key (tournament_id, stage) references tournament_stages (tournament_id, position) on delete cascade
);

-- How an entrant came into a later stage: its seed there, and from where ('A1' is the first of group A).
alter table stage_entrants
  add column seed   int,
  add column origin text;

create table prize_winners (
  tournament_id bigint not null references tournaments on delete cascade,
  place         int not null check (place between 1 and 4096),
  entrant_id    bigint not null references entrants,
  announced_at  timestamptz not null,
  paid_at       timestamptz,
  primary key (tournament_id, place, entrant_id)
);
create index prize_winners_entrant on prize_winners (entrant_id);

-- The final ranking; shared ranks stay shared.
create table tournament_rankings (
  tournament_id bigint not null references tournaments on delete cascade,
  entrant_id    bigint not null references entrants on delete cascade,
  rank          int not null check (rank >= 1),
  primary key (tournament_id, entrant_id)
);
create index tournament_rankings_entrant on tournament_rankings (entrant_id);

-- One match's, or one entrant's, part of the log.
create index tournament_revisions_match on tournament_revisions (match_id, id desc) where match_id is not null;
