-- Teams, promoters, tournaments and who enters them. All times UTC.

-- Companies and associations hold tournaments too (category C).
alter table organization_types drop constraint organization_types_code_check;
alter table organization_types add constraint organization_types_code_check check (code in ('university', 'school', 'organization'));
insert into organization_types (code, name_th, name_en, position) values ('organization', 'องค์กรและบริษัท', 'Organization', 3);

-- Games that tournaments are held in; `slug` is the shop's, where the shop sells for it.
create table esport_games (
  id              bigint generated always as identity primary key,
  slug            text not null unique,
  name_th         text not null,
  name_en         text not null,
  hue             int not null check (hue between 0 and 359),
  motif           text not null,
  -- how many sides meet in one match: two, or a lobby of many
  lobby           boolean not null,
  -- sides of a lobby; 2 for a game of two sides
  sides           int not null check (sides between 2 and 100),
  main_players    int not null check (main_players between 1 and 10),
  max_substitutes int not null check (max_substitutes between 0 and 5),
  -- single-player tournaments are possible
  solo            boolean not null,
  -- how a game ID looks
  id_label_th text not null, id_label_en text not null,
  id_hint_th  text not null, id_hint_en  text not null,
  id_pattern  text not null, id_example  text not null,
  -- point tables offered for survivor stages
  point_tables text[] not null default '{}',
  -- minutes of one game, for the simulator
  game_minutes int not null check (game_minutes > 0),
  position    int not null
);
insert into esport_games (slug, name_th, name_en, hue, motif, lobby, sides, main_players, max_substitutes, solo, id_label_th, id_label_en, id_hint_th, id_hint_en,
                          id_pattern, id_example, point_tables, game_minutes, position) values
  ('rov', 'RoV', 'Arena of Valor', 12, 'rings', false, 2, 5, 2, true, 'Open ID', 'Open ID',
   'เปิดโปรไฟล์ในเกม แตะรูปตัวเอง แล้วคัดลอกเลขใต้ชื่อ', 'Open your profile in the game, tap your picture and copy the number below the name', '^[0-9]{6,17}$', '20394817', '{}', 20, 1),
  ('free-fire', 'Free Fire', 'Free Fire', 36, 'diamonds', true, 12, 4, 2, true, 'Player ID', 'Player ID',
   'แตะรูปโปรไฟล์ที่มุมซ้ายบน เลขอยู่ใต้ชื่อ', 'Tap your picture at the top left; the number is below the name', '^[0-9]{6,12}$', '884210019', '{ff_12}', 22, 2),
  ('pubg-mobile', 'PUBG Mobile', 'PUBG Mobile', 46, 'peaks', true, 16, 4, 2, true, 'Player ID', 'Player ID',
   'แตะรูปโปรไฟล์ เลขอยู่ใต้ชื่อตัวละคร', 'Tap your picture; the number is below your character''s name', '^[0-9]{8,12}$', '5123456789', '{pubgm_16,pubgm_classic_16,pubgm_pmco_16}', 30, 3),
  ('valorant', 'VALORANT', 'VALORANT', 352, 'rings', false, 2, 5, 2, false, 'Riot ID', 'Riot ID',
   'ชื่อ#แท็ก ดูได้ที่มุมขวาบนของหน้าแรก', 'Name#Tag, at the top right of the home screen', '^[^#\s][^#]{1,14}[^#\s]#[A-Za-z0-9]{3,5}$', 'Manao#TH1', '{}', 40, 4),
  ('mobile-legends', 'Mobile Legends', 'Mobile Legends', 262, 'peaks', false, 2, 5, 2, true, 'Game ID', 'Game ID',
   'แตะรูปโปรไฟล์ เลขอยู่ใต้ชื่อ', 'Tap your picture; the number is below the name', '^[0-9]{6,12}$', '1234567', '{}', 18, 5),
  ('fc-mobile', 'FC Mobile', 'FC Mobile', 146, 'waves', false, 2, 1, 0, true, 'UID', 'UID',
   'ตั้งค่า > บัญชี แล้วคัดลอก UID', 'Settings > Account, then copy the UID', '^[0-9]{8,14}$', '7012345678', '{}', 12, 6),
  ('call-of-duty-mobile', 'Call of Duty: Mobile', 'Call of Duty: Mobile', 92, 'hex', false, 2, 5, 1, true, 'UID', 'UID',
   'แตะรูปโปรไฟล์ แล้วคัดลอก UID', 'Tap your picture and copy the UID', '^[0-9]{6,17}$', '20394817', '{}', 20, 7);

-- ---- teams ----
alter table teams
  add column short_name   text not null default '',
  -- the name as it is compared: case, spaces, width and look-alikes folded
  add column name_key     text not null default '',
  -- link of a public picture
  add column logo         text,
  add column website      text,
  add column version      bigint not null default 1,
  add column disbanded_at timestamptz;
update teams set short_name = left(name, 4), name_key = lower(name) || '#' || id;
create unique index teams_name on teams (name_key) where disbanded_at is null;
create index teams_search on teams using gin (lower(name || ' ' || short_name) gin_trgm_ops) where disbanded_at is null;

-- When a member asked to leave; they go by themselves 72 hours later.
alter table team_members add column leave_requested_at timestamptz;
create index team_members_leaving on team_members (leave_requested_at) where leave_requested_at is not null;

-- Who acts for a team: its captain, or while that person is suspended the member who has been there longest.
create function acting_captain(team bigint) returns bigint language sql stable as $$
  select m.user_id from team_members m join users u on u.id = m.user_id
  where m.team_id = team and u.suspended_at is null
  order by m.role = 'captain' desc, m.joined_at, m.user_id limit 1
$$;

-- An invitation (by the team) or a request (by the person): the two ways to become a member.
create table membership_offers (
  id         bigint generated always as identity primary key,
  team_id    bigint not null references teams on delete cascade,
  user_id    bigint not null references users on delete cascade,
  kind       text not null check (kind in ('invitation', 'request')),
  status     text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
  created_by bigint references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz
);
-- Invited and asking at once is one offer: the second makes it a membership.
create unique index membership_offers_pending on membership_offers (team_id, user_id) where status = 'pending';
create index membership_offers_user on membership_offers (user_id, id desc);
create index membership_offers_expiry on membership_offers (expires_at) where status = 'pending';

-- ---- promoters ----
alter table promoters
  add column revoked_at timestamptz,
  -- when the inbox said that the year ends
  add column expiry_notified_at timestamptz;
create index promoters_expiry on promoters (expires_at) where expiry_notified_at is null and revoked_at is null;

-- The terms of promoters and of personal data, each version that somebody accepted.
create table promoter_terms_acceptances (
  user_id     bigint not null references users on delete cascade,
  version     text not null,
  accepted_at timestamptz not null,
  address     inet,
  primary key (user_id, version)
);

create table promoter_applications (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users on delete cascade,
  status        text not null default 'submitted' check (status in ('submitted', 'approved', 'rejected')),
  renewal       boolean not null,
  terms_version text not null,
  submitted_at  timestamptz not null,
  decided_at    timestamptz,
  -- empty when it was done at the command line
  decided_by    bigint references users on delete set null,
  reason        text
);
create unique index promoter_applications_open on promoter_applications (user_id) where status = 'submitted';
create index promoter_applications_user on promoter_applications (user_id, id desc);
create index promoter_applications_status on promoter_applications (status, id);

-- ---- tournaments ----
create table tournaments (
  id          bigint generated always as identity (start with 7001) primary key,
  promoter_id bigint not null references users,
  version     bigint not null default 1,
  -- the form as its promoter filled it in, complete or not; the columns below are taken from it when it is published, and at each edit after that
  form        jsonb not null,
  name_th     text not null default '',
  name_en     text not null default '',
  search      text generated always as (lower(name_th || ' ' || name_en)) stored,
  game_id     bigint references esport_games,
  category    text check (category in ('C', 'S', 'U', 'Open', 'Pro')),
  -- whose: everybody of the category, or one organization
  organization_id bigint references organizations,
  contestant_type text check (contestant_type in ('single', 'team')),
  -- of the first stage
  format      text check (format in ('bracket', 'round-robin', 'survivor')),
  join_mode   text check (join_mode in ('auto', 'review')),
  invite_only boolean not null default false,
  main_players    int check (main_players between 1 and 10),
  max_substitutes int check (max_substitutes between 0 and 5),
  -- entrants
  capacity    int check (capacity between 2 and 4096),
  -- kinds of evidence asked of every player
  documents   text[] not null default '{}',
  banner      text,
  logo        text,
  -- baht of all prizes together, for cards
  prize_baht  bigint,
  registration_start_at timestamptz,
  registration_end_at   timestamptz,
  draw_at     timestamptz,
  start_at    timestamptz,
  end_at      timestamptz,
  -- facts that the phase follows from, beside the dates
  published_at           timestamptz,
  registration_closed_at timestamptz,
  bracket_published_at   timestamptz,
  started_at             timestamptz,
  finished_at            timestamptz,
  cancelled_at           timestamptz,
  cancel_reason          text,
  -- the phase that was last announced
  phase       text not null default 'draft' check (phase in ('draft', 'upcoming', 'register', 'draw', 'competition', 'finished', 'cancelled')),
  -- the first entry, which locks format, team size and games
  first_entry_at timestamptz,
  -- entrants admitted and waiting, kept with each entry; what was last announced of them
  joined      int not null default 0 check (joined >= 0),
  waiting     int not null default 0 check (waiting >= 0),
  announced   text not null default '',
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  check (joined <= capacity),
  check (published_at is null or (game_id is not null and category is not null and contestant_type is not null and format is not null and join_mode is not null
    and main_players is not null and max_substitutes is not null and capacity is not null and registration_start_at is not null
    and registration_end_at is not null and draw_at is not null and start_at is not null and end_at is not null))
);
create index tournaments_promoter on tournaments (promoter_id, id desc);
create index tournaments_phase on tournaments (phase, start_at, id) where published_at is not null;
create index tournaments_game on tournaments (game_id, phase) where published_at is not null;
create index tournaments_search on tournaments using gin (search gin_trgm_ops) where published_at is not null;
create index tournaments_organization on tournaments (organization_id);

-- Evidence stays readable to the promoter for 90 days after this; a tournament that nobody ends is over at its last day.
create function tournament_over_at(t tournaments) returns timestamptz language sql immutable as $$ select coalesce(t.cancelled_at, t.finished_at, t.end_at) $$;

create table tournament_staff (
  tournament_id bigint not null references tournaments on delete cascade,
  user_id       bigint not null references users on delete cascade,
  role          text not null check (role in ('co_promoter', 'assistant')),
  added_at      timestamptz not null,
  primary key (tournament_id, user_id)
);
create index tournament_staff_user on tournament_staff (user_id);

create table tournament_stages (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references tournaments on delete cascade,
  position      int not null check (position between 1 and 5),
  format        text not null check (format in ('bracket', 'round-robin', 'survivor')),
  -- as in the form: elimination, groups, winners per group, third place, point table, series of each round
  settings      jsonb not null,
  unique (tournament_id, position)
);

-- Who changed what, when and why: of the tournament's fields, and of results and decisions.
create table tournament_revisions (
  id            bigint generated always as identity primary key,
  tournament_id bigint not null references tournaments on delete cascade,
  at            timestamptz not null,
  actor_id      bigint references users on delete set null,
  -- a stable word: tournament_updated, entrant_approved
  kind          text not null,
  entrant_id    bigint,
  match_id      bigint,
  reason        text,
  before        jsonb,
  after         jsonb
);
create index tournament_revisions_tournament on tournament_revisions (tournament_id, id desc);

-- ---- registration ----
-- A team's or a person's entry in a tournament (the specification's contestant).
create table entrants (
  id            bigint generated always as identity (start with 50001) primary key,
  tournament_id bigint not null references tournaments on delete cascade,
  -- the stage that it enters at
  stage         int not null default 1,
  team_id       bigint references teams,
  -- of a single-player tournament
  user_id       bigint references users,
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
  decided_by    bigint references users on delete set null,
  locked_at     timestamptz,
  seed          int,
  version       bigint not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  check ((team_id is null) <> (user_id is null))
);
create unique index entrants_team on entrants (tournament_id, team_id) where status in ('incomplete_team', 'register', 'join', 'invalid', 'waitlist');
create unique index entrants_user on entrants (tournament_id, user_id) where status in ('incomplete_team', 'register', 'join', 'invalid', 'waitlist');
create index entrants_tournament on entrants (tournament_id, status, id);
create index entrants_waiting on entrants (tournament_id, waiting_since, id) where status = 'waitlist';
create index entrants_of_team on entrants (team_id, id desc);
create index entrants_of_user on entrants (user_id, id desc);

create table entrant_players (
  entrant_id    bigint not null references entrants on delete cascade,
  tournament_id bigint not null references tournaments on delete cascade,
  user_id       bigint not null references users,
  role          text not null check (role in ('main', 'substitute')),
  position      int not null,
  game_id       text not null default '',
  -- the name that others see, and where the player learns, as entered
  display_name  text not null,
  academy_id    bigint references organizations,
  -- the entry still stands (its status is one of those of the indexes above), and the player is in it
  active        boolean not null default true,
  -- left or was removed from the team after the lock
  left_at       timestamptz,
  primary key (entrant_id, user_id)
);
-- Nobody plays for two entrants of one tournament.
create unique index entrant_players_once on entrant_players (tournament_id, user_id) where active;
create index entrant_players_user on entrant_players (user_id, tournament_id);

-- Evidence that a player has handed in for an entry: a document of their own.
create table entrant_documents (
  entrant_id  bigint not null references entrants on delete cascade,
  user_id     bigint not null references users on delete cascade,
  kind        text not null,
  document_id uuid not null references documents on delete cascade,
  given_at    timestamptz not null,
  -- what the promoter found: none yet, fine, or not valid
  checked     text check (checked in ('valid', 'invalid')),
  primary key (entrant_id, user_id, kind)
);
create index entrant_documents_document on entrant_documents (document_id);

-- Kinds as tournaments ask for them.
alter table documents drop constraint documents_kind_check;
update documents set kind = 'parental_consent' where kind = 'guardian_consent';
alter table documents add constraint documents_kind_check
  check (kind in ('id_card', 'student_card', 'school_certificate', 'parental_consent', 'workplace_card', 'other'));
alter table entrant_documents add constraint entrant_documents_kind_check
  check (kind in ('id_card', 'student_card', 'school_certificate', 'parental_consent', 'workplace_card', 'other'));
alter table document_views drop constraint document_views_role_check;
alter table document_views add constraint document_views_role_check check (role in ('owner', 'operator', 'promoter', 'co_promoter'));

-- Teams (or people) that a promoter asked into an invite-only tournament, or into a later stage.
create table tournament_invitations (
  tournament_id bigint not null references tournaments on delete cascade,
  stage         int not null,
  team_id       bigint references teams on delete cascade,
  user_id       bigint references users on delete cascade,
  invited_by    bigint references users on delete set null,
  invited_at    timestamptz not null,
  check ((team_id is null) <> (user_id is null))
);
create unique index tournament_invitations_team on tournament_invitations (tournament_id, stage, team_id) where team_id is not null;
create unique index tournament_invitations_user on tournament_invitations (tournament_id, stage, user_id) where user_id is not null;
create index tournament_invitations_of_team on tournament_invitations (team_id);
create index tournament_invitations_of_user on tournament_invitations (user_id);

-- Entrants of a later stage that were put there or taken out by hand; competition adds those who qualified.
create table stage_entrants (
  tournament_id bigint not null,
  stage         int not null,
  entrant_id    bigint not null references entrants on delete cascade,
  added_at      timestamptz not null,
  primary key (tournament_id, stage, entrant_id),
  foreign key (tournament_id, stage) references tournament_stages (tournament_id, position) on delete cascade
);
create index stage_entrants_entrant on stage_entrants (entrant_id);

-- One reminder a day to the captain from each member.
create table captain_reminders (
  tournament_id bigint not null references tournaments on delete cascade,
  user_id       bigint not null references users on delete cascade,
  reminded_at   timestamptz not null,
  primary key (tournament_id, user_id)
);

-- Matches as they are scheduled and decided. Who meets whom is the draw's affair.
create table matches (
  id            bigint generated always as identity (start with 90001) primary key,
  tournament_id bigint not null references tournaments on delete cascade,
  stage         int not null,
  -- of a group, from 1; none in a bracket
  group_number  int,
  round         int not null,
  number        int not null,
  home_id       bigint references entrants,
  away_id       bigint references entrants,
  scheduled_at  timestamptz,
  state         text not null default 'locked'
    check (state in ('locked', 'waiting', 'ready', 'scheduled', 'playing', 'submitted', 'disputed', 'decided', 'cancelled')),
  home_score    int,
  away_score    int,
  winner_id     bigint references entrants,
  version       bigint not null default 1,
  unique (tournament_id, stage, round, number)
);
create index matches_home on matches (home_id);
create index matches_away on matches (away_id);
