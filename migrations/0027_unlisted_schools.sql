-- Schools and universities that are not in the list, as people call theirs, until an operator adds them.
alter table profiles add column academy_unlisted text;
create index profiles_unlisted on profiles (education_level, lower(academy_unlisted)) where academy_unlisted is not null;
