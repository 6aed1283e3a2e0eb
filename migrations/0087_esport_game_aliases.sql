-- What people call a game when they look for its tournaments.
alter table esport_games add column aliases text[] not null default '{}';
update esport_games g set aliases = known.aliases
from (values
  ('rov', array['อาร์โอวี', 'อาโอวี', 'โรวี', 'aov']),
  ('free-fire', array['ฟีฟาย', 'ฟรีฟาย', 'ฟรีไฟร์', 'ฟรีไฟ', 'ฟีไฟ', 'freefire', 'ff']),
  ('pubg-mobile', array['พับจี', 'ผับจี', 'พับจีโมบาย', 'pubg', 'pubgm']),
  ('valorant', array['วาโล', 'วาโลแรนต์', 'วาโลแรนท์', 'valo']),
  ('mobile-legends', array['โมบายเลเจนด์', 'โมบายเลเจนด์ส', 'mlbb', 'ml']),
  ('fc-mobile', array['เอฟซีโมบาย', 'ฟีฟ่า', 'ฟีฟ่าโมบาย', 'fifa mobile', 'fifa']),
  ('call-of-duty-mobile', array['คอลออฟดิวตี้', 'คอลออฟดิวตี้โมบาย', 'codm', 'cod mobile', 'call of duty'])
) as known (slug, aliases) where g.slug = known.slug;
