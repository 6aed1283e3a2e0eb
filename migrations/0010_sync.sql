-- Terms that people have accepted, the profiles of the shop before this one, and what a person is in esports.

-- One row for each version of the terms that somebody accepted.
create table terms_acceptances (
  user_id     bigint not null references users on delete cascade,
  version     text not null,
  accepted_at timestamptz not null,
  address     inet,
  primary key (user_id, version)
);

-- Profiles of the shop before this one. Whoever has verified the same e-mail or number may go on with one of them, once.
create table legacy_profiles (
  id            bigint generated always as identity (start with 5001) primary key,
  -- the key of the old shop; an import that is repeated finds its rows by it
  legacy_id     text not null unique check (char_length(legacy_id) between 1 and 64),
  identity_type text not null check (identity_type in ('email', 'msisdn')),
  -- lower case; a number as 66812345678
  identity      text not null,
  name          text not null,
  display_name  text not null,
  picture       text,
  last_login    timestamptz,
  last_joined_tournament text,
  first_name_th text,
  last_name_th  text,
  first_name_en text,
  last_name_en  text,
  nickname      text,
  birthday      date,
  gender        text check (gender in ('male', 'female', 'other', 'undisclosed')),
  occupation    text,
  address       text,
  sub_district  text,
  district      text,
  province      text,
  zip_code      text check (zip_code ~ '^[0-9]{5}$'),
  imported_at   timestamptz not null,
  -- a person goes on with at most one
  claimed_by    bigint unique references users on delete set null,
  claimed_at    timestamptz
);
create index legacy_profiles_identity on legacy_profiles (identity_type, identity) where claimed_at is null;

create table teams (
  id         bigint generated always as identity (start with 3001) primary key,
  name       text not null,
  created_at timestamptz not null
);

-- At most one team a person, one captain a team.
create table team_members (
  user_id   bigint primary key references users on delete cascade,
  team_id   bigint not null references teams on delete cascade,
  role      text not null default 'member' check (role in ('captain', 'member')),
  joined_at timestamptz not null
);
create index team_members_team on team_members (team_id, joined_at);
create unique index team_members_captain on team_members (team_id) where role = 'captain';

-- The right to run tournaments, until it ends.
create table promoters (
  user_id     bigint primary key references users on delete cascade,
  approved_at timestamptz not null,
  expires_at  timestamptz not null check (expires_at > approved_at)
);
