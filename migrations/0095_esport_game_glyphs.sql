-- The mark that a game is known by; the shop marks its games with the same.
alter table esports.esport_games add column glyph text;
update esports.esport_games g set glyph = mark.glyph
from (values ('rov', 'shield'), ('free-fire', 'flame'), ('pubg-mobile', 'parachute'), ('valorant', 'crosshair'), ('mobile-legends', 'swords'),
             ('fc-mobile', 'ball'), ('call-of-duty-mobile', 'target')) as mark (slug, glyph)
where g.slug = mark.slug;
