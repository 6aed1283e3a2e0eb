create schema esports;

create table esports.teams (
  id           bigint generated always as identity (start with 3001) primary key,
  name         text not null,
  created_at   timestamptz not null,
  short_name   text not null default '',
  -- the name as it is compared: case, spaces, width and look-alikes folded
  name_key     text not null default '',
  -- link of a public picture
  logo         text,
  website      text,
  version      bigint not null default 1,
  disbanded_at timestamptz
);
create unique index teams_name on esports.teams (name_key) where disbanded_at is null;
create index teams_search on esports.teams using gin (lower(((name || ' ') || short_name)) gin_trgm_ops) where disbanded_at is null;

-- At most one team a person, one captain a team.
create table esports.team_members (
  user_id            bigint primary key references people.users on delete cascade,
  team_id            bigint not null references esports.teams on delete cascade,
  role               text not null default 'member' check (role in ('captain', 'member')),
  joined_at          timestamptz not null,
  -- When a member asked to leave; they go by themselves 72 hours later.
  leave_requested_at timestamptz
);
create index team_members_team on esports.team_members (team_id, joined_at);
create unique index team_members_captain on esports.team_members (team_id) where role = 'captain';
create index team_members_leaving on esports.team_members (leave_requested_at) where leave_requested_at is not null;

-- The right to run tournaments, until it ends.
create table esports.promoters (
  user_id             bigint primary key references people.users on delete cascade,
  approved_at         timestamptz not null,
  expires_at          timestamptz not null,
  revoked_at          timestamptz,
  -- when the inbox said that the year ends
  expiry_notified_at  timestamptz,
  -- When the person was told that the year is over.
  expired_notified_at timestamptz,
  constraint promoters_check check (expires_at > approved_at)
);
create index promoters_expiry on esports.promoters (expires_at) where expiry_notified_at is null and revoked_at is null;
create index promoters_expired on esports.promoters (expires_at) where expired_notified_at is null and revoked_at is null;

-- Games that tournaments are held in; `slug` is the shop's, where the shop sells for it.
create table esports.esport_games (
  id              bigint generated always as identity primary key,
  slug            text not null unique,
  name_th         text not null,
  name_en         text not null,
  hue             int not null check (hue >= 0 and hue <= 359),
  motif           text not null,
  -- how many sides meet in one match: two, or a lobby of many
  lobby           boolean not null,
  -- sides of a lobby; 2 for a game of two sides
  sides           int not null check (sides >= 2 and sides <= 100),
  main_players    int not null check (main_players >= 1 and main_players <= 10),
  max_substitutes int not null check (max_substitutes >= 0 and max_substitutes <= 5),
  -- single-player tournaments are possible
  solo            boolean not null,
  -- how a game ID looks
  id_label_th     text not null,
  id_label_en     text not null,
  id_hint_th      text not null,
  id_hint_en      text not null,
  id_pattern      text not null,
  id_example      text not null,
  -- point tables offered for survivor stages
  point_tables    text[] not null default '{}',
  -- minutes of one game, for the simulator
  game_minutes    int not null check (game_minutes > 0),
  position        int not null,
  -- What people call a game when they look for its tournaments.
  aliases         text[] not null default '{}',
  -- The mark that a game is known by; the shop marks its games with the same.
  glyph           text
);

-- An invitation (by the team) or a request (by the person): the two ways to become a member.
create table esports.membership_offers (
  id         bigint generated always as identity primary key,
  team_id    bigint not null references esports.teams on delete cascade,
  user_id    bigint not null references people.users on delete cascade,
  kind       text not null check (kind in ('invitation', 'request')),
  status     text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
  created_by bigint references people.users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz
);
-- Invited and asking at once is one offer: the second makes it a membership.
create unique index membership_offers_pending on esports.membership_offers (team_id, user_id) where status = 'pending';
create index membership_offers_user on esports.membership_offers (user_id, id desc);
create index membership_offers_expiry on esports.membership_offers (expires_at) where status = 'pending';
-- How often the same was offered in a day.
create index membership_offers_between on esports.membership_offers (team_id, user_id, kind, created_at);

-- The terms of promoters and of personal data, each version that somebody accepted.
create table esports.promoter_terms_acceptances (
  user_id     bigint not null references people.users on delete cascade,
  version     text not null,
  accepted_at timestamptz not null,
  address     inet,
  primary key (user_id, version)
);

create table esports.promoter_applications (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references people.users on delete cascade,
  status        text not null default 'submitted' check (status in ('submitted', 'approved', 'rejected')),
  renewal       boolean not null,
  terms_version text not null,
  submitted_at  timestamptz not null,
  decided_at    timestamptz,
  -- empty when it was done at the command line
  decided_by    bigint references people.users on delete set null,
  reason        text
);
create unique index promoter_applications_open on esports.promoter_applications (user_id) where status = 'submitted';
create index promoter_applications_user on esports.promoter_applications (user_id, id desc);
create index promoter_applications_status on esports.promoter_applications (status, id);

create table esports.tournaments (
  id                     bigint generated always as identity (start with 7001) primary key,
  promoter_id            bigint not null references people.users,
  version                bigint not null default 1,
  -- the form as its promoter filled it in, complete or not; the columns below are taken from it when it is published, and at each edit
  -- after that
  form                   jsonb not null,
  name_th                text not null default '',
  name_en                text not null default '',
  search                 text generated always as (lower(((name_th || ' ') || name_en))) stored,
  game_id                bigint references esports.esport_games,
  category               text check (category in ('C', 'S', 'U', 'Open', 'Pro')),
  -- whose: everybody of the category, or one organization
  organization_id        bigint references people.organizations,
  contestant_type        text check (contestant_type in ('single', 'team')),
  -- of the first stage
  format                 text check (format in ('bracket', 'round-robin', 'survivor')),
  join_mode              text check (join_mode in ('auto', 'review')),
  invite_only            boolean not null default false,
  main_players           int check (main_players >= 1 and main_players <= 10),
  max_substitutes        int check (max_substitutes >= 0 and max_substitutes <= 5),
  -- entrants
  capacity               int check (capacity >= 2 and capacity <= 4096),
  -- kinds of evidence asked of every player
  documents              text[] not null default '{}',
  banner                 text,
  logo                   text,
  -- baht of all prizes together, for cards
  prize_baht             bigint,
  registration_start_at  timestamptz,
  registration_end_at    timestamptz,
  draw_at                timestamptz,
  start_at               timestamptz,
  end_at                 timestamptz,
  -- facts that the phase follows from, beside the dates
  published_at           timestamptz,
  registration_closed_at timestamptz,
  bracket_published_at   timestamptz,
  started_at             timestamptz,
  finished_at            timestamptz,
  cancelled_at           timestamptz,
  cancel_reason          text,
  -- the phase that was last announced
  phase                  text not null default 'draft' check (phase in ('draft', 'upcoming', 'register', 'draw', 'competition', 'finished', 'cancelled')),
  -- the first entry, which locks format, team size and games
  first_entry_at         timestamptz,
  -- entrants admitted and waiting, kept with each entry; what was last announced of them
  joined                 int not null default 0 check (joined >= 0),
  waiting                int not null default 0 check (waiting >= 0),
  announced              text not null default '',
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  -- of what was announced: grows with each announcement and never goes back
  live_version           bigint not null default 0,
  -- when the scheduler has to look at it next; -infinity: at once, infinity: when something is done to it
  due_at                 timestamptz not null default 'infinity',
  -- the names as they are searched: without tone marks, their like, and spaces
  search_key             text generated always as (translate(lower(((name_th || ' ') || name_en)), '่้๊๋์็ ', '')) stored,
  search_folded          text not null generated always as (kernel.search_fold(((name_th || ' ') || name_en))) stored,
  -- of all its stages' draws and results: grows by one with each change of any
  bracket_version        bigint not null default 0,
  -- of joined and waiting: grows with each change of them
  entries_version        bigint not null default 0,
  form_name_th           text generated always as (form ->> 'nameTh') stored,
  form_name_en           text generated always as (form ->> 'nameEn') stored,
  pictures               text[] not null generated always as (array_remove(array[(form ->> 'banner'), (form ->> 'logo')], null::text)) stored,
  contact                text generated always as (form ->> 'contact') stored,
  prizes                 jsonb not null generated always as (coalesce((form -> 'prizes'), '[]'::jsonb)) stored,
  first_elimination      text generated always as (((form -> 'stages') -> 0) ->> 'elimination') stored,
  reporter               text not null generated always as (coalesce((form ->> 'reporter'), 'captain')) stored,
  confirm_minutes        bigint not null generated always as (coalesce(((form ->> 'confirmMinutes'))::bigint, (30)::bigint)) stored,
  hours_from             bigint not null generated always as (coalesce(((form ->> 'hoursFrom'))::bigint, (0)::bigint)) stored,
  hours_to               bigint not null generated always as (coalesce(((form ->> 'hoursTo'))::bigint, (24)::bigint)) stored,
  show_game_id           boolean not null generated always as (coalesce(((form ->> 'showGameId'))::boolean, false)) stored,
  constraint tournaments_check check (joined <= capacity),
  constraint tournaments_check1 check (published_at is null or (game_id is not null and category is not null and contestant_type is not null and format is not null and join_mode is not null and main_players is not null and max_substitutes is not null and capacity is not null and registration_start_at is not null and registration_end_at is not null and draw_at is not null and start_at is not null and end_at is not null))
);
create index tournaments_promoter on esports.tournaments (promoter_id, id desc);
create index tournaments_phase on esports.tournaments (phase, start_at, id) where published_at is not null;
create index tournaments_game on esports.tournaments (game_id, phase) where published_at is not null;
create index tournaments_organization on esports.tournaments (organization_id);
create index tournaments_due on esports.tournaments (due_at) where published_at is not null;
create index tournaments_search_key on esports.tournaments using gin (search_key gin_trgm_ops) where published_at is not null;
create index tournaments_new on esports.tournaments (published_at desc, id desc) where published_at is not null;
create index tournaments_prize on esports.tournaments (prize_baht desc nulls last, start_at, id) where published_at is not null;
create index tournaments_start on esports.tournaments (start_at, id) where published_at is not null;
-- Places are free and somebody waits: a capacity was raised.
create index tournaments_to_fill on esports.tournaments (id) where waiting > 0 and joined < capacity and bracket_published_at is null and cancelled_at is null and finished_at is null;
-- The bracket is published, but not every roster is locked.
create index tournaments_published_brackets on esports.tournaments (id) where bracket_published_at is not null and cancelled_at is null and finished_at is null;
create index tournaments_search_folded on esports.tournaments using gin (search_folded gin_trgm_ops) where published_at is not null;

create table esports.tournament_staff (
  tournament_id bigint not null references esports.tournaments on delete cascade,
  user_id       bigint not null references people.users on delete cascade,
  role          text not null check (role in ('co_promoter', 'assistant')),
  added_at      timestamptz not null,
  primary key (tournament_id, user_id)
);
create index tournament_staff_user on esports.tournament_staff (user_id);

create table esports.tournament_stages (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references esports.tournaments on delete cascade,
  position      int not null check ("position" >= 1 and "position" <= 5),
  format        text not null check (format in ('bracket', 'round-robin', 'survivor')),
  -- as in the form: elimination, groups, winners per group, third place, point table, series of each round
  settings      jsonb not null,
  unique (tournament_id, "position")
);

-- Who changed what, when and why: of the tournament's fields, and of results and decisions.
create table esports.tournament_revisions (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references esports.tournaments on delete cascade,
  at            timestamptz not null,
  actor_id      bigint references people.users on delete set null,
  -- a stable word: tournament_updated, entrant_approved
  kind          text not null,
  entrant_id    bigint,
  match_id      bigint,
  reason        text,
  before        jsonb,
  after         jsonb
);
create index tournament_revisions_tournament on esports.tournament_revisions (tournament_id, id desc);
-- One match's, or one entrant's, part of the log.
create index tournament_revisions_match on esports.tournament_revisions (match_id, id desc) where match_id is not null;

-- A team's or a person's entry in a tournament (the specification's contestant).
create table esports.entrants (
  id            bigint generated always as identity (start with 50001) primary key,
  tournament_id bigint not null references esports.tournaments on delete cascade,
  -- the stage that it enters at
  stage         int not null default 1,
  team_id       bigint references esports.teams,
  -- of a single-player tournament
  user_id       bigint references people.users,
  status        text not null check (status in ('incomplete_team', 'register', 'join', 'invalid', 'reject', 'waitlist', 'withdrawn', 'removed', 'disqualified')),
  -- as they were entered; a later change of the team changes them until the lock
  name          text not null,
  short_name    text not null,
  logo          text,
  -- sent by the captain, as against a draft; kept while something is missing
  submitted_at  timestamptz,
  -- its place in the waiting list: older is nearer
  waiting_since timestamptz,
  -- words for what promoters find missing (status invalid)
  reason        text,
  missing       jsonb,
  decided_at    timestamptz,
  decided_by    bigint references people.users on delete set null,
  locked_at     timestamptz,
  seed          int,
  version       bigint not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  -- the version and state that its players and the desks were last told of
  told_version  bigint not null default 0,
  told_status   text,
  -- Who is out of the tournament after the draw, and who was: the last counts, and stands with the entry.
  out_at        timestamptz,
  -- A disqualified entrant without a place in the ranking, and what became of that place.
  stripped      text check (stripped in ('move_up', 'leave_empty')),
  active        boolean not null generated always as (status in ('incomplete_team', 'register', 'join', 'invalid', 'waitlist')) stored,
  incomplete    boolean not null generated always as (status in ('incomplete_team', 'invalid')) stored,
  admitted      boolean not null generated always as (status in ('join', 'waitlist')) stored,
  listed        boolean not null generated always as (status not in ('reject', 'withdrawn', 'removed')) stored,
  constraint entrants_check check ((team_id is null) <> (user_id is null))
);
create index entrants_tournament on esports.entrants (tournament_id, status, id);
create index entrants_waiting on esports.entrants (tournament_id, waiting_since, id) where status = 'waitlist';
create index entrants_of_team on esports.entrants (team_id, id desc);
create index entrants_of_user on esports.entrants (user_id, id desc);
create index entrants_unlocked on esports.entrants (tournament_id) where status = 'join' and locked_at is null;
-- Entries that changed and that nobody was told of yet: a player left the team, say.
create index entrants_to_tell on esports.entrants (updated_at) where told_version < version;
create unique index entrants_user on esports.entrants (tournament_id, user_id) where active;
create unique index entrants_team on esports.entrants (tournament_id, team_id) where active;

create table esports.entrant_players (
  entrant_id    bigint not null references esports.entrants on delete cascade,
  tournament_id bigint not null references esports.tournaments on delete cascade,
  user_id       bigint not null references people.users,
  role          text not null check (role in ('main', 'substitute')),
  position      int not null,
  game_id       text not null default '',
  -- the name that others see, and where the player learns, as entered
  display_name  text not null,
  academy_id    bigint references people.organizations,
  -- the entry still stands, and the player is in it
  active        boolean not null default true,
  -- left or was removed from the team after the lock
  left_at       timestamptz,
  -- when the inbox last said what is missing of this player
  reminded_at   timestamptz,
  primary key (entrant_id, user_id)
);
-- Nobody plays for two entrants of one tournament.
create unique index entrant_players_once on esports.entrant_players (tournament_id, user_id) where active;
create index entrant_players_user on esports.entrant_players (user_id, tournament_id);

-- Evidence that a player has handed in for an entry: a document of their own.
create table esports.entrant_documents (
  entrant_id  bigint not null references esports.entrants on delete cascade,
  user_id     bigint not null references people.users on delete cascade,
  kind        text not null check (kind in ('id_card', 'student_card', 'school_certificate', 'parental_consent', 'workplace_card', 'other')),
  document_id uuid not null references people.documents on delete cascade,
  given_at    timestamptz not null,
  -- what the promoter found: none yet, fine, or not valid
  checked     text check (checked in ('valid', 'invalid')),
  primary key (entrant_id, user_id, kind)
);
create index entrant_documents_document on esports.entrant_documents (document_id);
-- The desk counts what nobody has looked at.
create index entrant_documents_unchecked on esports.entrant_documents (entrant_id) where checked is null;

-- Teams (or people) that a promoter asked into an invite-only tournament, or into a later stage.
create table esports.tournament_invitations (
  tournament_id bigint not null references esports.tournaments on delete cascade,
  stage         int not null,
  team_id       bigint references esports.teams on delete cascade,
  user_id       bigint references people.users on delete cascade,
  invited_by    bigint references people.users on delete set null,
  invited_at    timestamptz not null,
  constraint tournament_invitations_check check ((team_id is null) <> (user_id is null))
);
create unique index tournament_invitations_team on esports.tournament_invitations (tournament_id, stage, team_id) where team_id is not null;
create unique index tournament_invitations_user on esports.tournament_invitations (tournament_id, stage, user_id) where user_id is not null;
create index tournament_invitations_of_team on esports.tournament_invitations (team_id);
create index tournament_invitations_of_user on esports.tournament_invitations (user_id);

-- Entrants of a later stage that were put there or taken out by hand; competition adds those who qualified.
create table esports.stage_entrants (
  tournament_id bigint not null,
  stage         int not null,
  entrant_id    bigint not null references esports.entrants on delete cascade,
  added_at      timestamptz not null,
  seed          int,
  origin        text,
  primary key (tournament_id, stage, entrant_id),
  foreign key (tournament_id, stage) references esports.tournament_stages (tournament_id, "position") on delete cascade
);
create index stage_entrants_entrant on esports.stage_entrants (entrant_id);

-- One reminder a day to the captain from each member.
create table esports.captain_reminders (
  tournament_id bigint not null references esports.tournaments on delete cascade,
  user_id       bigint not null references people.users on delete cascade,
  reminded_at   timestamptz not null,
  primary key (tournament_id, user_id)
);

-- Matches as they are scheduled and decided. Who meets whom is the draw's affair.
create table esports.matches (
  id             bigint generated always as identity (start with 90001) primary key,
  tournament_id  bigint not null references esports.tournaments on delete cascade,
  stage          int not null,
  -- of a group, from 1; none in a bracket
  group_number   int,
  round          int not null,
  number         int not null,
  home_id        bigint references esports.entrants,
  away_id        bigint references esports.entrants,
  scheduled_at   timestamptz,
  state          text not null default 'locked' check (state in ('locked', 'waiting', 'ready', 'scheduled', 'playing', 'submitted', 'disputed', 'decided', 'bye', 'void', 'cancelled')),
  home_score     int,
  away_score     int,
  winner_id      bigint references esports.entrants,
  version        bigint not null default 1,
  position       int not null,
  part           text not null default 'main' check (part in ('main', 'losers', 'final', 'third', 'group')),
  -- where a side comes from: 'e' and an entrant, 'w' or 'l' (its winner or loser) and a position, 'b' for nobody
  home_slot      text,
  away_slot      text,
  -- its running number among the matches that are played
  label          int,
  best_of        int not null default 1 check (best_of >= 1 and best_of <= 9),
  -- a tie-break, played for nothing but its tie
  extra          boolean not null default false,
  -- decided by itself, as a side is out of the tournament
  forfeited      boolean not null default false,
  outcome        text check (outcome in ('played', 'walkover', 'double_forfeit')),
  winner_side    text check (winner_side in ('home', 'away')),
  -- points of each game: [[13, 7]]
  games          jsonb,
  drawn_at       timestamptz,
  decided_at     timestamptz,
  -- who fixed scheduled_at: both sides, the round, or those who run the tournament
  time_source    text check (time_source in ('agreed', 'round', 'promoter')),
  -- scheduled_at and what the series takes
  ends_at        timestamptz,
  -- when the one report that there is stands, or the no-show
  confirm_due_at timestamptz,
  -- who decided it: both sides, the clock, or those who run the tournament
  decided_by     text check (decided_by in ('sides', 'time', 'staff')),
  -- For which start both sides were reminded: a match that is moved is reminded of again.
  reminded_for   timestamptz,
  -- Those who run a tournament are told once when a match begins to wait for them because of the time: of which end, or which default
  -- time.
  stuck_told     timestamptz,
  settled        boolean not null generated always as (state in ('decided', 'bye', 'void', 'cancelled')) stored,
  listed         boolean not null generated always as (state not in ('bye', 'void')) stored,
  upcoming       boolean not null generated always as (state in ('ready', 'scheduled')) stored,
  running        boolean not null generated always as (state in ('playing', 'submitted', 'disputed')) stored,
  holds_time     boolean not null generated always as (state in ('locked', 'waiting', 'scheduled', 'playing', 'submitted', 'disputed')) stored,
  unique (tournament_id, stage, "position"),
  constraint matches_check check (scheduled_at is null or ends_at > scheduled_at)
);
create index matches_home on esports.matches (home_id);
create index matches_away on esports.matches (away_id);
create index matches_scheduled on esports.matches (scheduled_at) where state = 'scheduled';
create index matches_confirm_due on esports.matches (confirm_due_at) where confirm_due_at is not null;
-- Matches with two sides that wait for a time.
create index matches_without_time on esports.matches (tournament_id, stage, part, round) where state = 'ready' and scheduled_at is null;
create index matches_list on esports.matches (tournament_id, scheduled_at, stage, "position");
create index matches_overdue on esports.matches (ends_at) where state = 'playing';
create index matches_home_busy on esports.matches (home_id, scheduled_at) where scheduled_at is not null and holds_time;
create index matches_away_busy on esports.matches (away_id, scheduled_at) where scheduled_at is not null and holds_time;

-- What is being told to everybody who entered, and how far that is: whoever comes after `after_user_id` is still to hear.
create table esports.tournament_notices (
  tournament_id bigint not null references esports.tournaments on delete cascade,
  kind          text not null,
  -- of the tournament when it was decided: the same kind may be told again later
  version       bigint not null,
  after_user_id bigint not null default 0,
  primary key (tournament_id, kind, version)
);

-- Each time that a right to run tournaments was taken back: a later approval leaves no trace of it in `promoters`.
create table esports.promoter_revocations (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references people.users on delete cascade,
  revoked_at timestamptz not null,
  -- empty when it was done at the command line
  revoked_by bigint references people.users on delete set null,
  reason     text not null
);
create index promoter_revocations_user on esports.promoter_revocations (user_id, id desc);

create table esports.draws (
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
  -- How often a stage was drawn until this draw came of it: the first is 1. Whoever checks a published seed reads how many were tried.
  draft         int not null default 1 check (draft >= 1),
  primary key (tournament_id, stage),
  foreign key (tournament_id, stage) references esports.tournament_stages (tournament_id, "position") on delete cascade
);

-- What people decided of a match, each time; the last counts.
create table esports.match_results (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references esports.tournaments on delete cascade,
  stage         int not null,
  match_id      bigint not null references esports.matches on delete cascade,
  -- the bracket's, which it made
  version       bigint not null,
  at            timestamptz not null,
  actor_id      bigint references people.users on delete set null,
  -- none: the result was taken back
  outcome       text check (outcome in ('played', 'walkover', 'double_forfeit')),
  winner_side   text check (winner_side in ('home', 'away')),
  -- games won
  home_score    int,
  away_score    int,
  games         jsonb,
  reason        text
);
create index match_results_match on esports.match_results (match_id, id desc);
create index match_results_stage on esports.match_results (tournament_id, stage, version desc);

create table esports.entrant_exits (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references esports.tournaments on delete cascade,
  entrant_id    bigint not null references esports.entrants on delete cascade,
  version       bigint not null,
  at            timestamptz not null,
  actor_id      bigint references people.users on delete set null,
  -- false: taken back
  out           boolean not null
);
create index entrant_exits_tournament on esports.entrant_exits (tournament_id, version desc);
create index entrant_exits_entrant on esports.entrant_exits (entrant_id, id desc);

-- Survivor stages: a heat is a match of many, and plays several maps.
create table esports.match_entrants (
  match_id   bigint not null references esports.matches on delete cascade,
  entrant_id bigint not null references esports.entrants,
  position   int not null,
  primary key (match_id, entrant_id)
);
create index match_entrants_entrant on esports.match_entrants (entrant_id);

-- A map's result, each time it was entered; the last counts.
create table esports.survivor_maps (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references esports.tournaments on delete cascade,
  stage         int not null,
  match_id      bigint not null references esports.matches on delete cascade,
  map           int not null check (map >= 1 and map <= 30),
  version       bigint not null,
  at            timestamptz not null,
  actor_id      bigint references people.users on delete set null,
  draft         boolean not null,
  -- [{"entrantId", "place", "kills", "shared", "penalty"}]; none: taken back
  results       jsonb,
  reason        text
);
create index survivor_maps_match on esports.survivor_maps (match_id, map, id desc);
create index survivor_maps_stage on esports.survivor_maps (tournament_id, stage, version desc);

-- Groups that are over: their tables stand.
create table esports.group_closures (
  tournament_id bigint not null,
  stage         int not null,
  group_number  int not null,
  closed_at     timestamptz not null,
  closed_by     bigint references people.users on delete set null,
  -- of a lot that was drawn, by its bits, and who came before whom
  lot_seed      bigint,
  lots          bigint[] not null default '{}'::bigint[],
  primary key (tournament_id, stage, group_number),
  foreign key (tournament_id, stage) references esports.tournament_stages (tournament_id, "position") on delete cascade
);

create table esports.prize_winners (
  tournament_id bigint not null references esports.tournaments on delete cascade,
  place         int not null check (place >= 1 and place <= 4096),
  entrant_id    bigint not null references esports.entrants,
  announced_at  timestamptz not null,
  paid_at       timestamptz,
  primary key (tournament_id, place, entrant_id)
);
create index prize_winners_entrant on esports.prize_winners (entrant_id);

-- The final ranking; shared ranks stay shared.
create table esports.tournament_rankings (
  tournament_id bigint not null references esports.tournaments on delete cascade,
  entrant_id    bigint not null references esports.entrants on delete cascade,
  rank          int not null check (rank >= 1),
  primary key (tournament_id, entrant_id)
);
create index tournament_rankings_entrant on esports.tournament_rankings (entrant_id);

-- When each round is played. Made when its
-- draw is published.
create table esports.match_rounds (
  tournament_id bigint not null,
  stage         int not null,
  part          text not null check (part in ('main', 'losers', 'final', 'third', 'group')),
  round         int not null check (round >= 1),
  opens_at      timestamptz not null,
  -- holds for who agrees on nothing until two hours before
  default_at    timestamptz not null,
  -- the last start
  closes_at     timestamptz not null,
  primary key (tournament_id, stage, part, round),
  constraint match_rounds_check check (opens_at <= default_at and default_at <= closes_at),
  foreign key (tournament_id, stage) references esports.tournament_stages (tournament_id, "position") on delete cascade
);
create index match_rounds_default on esports.match_rounds (default_at);

-- What its sides may do at once is done one after the other: each step of a room locks this row. Made with the first step.
create table esports.match_rooms (
  match_id   bigint primary key references esports.matches on delete cascade,
  -- grows with each step
  version    bigint not null default 0,
  -- the version of the last reset, or change of sides: what was written before belongs to another match
  begun_with bigint not null default 0,
  -- the match as the last step left it: what the bracket makes of it besides is seen by comparing
  home_id    bigint references esports.entrants,
  away_id    bigint references esports.entrants,
  state      text not null,
  -- The sides with whom its fixed time was found free: those of this begun_with, or older ones.
  free_with  bigint not null default 0
);

create table esports.match_proposals (
  id          bigint generated always as identity (start with 60001) primary key,
  match_id    bigint not null references esports.matches on delete cascade,
  side        text not null check (side in ('home', 'away')),
  author_id   bigint references people.users on delete set null,
  at          timestamptz not null,
  note        text not null default '',
  state       text not null default 'open' check (state in ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'void')),
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  answered_by bigint references people.users on delete set null,
  answered_at timestamptz,
  constraint match_proposals_check check (expires_at > created_at)
);
create unique index match_proposals_open on esports.match_proposals (match_id) where state = 'open';
create index match_proposals_match on esports.match_proposals (match_id, id desc);
create index match_proposals_expiry on esports.match_proposals (expires_at) where state = 'open';

-- What a side says of how a match ended, or that the other side did not come.
create table esports.match_reports (
  id         bigint generated always as identity primary key,
  match_id   bigint not null references esports.matches on delete cascade,
  side       text not null check (side in ('home', 'away')),
  author_id  bigint references people.users on delete set null,
  kind       text not null check (kind in ('score', 'no_show')),
  -- points of each game: [[13, 7]]
  games      jsonb,
  -- games won
  home_score int,
  away_score int,
  created_at timestamptz not null,
  -- it counts no more: the match was reset, ruled otherwise, or has other sides
  void_at    timestamptz,
  constraint match_reports_check check ((kind = 'score') = (games is not null and home_score is not null and away_score is not null))
);
create unique index match_reports_standing on esports.match_reports (match_id, side) where void_at is null;
create index match_reports_match on esports.match_reports (match_id, id desc);

-- Pictures that were sent into a match's room, or between an entrant and those who run the tournament. Never public.
create table esports.room_pictures (
  id         uuid primary key,
  match_id   bigint references esports.matches on delete cascade,
  entrant_id bigint references esports.entrants on delete cascade,
  user_id    bigint references people.users on delete set null,
  file_key   text not null references people.files on delete cascade,
  width      int not null,
  height     int not null,
  -- of the file as it came, and of what it shows: the same picture is known again
  sha256     bytea not null,
  likeness   bigint not null,
  created_at timestamptz not null,
  constraint room_pictures_check check ((match_id is null) <> (entrant_id is null))
);
create index room_pictures_match on esports.room_pictures (match_id);
create index room_pictures_entrant on esports.room_pictures (entrant_id);
create index room_pictures_sha256 on esports.room_pictures (sha256);
create index room_pictures_file on esports.room_pictures (file_key);
create index room_pictures_user on esports.room_pictures (user_id, created_at);

create table esports.match_proofs (
  report_id  bigint not null references esports.match_reports on delete cascade,
  picture_id uuid not null references esports.room_pictures on delete cascade,
  position   int not null,
  primary key (report_id, picture_id)
);
create index match_proofs_picture on esports.match_proofs (picture_id);

-- What is said: in the room of a match, or between an entrant and those who run the tournament.
create table esports.threads (
  id         bigint generated always as identity primary key,
  match_id   bigint unique references esports.matches on delete cascade,
  entrant_id bigint unique references esports.entrants on delete cascade,
  -- of its newest message; messages are numbered from 1 without gaps
  last_seq   bigint not null default 0,
  constraint threads_check check ((match_id is null) <> (entrant_id is null))
);

create table esports.messages (
  id         bigint generated always as identity primary key,
  thread_id  bigint not null references esports.threads on delete cascade,
  seq        bigint not null,
  -- text, broadcast, or a step of the match
  kind       text not null,
  -- none: the clock did it
  author_id  bigint references people.users on delete set null,
  side       text check (side in ('home', 'away', 'staff', 'entrant')),
  -- of the author, as it was then
  name       text not null default '',
  text       text not null default '' check (length(text) <= 1000),
  pictures   uuid[] not null default '{}'::uuid[] check (cardinality(pictures) <= 4),
  -- of a step
  data       jsonb,
  -- the seq of another message of the thread
  reply_to   bigint,
  -- given by the sender, who may send it again
  client_id  uuid,
  created_at timestamptz not null,
  hidden_at  timestamptz,
  hidden_by  bigint references people.users on delete set null,
  unique (thread_id, seq)
);
create unique index messages_sent_once on esports.messages (thread_id, author_id, client_id) where client_id is not null;
create index messages_hidden on esports.messages (thread_id) where hidden_at is not null;
-- What a side that sits there no more wrote before others came: not for those who sit there now.
create index messages_sides_changed on esports.messages (thread_id, seq) where kind = 'sides_changed';

-- How far somebody has read.
create table esports.message_reads (
  thread_id bigint not null references esports.threads on delete cascade,
  user_id   bigint not null references people.users on delete cascade,
  side      text not null check (side in ('home', 'away', 'staff', 'entrant')),
  seq       bigint not null,
  primary key (thread_id, user_id)
);

-- Messages that somebody reported.
create table esports.message_flags (
  message_id bigint not null references esports.messages on delete cascade,
  user_id    bigint not null references people.users on delete cascade,
  reason     text not null check (reason in ('abuse', 'spam', 'cheating', 'other')),
  note       text not null default '',
  created_at timestamptz not null,
  -- A report waits until those who run the tournament hide the message, or say that it stays.
  settled_at timestamptz,
  primary key (message_id, user_id)
);
create index message_flags_open on esports.message_flags (message_id) where settled_at is null;

-- Whose messages somebody does not want to see.
create table esports.mutes (
  user_id    bigint not null references people.users on delete cascade,
  muted_id   bigint not null references people.users on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, muted_id)
);

-- What those who run a tournament say to everybody who is still in.
create table esports.broadcasts (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references esports.tournaments on delete cascade,
  author_id     bigint references people.users on delete set null,
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
  -- What was told last of a broadcast: delivered, read, finished.
  told          int[] not null default '{0,0,0}',
  -- When it was last counted who has read a broadcast.
  looked_at     timestamptz,
  unique (tournament_id, author_id, client_id)
);
create index broadcasts_tournament on esports.broadcasts (tournament_id, id desc);
create index broadcasts_created on esports.broadcasts (created_at);

create table esports.broadcast_entrants (
  broadcast_id bigint not null references esports.broadcasts on delete cascade,
  entrant_id   bigint not null references esports.entrants on delete cascade,
  -- none: not delivered yet
  seq          bigint,
  primary key (broadcast_id, entrant_id)
);
create index broadcast_entrants_waiting on esports.broadcast_entrants (broadcast_id, entrant_id) where seq is null;
create index broadcast_entrants_entrant on esports.broadcast_entrants (entrant_id, seq);

create table esports.broadcast_readers (
  broadcast_id bigint not null references esports.broadcasts on delete cascade,
  user_id      bigint not null references people.users on delete cascade,
  entrant_id   bigint not null references esports.entrants on delete cascade,
  inbox_id     bigint,
  read_at      timestamptz,
  primary key (broadcast_id, user_id)
);
create index broadcast_readers_read on esports.broadcast_readers (broadcast_id, read_at) where read_at is not null;
create index broadcast_readers_inbox on esports.broadcast_readers (inbox_id) where inbox_id is not null;
-- Who of an entrant reads a broadcast: asked for each part that is delivered, and when an entrant is deleted.
create index broadcast_readers_entrant on esports.broadcast_readers (entrant_id, broadcast_id);

-- Who acts for a team: its captain, or while that person is suspended the member who has been there longest.
create function esports.acting_captain(team bigint) returns bigint language sql stable as $$
  select m.user_id from esports.team_members m join people.users u on u.id = m.user_id
  where m.team_id = team and u.suspended_at is null
  order by m.role = 'captain' desc, m.joined_at, m.user_id limit 1
$$;

-- Evidence stays readable to the promoter for 90 days after this; a tournament that nobody ends is over at its last day.
create function esports.tournament_over_at(t esports.tournaments) returns timestamptz language sql immutable as $$ select coalesce(t.cancelled_at, t.finished_at, t.end_at) $$;

-- An entry of a team that is being disbanded waits for that and is refused, to be tried again and told why.
create function esports.entrants_team_stands() returns trigger language plpgsql as $$
begin
  perform from esports.teams where id = new.team_id and disbanded_at is null for key share;
  if not found then
    raise exception 'the team was disbanded' using errcode = 'serialization_failure';
  end if;
  return new;
end $$;

-- Whatever the phase or the announced counts follow from makes the tournament due. An announcement moves due_at itself.
create function esports.tournament_is_due() returns trigger language plpgsql as $$
begin
  new.due_at := '-infinity';
  return new;
end $$;

-- Public answers are kept in memory; a change of a published tournament drops them. Counts alone do not: they are told by announcements.
create function esports.tournament_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('tournaments', coalesce(new.id, old.id)::text);
  return null;
end $$;

-- A team's or a person's new name and logo are the entry's too, until its lock.
create function esports.entrants_follow_team() returns trigger language plpgsql as $$
begin
  update esports.entrants set name = new.name, short_name = new.short_name, logo = new.logo
  where team_id = new.id and locked_at is null and active;
  return null;
end $$;

create function esports.entrants_follow_person() returns trigger language plpgsql as $$
begin
  update esports.entrants set name = new.display_name, short_name = left(new.display_name, 12), logo = new.picture
  where user_id = new.id and locked_at is null and active;
  update esports.entrant_players p set display_name = new.display_name from esports.entrants e
  where p.user_id = new.id and p.active and e.id = p.entrant_id and e.locked_at is null;
  return null;
end $$;

-- Who leaves a team leaves its entries: free to play for another team before the lock; after it the roster stands, and shows who left.
create function esports.entrants_lose_member() returns trigger language plpgsql as $$
begin
  update esports.entrant_players p set left_at = now(), active = e.locked_at is not null
  from esports.entrants e
  where p.user_id = old.user_id and p.active and p.left_at is null and e.id = p.entrant_id and e.team_id = old.team_id;
  return null;
end $$;

-- The public list of entrants is kept in memory too; a change of what it shows drops it, and nothing else that is kept of the tournament.
create function esports.entrants_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('entrants', coalesce(new.tournament_id, old.tournament_id)::text);
  return null;
end $$;

-- Public answers are kept in memory; a change of a draw or a result drops what was said of the bracket.
create function esports.brackets_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('brackets', new.id::text);
  return null;
end $$;

-- Every match of two and every entrant has its thread from the beginning, so that reading one writes nothing.
create function esports.match_threads() returns trigger language plpgsql as $$
begin
  insert into esports.threads (match_id) select id from made where home_slot is not null order by id on conflict do nothing;
  return null;
end $$;

create function esports.entrant_threads() returns trigger language plpgsql as $$
begin
  insert into esports.threads (entrant_id) select id from made order by id on conflict do nothing;
  return null;
end $$;

-- Who reads it in the inbox has read it, however it is marked there.
create function esports.broadcast_read() returns trigger language plpgsql as $$
begin
  update esports.broadcast_readers set read_at = new.read_at where inbox_id = new.id and read_at is null;
  return null;
end $$;

create function esports.is_after_leaving(m esports.messages) returns boolean language sql stable as $$
  select m.kind = 'text' and m.side in ('home', 'away')
    and coalesce(m.seq < (select max(c.seq) from esports.messages c where c.thread_id = m.thread_id and c.kind = 'sides_changed'), false)
    and not exists (
      select from esports.threads t join esports.matches g on g.id = t.match_id join esports.entrants e on e.id in (g.home_id, g.away_id)
      where t.id = m.thread_id and (case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end = m.author_id
        or exists (select from esports.entrant_players p where p.entrant_id = e.id and p.user_id = m.author_id)))
$$;

-- Who a broadcast to these entrants reaches. Nobody plays for two entrants of a tournament, but a captain may act for one and play for
-- none.
create function esports.broadcast_people(entrants bigint[]) returns table (user_id bigint, entrant_id bigint) language sql stable as $$
  with players as (
    select p.entrant_id, p.user_id from esports.entrant_players p where p.entrant_id = any(entrants) and p.active and p.left_at is null
    union
    select e.id, case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end from esports.entrants e where e.id = any(entrants))
  select distinct on (u.id) u.id, p.entrant_id from players p join people.users u on u.id = p.user_id and u.suspended_at is null
  order by u.id, p.entrant_id
$$;

-- On the row that holds the counts: whoever changes them has it locked already.
create function esports.entries_counted() returns trigger language plpgsql as $$
begin
  new.entries_version := old.entries_version + 1;
  return new;
end $$;

create trigger entrants_team_stands before insert on esports.entrants
  for each row when (new.team_id is not null)
  execute function esports.entrants_team_stands();

create trigger tournament_is_due before update on esports.tournaments
  for each row when (new.published_at is not null and old.live_version = new.live_version and (old.published_at, old.registration_start_at, old.registration_end_at, old.start_at, old.registration_closed_at, old.bracket_published_at, old.started_at, old.finished_at, old.cancelled_at, old.joined, old.waiting, old.capacity) is distinct from (new.published_at, new.registration_start_at, new.registration_end_at, new.start_at, new.registration_closed_at, new.bracket_published_at, new.started_at, new.finished_at, new.cancelled_at, new.joined, new.waiting, new.capacity))
  execute function esports.tournament_is_due();

create trigger tournament_is_due_at_once before insert on esports.tournaments
  for each row when (new.published_at is not null)
  execute function esports.tournament_is_due();

create trigger tournament_changed after update on esports.tournaments
  for each row when (new.published_at is not null and (old.version, old.live_version, old.phase, old.published_at, old.registration_closed_at, old.bracket_published_at, old.started_at, old.finished_at, old.cancelled_at) is distinct from (new.version, new.live_version, new.phase, new.published_at, new.registration_closed_at, new.bracket_published_at, new.started_at, new.finished_at, new.cancelled_at))
  execute function esports.tournament_changed();

create trigger tournament_appeared after insert on esports.tournaments
  for each row when (new.published_at is not null)
  execute function esports.tournament_changed();

create trigger tournament_vanished after delete on esports.tournaments
  for each row when (old.published_at is not null)
  execute function esports.tournament_changed();

create trigger entrants_follow_team after update on esports.teams
  for each row when ((old.name, old.short_name, old.logo) is distinct from (new.name, new.short_name, new.logo))
  execute function esports.entrants_follow_team();

create trigger entrants_follow_person after update on people.users
  for each row when ((old.display_name, old.picture) is distinct from (new.display_name, new.picture))
  execute function esports.entrants_follow_person();

create trigger entrants_lose_member after delete on esports.team_members for each row
  execute function esports.entrants_lose_member();

create trigger brackets_changed after update on esports.tournaments
  for each row when (new.published_at is not null and old.bracket_version <> new.bracket_version)
  execute function esports.brackets_changed();

create trigger match_threads after insert on esports.matches referencing new table as made for each statement
  execute function esports.match_threads();

create trigger entrant_threads after insert on esports.entrants referencing new table as made for each statement
  execute function esports.entrant_threads();

create trigger broadcast_read after update of read_at on people.inbox_messages
  for each row when (new.kind = 'broadcast' and old.read_at is null and new.read_at is not null)
  execute function esports.broadcast_read();

create trigger entries_counted before update on esports.tournaments
  for each row when ((old.joined, old.waiting) is distinct from (new.joined, new.waiting))
  execute function esports.entries_counted();

create trigger entrants_changed after update on esports.entrants
  for each row when ((old.admitted or old.status = 'disqualified' or new.admitted or new.status = 'disqualified') and (old.status, old.version, old.name, old.short_name, old.logo, old.seed, old.waiting_since) is distinct from (new.status, new.version, new.name, new.short_name, new.logo, new.seed, new.waiting_since))
  execute function esports.entrants_changed();

create trigger entrants_appeared after insert on esports.entrants
  for each row when (new.admitted or new.status = 'disqualified')
  execute function esports.entrants_changed();

create trigger entrants_vanished after delete on esports.entrants
  for each row when (old.admitted or old.status = 'disqualified')
  execute function esports.entrants_changed();

insert into esports.esport_games (slug, name_th, name_en, hue, motif, lobby, sides, main_players, max_substitutes, solo, id_label_th, id_label_en, id_hint_th, id_hint_en, id_pattern, id_example, point_tables, game_minutes, position, aliases, glyph) values
  ('rov', 'RoV', 'Arena of Valor', 12, 'rings', false, 2, 5, 2, true, 'Open ID', 'Open ID', 'เปิดโปรไฟล์ในเกม แตะรูปตัวเอง แล้วคัดลอกเลขใต้ชื่อ', 'Open your profile in the game, tap your picture and copy the number below the name', '^[0-9]{6,17}$', 20394817, '{}', 20, 1, '{อาร์โอวี,อาโอวี,โรวี,aov}', 'shield'),
  ('free-fire', 'Free Fire', 'Free Fire', 36, 'diamonds', true, 12, 4, 2, true, 'Player ID', 'Player ID', 'แตะรูปโปรไฟล์ที่มุมซ้ายบน เลขอยู่ใต้ชื่อ', 'Tap your picture at the top left; the number is below the name', '^[0-9]{6,12}$', 884210019, '{ff_12}', 22, 2, '{ฟีฟาย,ฟรีฟาย,ฟรีไฟร์,ฟรีไฟ,ฟีไฟ,freefire,ff}', 'flame'),
  ('pubg-mobile', 'PUBG Mobile', 'PUBG Mobile', 46, 'peaks', true, 16, 4, 2, true, 'Player ID', 'Player ID', 'แตะรูปโปรไฟล์ เลขอยู่ใต้ชื่อตัวละคร', 'Tap your picture; the number is below your character''s name', '^[0-9]{8,12}$', 5123456789, '{pubgm_16,pubgm_classic_16,pubgm_pmco_16}', 30, 3, '{พับจี,ผับจี,พับจีโมบาย,pubg,pubgm}', 'parachute'),
  ('valorant', 'VALORANT', 'VALORANT', 352, 'rings', false, 2, 5, 2, false, 'Riot ID', 'Riot ID', 'ชื่อ#แท็ก ดูได้ที่มุมขวาบนของหน้าแรก', 'Name#Tag, at the top right of the home screen', E'^[^#\\s][^#]{1,14}[^#\\s]#[A-Za-z0-9]{3,5}$', 'Manao#TH1', '{}', 40, 4, '{วาโล,วาโลแรนต์,วาโลแรนท์,valo}', 'crosshair'),
  ('mobile-legends', 'Mobile Legends', 'Mobile Legends', 262, 'peaks', false, 2, 5, 2, true, 'Game ID', 'Game ID', 'แตะรูปโปรไฟล์ เลขอยู่ใต้ชื่อ', 'Tap your picture; the number is below the name', '^[0-9]{6,12}$', 1234567, '{}', 18, 5, '{โมบายเลเจนด์,โมบายเลเจนด์ส,mlbb,ml}', 'swords'),
  ('fc-mobile', 'FC Mobile', 'FC Mobile', 146, 'waves', false, 2, 1, 0, true, 'UID', 'UID', 'ตั้งค่า > บัญชี แล้วคัดลอก UID', 'Settings > Account, then copy the UID', '^[0-9]{8,14}$', 7012345678, '{}', 12, 6, '{เอฟซีโมบาย,ฟีฟ่า,ฟีฟ่าโมบาย,"fifa mobile",fifa}', 'ball'),
  ('call-of-duty-mobile', 'Call of Duty: Mobile', 'Call of Duty: Mobile', 92, 'hex', false, 2, 5, 1, true, 'UID', 'UID', 'แตะรูปโปรไฟล์ แล้วคัดลอก UID', 'Tap your picture and copy the UID', '^[0-9]{6,17}$', 20394817, '{}', 20, 7, '{คอลออฟดิวตี้,คอลออฟดิวตี้โมบาย,codm,"cod mobile","call of duty"}', 'target');
