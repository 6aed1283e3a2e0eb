-- All times are UTC.
create schema people;

-- What tells e-mails of different people apart: capitals and whatever stands behind a `+` do not.
create function people.email_identity(email text) returns text language sql immutable strict parallel safe as $$ select regexp_replace(lower(email), '^([^+@]+)\+[^@]*@', '\1@') $$;

create table people.users (
  id                     bigint generated always as identity (start with 100001) primary key,
  user_type              text not null default 'others' check (user_type in ('msisdn', 'email_password', 'others')),
  display_name           text not null,
  picture                text,
  email                  citext,
  email_verified_at      timestamptz,
  -- 66812345678: country code, no plus
  msisdn                 text check (msisdn ~ '^66[0-9]{9}$'),
  msisdn_verified_at     timestamptz,
  language               text not null default 'th' check (language in ('th', 'en')),
  synced_at              timestamptz,
  suspended_at           timestamptz,
  suspended_reason       text,
  created_at             timestamptz not null,
  version                bigint not null default 1,
  -- Since when the owner of a number wants no codes for logging in that are asked for in browsers unknown to the account.
  login_codes_stopped_at timestamptz,
  -- Until when the person may run tournaments: asked at every request, written by esports.
  promoter_until         timestamptz
);
create unique index users_verified_email on people.users (email) where email_verified_at is not null;
create unique index users_verified_msisdn on people.users (msisdn) where msisdn_verified_at is not null;
-- People are found by their public name, for the staff of a tournament.
create index users_display_name on people.users using gin (lower(display_name) gin_trgm_ops);
create index users_email_identity on people.users (people.email_identity((email)::text)) where email_verified_at is not null;

-- One row for each account at an outside login provider.
create table people.identities (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references people.users on delete cascade,
  issuer       text not null,
  subject      text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  unique (issuer, subject)
);
create index identities_user on people.identities (user_id);

-- An operator is a row made at the command line, possibly before the person's first sign-in.
create table people.operator_grants (
  -- e-mail, or msisdn as 66…
  identifier citext primary key,
  granted_at timestamptz not null,
  note       text
);

-- A sign-in on its way: what must come back with the code. Single use, ten minutes.
create table people.login_attempts (
  state_hash   bytea primary key,
  browser_hash bytea not null,
  nonce        text not null,
  verifier     text not null,
  return_to    text not null default '/',
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz
);
create index login_attempts_expiry on people.login_attempts (expires_at);

-- A session is the family of its refresh tokens.
create table people.sessions (
  id           uuid primary key,
  user_id      bigint not null references people.users on delete cascade,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  ended_reason text check (ended_reason in ('logout', 'reuse', 'suspended', 'expired', 'operator', 'password')),
  user_agent   text,
  address      inet,
  -- What the provider is shown when this session ends, sealed with the
  -- key of the settings and tied to the session; forgotten ten minutes after.
  id_token     bytea
);
create index sessions_user on people.sessions (user_id) where ended_at is null;
-- Sessions are purged some time after their end.
create index sessions_expiry on people.sessions (expires_at);
create index sessions_id_token on people.sessions (expires_at) where id_token is not null;

create table people.refresh_tokens (
  hash       bytea primary key,
  session_id uuid not null references people.sessions on delete cascade,
  issued_at  timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  retry_hash bytea,
  successor  bytea
);
create index refresh_tokens_session on people.refresh_tokens (session_id);
create index refresh_tokens_expiry on people.refresh_tokens (expires_at);

-- One-time passwords that we send, a row for each. The rows are the counters too, so that a restart forgets no limit; purged after two
-- days.
create table people.otps (
  reference        uuid primary key,
  purpose          text not null check (purpose in ('login', 'verify_mobile', 'kyc', 'payment', 'verify_email')),
  msisdn           text check (msisdn ~ '^66[0-9]{9}$'),
  -- who asked: a member, or a visitor; the address as limits count it (IPv6 by its /64)
  user_id          bigint references people.users on delete cascade,
  address          inet,
  ref_code         text not null,
  code_hash        bytea not null,
  tries            smallint not null default 0,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  -- the telecom did not take it: nobody got this code
  failed_at        timestamptz,
  confirmed_at     timestamptz,
  -- a newer code took its place, or its tries are used up
  ended_at         timestamptz,
  -- what the right code was exchanged for; single use
  token_hash       bytea unique,
  token_expires_at timestamptz,
  token_used_at    timestamptz,
  email            citext,
  -- The known browser that asked for a code; those of a member or of one have limits of their own.
  device           bytea,
  -- Asked for by whom the recipient belongs to, so it does not count among those that strangers ask for.
  is_own           boolean not null default false,
  constraint otps_one_recipient check (num_nonnulls(msisdn, email) = 1)
);
create index otps_number on people.otps (msisdn, created_at);
create index otps_address on people.otps (address, created_at);
create index otps_age on people.otps (created_at);
create index otps_user on people.otps (user_id) where user_id is not null;
create index otps_email on people.otps (email, created_at) where email is not null;

-- Numbers that people have confirmed to be theirs for KYC. The current one has no end; the others are the history.
create table people.kyc_numbers (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references people.users on delete cascade,
  msisdn       text not null check (msisdn ~ '^66[0-9]{9}$'),
  confirmed_at timestamptz not null,
  replaced_at  timestamptz
);
create unique index kyc_numbers_person on people.kyc_numbers (user_id) where replaced_at is null;
create unique index kyc_numbers_number on people.kyc_numbers (msisdn) where replaced_at is null;
create index kyc_numbers_history on people.kyc_numbers (user_id, confirmed_at);

-- What people tell about themselves, their files, their papers, their passwords; and where they learn. Every file in the object store.
-- One that nothing keeps is taken away after a while: an upload that was never used, or what was replaced or deleted.
create table people.files (
  -- its place in the store: public/profile/….jpg, private/document/….jpg
  key         text primary key,
  user_id     bigint not null references people.users on delete cascade,
  dir         text not null check (dir in ('profile', 'team', 'tournament', 'document', 'room')),
  size_bytes  int not null check (size_bytes > 0),
  width       int not null,
  height      int not null,
  uploaded_at timestamptz not null,
  -- since when something shows it
  kept_at     timestamptz,
  released_at timestamptz
);
create index files_user on people.files (user_id);
create index files_unkept on people.files (uploaded_at) where kept_at is null;
create index files_released on people.files (released_at) where released_at is not null;

create table people.organization_types (
  code     text primary key check (code in ('university', 'school', 'organization')),
  name_th  text not null,
  name_en  text not null,
  position int not null
);

-- Schools and universities; the list is reference data that `manao migrate` brings up to date by its codes.
create table people.organizations (
  id            bigint generated always as identity (start with 1001) primary key,
  code          text not null unique,
  type          text not null references people.organization_types,
  name_th       text not null,
  name_en       text not null,
  -- what people call it otherwise
  aliases       text not null default '',
  search        text generated always as (lower(((((name_th || ' ') || name_en) || ' ') || aliases))) stored,
  search_folded text not null generated always as (kernel.search_fold(((((name_th || ' ') || name_en) || ' ') || aliases))) stored
);
create index organizations_type on people.organizations (type, name_th);
create index organizations_search on people.organizations using gin (search gin_trgm_ops);
create index organizations_search_folded on people.organizations using gin (search_folded gin_trgm_ops);

create table people.profiles (
  user_id             bigint primary key references people.users on delete cascade,
  first_name_th       text,
  last_name_th        text,
  first_name_en       text,
  last_name_en        text,
  nickname            text,
  birthday            date,
  gender              text check (gender in ('male', 'female', 'other', 'undisclosed')),
  occupation          text,
  address             text,
  sub_district        text,
  district            text,
  province            text,
  zip_code            text check (zip_code ~ '^[0-9]{5}$'),
  student_type        text check (student_type in ('student', 'general')),
  education_level     text check (education_level in ('school', 'university')),
  academy_id          bigint references people.organizations,
  workplace           text,
  -- sealed with the key of the settings, tied to the user
  id_card_sealed      bytea,
  student_card_sealed bytea,
  version             bigint not null default 1,
  updated_at          timestamptz not null,
  -- Schools and universities that are not in the list, as people call theirs, until an operator adds them.
  academy_unlisted    text
);
create index profiles_academy on people.profiles (academy_id);
create index profiles_unlisted on people.profiles (education_level, lower(academy_unlisted)) where academy_unlisted is not null;

-- Papers of a person. The picture lies under a private prefix and is shown to whoever may see it, each time on record.
create table people.documents (
  id          uuid primary key,
  user_id     bigint not null references people.users on delete cascade,
  kind        text not null check (kind in ('id_card', 'student_card', 'school_certificate', 'parental_consent', 'workplace_card', 'other')),
  file_key    text not null unique references people.files,
  -- as the person's device called it
  file_name   text not null,
  uploaded_at timestamptz not null
);
create index documents_user on people.documents (user_id, uploaded_at);

create table people.document_views (
  id          bigint generated always as identity primary key,
  document_id uuid not null references people.documents on delete cascade,
  viewer_id   bigint references people.users on delete set null,
  role        text not null check (role in ('owner', 'operator', 'promoter', 'co_promoter')),
  at          timestamptz not null
);
create index document_views_document on people.document_views (document_id, at desc);
create index document_views_viewer on people.document_views (viewer_id);
-- Looks by others are all told.
create index document_views_others on people.document_views (document_id) where role <> 'owner';

-- Passwords of accounts whose password we keep, argon2id. The newest of a person is the one in force; the last five may not come again.
create table people.passwords (
  id      bigint generated always as identity primary key,
  user_id bigint not null references people.users on delete cascade,
  hash    text not null,
  set_at  timestamptz not null
);
create index passwords_user on people.passwords (user_id, id desc);

-- What we tell a person.
create table people.inbox_messages (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references people.users on delete cascade,
  stream       text not null check (stream in ('shop', 'esports')),
  kind         text not null,
  title_th     text not null,
  title_en     text not null,
  body_th      text not null,
  body_en      text not null,
  -- path of this site, without the language
  href         text check (href like '/%'),
  created_at   timestamptz not null,
  read_at      timestamptz,
  -- deleted ones can be taken back until they are purged
  deleted_at   timestamptz,
  -- when it was told outside the page, or seen that nobody is to be told so
  noticed_at   timestamptz,
  -- it waits for the end of quiet hours
  notice_after timestamptz,
  -- What it is about: an offer or a proposed time that it asks about, or a match. The owner of these things is asked by id whether a
  -- notice of it is still wanted.
  subject_kind text check (subject_kind in ('offer', 'proposal', 'match')),
  subject_id   bigint,
  constraint inbox_messages_check check ((subject_kind is null) = (subject_id is null))
);
create index inbox_messages_mine on people.inbox_messages (user_id, stream, id desc) where deleted_at is null;
create index inbox_messages_unread on people.inbox_messages (user_id, stream) where read_at is null and deleted_at is null;
create index inbox_messages_age on people.inbox_messages (created_at);
create index inbox_messages_to_notice on people.inbox_messages (coalesce(notice_after, created_at), user_id) where (stream = 'esports' or kind = 'back_in_stock') and noticed_at is null and read_at is null and deleted_at is null;
create index inbox_messages_proposal on people.inbox_messages (subject_id) where subject_kind = 'proposal';

-- Unread counts. The row is what everything that changes a person's inbox waits for, so that counts and versions are in step.
create table people.badges (
  user_id       bigint primary key references people.users on delete cascade,
  unread        int not null default 0 check (unread >= 0),
  unread_esport int not null default 0 check (unread_esport >= 0),
  version       bigint not null default 1
);

create table people.user_log (
  id      bigint generated always as identity primary key,
  user_id bigint not null references people.users on delete cascade,
  at      timestamptz not null,
  kind    text not null,
  detail  jsonb not null default '{}'
);
create index user_log_mine on people.user_log (user_id, id desc);

-- Each version of the terms that somebody accepted.
create table people.terms_acceptances (
  user_id     bigint not null references people.users on delete cascade,
  version     text not null,
  accepted_at timestamptz not null,
  address     inet,
  primary key (user_id, version)
);

-- Profiles of the shop before this one. Whoever has verified the same e-mail or number may go on with one of them, once.
create table people.legacy_profiles (
  id                     bigint generated always as identity (start with 5001) primary key,
  -- the key of the old shop; an import that is repeated finds its rows by it
  legacy_id              text not null unique check ((char_length(legacy_id) >= 1) and (char_length(legacy_id) <= 64)),
  identity_type          text not null check (identity_type in ('email', 'msisdn')),
  -- lower case; a number as 66812345678
  identity               text not null,
  name                   text not null,
  display_name           text not null,
  picture                text,
  last_login             timestamptz,
  last_joined_tournament text,
  first_name_th          text,
  last_name_th           text,
  first_name_en          text,
  last_name_en           text,
  nickname               text,
  birthday               date,
  gender                 text check (gender in ('male', 'female', 'other', 'undisclosed')),
  occupation             text,
  address                text,
  sub_district           text,
  district               text,
  province               text,
  zip_code               text check (zip_code ~ '^[0-9]{5}$'),
  imported_at            timestamptz not null,
  -- a person goes on with at most one
  claimed_by             bigint unique references people.users on delete set null,
  claimed_at             timestamptz
);
create index legacy_profiles_identity on people.legacy_profiles (identity_type, identity) where claimed_at is null;

-- Texts that a person's orders sent to numbers that are not theirs, counted by person and by address for an hour.
create table people.texts_to_others (
  payment_id bigint,
  user_id    bigint not null references people.users,
  address    text,
  at         timestamptz not null
);
create index texts_to_others_user on people.texts_to_others (user_id, at desc);
create index texts_to_others_address on people.texts_to_others (address, at desc) where address is not null;
create index texts_to_others_at on people.texts_to_others (at);
create unique index texts_to_others_payment on people.texts_to_others (payment_id) where payment_id is not null;

-- Mail that people get. A row for each, written with what it tells of; what it says is gone when it has been sent, the row stays a while:
-- it is what keeps an event that comes twice from being told twice.
create table people.mails (
  -- its Message-ID too, so that a copy is known as one
  id          uuid primary key,
  kind        text not null,
  -- what it is about: an order's number, a session
  thing       text not null,
  user_id     bigint not null references people.users on delete cascade,
  address     text not null,
  language    text not null check (language in ('th', 'en')),
  letter      jsonb,
  -- a one-time code, sealed with the key of the settings, tied to this row
  code_sealed bytea,
  created_at  timestamptz not null,
  -- of no use afterwards
  good_until  timestamptz not null,
  tries       int not null default 0,
  -- until when a worker has it in hand
  taken_until timestamptz,
  ended_at    timestamptz,
  outcome     text check (outcome in ('sent', 'refused', 'given_up', 'switched_off')),
  unique (kind, thing),
  constraint mails_check check ((ended_at is null) = (outcome is null))
);
create index mails_user on people.mails (user_id);
create index mails_age on people.mails (created_at);

-- What somebody does not want to be mailed about. No row: they are.
create table people.mail_switched_off (
  user_id bigint not null references people.users on delete cascade,
  topic   text not null check (topic in ('receipts', 'orders', 'tournaments')),
  at      timestamptz not null,
  primary key (user_id, topic)
);

-- Browsers in which somebody has signed in, by a cookie of theirs. Who comes in another one is told by mail.
create table people.devices (
  user_id       bigint not null references people.users on delete cascade,
  hash          bytea not null,
  first_used_at timestamptz not null,
  last_used_at  timestamptz not null,
  primary key (user_id, hash)
);
create index devices_age on people.devices (last_used_at);

-- Tries of signing in with a password that came to nothing, by the number or e-mail that was typed, whether or not anybody here has it:
-- after some of them a one-time code is asked for too. A sign-in that succeeds forgets them.
create table people.password_failures (
  login    text not null,
  failures int not null,
  last_at  timestamptz not null,
  -- Wrong passwords count by the login and, in a browser that the account knows, by that browser: strangers cannot use up its tries.
  device   bytea not null default '\x',
  primary key (login, device)
);
create index password_failures_age on people.password_failures (last_at);

-- The codes that are asked for then. One without a person stands for a try whose password was wrong, or whose login nobody has: it was
-- sent to nobody, and nothing tells it from the others. The rows are the counters too.
create table people.password_codes (
  reference  uuid primary key,
  login      text not null,
  user_id    bigint references people.users on delete cascade,
  -- who asked, as limits count addresses (IPv6 by its /64)
  address    inet,
  code_hash  bytea not null,
  tries      smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index password_codes_login on people.password_codes (login, created_at);
create index password_codes_user on people.password_codes (user_id, created_at) where user_id is not null;
create index password_codes_age on people.password_codes (created_at);

-- A browser that takes pushes. Its keys encrypt for it alone.
create table people.push_subscriptions (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references people.users on delete cascade,
  -- the session that it was made in: once that is ended (not merely expired), this device hears nothing more
  session_id uuid not null,
  endpoint   text not null unique check (length(endpoint) <= 1024),
  p256dh     bytea not null check (length(p256dh) = 65),
  auth       bytea not null check (length(auth) = 16),
  created_at timestamptz not null,
  -- since when its push service refuses what we send
  failed_at  timestamptz
);
create index push_subscriptions_user on people.push_subscriptions (user_id, id);
create index push_subscriptions_session on people.push_subscriptions (session_id);
create index push_subscriptions_failed on people.push_subscriptions (failed_at) where failed_at is not null;

-- No row: push where there is a subscription, no mail, no quiet hours.
create table people.notice_settings (
  user_id    bigint primary key references people.users on delete cascade,
  push       boolean not null default true,
  mail       text not null default 'off' check (mail in ('off', 'instead', 'always')),
  -- minutes of the day in Bangkok; what is written between them waits
  quiet_from int check (quiet_from >= 0 and quiet_from <= 1439),
  quiet_to   int check (quiet_to >= 0 and quiet_to <= 1439),
  constraint notice_settings_check check ((quiet_from is null) = (quiet_to is null)),
  constraint notice_settings_check1 check (quiet_from <> quiet_to)
);

-- What was sent, written before it is sent: a worker that dies between loses a notice rather than telling it twice.
create table people.notices_sent (
  inbox_message_id bigint not null references people.inbox_messages on delete cascade,
  way              text not null check (way in ('push', 'mail')),
  subscription_id  bigint references people.push_subscriptions on delete cascade,
  at               timestamptz not null,
  unique nulls not distinct (inbox_message_id, way, subscription_id),
  constraint notices_sent_check check ((way = 'push') = (subscription_id is not null))
);
create index notices_sent_subscription on people.notices_sent (subscription_id) where subscription_id is not null;

alter table kernel.idempotency_keys add constraint idempotency_keys_user_id_fkey foreign key (user_id) references people.users on delete cascade;

insert into people.organization_types (code, name_th, name_en, position) values
  ('organization', 'องค์กรและบริษัท', 'Organization', 3),
  ('school', 'โรงเรียน', 'School', 2),
  ('university', 'มหาวิทยาลัย', 'University', 1);
