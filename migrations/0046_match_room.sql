-- The room of a match: its time, what its sides report, and what is said in it. All times UTC.

-- When each round is played. Made when its draw is published.
create table match_rounds (
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
  foreign key (tournament_id, stage) references tournament_stages (tournament_id, position) on delete cascade,
  check (opens_at <= default_at and default_at <= closes_at)
);

alter table matches
  -- who fixed scheduled_at: both sides, the round, or those who run the tournament
  add column time_source    text check (time_source in ('agreed', 'round', 'promoter')),
  -- scheduled_at and what the series takes
  add column ends_at        timestamptz,
  -- when the one report that there is stands, or the no-show
  add column confirm_due_at timestamptz,
  -- who decided it: both sides, the clock, or those who run the tournament
  add column decided_by     text check (decided_by in ('sides', 'time', 'staff')),
  add check (scheduled_at is null or ends_at > scheduled_at);
create index matches_scheduled on matches (scheduled_at) where state = 'scheduled';
create index matches_confirm_due on matches (confirm_due_at) where confirm_due_at is not null;
-- Matches with two sides that wait for a time.
create index matches_without_time on matches (tournament_id, stage, part, round) where state = 'ready' and scheduled_at is null;
create index matches_home_busy on matches (home_id, scheduled_at) where scheduled_at is not null and state in ('scheduled', 'playing', 'submitted', 'disputed');
create index matches_away_busy on matches (away_id, scheduled_at) where scheduled_at is not null and state in ('scheduled', 'playing', 'submitted', 'disputed');
create index matches_list on matches (tournament_id, scheduled_at nulls last, stage, position);

-- What its sides may do at once is done one after the other: each step of a room locks this row. Made with the first step.
create table match_rooms (
  match_id   bigint primary key references matches on delete cascade,
  -- grows with each step
  version    bigint not null default 0,
  -- the version of the last reset, or change of sides: what was written before belongs to another match
  begun_with bigint not null default 0,
  -- the match as the last step left it: what the bracket makes of it besides is seen by comparing
  home_id    bigint references entrants,
  away_id    bigint references entrants,
  state      text not null
);

create table match_proposals (
  id          bigint generated always as identity (start with 60001) primary key,
  match_id    bigint not null references matches on delete cascade,
  side        text not null check (side in ('home', 'away')),
  author_id   bigint references users on delete set null,
  at          timestamptz not null,
  note        text not null default '',
  state       text not null default 'open' check (state in ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'expired', 'void')),
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  answered_by bigint references users on delete set null,
  answered_at timestamptz,
  check (expires_at > created_at)
);
create unique index match_proposals_open on match_proposals (match_id) where state = 'open';
create index match_proposals_match on match_proposals (match_id, id desc);
create index match_proposals_expiry on match_proposals (expires_at) where state = 'open';

-- What a side says of how a match ended, or that the other side did not come.
create table match_reports (
  id         bigint generated always as identity primary key,
  match_id   bigint not null references matches on delete cascade,
  side       text not null check (side in ('home', 'away')),
  author_id  bigint references users on delete set null,
  kind       text not null check (kind in ('score', 'no_show')),
  -- points of each game: [[13, 7]]
  games      jsonb,
  -- games won
  home_score int,
  away_score int,
  created_at timestamptz not null,
  -- it counts no more: the match was reset, ruled otherwise, or has other sides
  void_at    timestamptz,
  check ((kind = 'score') = (games is not null and home_score is not null and away_score is not null))
);
create unique index match_reports_standing on match_reports (match_id, side) where void_at is null;
create index match_reports_match on match_reports (match_id, id desc);

alter table files drop constraint files_dir_check;
alter table files add constraint files_dir_check check (dir in ('profile', 'team', 'tournament', 'document', 'room'));

-- Pictures that were sent into a match's room, or between an entrant and those who run the tournament. Never public.
create table room_pictures (
  id         uuid primary key,
  match_id   bigint references matches on delete cascade,
  entrant_id bigint references entrants on delete cascade,
  user_id    bigint references users on delete set null,
  file_key   text not null references files (key) on delete cascade,
  width      int not null,
  height     int not null,
  -- of the file as it came, and of what it shows: the same picture is known again
  sha256     bytea not null,
  likeness   bigint not null,
  created_at timestamptz not null,
  check ((match_id is null) <> (entrant_id is null))
);
create index room_pictures_match on room_pictures (match_id);
create index room_pictures_entrant on room_pictures (entrant_id);
create index room_pictures_sha256 on room_pictures (sha256);
create index room_pictures_file on room_pictures (file_key);
create index room_pictures_user on room_pictures (user_id, created_at);

create table match_proofs (
  report_id  bigint not null references match_reports on delete cascade,
  picture_id uuid not null references room_pictures on delete cascade,
  position   int not null,
  primary key (report_id, picture_id)
);
create index match_proofs_picture on match_proofs (picture_id);

-- What is said: in the room of a match, or between an entrant and those who run the tournament.
create table threads (
  id         bigint generated always as identity primary key,
  match_id   bigint unique references matches on delete cascade,
  entrant_id bigint unique references entrants on delete cascade,
  -- of its newest message; messages are numbered from 1 without gaps
  last_seq   bigint not null default 0,
  check ((match_id is null) <> (entrant_id is null))
);

create table messages (
  id         bigint generated always as identity primary key,
  thread_id  bigint not null references threads on delete cascade,
  seq        bigint not null,
  -- text, broadcast, or a step of the match
  kind       text not null,
  -- none: the clock did it
  author_id  bigint references users on delete set null,
  side       text check (side in ('home', 'away', 'staff', 'entrant')),
  -- of the author, as it was then
  name       text not null default '',
  text       text not null default '' check (length(text) <= 1000),
  pictures   uuid[] not null default '{}' check (cardinality(pictures) <= 4),
  -- of a step
  data       jsonb,
  -- the seq of another message of the thread
  reply_to   bigint,
  -- given by the sender, who may send it again
  client_id  uuid,
  created_at timestamptz not null,
  hidden_at  timestamptz,
  hidden_by  bigint references users on delete set null,
  unique (thread_id, seq)
);
create unique index messages_sent_once on messages (thread_id, author_id, client_id) where client_id is not null;

-- How far somebody has read.
create table message_reads (
  thread_id bigint not null references threads on delete cascade,
  user_id   bigint not null references users on delete cascade,
  side      text not null check (side in ('home', 'away', 'staff', 'entrant')),
  seq       bigint not null,
  primary key (thread_id, user_id)
);

-- Messages that somebody reported.
create table message_flags (
  message_id bigint not null references messages on delete cascade,
  user_id    bigint not null references users on delete cascade,
  reason     text not null check (reason in ('abuse', 'spam', 'cheating', 'other')),
  note       text not null default '',
  created_at timestamptz not null,
  primary key (message_id, user_id)
);

-- Whose messages somebody does not want to see.
create table mutes (
  user_id    bigint not null references users on delete cascade,
  muted_id   bigint not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, muted_id)
);
