-- What people tell about themselves, their files, their papers, their passwords; and where they learn.

-- Every file in the object store. One that nothing keeps is taken away after a while: an upload that was never used, or
-- what was replaced or deleted.
create table files (
  -- its place in the store: public/profile/….jpg, private/document/….jpg
  key         text primary key,
  user_id     bigint not null references users on delete cascade,
  dir         text not null check (dir in ('profile', 'team', 'tournament', 'document')),
  size_bytes  int not null check (size_bytes > 0),
  width       int not null,
  height      int not null,
  uploaded_at timestamptz not null,
  -- since when something shows it
  kept_at     timestamptz,
  released_at timestamptz
);
create index files_user on files (user_id);
create index files_unkept on files (uploaded_at) where kept_at is null;
create index files_released on files (released_at) where released_at is not null;

create table organization_types (
  code     text primary key check (code in ('university', 'school')),
  name_th  text not null,
  name_en  text not null,
  position int not null
);
insert into organization_types (code, name_th, name_en, position) values
  ('university', 'มหาวิทยาลัย', 'University', 1),
  ('school', 'โรงเรียน', 'School', 2);

-- Schools and universities; the list is reference data that `manao migrate` brings up to date by its codes.
create table organizations (
  id      bigint generated always as identity (start with 1001) primary key,
  code    text not null unique,
  type    text not null references organization_types,
  name_th text not null,
  name_en text not null,
  -- what people call it otherwise
  aliases text not null default '',
  search  text generated always as (lower(name_th || ' ' || name_en || ' ' || aliases)) stored
);
create index organizations_type on organizations (type, name_th);
create index organizations_search on organizations using gin (search gin_trgm_ops);

create table profiles (
  user_id       bigint primary key references users on delete cascade,
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
  student_type  text check (student_type in ('student', 'general')),
  education_level text check (education_level in ('school', 'university')),
  academy_id    bigint references organizations,
  workplace     text,
  -- sealed with the key of the settings, tied to the user
  id_card_sealed      bytea,
  student_card_sealed bytea,
  version       bigint not null default 1,
  updated_at    timestamptz not null
);
create index profiles_academy on profiles (academy_id);

-- Papers of a person. The picture lies under a private prefix and is shown to whoever may see it, each time on record.
create table documents (
  id          uuid primary key,
  user_id     bigint not null references users on delete cascade,
  kind        text not null check (kind in ('id_card', 'student_card', 'guardian_consent', 'other')),
  file_key    text not null unique references files,
  -- as the person's device called it
  file_name   text not null,
  uploaded_at timestamptz not null
);
create index documents_user on documents (user_id, uploaded_at);

create table document_views (
  id          bigint generated always as identity primary key,
  document_id uuid not null references documents on delete cascade,
  viewer_id   bigint references users on delete set null,
  role        text not null check (role in ('owner', 'operator', 'promoter')),
  at          timestamptz not null
);
create index document_views_document on document_views (document_id, at desc);
create index document_views_viewer on document_views (viewer_id);

-- Passwords of accounts whose password we keep, argon2id. The newest of a person is the one in force; the last five may not
-- come again.
create table passwords (
  id      bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  hash    text not null,
  set_at  timestamptz not null
);
create index passwords_user on passwords (user_id, id desc);

alter table sessions drop constraint sessions_ended_reason_check;
alter table sessions add constraint sessions_ended_reason_check
  check (ended_reason in ('logout', 'reuse', 'suspended', 'expired', 'operator', 'password'));
