-- Names from before names were freed of piled-up marks, of people and of the earlier shop's profiles: as the domain's `normalise` makes them,
-- for Thai, Lao and the marks that go with any script. What cannot be seen goes too, which profiles may still have.
create function pg_temp.plain_name(name text) returns text language plpgsql as $$
declare
  mark constant text := '[\u0300-\u036F\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB4-\u0EBC\u0EC8-\u0ECE\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]';
  blank constant text := '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]';
  never constant text := '[\u0488\u0489\u1ABE\u20DD-\u20E0\u20E2-\u20E4\uA670-\uA672' ||
    '\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uE000-\uF8FF\uFDD0-\uFDEF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFC\U000E0000-\U000E0FFF\U000F0000-\U0010FFFF]';
begin
  name := regexp_replace(name, never, '', 'g');
  -- the same mark again, marks on nothing, more than two on a letter
  name := regexp_replace(name, '(' || mark || ')\1+', '\1', 'g');
  name := regexp_replace(name, '(^|' || blank || ')' || mark || '+', '\1', 'g');
  name := regexp_replace(name, '(' || mark || '{2})' || mark || '+', '\1', 'g');
  return btrim(regexp_replace(name, blank || '+', ' ', 'g'));
end $$;

-- Who had nothing else is called what somebody without a name is called. A profile keeps its name then, and nobody is called by it.
with plain as (select id, pg_temp.plain_name(display_name) as name from users)
update users u set display_name = coalesce(nullif(p.name, ''), case u.language when 'en' then 'Member' else 'สมาชิก' end), version = u.version + 1
from plain p where p.id = u.id and p.name <> u.display_name;

with plain as (select id, pg_temp.plain_name(display_name) as name from legacy_profiles)
update legacy_profiles l set display_name = p.name from plain p where p.id = l.id and p.name not in ('', l.display_name);

drop function pg_temp.plain_name;
