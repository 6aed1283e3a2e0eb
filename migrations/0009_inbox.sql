-- What we tell a person (inbox, unread badge), what they did (log), what they like (favourites). All times UTC.

create table inbox_messages (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users on delete cascade,
  stream     text not null check (stream in ('shop', 'esports')),
  kind       text not null,
  title_th   text not null, title_en text not null,
  body_th    text not null, body_en  text not null,
  -- path of this site, without the language
  href       text check (href like '/%'),
  created_at timestamptz not null,
  read_at    timestamptz,
  -- deleted ones can be taken back until they are purged
  deleted_at timestamptz
);
create index inbox_messages_mine on inbox_messages (user_id, stream, id desc) where deleted_at is null;
create index inbox_messages_unread on inbox_messages (user_id, stream) where read_at is null and deleted_at is null;
create index inbox_messages_age on inbox_messages (created_at);

-- Unread counts. The row is what everything that changes a person's inbox waits for, so that counts and versions are in step.
create table badges (
  user_id       bigint primary key references users on delete cascade,
  unread        int not null default 0 check (unread >= 0),
  unread_esport int not null default 0 check (unread_esport >= 0),
  version       bigint not null default 1
);

create table user_log (
  id      bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  at      timestamptz not null,
  kind    text not null,
  detail  jsonb not null default '{}'
);
create index user_log_mine on user_log (user_id, id desc);

create table user_favorites (
  user_id  bigint not null references users on delete cascade,
  game_id  bigint not null references games on delete cascade,
  added_at timestamptz not null,
  primary key (user_id, game_id)
);
create index user_favorites_game on user_favorites (game_id);
