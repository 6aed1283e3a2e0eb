-- A small shop as migration 0034 leaves it: people with profiles and papers, a team, a promoter, an order, messages.
insert into users (id, user_type, display_name, email, email_verified_at, language, synced_at, created_at) overriding system value values
  (200001, 'others', 'มะลิ', 'mali@example.com', now(), 'th', now(), now()),
  (200002, 'others', 'Chai', 'chai@example.com', now(), 'en', now(), now()),
  (200003, 'others', 'ออร์แกไนเซอร์', 'organizer@example.com', now(), 'th', now(), now());
insert into organizations (code, type, name_th, name_en, aliases)
values ('chulalongkorn-university', 'university', 'จุฬาลงกรณ์มหาวิทยาลัย', 'Chulalongkorn University', 'จุฬา');
insert into profiles (user_id, first_name_th, last_name_th, student_type, education_level, academy_id, academy_unlisted, updated_at)
select 200001, 'มะลิ', 'ใจดี', 'student', 'school', null::bigint, 'โรงเรียนบ้านไกล', now()
union all select 200002, 'ชัย', 'มั่นคง', 'student', 'university', id, null, now() from organizations;
insert into files (key, user_id, dir, size_bytes, width, height, uploaded_at, kept_at)
select 'private/document/' || kind || '.jpg', 200001, 'document', 1000, 10, 10, now(), now()
from unnest(array['id_card', 'student_card', 'guardian_consent', 'other']) as kind;
insert into documents (id, user_id, kind, file_key, file_name, uploaded_at)
select gen_random_uuid(), 200001, kind, 'private/document/' || kind || '.jpg', kind || '.jpg', now()
from unnest(array['id_card', 'student_card', 'guardian_consent', 'other']) as kind;
insert into document_views (document_id, viewer_id, role, at)
select id, 200003, 'promoter', now() from documents union all select id, 200001, 'owner', now() from documents;
insert into promoters (user_id, approved_at, expires_at) values (200003, now() - interval '30 days', now() + interval '335 days');
insert into teams (id, name, created_at) overriding system value values (4001, 'ทีมมะนาว', now()), (4002, 'ทีมมะนาว', now());
insert into team_members (user_id, team_id, role, joined_at) values (200001, 4001, 'captain', now()), (200002, 4001, 'member', now());
insert into sellers (name) values ('Manao');
insert into partners (code, name) values ('fixture', 'Fixture');
insert into games (slug, partner_code, partner_game, kind, name_th, name_en, publisher, blurb_th, blurb_en, hue, motif)
values ('old-game', 'fixture', 'old', 'topup', 'เกมเก่า', 'Old Game', 'Old', '-', '-', 10, 'rings');
insert into products (game_id, seller_id, sku, name_th, name_en, price_satang, commission_bp)
select g.id, s.id, 'old-60', '60 เพชร', '60 gems', 3500, 500 from games g, sellers s;
insert into orders (number, user_id, status, channel, subtotal_satang, vat_satang, total_satang, rules, created_at, expires_at, expired_at)
values ('MN-0034-OLD1', 200001, 'error', 'promptpay', 3500, 229, 3500, '{}', now() - interval '2 days', now() - interval '1 day', now() - interval '1 day');
insert into order_lines (order_id, position, product_id, game_id, kind, name_th, name_en, game_slug, game_name_th, game_name_en, hue, motif, partner_code,
                         partner_game, sku, seller_id, commission_bp, quantity, unit_price_satang, vat_excluded, vat_satang, total_satang, player_id)
select o.id, 1, p.id, g.id, g.kind, p.name_th, p.name_en, g.slug, g.name_th, g.name_en, g.hue, g.motif, g.partner_code,
       g.partner_game, p.sku, p.seller_id, p.commission_bp, 1, 3500, false, 229, 3500, '12345678'
from orders o, products p join games g on g.id = p.game_id;
insert into order_events (order_id, at, kind) select id, created_at, 'created' from orders;
insert into inbox_messages (user_id, stream, kind, title_th, title_en, body_th, body_en, href, created_at) values
  (200001, 'shop', 'welcome', 'ยินดีต้อนรับ', 'Welcome', 'เริ่มเติมเกมได้เลย', 'Top up a game', '/games', now()),
  (200001, 'esports', 'tournament_soon', 'แข่งพรุ่งนี้', 'Tomorrow', 'อย่าลืม', 'Do not forget', null, now());
insert into badges (user_id, unread, unread_esport) values (200001, 1, 1);
insert into user_log (user_id, at, kind, detail) values (200001, now(), 'signed_in', '{}');
