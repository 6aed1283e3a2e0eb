-- Signing in with a password, and out again at the login provider.

-- What the provider is shown when this session ends, sealed with the key of the settings and tied to the session; forgotten ten minutes after.
alter table sessions add column id_token bytea;
create index sessions_id_token on sessions (expires_at) where id_token is not null;

-- Tries of signing in with a password that came to nothing, by the number or e-mail that was typed, whether or not anybody here has it:
-- after some of them a one-time code is asked for too. A sign-in that succeeds forgets them.
create table password_failures (
  login    text primary key,
  failures int not null,
  last_at  timestamptz not null
);
create index password_failures_age on password_failures (last_at);

-- The codes that are asked for then. One without a person stands for a try whose password was wrong, or whose login nobody has: it was
-- sent to nobody, and nothing tells it from the others. The rows are the counters too.
create table password_codes (
  reference  uuid primary key,
  login      text not null,
  user_id    bigint references users on delete cascade,
  -- who asked, as limits count addresses (IPv6 by its /64)
  address    inet,
  code_hash  bytea not null,
  tries      smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index password_codes_login on password_codes (login, created_at);
create index password_codes_user on password_codes (user_id, created_at) where user_id is not null;
create index password_codes_age on password_codes (created_at);

-- Names from before names were freed of what cannot be seen. Who had nothing else is called what somebody without a name is called.
with plain as (
  select id, btrim(regexp_replace(display_name,
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uE000-\uF8FF\uFDD0-\uFDEF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFC\U000E0000-\U000E0FFF\U000F0000-\U0010FFFF]',
    '', 'g')) as name
  from users)
update users u set display_name = coalesce(nullif(p.name, ''), case u.language when 'en' then 'Member' else 'สมาชิก' end), version = u.version + 1
from plain p where p.id = u.id and p.name <> u.display_name;
